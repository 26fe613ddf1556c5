//! Tests the rendering of diagnostics for people.

use glassbox_core::diagnostic::{Diagnostic, Folded, Location};
use glassbox_report::Subject;
use glassbox_report::json::DiagnosticsFile;
use glassbox_report::sarif::Sarif;
use glassbox_report::terminal::{self, Show, Style};

glassbox_core::rules! {
    DEMO = "DEMO-01" Error "the demo is wrong" { cause: "", effect: "", cure: "" }
    CURED = "DEMO-04" Error "the demo can be cured" { cause: "", effect: "", cure: "Write it again." }
    COUNT = "DEMO-02" Error "the count is wrong" { cause: "", effect: "", cure: "", affects: ["DEMO-01"] }
    SIGN = "DEMO-03" Warning "the sign is odd" { cause: "", effect: "", cure: "" }
}

fn check(diagnostic: &Diagnostic, subject: &Subject<'_>, expected: &str) {
    let mut out = Vec::new();
    terminal::diagnostic(&mut out, diagnostic, subject, &Style::plain()).expect("memory can be written");
    let found = String::from_utf8(out).expect("the output is UTF-8");
    assert_eq!(found, expected, "found:\n{found}");
}

fn bytes(bytes: &[u8]) -> Subject<'_> {
    Subject { file: "a.bin", bytes, source: None }
}

fn text(source: &str) -> Subject<'_> {
    Subject { file: "a.txt", bytes: source.as_bytes(), source: Some(source) }
}

#[test]
fn bytes_with_label_note_and_help() {
    let data: Vec<u8> = (0..40).collect();
    let finding = Diagnostic::new(&DEMO, Location::new(0x0e, 0x12, "head.size"), "size is 4, expected 5")
        .label(Location::new(0x20, 0x21, "head.count"), "the count says so")
        .note("a fact")
        .help("set it to 5");
    check(
        &finding,
        &bytes(&data),
        "\
error[DEMO-01]: size is 4, expected 5
  at a.bin: head.size, bytes 0xe..0x12
      0x0000  00 01 02 03 04 05 06 07  08 09 0a 0b 0c 0d 0e 0f  ................
                                                         ^^^^^
      0x0010  10 11 12 13 14 15 16 17  18 19 1a 1b 1c 1d 1e 1f  ................
              ^^^^^
  also head.count, bytes 0x20..0x21: the count says so
      0x0020  20 21 22 23 24 25 26 27                            !\"#$%&'
              ^^
  note: a fact
  help: set it to 5
",
    );
}

/// A finding without help of its own shows the cure of the rule, in every form of output.
#[test]
fn the_cure_of_the_rule_stands_for_a_help() {
    let location = Location::new(0, 1, "head");
    let bare = Diagnostic::new(&CURED, location.clone(), "found it");
    let better = Diagnostic::new(&CURED, location, "found it").help("write 5");
    for (finding, help) in [(&bare, "Write it again."), (&better, "write 5")] {
        let mut out = Vec::new();
        terminal::diagnostic(&mut out, finding, &bytes(b"a"), &Style::plain())
            .expect("memory can be written");
        let text = String::from_utf8(out).expect("the output is UTF-8");
        assert!(text.ends_with(&format!("\n  help: {help}\n")), "{text}");
        let entry = glassbox_report::json::DiagnosticJson::new(finding);
        let json = serde_json::to_value(entry).expect("JSON");
        assert_eq!(json["help"], help);
    }
    let source = "a\n";
    let finding = Diagnostic::new(&CURED, Location::in_text(source, 0..1), "found it");
    let mut out = Vec::new();
    terminal::diagnostic(&mut out, &finding, &text(source), &Style::plain()).expect("memory can be written");
    let shown = String::from_utf8(out).expect("the output is UTF-8");
    assert!(shown.contains("= help: Write it again."), "{shown}");
}

#[test]
fn a_place_past_the_end() {
    let finding = Diagnostic::new(&DEMO, Location::new(0x12, 0x20, "table"), "the table ends past the file");
    check(
        &finding,
        &bytes(&[7; 16]),
        "\
error[DEMO-01]: the table ends past the file
  at a.bin: table, bytes 0x12..0x20 (the file is 0x10 long)
      0x0000  07 07 07 07 07 07 07 07  07 07 07 07 07 07 07 07  ................
                                                               ^^
",
    );
}

#[test]
fn an_empty_file() {
    let finding = Diagnostic::new(&DEMO, Location::new(0, 4, ""), "the file is empty");
    check(
        &finding,
        &bytes(&[]),
        "error[DEMO-01]: the file is empty\n  at a.bin: bytes 0x0..0x4 (the file is 0x0 long)\n",
    );
}

