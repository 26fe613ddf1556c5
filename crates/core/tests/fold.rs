//! Tests the grouping of findings and their order.

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Folded, Follows, Location, Rule};

glassbox_core::rules! {
    COUNT = "T-COUNT-01" Error "the count is wrong" { cause: "", effect: "", cure: "", affects: ["T-ROW-"] }
    UNALIGNED = "T-COUNT-02" Warning "the table is unaligned" { cause: "", effect: "", cure: "", affects: ["T-ROW-"] }
    ROW = "T-ROW-01" Error "the row is wrong" { cause: "", effect: "", cure: "" }
    OTHER = "T-OTHER-01" Error "the rest is wrong" { cause: "", effect: "", cure: "" }
}

fn at(rule: &'static Rule, start: u64, path: &str) -> Diagnostic {
    Diagnostic::new(rule, Location::new(start, start + 4, path), format!("found {start} here"))
}

/// Each finding as its path, with the number that it hangs under.
fn fold(findings: &[Diagnostic]) -> Vec<(&str, Option<Follows>)> {
    let folded = Folded::new(findings);
    let items = folded.items().iter();
    items.map(|item| (item.finding.location.path.as_str(), item.follows)).collect()
}

#[test]
fn a_rule_affects_what_it_names_but_not_in_another_item() {
    let findings =
        [at(&ROW, 4, "part[0].rows[2]"), at(&ROW, 8, "part[1].rows[0]"), at(&COUNT, 40, "part[1].count")];
    assert_eq!(
        fold(&findings),
        [("part[0].rows[2]", None), ("part[1].count", None), ("part[1].rows[0]", Some(Follows::Cause(1))),]
    );
}

#[test]
fn the_nearest_cause_is_taken() {
    let findings = [at(&COUNT, 0, "count"), at(&COUNT, 4, "part[1].count"), at(&ROW, 8, "part[1].rows[0]")];
    assert_eq!(fold(&findings)[2], ("part[1].rows[0]", Some(Follows::Cause(1))));
}

#[test]
fn a_mild_cause_comes_before_the_errors_that_follow_from_it() {
    let findings = [at(&OTHER, 90, "other"), at(&ROW, 8, "rows[0]"), at(&UNALIGNED, 40, "offset")];
    assert_eq!(fold(&findings), [("offset", None), ("rows[0]", Some(Follows::Cause(0))), ("other", None),]);
}

#[test]
fn two_that_affect_each_other_do_not_both_disappear() {
    let findings = [at(&OTHER, 0, "a").affects_path("b"), at(&OTHER, 4, "b").affects_path("a")];
    assert_eq!(fold(&findings), [("a", None), ("b", Some(Follows::Cause(0)))]);
}

#[test]
fn many_that_are_alike_are_one() {
    let few: Vec<Diagnostic> = (0..2).map(|row| at(&ROW, row, "rows[0].name")).collect();
    assert_eq!(Folded::new(&few).groups().count(), 2);
    let many: Vec<Diagnostic> = (0..9)
        .map(|row| at(&ROW, row, &format!("rows[{row}].name")))
        .chain([at(&ROW, 99, "rows[3].kind")])
        .collect();
    let folded = Folded::new(&many);
    assert_eq!(folded.groups().count(), 2, "another field is another mistake");
    assert_eq!(folded.items()[5].follows, Some(Follows::Like(0)));
}

#[test]
fn in_a_text_only_the_same_words_are_alike() {
    let text = "a\nb\nc\n";
    let said = |at: usize, message: &str| Diagnostic::new(&ROW, Location::in_text(text, at..at + 1), message);
    let findings = [said(0, "unknown name `x`"), said(2, "unknown name `y`"), said(4, "unknown name `x`")];
    let folded = Folded::new(&findings);
    assert_eq!(folded.groups().count(), 2);
    assert_eq!(folded.items()[1].follows, Some(Follows::Like(0)));
}

#[test]
fn a_path_holds_what_is_under_it_and_not_what_begins_like_it() {
    let findings = [
        at(&COUNT, 0, "count").affects_path("a.b"),
        at(&OTHER, 4, "a.b[3].c"),
        at(&OTHER, 8, "a.b"),
        at(&OTHER, 12, "a.bc"),
    ];
    assert_eq!(
        fold(&findings),
        [
            ("count", None),
            ("a.b[3].c", Some(Follows::Cause(0))),
            ("a.b", Some(Follows::Cause(0))),
            ("a.bc", None),
        ]
    );
}

#[test]
fn a_finding_may_affect_a_rule_in_a_part_of_the_file() {
    let findings = [
        at(&OTHER, 0, "header").affects_rule(&ROW, "a"),
        at(&ROW, 4, "a.rows[0]"),
        at(&OTHER, 8, "a.rows[1]"),
        at(&ROW, 12, "b.rows[0]"),
    ];
    let hung: Vec<_> = fold(&findings).into_iter().filter(|one| one.1.is_some()).collect();
    assert_eq!(hung, [("a.rows[0]", Some(Follows::Cause(0)))]);
}

#[test]
fn sources_are_folded_apart() {
    let findings = [
        at(&COUNT, 0, "count"),
        Diagnostic::new(&ROW, Location::new(4, 8, "rows[0]").input(1), "found nothing"),
    ];
    assert_eq!(Folded::new(&findings).groups().count(), 2);
}

#[test]
fn a_full_list_keeps_the_cause() {
    let mut list = Diagnostics::new(3);
    for row in 0..9 {
        list.push(at(&ROW, row, &format!("rows[{row}]")));
    }
    list.push(at(&COUNT, 99, "count"));
    assert!(list.has(&COUNT));
    assert_eq!(list.dropped(), 7);
    let findings = list.into_sorted();
    assert_eq!(fold(&findings)[0], ("count", None));
    assert_eq!(Folded::new(&findings).groups().count(), 1);
}
