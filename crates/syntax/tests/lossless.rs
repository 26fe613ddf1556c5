//! A text is its tokens and what lies between them.

use glassbox_syntax::lex::{Lexicon, lex};
use glassbox_syntax::token::{Kind, Words};
use glassbox_syntax::trivia::{Trivia, trivia};
use glassbox_testing::random::Random;

const LEXICON: Lexicon = Lexicon { signs: &["<<=", "<<", "+="] };

/// Tokens and trivia, each with its letters, in the order of the text.
fn pieces(text: &str) -> Vec<(String, String)> {
    let lexed = lex(text, 0, LEXICON, &mut Words::default());
    let mut all = Vec::new();
    let mut at = 0;
    let ends = lexed.tokens.iter().map(Some).chain([None]);
    for token in ends {
        let next = token.map_or(text.len() as u32, |token| token.from.written.span.start);
        for (kind, span) in trivia(text, at..next) {
            assert_eq!(span.start, at, "a gap in {text:?}");
            all.push((format!("{kind:?}"), span.of(text).to_owned()));
            at = span.end;
        }
        assert_eq!(at, next, "a byte of {text:?} belongs to nothing");
        if let Some(token) = token {
            let letters = token.from.written.span.of(text);
            assert_eq!(&*token.text, letters);
            all.push((format!("{:?}", token.kind), letters.to_owned()));
            at = token.from.written.span.end;
        }
    }
    all
}

#[test]
fn pieces_are_told_apart() {
    let table: &[(&str, &[(&str, &str)])] = &[
        ("", &[]),
        ("a<<=b", &[("Word", "a"), ("Sign", "<<="), ("Word", "b")]),
        ("1e+5+.5", &[("Number", "1e+5"), ("Sign", "+"), ("Number", ".5")]),
        ("0x1e+5", &[("Number", "0x1e"), ("Sign", "+"), ("Number", "5")]),
        ("a\\\r\nb", &[("Word", "a"), ("Continuation", "\\\r\n"), ("Word", "b")]),
        (
            "a // b\\\nc\nd",
            &[("Word", "a"), ("Blank", " "), ("LineComment", "// b\\\nc"), ("LineEnd", "\n"), ("Word", "d")],
        ),
        ("a/**/b/*c", &[("Word", "a"), ("BlockComment", "/**/"), ("Word", "b"), ("OpenComment", "/*c")]),
        ("/*/", &[("OpenComment", "/*/")]),
        ("\"x\" \"y", &[("Quoted", "\"x\""), ("Blank", " "), ("Stray", "\""), ("Word", "y")]),
        ("é\\", &[("Stray", "é"), ("Stray", "\\")]),
    ];
    for (text, expected) in table {
        let found = pieces(text);
        let found: Vec<(&str, &str)> = found.iter().map(|(kind, text)| (&**kind, &**text)).collect();
        assert_eq!(found, *expected, "{text:?}");
    }
}

#[test]
fn no_byte_is_lost() {
    const PARTS: [&str; 26] = [
        "a",
        "_b9",
        "12",
        "0x1F",
        "1.e-3",
        "+",
        "<<=",
        "<",
        "\"q\"",
        "\"",
        "\\",
        "\n",
        "\r\n",
        " ",
        "\t",
        "//",
        "/*",
        "*/",
        "/",
        "é",
        "\u{1F600}",
        "\0",
        "#",
        "@",
        ".",
        "\\\n",
    ];
    for seed in 0..4000 {
        let mut random = Random::new(seed);
        let count = random.below(12) as usize;
        let text: String = (0..count).map(|_| PARTS[random.below(PARTS.len() as u64) as usize]).collect();
        let whole: String = pieces(&text).into_iter().map(|(_, text)| text).collect();
        assert_eq!(whole, text);
    }
}

#[test]
fn lines_and_blanks_are_noted() {
    let lexed = lex("a b\n  c/**/d // e\nf\\\ng", 7, LEXICON, &mut Words::default());
    let noted: Vec<(&str, bool, bool)> =
        lexed.tokens.iter().map(|token| (&*token.text, token.is_first, token.is_spaced)).collect();
    let expected = [
        ("a", true, false),
        ("b", false, true),
        ("c", true, true),
        ("d", false, true),
        ("f", true, false),
        ("g", false, true),
    ];
    assert_eq!(noted, expected);
    assert!(lexed.tokens.iter().all(|token| token.from.written.file == 7 && token.kind == Kind::Word));
    assert_eq!(lexed.open_comment, None);
}

#[test]
fn a_comment_without_an_end_is_reported_where_it_begins() {
    let lexed = lex("a /* b", 1, LEXICON, &mut Words::default());
    let open = lexed.open_comment.expect("the comment is open");
    assert_eq!((open.file, open.span.start, open.span.end), (1, 2, 4));
    assert_eq!(trivia("a /* b", 1..6).last().map(|(kind, _)| kind), Some(Trivia::OpenComment));
}
