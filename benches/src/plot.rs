//! The plot of cost as work grows: three panels of lines, on logarithmic axes.

use std::fmt::Write as _;

use crate::cases::Group;
use crate::measure::Measured;
use crate::peers::Who;

const WIDTH: f64 = 290.0;
const HEIGHT: f64 = 250.0;
const LEFT: f64 = 64.0;
const TOP: f64 = 58.0;
/// The distance between panels; the names of lines are in between.
const STEP: f64 = 460.0;
/// The least distance between the names of two lines.
const SPACE: f64 = 15.0;

const OURS: &str = "#1a7f37";
const HAND: &str = "#9a6700";
const OTHERS: &str = "#cf222e";
const GREY: &str = "#57606a";

struct Line {
    name: &'static str,
    colour: &'static str,
    points: Vec<(f64, f64)>,
}

/// The unit of an axis.
#[derive(Clone, Copy)]
enum Unit {
    Bytes,
    Nanoseconds,
    Count,
}

struct Panel {
    title: &'static str,
    across: (&'static str, Unit),
    up: (&'static str, Unit),
    lines: Vec<Line>,
}

/// The picture, as SVG.
pub fn draw(measured: &[Measured], streams: &[(usize, usize, usize)]) -> String {
    let time = ("cpu time", Unit::Nanoseconds);
    let panels = [
        Panel {
            title: "A page of more items",
            across: ("the response", Unit::Bytes),
            up: time,
            lines: growth(measured, Group::Pages),
        },
        Panel {
            title: "An item of more bytes",
            across: ("the response", Unit::Bytes),
            up: time,
            lines: growth(measured, Group::Sizes),
        },
        Panel {
            title: "More pages of 1000 orders",
            across: ("pages", Unit::Count),
            up: ("peak memory", Unit::Bytes),
            lines: memory(streams),
        },
    ];
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1380 360\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>Cost as work grows</title>\n\
         <rect width=\"1380\" height=\"360\" fill=\"white\"/>\n",
    );
    for (number, panel) in panels.iter().enumerate() {
        #[expect(clippy::cast_precision_loss, reason = "three of them")]
        panel.draw(LEFT + STEP * number as f64, &mut svg);
    }
    svg.push_str("</svg>\n");
    svg
}

#[expect(clippy::cast_precision_loss, reason = "a picture")]
fn growth(measured: &[Measured], group: Group) -> Vec<Line> {
    let contenders = [(Who::Ours, OURS), (Who::Hand, HAND), (Who::Serde, OTHERS)];
    let line = |(who, colour): (Who, &'static str)| Line {
        name: who.name(),
        colour,
        points: measured
            .iter()
            .filter(|case| case.group == group)
            .filter_map(|case| Some((case.bytes as f64, case.of(who)?.cpu)))
            .collect(),
    };
    contenders.map(line).into()
}

#[expect(clippy::cast_precision_loss, reason = "a picture")]
fn memory(streams: &[(usize, usize, usize)]) -> Vec<Line> {
    let points = |peak: fn(&(usize, usize, usize)) -> usize| {
        let point = |row: &(usize, usize, usize)| (row.0 as f64, peak(row) as f64);
        streams.iter().map(point).collect()
    };
    vec![
        Line {
            name: "as a stream",
            colour: OURS,
            points: points(|row| row.1),
        },
        Line {
            name: "all at once",
            colour: OTHERS,
            points: points(|row| row.2),
        },
    ]
}

/// The powers of ten around some values.
fn decades(values: impl Iterator<Item = f64> + Clone) -> (i32, i32) {
    let low = values.clone().fold(f64::INFINITY, f64::min).log10().floor();
    let high = values.fold(f64::MIN_POSITIVE, f64::max).log10().ceil();
    #[expect(clippy::cast_possible_truncation, reason = "a small whole number")]
    (low as i32, high.max(low + 1.0) as i32)
}

fn share(value: f64, (low, high): (i32, i32)) -> f64 {
    (value.log10() - f64::from(low)) / f64::from(high - low)
}

impl Unit {
    /// A power of ten in words.
    fn label(self, power: i32) -> String {
        let names = match self {
            Self::Bytes => [" B", " KB", " MB", " GB"],
            Self::Nanoseconds => [" ns", " µs", " ms", " s"],
            Self::Count => ["", " k", " M", " G"],
        };
        let thousands = usize::try_from(power / 3).unwrap_or(0).min(3);
        #[expect(clippy::cast_possible_truncation, reason = "at most three")]
        #[expect(clippy::cast_possible_wrap, reason = "at most three")]
        let rest = power - 3 * thousands as i32;
        format!("{}{}", 10_f64.powi(rest), names[thousands])
    }
}

/// The positions of line names: next to their ends, without overlaps.
fn spread(ends: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..ends.len()).collect();
    order.sort_by(|a, b| ends[*a].total_cmp(&ends[*b]));
    let mut places = ends.to_vec();
    for pair in order.windows(2) {
        places[pair[1]] = places[pair[1]].max(places[pair[0]] + SPACE);
    }
    places
}

