//! Line and column lookups agree with counting from the start.

use glassbox_core::diagnostic::{Diagnostic, Lines, place};
use glassbox_core::span::Span;

glassbox_core::rules! {
    ANY = "T-01" Error "anything" { cause: "", effect: "", cure: "" }
}

#[test]
fn places_are_those_that_counting_gives() {
    let text = "é\n\tb😀c\r\n".repeat(700);
    let mut lines = Lines::new(&text);
    // Backwards too, as labels go.
    let places: Vec<u32> = (0..text.len() as u32).filter(|&at| text.is_char_boundary(at as usize)).collect();
    for &at in places.iter().rev().chain(places.iter().step_by(97)) {
        let span = Span::new(at, at);
        assert_eq!(lines.location(span), span.location(&text));
    }
}

#[test]
fn unplaced_findings_get_line_and_column() {
    let text = "one\ntwo\nthree";
    let mut findings = [
        Diagnostic::new(&ANY, Span::new(8, 9).unplaced(), "").label(Span::new(5, 6).unplaced(), ""),
        Diagnostic::new(&ANY, Span::new(0, 1).location("x"), ""),
    ];
    place(&mut findings, text);
    assert_eq!(findings[0].location, Span::new(8, 9).location(text));
    assert_eq!(findings[0].labels[0].location, Span::new(5, 6).location(text));
    assert_eq!(findings[1].location.line_column, Some((1, 1)));
}
