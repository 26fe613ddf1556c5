//! Every rule: what fires it, and what nearly does.

use glassbox_core::diagnostic::Rule;
use glassbox_core::span::Span;
use glassbox_lower_sksl::rules::{self, RULES};
use glassbox_lower_sksl::{Child, ChildProgram, Options, OtherChildren, lower};
use glassbox_sksl::builtin::HALF4;
use glassbox_sksl::raw::{ModifierFlags, Operator, ProgramKind};
use glassbox_sksl_lang::Program;
use glassbox_sksl_lang::ir::expression::{Expr, ExpressionKind};
use glassbox_sksl_lang::ir::program::Element;
use glassbox_sksl_lang::ir::symbol::SymbolKind;

use crate::support::{program, refused};

fn assert_fires(program: &Program, options: &Options, rule: &Rule, words: &str) {
    let finding = refused(program, options);
    assert_eq!(finding.rule.id, rule.id, "{}", finding.message);
    assert!(finding.message.contains(words), "{}: {}", rule.id, finding.message);
    assert!(finding.help.is_some(), "{}: {}", rule.id, finding.message);
}

fn with_child(name: &str, child: Child) -> Options {
    let mut options = Options::default();
    options.children.insert(name.to_owned(), child);
    options
}

fn program_child(kind: ProgramKind, source: &str) -> Child {
    Child::Program(Box::new(ChildProgram { program: program(kind, source), children: Default::default() }))
}

#[test]
fn lower_01_entry() {
    let nothing = program(ProgramKind::GENERIC, "float f(float x) { return x; }");
    assert_fires(&nothing, &Options::default(), &rules::ENTRY, "no function `main`");
    assert!(lower(&nothing, &Options { entry: None, ..Options::default() }).is_ok());
    let number = program(ProgramKind::FRAGMENT, "float main() { return 1; }");
    assert_fires(&number, &Options::default(), &rules::ENTRY, "no color");
    let unknown = program(ProgramKind::GENERIC, "half4 main(float x) { return half4(1); }");
    assert_fires(&unknown, &Options::default(), &rules::ENTRY, "nothing to give");
}

#[test]
fn lower_02_child() {
    let shader = program(
        ProgramKind::SHADER,
        "uniform colorFilter tone; half4 main(float2 p) { return tone.eval(half4(1)); }",
    );
    let texture = Child::Texture { texture: None, sampler: None };
    assert_fires(&shader, &with_child("tone", texture), &rules::CHILD, "found a texture");
    let other = program_child(ProgramKind::SHADER, "half4 main(float2 p) { return half4(1); }");
    assert_fires(&shader, &with_child("tone", other), &rules::CHILD, "found a program of the kind");
    let nothing = Options { other_children: OtherChildren::Texture, ..Options::default() };
    assert_fires(&shader, &nothing, &rules::CHILD, "nothing is said");
    let filter = program_child(ProgramKind::COLOR_FILTER, "half4 main(half4 c) { return c; }");
    assert!(lower(&shader, &with_child("tone", filter)).is_ok());
}

#[test]
fn lower_03_unknown_child() {
    let shader =
        program(ProgramKind::SHADER, "uniform shader image; half4 main(float2 p) { return image.eval(p); }");
    let finding = refused(&shader, &with_child("imgae", Child::Import));
    assert_eq!(finding.rule.id, rules::UNKNOWN_CHILD.id);
    assert_eq!(finding.help.as_deref(), Some("did you mean `image`?"));
    assert!(lower(&shader, &with_child("image", Child::Import)).is_ok());
}

#[test]
fn lower_04_opaque() {
    let source = |call: &str| {
        format!(
            "layout(binding = 0) uniform texture2D t; layout(binding = 1) uniform sampler s; in float2 uv;
             noinline half4 read(sampler2D which) {{ return sample(which, float2(0)); }}
             void main() {{ sk_FragColor = {call}; }}"
        )
    };
    let passed = program(ProgramKind::FRAGMENT, &source("read(makeSampler2D(t, s))"));
    assert_fires(&passed, &Options::default(), &rules::OPAQUE, "passed on");
    let sampled = program(ProgramKind::FRAGMENT, &source("sample(makeSampler2D(t, s), uv)"));
    assert!(lower(&sampled, &Options::default()).is_ok());
    let computed =
        program(ProgramKind::FRAGMENT, &source("half4(half2(interpolateAtOffset(uv + 1, float2(0))), 0, 1)"));
    assert_fires(&computed, &Options::default(), &rules::OPAQUE, "something else than an input");
    let plain =
        program(ProgramKind::FRAGMENT, &source("half4(half2(interpolateAtOffset(uv, float2(0))), 0, 1)"));
    assert!(lower(&plain, &Options::default()).is_ok());
}

