//! Every rule: what fires it, and what nearly does.

use std::sync::Arc;

use glassbox_core::diagnostic::{Diagnostic, Rule};
use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl_eval::rules::{self, RULES};
use glassbox_sksl_eval::{Child, Code, Effect, Frame, Gradient, Settings};
use glassbox_sksl_lang::{Options, Program, compile};

fn program(kind: ProgramKind, source: &str) -> Program {
    let compilation = compile(source, &Options::new(kind));
    let findings = compilation.findings;
    compilation.program.unwrap_or_else(|| panic!("{source}: {findings:?}"))
}

fn code(kind: ProgramKind, source: &str) -> Result<Code, Box<Diagnostic>> {
    code_with(kind, source, &Settings::default())
}

fn code_with(kind: ProgramKind, source: &str, settings: &Settings) -> Result<Code, Box<Diagnostic>> {
    compiled(&program(kind, source), settings)
}

fn compiled(program: &Program, settings: &Settings) -> Result<Code, Box<Diagnostic>> {
    Code::compile(program, settings).map_err(|findings| findings[0].clone().into())
}

fn shader(source: &str) -> Effect {
    Effect::new(Arc::new(code(ProgramKind::SHADER, source).expect("a program that runs")))
}

/// Holds a finding to its rule, and to what every finding has.
fn assert_fires<T>(result: Result<T, Box<Diagnostic>>, rule: &Rule, words: &str) {
    let Err(finding) = result else {
        panic!("{} does not fire", rule.id);
    };
    assert_eq!(finding.rule.id, rule.id, "{}", finding.message);
    assert!(finding.message.contains(words), "{}: {}", rule.id, finding.message);
    assert!(finding.help.is_some(), "{}: {}", rule.id, finding.message);
}

#[test]
fn run_01_kind() {
    let vertex = code(ProgramKind::VERTEX, "void main() { sk_Position = float4(1); }");
    assert_fires(vertex, &rules::KIND, "vertex");
    let nothing = code(ProgramKind::GENERIC, "float f() { return 1; }");
    assert_fires(nothing, &rules::KIND, "no function `main`");
    assert!(code(ProgramKind::GENERIC, "half4 main(float2 p) { return half4(1); }").is_ok());
    assert!(code(ProgramKind::FRAGMENT, "void main() { sk_FragColor = half4(1); }").is_ok());
}

#[test]
fn run_02_signature() {
    let number = code(ProgramKind::FRAGMENT, "float main() { return 1; }");
    assert_fires(number, &rules::SIGNATURE, "main");
    let nothing = code(ProgramKind::FRAGMENT, "void main() { }");
    assert_fires(nothing, &rules::SIGNATURE, "no colour");
    assert!(code(ProgramKind::FRAGMENT, "half4 main(float2 p) { return half4(half2(p), 0, 1); }").is_ok());
}

#[test]
fn run_03_recursion() {
    // The compiler refuses recursion; a file may still hold it.
    let source = "noinline half f(half x) { return x; } noinline half g(half x) { return f(x) + 1; } \
                  half4 main(float2 p) { return half4(g(half(p.x))); }";
    let mut changed = program(ProgramKind::SHADER, source);
    assert!(Code::compile(&changed, &Settings::default()).is_ok());
    use glassbox_sksl_lang::ir::expression::ExpressionKind;
    use glassbox_sksl_lang::ir::program::Element;
    let functions: Vec<_> = changed
        .elements
        .iter()
        .filter_map(|element| match *element {
            Element::Function { declaration, .. } => Some(declaration),
            _ => None,
        })
        .collect();
    let numbers: Vec<_> = changed.expressions.iter().map(|(number, _)| number).collect();
    for number in numbers {
        if let ExpressionKind::FunctionCall { function, .. } = &mut changed.expressions[number].kind {
            // `g` calls itself where it called `f`.
            *function = functions[1];
        }
    }
    assert_fires(compiled(&changed, &Settings::default()), &rules::RECURSION, "`g`");
}

