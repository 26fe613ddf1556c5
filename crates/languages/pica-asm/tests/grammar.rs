//! Tests the TextMate grammar `docs/pica/pica.tmLanguage.json`: it covers every word of the language and
//! colours a sample correctly.

use std::path::Path;

use glassbox_pica_asm::vocabulary;
use glassbox_testing::grammar::Grammar;

/// The grammar.
fn grammar() -> Grammar {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/pica/pica.tmLanguage.json");
    Grammar::open(&path, "source.pica")
}

#[test]
fn every_word_of_the_language_has_its_scope() {
    let grammar = grammar();
    for name in vocabulary::mnemonics() {
        for word in [name.to_owned(), name.to_uppercase()] {
            let found = grammar.scopes(&format!("    {word} r0"));
            let (text, scope) = &found[0];
            assert_eq!(text, &word);
            assert!(
                scope == "support.function.instruction.pica" || scope == "keyword.control.flow.pica",
                "{word}: {scope}"
            );
        }
    }
    for (name, _) in vocabulary::directives() {
        let found = grammar.scopes(&format!(".{name} "));
        assert_eq!(found, [(format!(".{name}"), "keyword.control.directive.pica".to_owned())]);
    }
}

#[test]
fn a_sample_is_coloured_right() {
    let grammar = grammar();
    let sample: &[(&str, &[(&str, &str)])] = &[
        ("; mov r0", &[("; mov r0", "comment.line.semicolon")]),
        ("# 12 \"a.pica\"", &[("# 12 \"a.pica\"", "meta.preprocessor.line")]),
        (
            "again: jmpc !cmp.x, again ; on",
            &[
                ("again", "entity.name.label"),
                ("jmpc", "keyword.control.flow"),
                ("!", "keyword.operator"),
                ("cmp.x", "variable.language.flag"),
                ("again", "variable.other"),
                ("; on", "comment.line.semicolon"),
            ],
        ),
        (".proc main", &[(".proc", "keyword.control.directive"), ("main", "entity.name.function")]),
        (
            ".out - texcoord0 o1.xy",
            &[
                (".out", "keyword.control.directive"),
                ("-", "variable.other"),
                ("texcoord0", "support.type.output"),
                ("o1", "variable.language.register"),
                (".xy", "variable.other.member.selector"),
            ],
        ),
        (
            ".gsh point c0",
            &[
                (".gsh", "keyword.control.directive"),
                ("point", "support.constant"),
                ("c0", "variable.language.register"),
            ],
        ),
        (
            "  mad r0.xyz, -v1.wwww, mvp[aL+2], r10",
            &[
                ("mad", "support.function.instruction"),
                ("r0", "variable.language.register"),
                (".xyz", "variable.other.member.selector"),
                ("-", "keyword.operator"),
                ("v1", "variable.language.register"),
                (".wwww", "variable.other.member.selector"),
                ("mvp", "variable.other"),
                ("aL", "variable.language.index"),
                ("+", "keyword.operator"),
                ("2", "constant.numeric"),
                ("r10", "variable.language.register"),
            ],
        ),
        (
            "cmp c0[a0.y].xy, gt, le, r1",
            &[
                ("cmp", "support.function.instruction"),
                ("c0", "variable.language.register"),
                ("a0.y", "variable.language.index"),
                (".xy", "variable.other.member.selector"),
                ("gt", "keyword.operator.comparison"),
                ("le", "keyword.operator.comparison"),
                ("r1", "variable.language.register"),
            ],
        ),
        (
            ".constf half(0.5, -1e-3, 0x10, 2)",
            &[
                (".constf", "keyword.control.directive"),
                ("half", "variable.other"),
                ("0.5", "constant.numeric"),
                ("-", "keyword.operator"),
                ("1e-3", "constant.numeric"),
                ("0x10", "constant.numeric"),
                ("2", "constant.numeric"),
            ],
        ),
        (
            "setemit 2, prim inv",
            &[
                ("setemit", "keyword.control.flow"),
                ("2", "constant.numeric"),
                ("prim", "support.constant"),
                ("inv", "support.constant"),
            ],
        ),
        (
            ".file \"a \\\" b\"",
            &[(".file", "keyword.control.directive"), ("\"a \\\" b\"", "string.quoted.double")],
        ),
        // A name may start like an instruction.
        (
            "moving movement r1x",
            &[("moving", "variable.other"), ("movement", "variable.other"), ("r1x", "variable.other")],
        ),
    ];
    for (line, expected) in sample {
        let expected: Vec<(String, String)> =
            expected.iter().map(|(text, scope)| ((*text).to_owned(), format!("{scope}.pica"))).collect();
        assert_eq!(grammar.scopes(line), expected, "{line}");
    }
}

/// The language description's examples have no unscoped letters.
#[test]
fn every_word_of_the_examples_has_a_scope() {
    let grammar = grammar();
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/pica/language.md");
    let page = std::fs::read_to_string(page).expect("the page is there");
    let mut inside = false;
    for line in page.lines() {
        if let Some(tags) = line.strip_prefix("```") {
            inside = tags.starts_with("pica");
        } else if inside {
            let mut rest = line.to_owned();
            for (text, _) in grammar.scopes(line) {
                rest = rest.replacen(&text, "", 1);
            }
            let left: String = rest.chars().filter(|c| c.is_alphanumeric()).collect();
            assert!(left.is_empty(), "{line}: {left}");
        }
    }
}
