//! Checks the meaning of expressions, and the rules that invalid ones break.
//!
//! Each line of a table in `tests/expression` has an expression, its type and the text of its model,
//! separated by tabs; or an expression and the rule it breaks. The tables of operators and functions derive
//! from sections 9 and 10 of the VSL brief alone. Variables are named after their types: `b1` is a bool, `f3`
//! a float3, `m23` a float2x3.

mod form;
mod sample;

use std::collections::{BTreeMap, BTreeSet};

use glassbox_core::diagnostic::Severity;
use glassbox_testing::spirv::validate;
use glassbox_vsl::emit::emit;
use glassbox_vsl::model::{StageKind, Statement};
use glassbox_vsl::syntax::tree::{BinaryOperator, UnaryOperator};
use glassbox_vsl::{Options, analyze};

use form::Form;
use sample::{Case, Sample, all_types, cases};

/// Expressions per program; a list of findings holds 1000.
const BATCH: usize = 500;

/// Compares the model of each expression with the table.
fn check_meanings(table: &str) {
    let mut failures = Vec::new();
    let all = cases(table);
    for batch in all.chunks(BATCH) {
        let sample = Sample::new(batch, |case| format!("{} {}", case.columns[0], "v"));
        let (shader, findings) = analyze(&sample.text, &Options::default());
        let errors: Vec<_> = findings.iter().filter(|finding| finding.severity == Severity::Error).collect();
        for error in &errors {
            let line = error.location.line_column.map_or(0, |(line, _)| line);
            let case = sample.case(line).map_or("", |case| case.expression.as_str());
            failures.push(format!("{case}: {}: {}", error.rule.id, error.message));
        }
        let Some(shader) = shader else {
            continue;
        };
        for stage in [&shader.vertex, &shader.fragment] {
            let form = Form { shader: &shader, stage };
            for statement in &stage.body {
                let Statement::Declare(variable, Some(value)) = statement else {
                    continue;
                };
                let name = stage.variables[variable.0 as usize].name;
                let case = sample.named(name);
                let found = format!("{}\t{}", stage.expression(*value).ty, form.of(*value));
                let expected = format!("{}\t{}", case.columns[0], case.columns[1]);
                if found != expected {
                    failures.push(format!("{}\n  found    {found}\n  expected {expected}", case.expression));
                }
            }
        }
    }
    report(&failures);
}

fn report(failures: &[String]) {
    let few: Vec<&str> = failures.iter().take(40).map(String::as_str).collect();
    assert!(failures.is_empty(), "{} fail\n{}", failures.len(), few.join("\n"));
}

/// The rules each expression breaks, by its number.
fn errors_of(batch: &[Case]) -> BTreeMap<usize, BTreeSet<String>> {
    let sample = Sample::new(batch, |_| "float v".to_owned());
    let (_, findings) = analyze(&sample.text, &Options::default());
    let mut broken: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    for finding in findings {
        if finding.severity != Severity::Error {
            continue;
        }
        let line = finding.location.line_column.map_or(0, |(line, _)| line);
        let at = sample.number(line);
        let at = at.unwrap_or_else(|| panic!("{}: {} in no expression", finding.rule.id, finding.message));
        assert!(finding.help.is_some(), "{} has no help: {}", finding.rule.id, finding.message);
        broken.entry(at).or_default().insert(finding.rule.id.to_owned());
    }
    broken
}

#[test]
fn values_mean_what_they_should() {
    check_meanings("values.tsv");
}

#[test]
fn operators_mean_what_they_should() {
    check_meanings("operators.tsv");
}

#[test]
fn functions_mean_what_they_should() {
    check_meanings("functions.tsv");
}

#[test]
fn wrong_expressions_break_one_rule() {
    let all = cases("wrong.tsv");
    let mut failures = Vec::new();
    for batch in all.chunks(BATCH) {
        let broken = errors_of(batch);
        for (at, case) in batch.iter().enumerate() {
            let found: Vec<&str> = broken.get(&at).into_iter().flatten().map(String::as_str).collect();
            if found.join(" ") != case.columns[0] {
                failures.push(format!("{}: {found:?}, expected {}", case.expression, case.columns[0]));
            }
        }
    }
    report(&failures);
}

/// Tries every operator on every pair of types not in its table.
#[test]
fn operators_take_nothing_else() {
    let listed: BTreeSet<String> = cases("operators.tsv").into_iter().map(|case| case.expression).collect();
    let types = all_types();
    let mut others = Vec::new();
    for (left, _) in &types {
        for operator in
            [UnaryOperator::Plus, UnaryOperator::Negate, UnaryOperator::Not, UnaryOperator::Complement]
        {
            others.push(format!("{}{left}", operator.symbol()));
        }
        for (right, _) in &types {
            for operator in BinaryOperator::ALL {
                others.push(format!("{left} {} {right}", operator.symbol()));
            }
            others.push(format!("b1 ? {left} : {right}"));
        }
    }
    let others: Vec<Case> =
        others.into_iter().filter(|expression| !listed.contains(expression)).map(Case::new).collect();
    assert!(others.len() > 10_000, "{} pairs", others.len());
    let mut failures = Vec::new();
    for batch in others.chunks(BATCH) {
        let broken = errors_of(batch);
        for (at, case) in batch.iter().enumerate() {
            let found: Vec<&str> = broken.get(&at).into_iter().flatten().map(String::as_str).collect();
            if found != ["VSL-E290"] {
                failures.push(format!("{}: {found:?}", case.expression));
            }
        }
    }
    report(&failures);
}

/// Validates the modules of a program of these expressions, unoptimized and optimized.
fn validated(batch: &[Case]) -> Result<(), String> {
    let sample = Sample::new(batch, |case| format!("{} {}", case.columns[0], "v"));
    let options = Options::default();
    let (Some(shader), _) = analyze(&sample.text, &options) else {
        return Err("it is rejected".to_owned());
    };
    for stage in [StageKind::Vertex, StageKind::Fragment] {
        let words = emit(&shader, stage, &options).map_err(|error| error.to_string())?;
        validate(&words)?;
        validate(&glassbox_spirv::optimize(&words)).map_err(|error| format!("optimized: {error}"))?;
    }
    Ok(())
}

glassbox_testing::asking!(spirv_val: accepted_expressions_give_modules);

/// Every accepted expression can be emitted, and its modules are valid.
#[test]
fn accepted_expressions_give_modules() {
    let mut failures = Vec::new();
    for table in ["values.tsv", "operators.tsv", "functions.tsv"] {
        for batch in cases(table).chunks(BATCH) {
            // Find the culprit by bisection.
            let Err(mut error) = validated(batch) else {
                continue;
            };
            let mut suspects = batch;
            while suspects.len() > 1 {
                let (first, second) = suspects.split_at(suspects.len() / 2);
                (suspects, error) = match (validated(first), validated(second)) {
                    (Err(error), _) => (first, error),
                    (_, Err(error)) => (second, error),
                    _ => break,
                };
            }
            failures.push(format!("{}: {error}", suspects[0].expression));
        }
    }
    report(&failures);
}
