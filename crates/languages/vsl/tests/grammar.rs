//! Tests the TextMate grammar `docs/vsl/vsl.tmLanguage.json`: it covers every word of the language and
//! colours a sample correctly.

use std::path::Path;

use glassbox_testing::grammar::Grammar;
use glassbox_vsl::syntax::token::Keyword;
use glassbox_vsl::types::{Scalar, ValueType};
use glassbox_vsl::vocabulary::{formats, functions, resources, variables};

/// The grammar.
fn grammar() -> Grammar {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/vsl/vsl.tmLanguage.json");
    Grammar::open(&path, "source.vsl")
}

#[test]
fn every_word_of_the_language_has_its_scope() {
    let grammar = grammar();
    let is = |text: &str, word: &str, scope: &str| grammar.assert_scope(text, word, scope);
    for keyword in Keyword::ALL {
        let name = keyword.name();
        let scope = if keyword.is_global() || keyword == Keyword::Flat {
            "storage.modifier.vsl"
        } else {
            "keyword.control.vsl"
        };
        is(&format!("{name} x"), name, scope);
    }
    for scalar in Scalar::ALL {
        for components in 1..=4 {
            let name = ValueType::vector(scalar, components).to_string();
            is(&format!("{name} x;"), &name, "storage.type.vsl");
            is(&format!("{name}(1)"), &name, "storage.type.vsl");
        }
    }
    for (columns, rows) in (2..=4).flat_map(|columns| (2..=4).map(move |rows| (columns, rows))) {
        let name = ValueType::matrix(columns, rows).to_string();
        is(&format!("{name} x;"), &name, "storage.type.vsl");
    }
    for row in resources::RESOURCES {
        is(&format!("{} x;", row.name), row.name, "storage.type.resource.vsl");
    }
    for row in formats::FORMATS {
        let scope = if row.name.contains("norm") { "storage.type.format.vsl" } else { "storage.type.vsl" };
        is(&format!("{}>", row.name), row.name, scope);
    }
    for row in &functions::FUNCTIONS {
        is(&format!("{}(x)", row.name), row.name, "support.function.vsl");
        is(&format!("{} (x)", row.name), row.name, "support.function.vsl");
    }
    for row in variables::VARIABLES {
        is(&format!("{} = x", row.name), row.name, "support.variable.vsl");
    }
    is("true;", "true", "constant.language.boolean.vsl");
    is("false;", "false", "constant.language.boolean.vsl");
}

#[test]
fn a_sample_is_coloured_right() {
    let grammar = grammar();
    let sample: &[(&str, &[(&str, &str)])] = &[
        (
            "@shader graphics; // first",
            &[
                ("@shader", "keyword.other.shader"),
                ("graphics", "constant.language.shader"),
                ("// first", "comment.line.double-slash"),
            ],
        ),
        ("shader graphics;", &[("shader", "keyword.other.shader"), ("graphics", "constant.language.shader")]),
        (
            "/* one\ntwo */ a",
            &[("/* one", "comment.block"), ("two */", "comment.block"), ("a", "variable.other")],
        ),
        (
            "/* in */ a /**/ b",
            &[
                ("/* in */", "comment.block"),
                ("a", "variable.other"),
                ("/**/", "comment.block"),
                ("b", "variable.other"),
            ],
        ),
        (
            "@struct Light { float length; float3 place[4]; };",
            &[
                ("@struct", "keyword.other.struct"),
                ("Light", "entity.name.type"),
                ("float", "storage.type"),
                ("length", "variable.other"),
                ("float3", "storage.type"),
                ("place", "variable.other"),
                ("4", "constant.numeric"),
            ],
        ),
        (
            "bind(0x1F) Image2D<u8norm4> shade;",
            &[
                ("bind", "storage.modifier"),
                ("0x1F", "constant.numeric"),
                ("Image2D", "storage.type.resource"),
                ("<", "keyword.operator"),
                ("u8norm4", "storage.type.format"),
                (">", "keyword.operator"),
                ("shade", "variable.other"),
            ],
        ),
        (
            "local(vert) flat int id;",
            &[
                ("local", "storage.modifier"),
                ("vert", "entity.name.function.stage"),
                ("flat", "storage.modifier"),
                ("int", "storage.type"),
                ("id", "variable.other"),
            ],
        ),
        (
            "@vert { $Position = cam.mvp * float4(pos, 1.5e-3); }",
            &[
                ("@vert", "entity.name.function.stage"),
                ("$Position", "support.variable"),
                ("=", "keyword.operator"),
                ("cam", "variable.other"),
                ("mvp", "variable.other.member"),
                ("*", "keyword.operator"),
                ("float4", "storage.type"),
                ("pos", "variable.other"),
                ("1.5e-3", "constant.numeric"),
            ],
        ),
        (
            "for (i; -1 : 4u) { v.length <<= shade(2.); }",
            &[
                ("for", "keyword.control"),
                ("i", "variable.other"),
                ("-", "keyword.operator"),
                ("1", "constant.numeric"),
                (":", "keyword.operator"),
                ("4u", "constant.numeric"),
                ("v", "variable.other"),
                ("length", "variable.other.member"),
                ("<<=", "keyword.operator"),
                ("shade", "entity.name.function"),
                ("2.", "constant.numeric"),
            ],
        ),
        (
            "if (a && !inside) discard;",
            &[
                ("if", "keyword.control"),
                ("a", "variable.other"),
                ("&&", "keyword.operator"),
                ("!", "keyword.operator"),
                ("inside", "variable.other"),
                ("discard", "keyword.control"),
            ],
        ),
    ];
    for (text, expected) in sample {
        let found = grammar.scopes(text);
        let found: Vec<(&str, &str)> = found
            .iter()
            .map(|(word, scope)| (word.as_str(), scope.strip_suffix(".vsl").expect("the scope's end")))
            .collect();
        assert_eq!(&found, expected, "{text}");
    }
}