#[test]
fn run_04_device() {
    let source = "uniform sampler2D s; void main() { sk_FragColor = sample(s, float2(0)); }";
    assert_fires(code(ProgramKind::FRAGMENT, source), &rules::DEVICE, "`sample`");
    let unused = "uniform sampler2D s; void main() { sk_FragColor = half4(1); }";
    assert!(code(ProgramKind::FRAGMENT, unused).is_ok());
}

#[test]
fn run_05_too_large() {
    let source = "half4 main(float2 p) { float s = 0; for (int i = 0; i < 30; i++) { s += sin(p.x * s) + cos(s); } return half4(half(s)); }";
    let settings = |limit| Settings { operation_limit: limit, ..Settings::default() };
    let result = code_with(ProgramKind::SHADER, source, &settings(100));
    assert_fires(result, &rules::TOO_LARGE, "100 operations");
    assert!(code_with(ProgramKind::SHADER, source, &settings(1000)).is_ok());

    let array = "half4 main(float2 p) { float a[4000]; a[int(p.x)] = p.y; return half4(half(a[int(p.y)])); }";
    let settings =
        |slots, registers| Settings { slot_limit: slots, register_limit: registers, ..Settings::default() };
    let result = code_with(ProgramKind::SHADER, array, &settings(3000, 100));
    assert_fires(result, &rules::TOO_LARGE, "scalars");
    let result = code_with(ProgramKind::SHADER, array, &settings(10000, 100));
    assert_fires(result, &rules::TOO_LARGE, "registers");
    assert!(code_with(ProgramKind::SHADER, array, &settings(10000, 5000)).is_ok());
}

#[test]
fn run_06_too_deep() {
    // Calls stand inside each other no deeper than functions are declared, expressions no deeper than the parser allows;
    // together they can be deeper than either.
    let source = |functions: usize| {
        let mut source = String::from("noinline float f0(float x) { return x; }\n");
        for number in 1..functions {
            let called = number - 1;
            source += &format!(
                "noinline float f{number}(float x) {{ return {}f{called}(x){}; }}\n",
                "abs(".repeat(20),
                ")".repeat(20)
            );
        }
        source + &format!("half4 main(float2 p) {{ return half4(half(f{}(p.x))); }}", functions - 1)
    };
    assert_fires(code(ProgramKind::SHADER, &source(80)), &rules::TOO_DEEP, "nested");
    assert!(code(ProgramKind::SHADER, &source(40)).is_ok());
}

#[test]
fn run_07_malformed() {
    let source = "noinline half f(half x) { return x; } half4 main(float2 p) { return half4(f(half(p.x))); }";
    let mut changed = program(ProgramKind::SHADER, source);
    assert!(Code::compile(&changed, &Settings::default()).is_ok());
    changed.elements.remove(0);
    assert_fires(compiled(&changed, &Settings::default()), &rules::MALFORMED, "no body");
}

#[test]
fn run_08_unknown_uniform() {
    let mut effect = shader("uniform float speed; half4 main(float2 p) { return half4(half(speed)); }");
    assert_fires(effect.set_uniform("sped", &[1.0]), &rules::UNKNOWN_UNIFORM, "`sped`");
    assert!(effect.set_uniform("speed", &[1.0]).is_ok());
}

#[test]
fn run_09_uniform_value() {
    let mut effect = shader(
        "uniform float2 place; uniform int n; uniform float w[3]; \
         half4 main(float2 p) { return half4(half2(place), half(n), half(w[0] + w[1] + w[2])); }",
    );
    let rule = &rules::UNIFORM_VALUE;
    assert_fires(effect.set_uniform("place", &[1.0]), rule, "2 numbers of type `float`");
    assert_fires(effect.set_uniform("n", &[1.5]), rule, "whole numbers");
    assert_fires(effect.set_uniform("n", &[3e9]), rule, "2147483647");
    assert_fires(effect.set_uniform("w[3]", &[1.0]), rule, "elements 0 to 2");
    assert!(effect.set_uniform("place", &[1.0, 0.25]).is_ok());
    assert!(effect.set_uniform("n", &[-1.0]).is_ok());
    assert!(effect.set_uniform("w[2]", &[0.5]).is_ok());
    let color = effect.color([0.0; 4], [0.0; 4]).expect("a colour");
    assert_eq!(color, [1.0, 0.25, -1.0, 0.5]);
}

