//! Names and places come from the text.

use std::collections::BTreeSet;

use glassbox_spirv::build::op;
use glassbox_spirv::module::{Annotations, At, Module};

use crate::support::{lowered, texts};

const TEXT: &str = "
struct Light { color: vec3f, power: f32 }
@group(0) @binding(0) var<uniform> light: Light;
fn shade(normal: vec3f, weight: f32) -> vec3f {
    let facing = max(normal.y, 0.0);
    var sum = light.color * facing;
    sum += vec3f(weight) / light.power;
    return sum;
}
@fragment
fn main(@location(0) normal: vec3f) -> @location(0) vec4f {
    return vec4f(shade(normal, 0.5), 1.0);
}
";

/// The part of the text that an instruction comes from.
fn written(module: &Module, at: At) -> &'static str {
    TEXT.get(module.origin(at)).unwrap_or("")
}

#[test]
fn instructions_know_what_they_come_from() {
    let entry = lowered("places", TEXT).entry_points.remove(0);
    let module = &entry.module;
    let of = |opcode: u16| -> BTreeSet<&str> {
        module.walk().filter(|at| module.opcode(*at) == opcode).map(|at| written(module, at)).collect()
    };
    assert_eq!(of(op::F_DIV), BTreeSet::from(["vec3f(weight) / light.power"]));
    assert_eq!(of(op::VECTOR_TIMES_SCALAR), BTreeSet::from(["light.color * facing"]));
    assert_eq!(of(op::FUNCTION_CALL), BTreeSet::from(["shade(normal, 0.5)"]));
    assert_eq!(of(op::EXT_INST), BTreeSet::from(["max"]));
}

#[test]
fn everything_is_called_as_in_the_text() {
    let entry = lowered("names", TEXT).entry_points.remove(0);
    let module = &entry.module;
    let annotations = Annotations::of(module);
    let names: BTreeSet<&str> = (1..module.bound() as u32).filter_map(|id| annotations.name(id)).collect();
    let expected = ["Light", "light", "shade", "normal", "weight", "facing", "sum", "main"];
    assert_eq!(names, BTreeSet::from(expected));
}

#[test]
fn places_lie_in_the_text() {
    for (name, text) in texts("programs") {
        for entry in lowered(&name, &text).entry_points {
            let module = &entry.module;
            for at in module.walk() {
                let range = module.origin(at);
                assert!(range.end <= text.len() && range.start <= range.end, "{name}: {range:?}");
            }
        }
    }
}
