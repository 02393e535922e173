//! The plot of cost as work grows: three panels of lines, on logarithmic axes.

use std::fmt::Write as _;

use crate::cases::Group;
use crate::measure::Measured;
use crate::peers::Who;

const WIDTH: f64 = 320.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 60.0;
const TOP: f64 = 40.0;
const STEP: f64 = 400.0;

struct Line {
    name: &'static str,
    colour: &'static str,
    points: Vec<(f64, f64)>,
}

struct Panel {
    title: &'static str,
    across: &'static str,
    up: &'static str,
    lines: Vec<Line>,
}

/// The picture, as SVG.
pub fn draw(measured: &[Measured], streams: &[(usize, usize, usize)]) -> String {
    let panels = [
        Panel {
            title: "A page of more items",
            across: "bytes of the response",
            up: "cpu, µs",
            lines: growth(measured, Group::Pages),
        },
        Panel {
            title: "An item of more bytes",
            across: "bytes of the response",
            up: "cpu, µs",
            lines: growth(measured, Group::Sizes),
        },
        Panel {
            title: "A stream of more pages",
            across: "pages of 1000 orders",
            up: "peak memory, KB",
            lines: memory(streams),
        },
    ];
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1220 380\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"1220\" height=\"380\" fill=\"white\"/>\n",
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
    let contenders = [
        (Who::Ours, "#1a7f37"),
        (Who::Hand, "#9a6700"),
        (Who::Serde, "#cf222e"),
    ];
    let line = |(who, colour): (Who, &'static str)| Line {
        name: who.name(),
        colour,
        points: measured
            .iter()
            .filter(|case| case.group == group)
            .filter_map(|case| Some((case.bytes as f64, case.of(who)?.cpu / 1e3)))
            .collect(),
    };
    contenders.map(line).into()
}

#[expect(clippy::cast_precision_loss, reason = "a picture")]
fn memory(streams: &[(usize, usize, usize)]) -> Vec<Line> {
    let points = |peak: fn(&(usize, usize, usize)) -> usize| {
        let point = |row: &(usize, usize, usize)| (row.0 as f64, peak(row) as f64 / 1e3);
        streams.iter().map(point).collect()
    };
    vec![
        Line {
            name: "as a stream",
            colour: "#1a7f37",
            points: points(|row| row.1),
        },
        Line {
            name: "all at once",
            colour: "#cf222e",
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

fn label(power: i32) -> String {
    match power {
        0..3 => format!("{}", 10_f64.powi(power)),
        3..6 => format!("{} k", 10_f64.powi(power - 3)),
        6.. => format!("{} M", 10_f64.powi(power - 6)),
        _ => format!(
            "{:.*}",
            usize::try_from(-power).unwrap_or(1),
            10_f64.powi(power)
        ),
    }
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
             <text x=\"{left}\" y=\"{}\" fill=\"#57606a\">{} against {}</text>",
            self.title,
            bottom + 38.0,
            self.up,
            self.across,
        );
        for power in across.0..=across.1 {
            let at = x(10_f64.powi(power));
            let _ = writeln!(
                to,
                "<path d=\"M{at} {TOP}V{bottom}\" stroke=\"#d8dee4\"/>\
                 <text x=\"{at}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                bottom + 18.0,
                label(power),
            );
        }
        for power in up.0..=up.1 {
            let at = y(10_f64.powi(power));
            let _ = writeln!(
                to,
                "<path d=\"M{left} {at}h{WIDTH}\" stroke=\"#d8dee4\"/>\
                 <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
                left - 6.0,
                at + 4.0,
                label(power),
            );
        }
        for (number, line) in self.lines.iter().enumerate() {
            let Line {
                name,
                colour,
                points,
            } = line;
            let path: Vec<_> = points
                .iter()
                .map(|point| format!("{:.1} {:.1}", x(point.0), y(point.1)))
                .collect();
            let _ = writeln!(
                to,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
                path.join(" "),
            );
            #[expect(clippy::cast_precision_loss, reason = "a few of them")]
            let at = TOP + 16.0 + 16.0 * number as f64;
            let _ = writeln!(
                to,
                "<text x=\"{}\" y=\"{at}\" fill=\"{colour}\">{name}</text>",
                left + 8.0
            );
        }
    }
}
