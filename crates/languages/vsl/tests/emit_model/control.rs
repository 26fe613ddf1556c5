//! Evaluation order, short-circuiting and control flow.

use glassbox_testing::spirv::validate;
use glassbox_vbc::raw::{Rank, StageMask};
use glassbox_vsl::Options;
use glassbox_vsl::emit::{EmitError, emit};
use glassbox_vsl::model::*;
use glassbox_vsl::syntax::tree::BinaryOperator;
use glassbox_vsl::types::{Resource, Scalar, ValueType};

use super::maker::{BOTH, Maker, check, values};

/// A sampler in the operands prevents speculative evaluation.
fn guarded(maker: &mut Maker) -> ExpressionId {
    let coordinate = maker.any(ValueType::vector(Scalar::Float, 2));
    let four = ValueType::vector(Scalar::Float, 4);
    let sample = maker.add(ExpressionKind::Sample { binding: BindingId(0), coordinate, bias: None }, four);
    let swizzle = Swizzle::new(&[0]).expect("one component");
    let red = maker.add(ExpressionKind::Swizzle { base: sample, swizzle }, ValueType::FLOAT);
    maker.add(ExpressionKind::Convert(red), ValueType::BOOL)
}

fn sampler() -> Shader<'static> {
    let resource = Resource::Sampler(Rank::D2, Scalar::Float);
    Shader { bindings: vec![Binding { name: "s", slot: 7, resource, stages: BOTH }], ..Shader::default() }
}

glassbox_testing::asking!(
    spirv_val: what_is_not_needed_is_not_computed,
    every_type_can_be_chosen,
    deep_expressions_need_no_stack,
    control_flow,
    control_flow_has_a_limit
);

#[test]
fn what_is_not_needed_is_not_computed() {
    let mut maker = Maker::default();
    // ((s && s) || s) ? (s ? s : s) : s, and the same with harmless operands.
    let logic = |maker: &mut Maker, leaf: fn(&mut Maker) -> ExpressionId| {
        let (a, b) = (leaf(maker), leaf(maker));
        let and = maker.add(ExpressionKind::Binary(BinaryOperator::LogicalAnd, a, b), ValueType::BOOL);
        let c = leaf(maker);
        let or = maker.add(ExpressionKind::Binary(BinaryOperator::LogicalOr, and, c), ValueType::BOOL);
        let (condition, yes, no) = (leaf(maker), leaf(maker), leaf(maker));
        let inner = maker.add(ExpressionKind::Conditional { condition, yes, no }, ValueType::BOOL);
        let other = leaf(maker);
        let all = ExpressionKind::Conditional { condition: or, yes: inner, no: other };
        maker.kept(all, ValueType::BOOL);
    };
    logic(&mut maker, guarded);
    let text = check("guarded", sampler(), StageKind::Fragment, maker);
    assert_eq!(text.matches("OpSelectionMerge").count(), 4);
    assert_eq!(text.matches("OpPhi").count(), 4);
    let mut maker = Maker::default();
    logic(&mut maker, |maker| maker.any(ValueType::BOOL));
    let text = check("harmless", sampler(), StageKind::Fragment, maker);
    assert_eq!(text.matches("OpSelectionMerge").count(), 0);
}

#[test]
fn every_type_can_be_chosen() {
    let mut maker = Maker::default();
    for ty in values() {
        for condition in [guarded as fn(&mut Maker) -> ExpressionId, |maker| maker.any(ValueType::BOOL)] {
            let (condition, yes, no) = (condition(&mut maker), maker.any(ty), maker.any(ty));
            maker.kept(ExpressionKind::Conditional { condition, yes, no }, ty);
        }
    }
    check("?:", sampler(), StageKind::Fragment, maker);
}

#[test]
fn deep_expressions_need_no_stack() {
    let mut maker = Maker::default();
    let mut sum = maker.any(ValueType::FLOAT);
    for _ in 0..8000 {
        let one = maker.constant(Scalar::Float, 1.0_f32.to_bits());
        sum = maker.add(ExpressionKind::Binary(BinaryOperator::Add, sum, one), ValueType::FLOAT);
    }
    maker.keep(sum);
    check("deep", Shader::default(), StageKind::Vertex, maker);
}

