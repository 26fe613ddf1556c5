//! Malformed and random texts: no panic, spans inside the text, bounded time, deterministic findings.

use glassbox_core::diagnostic::{Diagnostic, Diagnostics};
use glassbox_testing::corpus;
use glassbox_testing::random::{Random, mutate_text};
use glassbox_vsl::dialect::Dialect;
use glassbox_vsl::syntax::tree::ExpressionKind;
use glassbox_vsl::syntax::{MAX_SOURCE, parse};

/// At this size, quadratic algorithms take minutes.
const SIZE: usize = 1 << 18;

fn check(text: &str) -> Vec<Diagnostic> {
    let mut last = Vec::new();
    for dialect in Dialect::ALL {
        let mut findings = Diagnostics::default();
        let source = parse(text, dialect, &mut findings);
        let findings = findings.into_sorted();
        for finding in &findings {
            let labels = finding.labels.iter().map(|label| &label.location);
            for place in std::iter::once(&finding.location).chain(labels) {
                assert!(place.start <= place.end && place.end as usize <= text.len(), "{finding:?}");
                assert!(text.is_char_boundary(place.start as usize), "{finding:?}");
                assert!(text.is_char_boundary(place.end as usize), "{finding:?}");
            }
        }
        for (at, node) in source.expressions.iter().enumerate() {
            if let ExpressionKind::Binary { left, right, .. } = node.kind {
                assert!((left.0 as usize) < at && (right.0 as usize) < at);
            }
            assert!(node.span.start <= node.span.end && node.span.end as usize <= text.len());
        }
        assert!(findings.len() <= 1000);
        last = findings;
    }
    last
}

#[test]
fn a_quarter_megabyte_of_anything_is_bounded() {
    let pieces = [
        "a",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "f(",
        "a[",
        "a.",
        "a?",
        ":",
        ";",
        ",",
        "-",
        "+ ",
        "! ",
        "a+",
        "=",
        "#",
        "#\n",
        "\"",
        "'",
        "@",
        "@a{",
        "@struct ",
        "@shader ",
        "$",
        "0",
        ".",
        ".5",
        "0x",
        "1e",
        "é",
        "😀",
        "`",
        "\0",
        "\u{FEFF}",
        "\u{A0}",
        "/*",
        "*/",
        "//",
        "/",
        "\n",
        "\r",
        "in(",
        "in(0) ",
        "bind(0) ",
        "local(vert) flat ",
        "if (a) ",
        "if (a) {",
        "elif ",
        "else ",
        "else if (a) {",
        "for (i; 0 : 4) {",
        "for (",
        "for ",
        "break; ",
        "a = b; ",
        "a = ",
        "float a",
        "float a; ",
        "float a, ",
        "a<b>",
        "const ",
        "const int a = 4;",
        "while (a) {",
        "while (",
        "do {",
        "switch (a) {",
        "return ",
        "unorm",
        "passinput(0) ",
        "struct S {",
        "@struct S {",
        "f(a, ",
        "(a) = ",
        "a b ",
        "{ }",
        "} ",
    ];
    for piece in pieces {
        let text = piece.repeat(SIZE / piece.len());
        check(&text);
        check(&format!("@shader graphics;\n{text}"));
        check(&format!("@shader graphics; @vert {{ {text}"));
        check(&format!("@shader graphics; @vert {{ x = {text} }} @frag {{ }}"));
    }
}

#[test]
fn long_chains_are_one_expression() {
    let chain = "a + b * c < d && e ? ";
    for (text, expected) in [
        (format!("a{}", " + a * a".repeat(100_000)), 0),
        (format!("a{}", " && a == a | a".repeat(100_000)), 0),
        (format!("f(a{})", ", a".repeat(100_000)), 0),
        (format!("{}a", "(".repeat(100_000)), 1),
        (format!("{}a{}", "(".repeat(100_000), ")".repeat(100_000)), 1),
        (format!("{}a", "f(".repeat(100_000)), 1),
        (format!("{}a", "a[".repeat(100_000)), 1),
        (format!("{}a", "!".repeat(100_000)), 1),
        (format!("{}a", chain.repeat(10_000)), 1),
        (format!("a{}", " ? b : c".repeat(10_000)), 1),
    ] {
        let text = format!("@shader graphics;\n@vert {{ x = {text}; y = 1; }}\n@frag {{ }}\n");
        let mut findings = Diagnostics::default();
        let source = parse(&text, Dialect::Released, &mut findings);
        assert_eq!(findings.items().len(), expected, "{:.60}: {:?}", text, findings.items());
        assert_eq!(source.items.len(), 2, "{text:.60}");
    }
}

#[test]
fn texts_over_the_limit_are_refused() {
    check(&"{".repeat(MAX_SOURCE / 8));
    let text = " ".repeat(MAX_SOURCE + 1);
    let findings = check(&text);
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].rule.id, "VSL-E002");
}

/// Damaged real sources parse deterministically, and an invalid statement causes few further errors.
#[test]
fn sources_with_damage_are_read() {
    let sources: Vec<String> = corpus::files("vbc", &[".vsl"])
        .iter()
        .map(|path| String::from_utf8_lossy(&std::fs::read(path).expect("the source is there")).into_owned())
        .collect();
    let mut random = Random::new(0x5E1);
    let marks = [
        ".", ",", "[", "]", "(", ")", ":", "-", "!", "#", "\"", "{", "}", "0x", "\n", " ", "é", "\0", "$",
        "@", ";", "=", "a", "1", "/*", "*/", "//", "if", "for", "in", "?", "<", ">", "u", "f",
    ];
    for round in 0..2000 {
        let text = mutate_text(&sources[round % sources.len()], &marks, 3, &mut random);
        let found = check(&text);
        let again = check(&text);
        assert_eq!(format!("{found:?}"), format!("{again:?}"));
    }
}