#[test]
fn every_place_of_every_size_renders() {
    for size in 0..40 {
        let data = vec![b'x'; size];
        for start in 0..45 {
            for end in [start, start + 1, start + 17, u64::MAX, 0] {
                let finding = Diagnostic::new(&DEMO, Location::new(start, end, "p"), "m");
                let mut out = Vec::new();
                terminal::diagnostic(&mut out, &finding, &bytes(&data), &Style::colour()).expect("written");
            }
        }
    }
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let finding = Diagnostic::new(&DEMO, Location::new(0, 1, "p\x1b[2J"), "found \"\x1b[31m\u{202e}\"");
    check(
        &finding,
        &bytes(b"x"),
        "\
error[DEMO-01]: found \"\\u{1b}[31m\\u{202e}\"
  at a.bin: p\\u{1b}[2J, bytes 0x0..0x1
      0x0000  78                                                x
              ^^
",
    );
}

#[test]
fn a_source_with_the_lines_around() {
    let source = "one\ntwo words\nthree\nfour\n";
    let finding =
        Diagnostic::new(&DEMO, Location::in_text(source, 8..13), "found words").help("use one word");
    check(
        &finding,
        &text(source),
        "\
error[DEMO-01]: found words
 --> a.txt:2:5
  |
2 | two words
  |     ^^^^^
  |
  = help: use one word
",
    );
}

#[test]
fn every_span_of_an_odd_source_renders() {
    let long = "é".repeat(9000);
    for source in ["", "\n", "ä\n\nö", "no line feed", long.as_str()] {
        for start in (0..source.len() + 2).step_by(source.len() / 50 + 1) {
            for end in [start, start + 1, source.len(), source.len() + 9] {
                let finding = Diagnostic::new(&DEMO, Location::in_text(source, start..end), "m");
                let mut out = Vec::new();
                let subject = text(source);
                terminal::diagnostic(&mut out, &finding, &subject, &Style::plain()).expect("written");
                assert!(out.len() < 40_000);
            }
        }
    }
}

#[test]
fn labels_show_the_lines_of_their_own_source() {
    let first = ".fvec mvp[4]\n.proc main\n    end\n.end\n";
    let second = ".fvec a\n.fvec mvp[3]\n.alias b a\n";
    let subjects = [
        Subject { file: "a.pica", bytes: first.as_bytes(), source: Some(first) },
        Subject { file: "b.pica", bytes: second.as_bytes(), source: Some(second) },
    ];
    let finding = Diagnostic::new(&DEMO, Location::in_text(second, 14..17).input(1), "sizes differ")
        .label(Location::in_text(first, 6..9), "declared with 4 here")
        .label(Location::in_text(second, 6..7).input(1), "another name");
    let mut out = Vec::new();
    terminal::diagnostic_across_files(&mut out, &finding, &subjects, &Style::plain())
        .expect("memory can be written");
    let found = String::from_utf8(out).expect("the output is UTF-8");
    let expected = "\
error[DEMO-01]: sizes differ
 --> b.pica:2:7
  |
1 | .fvec a
  |       - another name
2 | .fvec mvp[3]
  |       ^^^
  |
 ::: a.pica:1:7
  |
1 | .fvec mvp[4]
  |       --- declared with 4 here
";
    assert_eq!(found, expected, "found:\n{found}");
}

/// A wrong count, its consequences, and an unrelated finding five times.
fn counted() -> Vec<Diagnostic> {
    let row =
        |at: u64| Diagnostic::new(&DEMO, Location::new(at, at + 1, format!("rows[{at}].name")), "no name");
    let sign = |at: u64| Diagnostic::new(&SIGN, Location::new(at, at + 1, format!("signs[{at}]")), "odd");
    let mut findings: Vec<Diagnostic> = (0..5).map(row).chain((5..10).map(sign)).collect();
    findings.push(Diagnostic::new(&COUNT, Location::new(30, 32, "count"), "found 9, expected 3"));
    findings
}

#[test]
fn what_follows_is_a_line_behind_its_cause() {
    let data = [0; 40];
    let findings = counted();
    let folded = Folded::new(&findings);
    let shown = |show| {
        let mut out = Vec::new();
        let subjects = [bytes(&data)];
        terminal::findings(&mut out, &folded, &subjects, show, &Style::plain())
            .expect("memory can be written");
        let text = String::from_utf8(out).expect("the output is UTF-8");
        let is_unindented = |line: &&str| !line.starts_with("      ") && !line.starts_with("  at ");
        text.lines().filter(is_unindented).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(
        shown(Show::Folded("--all shows them")),
        "\
error[DEMO-02]: found 9, expected 3
  and 5 more that follow from it: rows[0].name, rows[1].name, rows[2].name, … (--all shows them)
warning[DEMO-03]: odd
  and 4 more like it: signs[6], signs[7], signs[8], … (--all shows them)"
    );
    assert_eq!(shown(Show::All).lines().count(), 11);
    assert_eq!(terminal::tally(&findings, 2), "1 error, 1 warning, and 9 more that follow, 2 more not shown");
}

#[test]
fn programs_get_every_finding_with_its_cause() {
    let findings = counted();
    let entry = serde_json::to_value(DiagnosticsFile::new("a.bin", None, &findings, 0)).expect("serialised");
    let list = entry["diagnostics"].as_array().expect("a list");
    assert_eq!(list.len(), findings.len());
    assert_eq!(list[0]["rule"], "DEMO-02");
    assert!(list[0].get("cause").is_none() && list[0].get("like").is_none());
    assert!(list[1..6].iter().all(|finding| finding["cause"] == 0));
    assert!(list[6].get("like").is_none());
    assert!(list[7..].iter().all(|finding| finding["like"] == 6));

    let mut log = Sarif::new("1");
    log.file("a.bin", 40, &findings, 0);
    let mut out = Vec::new();
    log.finish(&mut out).expect("memory can be written");
    let log: serde_json::Value = serde_json::from_slice(&out).expect("JSON");
    let results = log["runs"][0]["results"].as_array().expect("a list");
    assert_eq!(results[3]["properties"]["cause"], 0);
    assert_eq!(
        results[3]["relatedLocations"][0]["message"]["text"],
        "follows from this: found 9, expected 3"
    );
    assert_eq!(results[9]["properties"]["like"], 6);
}
