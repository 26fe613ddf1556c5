//! The TextMate grammar `docs/sksl/sksl.tmLanguage.json` covers all words of the language and highlights a sample
//! correctly.

use std::path::Path;

use glassbox_sksl::builtin::{CAPABILITIES, Module, Scalar, alias, root_type};
use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl_lang::{Options, compile};
use glassbox_testing::grammar::Grammar;

/// Loads the grammar.
fn grammar() -> Grammar {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/sksl/sksl.tmLanguage.json");
    Grammar::open(&path, "source.sksl")
}

/// Words of the language, by scope.
const WORDS: [(&str, &str); 3] = [
    ("keyword.control.sksl", "if else for while do switch case default break continue discard return"),
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
    let grammar = grammar();
    let is = |text: &str, word: &str, scope: &str| grammar.assert_scope(text, word, scope);
    let options = Options::new(ProgramKind::FRAGMENT);
    for (scope, words) in WORDS {
        for word in words.split_whitespace() {
            is(&format!("{word} x"), word, scope);
            // Each is reserved, so none is superfluous.
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
        // Names with `$` are for builtin code.
        let names = module.functions().iter().map(|function| function.name);
        for name in names.filter(|name| !name.starts_with('$')) {
            is(&format!("{name}(x)"), name, "support.function.sksl");
            is(&format!("{name} (x)"), name, "support.function.sksl");
        }
        for variable in module.variables() {
            is(&format!("{} = x", variable.name), variable.name, "support.variable.sksl");
        }
    }
    for capability in CAPABILITIES {
        let found = grammar.scopes(&format!("sk_Caps.{capability}"));
        let last = found.last().expect("it is coloured");
        assert_eq!(last.1, "support.constant.sksl", "{capability}");
    }
}

/// Names of the types without members.
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
    let grammar = grammar();
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
        let found = grammar.scopes(text);
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
