//! Findings: the bounded list, locations, and what a finding says by default.

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Location, Severity, count_rules, join_rules};
use glassbox_core::error::ErrorList;

glassbox_core::rules! {
    MILD = "DEMO-01" Warning "mild" { cause: "Chance.", cure: "Nothing." }
    GRAVE = "DEMO-02" Error "grave" { cause: "Chance.", effect: "Some.", cure: "Much.", affects: ["DEMO-01"] }
    NOTE = "DEMO-03" Info "a note" { cause: "Chance.", cure: "Nothing." }
}

fn at(rule: &'static glassbox_core::diagnostic::Rule, start: u64) -> Diagnostic {
    Diagnostic::new(rule, Location::new(start, start + 1, "x"), "found")
}

#[test]
fn a_full_list_keeps_what_matters_most() {
    // The findings in order by rule and place, the limit, what is kept in order of places, and the worst severity.
    for (pushed, limit, kept, worst) in [
        (&[][..], 2, &[][..], None),
        (&[(&NOTE, 2), (&MILD, 1)], 2, &["DEMO-01", "DEMO-03"], Some(Severity::Warning)),
        // The last milder finding makes room for an error.
        (&[(&MILD, 1), (&NOTE, 2), (&GRAVE, 3)], 2, &["DEMO-01", "DEMO-02"], Some(Severity::Error)),
        // An error among errors makes none.
        (&[(&GRAVE, 1), (&GRAVE, 2)], 1, &["DEMO-02"], Some(Severity::Error)),
        (&[(&GRAVE, 1), (&MILD, 2)], 1, &["DEMO-02"], Some(Severity::Error)),
        // Dropped findings count for the worst severity.
        (&[(&GRAVE, 1)], 0, &[], Some(Severity::Error)),
    ] {
        let mut list = Diagnostics::new(limit);
        for &(rule, start) in pushed {
            assert_eq!(list.is_full(), list.items().len() == limit);
            list.push(at(rule, start));
        }
        assert_eq!(list.dropped(), pushed.len().saturating_sub(limit));
        assert_eq!(list.worst(), worst);
        assert_eq!(list.has_errors(), worst == Some(Severity::Error));
        assert_eq!(list.has(&MILD), kept.contains(&"DEMO-01"));
        let found: Vec<_> = list.into_sorted().iter().map(|item| item.rule.id).collect();
        assert_eq!(found, kept);
    }
}

#[test]
fn what_a_full_list_would_drop_is_counted_without_it() {
    // The finding, the limit, whether two of them can only be counted, and the worst severity if they were.
    for (rule, limit, is_dropped, worst) in [
        (&NOTE, 1, true, Severity::Info),
        (&MILD, 1, true, Severity::Warning),
        // An error may displace a milder finding.
        (&GRAVE, 1, false, Severity::Info),
        (&NOTE, 2, false, Severity::Info),
    ] {
        let mut list = Diagnostics::new(limit);
        list.push(at(&NOTE, 1));
        assert_eq!([list.count_dropped(rule), list.count_dropped(rule)], [is_dropped; 2], "{}", rule.id);
        let mut pushed = Diagnostics::new(limit);
        pushed.push(at(&NOTE, 1));
        if is_dropped {
            pushed.extend([at(rule, 2), at(rule, 3)]);
        }
        assert_eq!(
            (list.items().len(), list.dropped()),
            (pushed.items().len(), pushed.dropped()),
            "{}",
            rule.id
        );
        assert_eq!([list.worst(), pushed.worst()], [Some(worst); 2], "{}", rule.id);
    }
}

#[test]
fn findings_are_sorted_by_input_and_place() {
    let mut list = Diagnostics::default();
    let mut other = at(&MILD, 0);
    other.location = other.location.input(1);
    list.extend([other, at(&NOTE, 5), at(&GRAVE, 3), at(&MILD, 5)]);
    let found: Vec<_> = list.into_sorted().iter().map(|item| item.rule.id).collect();
    assert_eq!(found, ["DEMO-02", "DEMO-03", "DEMO-01", "DEMO-01"]);
}

#[test]
fn spans_of_a_text_have_lines_and_columns_of_characters() {
    let text = "äb\nc\n";
    for (span, expected) in [
        (0..1, (1, 1)),
        (2..3, (1, 2)),
        (1..2, (1, 1)),
        (3..4, (1, 3)),
        (4..5, (2, 1)),
        (6..6, (3, 1)),
        (90..99, (3, 1)),
    ] {
        let found = Location::in_text(text, span.clone());
        assert_eq!(found.line_column, Some(expected), "{span:?}");
        assert!(found.start <= found.end && found.end <= text.len() as u64);
    }
    assert_eq!(Location::in_text(text, 4..5).to_string(), "2:1");
    assert_eq!(Location::new(16, 32, "").to_string(), "0x10..0x20");
}

#[test]
fn a_finding_is_one_line_and_falls_back_to_its_rule() {
    let finding = at(&GRAVE, 16);
    assert_eq!(finding.to_string(), "error DEMO-02 at 0x10..0x11 (x): found");
    assert_eq!(finding.cure(), "Much.");
    let finding = finding.severity(Severity::Info).help("turn it").note("one").note("two");
    assert_eq!((finding.cure(), finding.notes.len()), ("turn it", 2));
    assert_eq!(finding.to_string(), "info DEMO-02 at 0x10..0x11 (x): found");
    let bare = Diagnostic::new(&MILD, Location::default(), "found");
    assert_eq!(bare.to_string(), "warning DEMO-01: found");
    let effects = [MILD.effect, GRAVE.effect, NOTE.effect];
    assert_eq!(effects, ["None; the output is written.", "Some.", "None; the output is written."]);
    let list: ErrorList<_> = [at(&MILD, 0), bare].into_iter().collect();
    assert_eq!(list.to_string(), "warning DEMO-01 at 0x0..0x1 (x): found\nwarning DEMO-01: found");
    assert_eq!(list.into_vec().len(), 2);
}

#[test]
fn rules_of_several_files_are_joined_in_order() {
    const PART: &[&glassbox_core::diagnostic::Rule] = &[&NOTE];
    let lists = [RULES, &[], PART];
    assert_eq!(count_rules(&lists), 4);
    let ids = join_rules::<4>(&lists).map(|rule| rule.id);
    assert_eq!(ids, ["DEMO-01", "DEMO-02", "DEMO-03", "DEMO-03"]);
}
