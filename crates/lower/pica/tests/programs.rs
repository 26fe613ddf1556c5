//! The texts of programs in `tests/programs`, as people read them.

use glassbox_decompile::{Api, Target};
use glassbox_lower_pica::{Options, lower};
use glassbox_testing::golden::golden;

use crate::support::{assembled, text};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs");

fn check(name: &str, options: &Options, suffix: &str) {
    let source = std::fs::read_to_string(format!("{FOLDER}/{name}.pica")).unwrap();
    let binary = assembled(name, &source);
    let lowered = lower(&binary, 0, options).unwrap_or_else(|findings| panic!("{name}: {findings:?}"));
    let glsl = Target::of("glsl", None, Api::OpenGl).unwrap();
    let text = text(&lowered.module, glsl).unwrap_or_else(|error| panic!("{name}: {error}"));
    golden(format!("{FOLDER}/{name}{suffix}.glsl"), text);
}

#[test]
fn vertex_programs() {
    for name in ["light.v", "branches.v", "loops.v", "calls.v", "index.v", "address.v", "jump.v"] {
        check(name, &Options::default(), "");
    }
}

#[test]
fn exact_arithmetic() {
    check("light.v", &Options { precise: true, ..Options::default() }, ".exact");
}

#[test]
fn arrays_of_vertices() {
    check("light.v", &Options { batch: true, ..Options::default() }, ".batch");
}

#[test]
fn geometry_programs() {
    for name in ["points.g", "fixed.g", "variable.g"] {
        check(name, &Options::default(), "");
    }
}