#[test]
fn run_10_unknown_child() {
    let mut effect = shader("uniform shader inner; half4 main(float2 p) { return inner.eval(p); }");
    let result = effect.set_child("iner", Child::Nothing);
    assert_fires(result, &rules::UNKNOWN_CHILD, "`iner`");
    assert!(effect.set_child("inner", Child::Nothing).is_ok());
}

#[test]
fn run_11_child_kind() {
    let mut effect =
        shader("uniform colorFilter inner; half4 main(float2 p) { return inner.eval(half4(1)); }");
    let gradient = Child::Gradient(Gradient { start: [0.0; 2], end: [1.0; 2], colors: [[1.0; 4]; 2] });
    let result = effect.set_child("inner", gradient);
    assert_fires(result, &rules::CHILD_KIND, "`colorFilter`, found shader");
    let filter =
        code(ProgramKind::COLOR_FILTER, "half4 main(half4 c) { return c * 0.5; }").expect("a program");
    let filter = Child::Effect(Arc::new(Effect::new(Arc::new(filter))));
    assert!(effect.set_child("inner", filter).is_ok());
    assert_eq!(effect.color([1.0; 4], [0.0; 4]).expect("a colour"), [0.5; 4]);

    // Children nest, but not for ever.
    let source = "uniform shader inner; half4 main(float2 p) { return inner.eval(p); }";
    let mut nested = shader(source);
    let result = (0..20).try_for_each(|_| {
        let inner = std::mem::replace(&mut nested, shader(source));
        nested.set_child("inner", Child::Effect(Arc::new(inner)))
    });
    assert_fires(result, &rules::CHILD_KIND, "deep");
}

#[test]
fn run_12_step_limit() {
    let source = "half4 main(float2 p) { float x = p.x; while (x > 0) { x += 1; } return half4(half(x)); }";
    let settings = Settings { step_limit: 1000, ..Settings::default() };
    let effect = Effect::new(Arc::new(code_with(ProgramKind::SHADER, source, &settings).expect("a program")));
    let result = effect.color([0.0; 4], [0.0; 4]);
    assert_fires(result, &rules::STEP_LIMIT, "more than 1000 passes");
    let ends = source.replace("x > 0", "x < 900");
    let effect = Effect::new(Arc::new(code_with(ProgramKind::SHADER, &ends, &settings).expect("a program")));
    assert!(effect.color([0.0; 4], [0.0; 4]).is_ok());
}

#[test]
fn run_13_picture_size() {
    let effect = shader("half4 main(float2 p) { return half4(1); }");
    let mut picture = [0u8; 16];
    let rule = &rules::PICTURE_SIZE;
    let mut draw = |width, height| effect.render(&Frame::new(width, height), &mut picture, &|_| ());
    assert_fires(draw(0, 4), rule, "0 by 4");
    assert_fires(draw(70_000, 1), rule, "70000 by 1");
    assert_fires(draw(3, 2), rule, "24 components");
    assert!(draw(2, 2).is_ok());
}

#[test]
fn every_rule_has_a_test() {
    let source = include_str!("rules.rs");
    for rule in RULES {
        let number = rule.id.strip_prefix("SKSL-RUN-").expect("the prefix");
        assert!(source.contains(&format!("fn run_{number}_")), "{} has no test", rule.id);
        for text in [rule.title, rule.cause, rule.effect, rule.cure] {
            assert!(text.len() > 10, "{}", rule.id);
        }
    }
}
