//! Templates, tested against a model: what is built is read back.

use std::borrow::Cow;

use proptest::prelude::*;

use super::{LED_BY_TEXT, built, format_of, text, written};
use crate::key::{Format, KeyKind, KeyPart, Piece};

#[test]
fn text_is_lent_as_the_piece_it_is() {
    let (text, owned) = ("plain", String::from("plain"));
    let present = Some(owned.clone());
    let parts: [&dyn KeyPart; 8] = [
        &text,
        &owned,
        &present,
        &None::<String>,
        &Cow::Borrowed(text),
        &Piece::Text(text.into()),
        &Piece::Integer(5, 2),
        &7_u32,
    ];
    for part in parts {
        if let Some(lent) = part.lent_text() {
            assert_eq!(part.piece(), Some(Piece::Text(lent.into())));
        }
    }
    let lent = parts.map(|part| part.lent_text().is_some());
    assert_eq!(lent, [true, true, true, false, true, true, false, false]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn what_is_built_is_read_back(number in 0..LED_BY_TEXT.len(), text in text(), tail in text()) {
        let spec = &LED_BY_TEXT[number];
        let Some(key) = built(spec, &text, &tail) else { return Ok(()) };
        let found = spec.template.parse(&key).expect("what was built is read");
        let component = found.iter().find(|(field, ..)| *field == 0).expect("the component");
        prop_assert_eq!(&*component.1, &*written(format_of(spec), &text));
        if let Some((_, found, _)) = found.iter().find(|(field, ..)| *field == 1) {
            prop_assert_eq!(&**found, &*tail);
        }
    }

    #[test]
    fn only_what_would_break_a_key_is_refused(number in 0..LED_BY_TEXT.len(), text in text(), tail in text()) {
        let spec = &LED_BY_TEXT[number];
        if built(spec, &text, &tail).is_some() {
            return Ok(());
        }
        let format = format_of(spec);
        let tailed = spec.template.parts.len() > 2 && !matches!(format, Format::Stored);
        let impossible = |text: &str| text.is_empty() || text.contains('#');
        let component = match format {
            Format::Raw | Format::Stored => text.is_empty(),
            Format::Escape => false,
            format => impossible(&written(format, &text)),
        };
        prop_assert!(component || tailed && impossible(&tail), "{text:?} {tail:?}");
    }

    #[test]
    fn any_text_parses_or_is_refused(number in 0..LED_BY_TEXT.len(), key in text()) {
        // No stored key makes the parser panic.
        let _ = LED_BY_TEXT[number].template.parse(&key);
        for format in [Format::Sortable, Format::Padded(5), Format::Escape, Format::Negated] {
            let _ = format.read(&key, KeyKind::Number, '#');
        }
    }
}