impl Panel {
    fn draw(&self, left: f64, to: &mut String) {
        let points = self.lines.iter().flat_map(|line| &line.points);
        if points.clone().next().is_none() {
            return;
        }
        let across = decades(points.clone().map(|point| point.0));
        let up = decades(points.map(|point| point.1));
        let bottom = TOP + HEIGHT;
        let x = |value: f64| left + WIDTH * share(value, across);
        let y = |value: f64| bottom - HEIGHT * share(value, up);
        let _ = writeln!(
            to,
            "<text x=\"{left}\" y=\"22\" font-size=\"15\">{}</text>\n\
             <text x=\"{left}\" y=\"44\" fill=\"{GREY}\">{}</text>\n\
             <text x=\"{}\" y=\"{}\" fill=\"{GREY}\" text-anchor=\"end\">{}</text>",
            self.title,
            self.up.0,
            left + WIDTH,
            bottom + 38.0,
            self.across.0,
        );
        for power in across.0..=across.1 {
            let at = x(10_f64.powi(power));
            let _ = writeln!(
                to,
                "<path d=\"M{at:.1} {TOP}V{bottom}\" stroke=\"#d8dee4\"/>\
                 <text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                bottom + 18.0,
                self.across.1.label(power),
            );
        }
        for power in up.0..=up.1 {
            let at = y(10_f64.powi(power));
            let _ = writeln!(
                to,
                "<path d=\"M{left} {at:.1}h{WIDTH}\" stroke=\"#d8dee4\"/>\
                 <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                left - 6.0,
                at + 4.0,
                self.up.1.label(power),
            );
        }
        let end = |line: &Line| line.points.last().map_or(bottom, |point| y(point.1));
        let ends: Vec<f64> = self.lines.iter().map(end).collect();
        for (line, name_at) in self.lines.iter().zip(spread(&ends)) {
            line.draw(&x, &y, (left + WIDTH + 8.0, name_at + 4.0), to);
        }
    }
}

impl Line {
    fn draw(
        &self,
        x: &impl Fn(f64) -> f64,
        y: &impl Fn(f64) -> f64,
        name: (f64, f64),
        to: &mut String,
    ) {
        let Self { colour, points, .. } = self;
        let places = || points.iter().map(|point| (x(point.0), y(point.1)));
        let path: Vec<_> = places().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
        let _ = writeln!(
            to,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            path.join(" "),
        );
        for (x, y) in places() {
            let _ = write!(
                to,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>"
            );
        }
        let _ = writeln!(
            to,
            "\n<text x=\"{}\" y=\"{:.1}\" fill=\"{colour}\">{}</text>",
            name.0, name.1, self.name,
        );
    }
}