#[test]
fn lower_05_recursion() {
    let source = "noinline half f(half x) { return x; } noinline half g(half x) { return f(x) + 1; } \
                  half4 main(float2 p) { return half4(g(half(p.x))); }";
    let mut changed = program(ProgramKind::SHADER, source);
    assert!(lower(&changed, &Options::default()).is_ok());
    // The compiler refuses recursion; a file may still hold it.
    let named = |program: &Program, name: &str| {
        let mut elements = program.elements.iter();
        elements.find_map(|element| match *element {
            Element::Function { declaration, .. } if program.symbol_name(declaration) == name => {
                Some(declaration)
            }
            _ => None,
        })
    };
    let (f, g) = (named(&changed, "f").expect("f"), named(&changed, "g").expect("g"));
    let numbers: Vec<Expr> = changed.expressions.iter().map(|(number, _)| number).collect();
    for number in numbers {
        if let ExpressionKind::FunctionCall { function, .. } = &mut changed.expressions[number].kind
            && *function == f
        {
            *function = g;
        }
    }
    assert_fires(&changed, &Options::default(), &rules::RECURSION, "`g` calls itself");
}

#[test]
fn lower_06_limit() {
    let nested = |count: u32| {
        let mut program = program(ProgramKind::SHADER, "half4 main(float2 p) { return half4(half(p.x)); }");
        let splat = program.expressions.iter().find_map(|(_, node)| match node.kind {
            ExpressionKind::Constructor { arguments, .. } if node.ty.meaning == HALF4 => Some(arguments),
            _ => None,
        });
        let arguments = splat.expect("a constructor");
        let mut operand = program.expression_lists.get(arguments)[0];
        let ty = program.ty_of(operand);
        let right = operand;
        for _ in 0..count {
            let kind = ExpressionKind::Binary { left: operand, operator: Operator::PLUS, right };
            operand = program.expression(kind, ty, Span::default());
        }
        program.expression_lists.get_mut(arguments)[0] = operand;
        program
    };
    assert_fires(&nested(700), &Options::default(), &rules::LIMIT, "nested more than");
    assert!(lower(&nested(560), &Options::default()).is_ok());
}

#[test]
fn lower_07_malformed() {
    let source = "noinline half f(half x) { return x; } half4 main(float2 p) { return half4(f(half(p.x))); }";
    let mut changed = program(ProgramKind::SHADER, source);
    assert!(lower(&changed, &Options::default()).is_ok());
    let is_main = |program: &Program, element: &Element| matches!(*element, Element::Function { declaration, .. } if program.symbol_name(declaration) == "main");
    let kept: Vec<Element> =
        changed.elements.iter().copied().filter(|element| is_main(&changed, element)).collect();
    changed.elements = kept;
    assert_fires(&changed, &Options::default(), &rules::MALFORMED, "has no body");
}

#[test]
fn lower_08_place() {
    let source = |second: u32| {
        format!(
            "layout(location = 1) in float2 a; layout(location = {second}) in float2 b;
             void main() {{ sk_FragColor = half4(half2(a), half2(b)); }}"
        )
    };
    let twice = program(ProgramKind::FRAGMENT, &source(1));
    assert_fires(&twice, &Options::default(), &rules::PLACE, "both have the location 1");
    assert!(lower(&program(ProgramKind::FRAGMENT, &source(2)), &Options::default()).is_ok());
    let shader = program(
        ProgramKind::SHADER,
        "uniform shader a; uniform shader b; half4 main(float2 p) { return a.eval(p) + b.eval(p); }",
    );
    let mut options = Options::default();
    for name in ["a", "b"] {
        let texture = Child::Texture { texture: Some([0, 4]), sampler: None };
        options.children.insert(name.to_owned(), texture);
    }
    assert_fires(&shader, &options, &rules::PLACE, "binding 4");
}

#[test]
fn lower_09_invalid() {
    // A changed program: the result of a function is another type than what it returns.
    let source = "noinline half f(half x) { return x; } half4 main(float2 p) { return half4(f(half(p.x))); }";
    let mut changed = program(ProgramKind::SHADER, source);
    let functions: Vec<_> = changed.symbols.iter().map(|(symbol, _)| symbol).collect();
    for symbol in functions {
        if changed.symbol_name(symbol) == "f"
            && let SymbolKind::Function(function) = &mut changed.symbols[symbol].kind
        {
            function.result = HALF4.into();
            function.modifiers.flags = ModifierFlags(0);
        }
    }
    assert_fires(&changed, &Options::default(), &rules::INVALID, "SPIRV-");
}

#[test]
fn every_rule_has_a_test_and_an_example() {
    let tests = include_str!("rules.rs");
    for rule in RULES {
        let number = rule.id.trim_start_matches("SKSL-LOWER-");
        assert!(tests.contains(&format!("fn lower_{number}_")), "{}", rule.id);
        assert!(rule.example().is_some(), "{}", rule.id);
    }
}
