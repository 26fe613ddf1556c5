//! The TextMate grammar `docs/sksl/sksl.tmLanguage.json`: it knows every word of the language, and colours a sample right.
//!
//! Its expressions keep to what TextMate's engine and the crate `regex` have in common.

use std::collections::BTreeMap;
use std::path::Path;

use glassbox_sksl::builtin::{CAPABILITIES, Module, Scalar, alias, root_type};
use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl_lang::{Options, compile};
use regex::Regex;
use serde_json::Value;

struct Rule {
    /// The match, or the beginning of a block.
    expression: Regex,
    /// The end of a block.
    end: Option<Regex>,
    name: Option<String>,
    captures: BTreeMap<usize, String>,
}

/// The rules in order.
fn rules() -> Vec<Rule> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/sksl/sksl.tmLanguage.json");
    let text = std::fs::read_to_string(path).expect("the grammar is there");
    let grammar: Value = serde_json::from_str(&text).expect("the grammar is JSON");
    assert_eq!(grammar["scopeName"], "source.sksl");
    let patterns = grammar["patterns"].as_array().expect("patterns");
    let repository = grammar["repository"].as_object().expect("a repository");
    assert_eq!(patterns.len(), repository.len(), "every rule is in use, once");
    let regex = |value: &Value| {
        value
            .as_str()
            .map(|text| Regex::new(text).unwrap_or_else(|error| panic!("{error}")))
    };
    patterns
        .iter()
        .map(|pattern| {
            let include = pattern["include"].as_str();
            let name = include.and_then(|name| name.strip_prefix('#'));
            let rule = &repository[name.expect("an include")];
            let captures = rule["captures"].as_object();
            Rule {
                expression: regex(&rule["match"])
                    .or(regex(&rule["begin"]))
                    .expect("an expression"),
                end: regex(&rule["end"]),
                name: rule["name"].as_str().map(str::to_owned),
                captures: captures
                    .into_iter()
                    .flatten()
                    .map(|(number, capture)| {
                        let scope = capture["name"].as_str().expect("a scope");
                        (number.parse().expect("a number"), scope.to_owned())
                    })
                    .collect(),
            }
        })
        .collect()
}

/// The words of a text with their scopes, as an editor finds them line by line: the earliest match, of equals that of the first
/// rule.
fn scopes(rules: &[Rule], text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut inside: Option<&Rule> = None;
    for line in text.lines() {
        let mut at = 0;
        // Where the end of the block is looked for: behind its beginning.
        let mut end_from = 0;
        while at <= line.len() {
            if let Some(rule) = inside {
                let end = rule.end.as_ref().and_then(|end| end.find_at(line, end_from));
                let stop = end.map_or(line.len(), |end| end.end());
                let name = rule.name.clone().expect("a block has a name");
                found.push((line[at..stop].to_owned(), name));
                at = stop;
                if end.is_none() {
                    break;
                }
                inside = None;
                continue;
            }
            let matches = rules.iter().filter_map(|rule| {
                let captures = rule.expression.captures_at(line, at)?;
                let whole = captures.get(0)?;
                (!whole.is_empty()).then_some((whole.start(), rule, captures))
            });
            // Of equals the first one is the least.
            let Some((_, rule, captures)) = matches.min_by_key(|(start, ..)| *start) else {
                break;
            };
            let whole = captures.get(0).expect("a match");
            if rule.end.is_some() {
                inside = Some(rule);
                at = whole.start();
                end_from = whole.end();
                continue;
            }
            if let Some(name) = &rule.name {
                found.push((whole.as_str().to_owned(), name.clone()));
            }
            for (number, scope) in &rule.captures {
                let part = captures.get(*number).expect("a capture");
                found.push((part.as_str().to_owned(), scope.clone()));
            }
            at = whole.end();
        }
    }
    found
}

/// The words of the language, by their scopes.
const WORDS: [(&str, &str); 3] = [
    (
        "keyword.control.sksl",
        "if else for while do switch case default break continue discard return",
    ),
    (
        "storage.modifier.sksl",
        "in out inout uniform const flat noperspective inline noinline sk_has_side_effects highp mediump lowp",
    ),
    (
        "invalid.illegal.reserved.sksl",
        "attribute varying precision invariant asm class union enum typedef template this packed goto volatile public static \
         extern external interface long double fixed unsigned superp input output hvec2 hvec3 hvec4 dvec2 dvec3 dvec4 fvec2 \
         fvec3 fvec4 sampler1DShadow sampler2DShadow sampler3DRect sampler2DRectShadow samplerCube sizeof cast namespace \
         using",
    ),
];