/// All nestings of loops, ifs and jumps to this depth in a body.
fn bodies(maker: &mut Maker, depth: usize, in_loop: bool) -> Vec<Vec<Statement>> {
    let mut all = vec![vec![], vec![Statement::Return], vec![Statement::Discard]];
    if in_loop {
        all.extend([vec![Statement::Break], vec![Statement::Continue]]);
    }
    if depth == 0 {
        return all;
    }
    let inner = bodies(maker, depth - 1, in_loop);
    for (number, body) in inner.iter().enumerate() {
        let otherwise = inner[(number * 3 + 1) % inner.len()].clone();
        let branch = (maker.any(ValueType::BOOL), body.clone());
        let second = (maker.any(ValueType::BOOL), inner[(number * 5 + 2) % inner.len()].clone());
        let branches = if number % 2 == 0 { vec![branch, second] } else { vec![branch] };
        all.push(vec![Statement::If { branches, otherwise }]);
    }
    for (number, body) in bodies(maker, depth - 1, true).into_iter().enumerate() {
        let counter = maker.variable(ValueType::INT);
        let (from, to, step) = [(0, 4, 1), (0, i32::MAX, 7), (5, -5, -3), (1, 1, 1)][number % 4];
        all.push(vec![Statement::For { counter, from, to, step, body }, Statement::Return]);
    }
    all
}

#[test]
fn control_flow() {
    let mut maker = Maker::default();
    for body in bodies(&mut maker, 3, false) {
        let branch = (maker.any(ValueType::BOOL), body);
        maker.stage.body.push(Statement::If { branches: vec![branch], otherwise: Vec::new() });
    }
    check("control flow", Shader::default(), StageKind::Fragment, maker);
}

#[test]
fn control_flow_has_a_limit() {
    let chain = |length: usize| {
        let mut maker = Maker::default();
        let branches = (0..length).map(|_| (maker.any(ValueType::BOOL), Vec::new())).collect();
        maker.stage.body.push(Statement::If { branches, otherwise: vec![Statement::Return] });
        Shader { vertex: maker.stage, ..Shader::default() }
    };
    // Validation time is at least quadratic in the depth, so the validator gets a shallower chain.
    let words = emit(&chain(100), StageKind::Vertex, &Options::default()).expect("an ordinary depth");
    validate(&words).expect("a valid module");
    assert!(emit(&chain(1023), StageKind::Vertex, &Options::default()).is_ok());
    let error = emit(&chain(1024), StageKind::Vertex, &Options::default());
    assert_eq!(error, Err(EmitError::TooDeep));
}

#[test]
fn tables_without_entries() {
    let options = Options { tables: [0, 1, 1, 1, 1], ..Options::default() };
    let error = emit(&sampler(), StageKind::Vertex, &options);
    assert_eq!(error, Err(EmitError::EmptyTable(BindingId(0))));
    let mut unused = sampler();
    unused.bindings[0].stages = StageMask(0);
    assert!(emit(&unused, StageKind::Vertex, &options).is_ok());
}

#[test]
fn same_model_same_words() {
    let make = || {
        let mut maker = Maker::default();
        let value = guarded(&mut maker);
        maker.keep(value);
        let shader = Shader { fragment: maker.stage, ..sampler() };
        emit(&shader, StageKind::Fragment, &Options::default())
    };
    assert_eq!(make(), make());
}

#[test]
fn interfaces_have_a_limit() {
    let local = Local { name: "l", ty: ValueType::FLOAT, flat: false };
    let shader = |count| Shader { locals: vec![local.clone(); count], ..Shader::default() };
    let emit = |count| emit(&shader(count), StageKind::Vertex, &Options::default());
    assert!(emit(60_000).is_ok());
    let error = emit(65_536).expect_err("more than an entry point can list");
    assert_eq!(error.to_string(), "OpEntryPoint came out longer than 65535 words");
}