#[test]
fn every_word_of_the_language_has_its_scope() {
    let rules = rules();
    let is = |text: &str, word: &str, scope: &str| {
        let found = scopes(&rules, text);
        let first = found.first().expect("it is coloured");
        assert_eq!((first.0.as_str(), first.1.as_str()), (word, scope), "{text}");
    };
    let options = Options::new(ProgramKind::FRAGMENT);
    for (scope, words) in WORDS {
        for word in words.split_whitespace() {
            is(&format!("{word} x"), word, scope);
            // Every one is taken, so none of them is one too many.
            let source = format!("void main() {{ int {word} = 1; }}");
            assert!(compile(&source, &options).program.is_none(), "{word} is a name");
        }
    }
    is("@if (x)", "@if", "keyword.control.sksl");
    is("@switch (x)", "@switch", "keyword.control.sksl");
    is("$es3 x", "$es3", "storage.modifier.sksl");
    is("true;", "true", "constant.language.boolean.sksl");
    is("false;", "false", "constant.language.boolean.sksl");
    for name in types() {
        assert!(alias(&name).or(root_type(&name)).is_some(), "{name} is a type");
        is(&format!("{name} x;"), &name, "storage.type.sksl");
        is(&format!("{name}(1)"), &name, "storage.type.sksl");
    }
    for module in Module::ALL {
        // A `$` is for builtin code.
        let names = module.functions().iter().map(|function| function.name);
        for name in names.filter(|name| !name.starts_with('$')) {
            is(&format!("{name}(x)"), name, "support.function.sksl");
            is(&format!("{name} (x)"), name, "support.function.sksl");
        }
        for variable in module.variables() {
            is(
                &format!("{} = x", variable.name),
                variable.name,
                "support.variable.sksl",
            );
        }
    }
    for capability in CAPABILITIES {
        let found = scopes(&rules, &format!("sk_Caps.{capability}"));
        let last = found.last().expect("it is coloured");
        assert_eq!(last.1, "support.constant.sksl", "{capability}");
    }
}

/// The types that have no parts of their own to open.
fn types() -> Vec<String> {
    let mut types = vec!["void".to_owned()];
    for scalar in Scalar::ALL.into_iter().filter(|scalar| !scalar.is_literal()) {
        types.push(scalar.name().to_owned());
        types.extend((2..=4).map(|width| format!("{}{width}", scalar.name())));
    }
    for (columns, rows) in (2..=4).flat_map(|columns| (2..=4).map(move |rows| (columns, rows))) {
        types.extend(["float", "half", "mat"].map(|name| format!("{name}{columns}x{rows}")));
    }
    for width in 2..=4 {
        types.extend(["vec", "ivec", "bvec", "mat"].map(|name| format!("{name}{width}")));
    }
    types
}

#[test]
fn a_sample_is_coloured_right() {
    let rules = rules();
    let sample: &[(&str, &[(&str, &str)])] = &[
        (
            "/* one\ntwo */ a // three",
            &[
                ("/* one", "comment.block"),
                ("two */", "comment.block"),
                ("a", "variable.other"),
                ("// three", "comment.line.double-slash"),
            ],
        ),
        (
            "#extension GL_ARB_x : require",
            &[
                ("#extension", "keyword.control.directive"),
                ("GL_ARB_x", "entity.name.other"),
                ("require", "constant.language"),
            ],
        ),
        (
            "struct Light { float length; half3 place[4]; };",
            &[
                ("struct", "keyword.other.struct"),
                ("Light", "entity.name.type"),
                ("float", "storage.type"),
                ("length", "variable.other"),
                ("half3", "storage.type"),
                ("place", "variable.other"),
                ("4", "constant.numeric"),
            ],
        ),
        (
            "layout (binding = 1) uniform sampler2D albedo;",
            &[
                ("layout", "storage.modifier"),
                ("binding = 1", "meta.layout"),
                ("uniform", "storage.modifier"),
                ("sampler2D", "storage.type.opaque"),
                ("albedo", "variable.other"),
            ],
        ),
        (
            "half4 c = image.eval(p).bgr1 * -1.5e-3 + mix(a, .5, 0x1F);",
            &[
                ("half4", "storage.type"),
                ("c", "variable.other"),
                ("=", "keyword.operator"),
                ("image", "variable.other"),
                ("eval", "support.function"),
                ("p", "variable.other"),
                ("bgr1", "variable.other.member"),
                ("*", "keyword.operator"),
                ("-", "keyword.operator"),
                ("1.5e-3", "constant.numeric"),
                ("+", "keyword.operator"),
                ("mix", "support.function"),
                ("a", "variable.other"),
                (".5", "constant.numeric"),
                ("0x1F", "constant.numeric"),
            ],
        ),
        (
            "@if (sk_Caps.integerSupport && !inside) discard;",
            &[
                ("@if", "keyword.control"),
                ("sk_Caps", "support.variable"),
                ("integerSupport", "support.constant"),
                ("&&", "keyword.operator"),
                ("!", "keyword.operator"),
                ("inside", "variable.other"),
                ("discard", "keyword.control"),
            ],
        ),
        (
            "float long = shade(2.) ^^ x++;",
            &[
                ("float", "storage.type"),
                ("long", "invalid.illegal.reserved"),
                ("=", "keyword.operator"),
                ("shade", "entity.name.function"),
                ("2.", "constant.numeric"),
                ("^^", "keyword.operator"),
                ("x", "variable.other"),
                ("++", "keyword.operator"),
            ],
        ),
    ];
    for (text, expected) in sample {
        let found = scopes(&rules, text);
        let found: Vec<(&str, &str)> = found
            .iter()
            .map(|(word, scope)| {
                let scope = scope.strip_suffix(".sksl").expect("the scope's end");
                (word.as_str(), scope)
            })
            .collect();
        assert_eq!(&found, expected, "{text}");
    }
}
