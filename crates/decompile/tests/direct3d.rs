//! Tests that texts in HLSL lack the guards of what HLSL defines, and that other texts keep them; that resources are of the kinds that
//! Direct3D has for their use; that ballots are counted by its own functions where it has some.

use std::path::Path;

use glassbox_decompile::{Api, Options, Patterns, Target, decompile};
use glassbox_spirv::build::value::{
    addressing_model, capability, decoration, execution_mode, execution_model, memory_model, storage_class,
};
use glassbox_spirv::build::{Builder, ByZero, Guarded, Id, Saturation, Signedness, op};
use glassbox_spirv::module::Module;
use glassbox_testing::golden::golden;

use crate::texts::{modules_in, text};

/// Writes one operation on a float, two integers with a sign and two without, and gives an integer without a sign.
type Write = fn(&mut Builder, &Values) -> Id;

struct Values {
    float: Id,
    ints: [Id; 2],
    uints: [Id; 2],
}

/// A fragment shader that writes `result`.
fn module(write: Write) -> Module {
    let mut b = Builder::new(0x0001_0300);
    b.capability(capability::SHADER);
    b.memory_model(addressing_model::LOGICAL, memory_model::GLSL450);
    let (void, float, int, uint) = (b.void(), b.float(), b.int(), b.uint());
    let signature = b.function_type(void, &[]);
    let inputs = [("x", float), ("i", int), ("j", int), ("u", uint), ("w", uint)];
    let mut interface = Vec::new();
    let variables = inputs.map(|(name, ty)| {
        let pointer = b.pointer(storage_class::INPUT, ty);
        let variable = b.global(pointer, storage_class::INPUT);
        b.name(variable, name);
        b.decorate(variable, decoration::LOCATION, &[interface.len() as u32]);
        b.decorate(variable, decoration::FLAT, &[]);
        interface.push(variable);
        variable
    });
    let pointer = b.pointer(storage_class::OUTPUT, uint);
    let result = b.global(pointer, storage_class::OUTPUT);
    b.name(result, "result");
    b.decorate(result, decoration::LOCATION, &[0]);
    interface.push(result);
    let main = b.begin_function(void, signature);
    let [x, i, j, u, w] = [0, 1, 2, 3, 4].map(|at| b.value(op::LOAD, inputs[at].1, &[variables[at]]));
    let value = write(&mut b, &Values { float: x, ints: [i, j], uints: [u, w] });
    b.effect(op::STORE, &[result, value]);
    b.end(op::RETURN);
    b.end_function();
    b.entry_point(execution_model::FRAGMENT, main, "main", &interface);
    b.execution_mode(main, execution_mode::ORIGIN_UPPER_LEFT);
    let words = b.finish().expect("no instruction is too long");
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    Module::read(&bytes).expect("it is a module")
}

/// What is written to the output: assigned to it, or returned, in HLSL, where inputs are members.
fn written(module: &Module, target: Target, patterns: Patterns) -> String {
    let options = Options { patterns, ..Options::default() };
    let text = decompile(module, &target, &options).unwrap_or_else(|refusal| panic!("{refusal}")).text;
    let found = ["return ", "result = "].into_iter().find_map(|word| text.rsplit_once(word));
    let (_, value) = found.unwrap_or_else(|| panic!("{text}"));
    value.split(';').next().unwrap_or_default().replace("input.", "")
}

/// What gives a number all bits of which are set.
fn bits(b: &mut Builder, value: Id) -> Id {
    let uint = b.uint();
    b.value(op::BITCAST, uint, &[value])
}

const ROWS: &[(&str, Write, &str)] = &[
    (
        "a quotient",
        |b, values| {
            let ty = b.uint();
            b.quotient(ty, Signedness::Unsigned, values.uints, ByZero::AllOnes)
        },
        "u / w",
    ),
    (
        "a remainder",
        |b, values| {
            let ty = b.uint();
            b.remainder(ty, Signedness::Unsigned, values.uints, ByZero::AllOnes)
        },
        "u % w",
    ),
    (
        "a quotient with a sign",
        |b, values| {
            let ty = b.int();
            let quotient = b.quotient(ty, Signedness::Signed, values.ints, ByZero::AllOnes);
            bits(b, quotient)
        },
        "uint(i / j)",
    ),
    (
        "a remainder with a sign",
        |b, values| {
            let ty = b.int();
            let remainder = b.remainder(ty, Signedness::Signed, values.ints, ByZero::AllOnes);
            bits(b, remainder)
        },
        "uint(i % j)",
    ),
    (
        "a float as an integer without a sign",
        |b, values| {
            let types = [b.float(), b.uint()];
            b.float_to_int(types, Signedness::Unsigned, values.float, Saturation::Integer)
        },
        "uint(x)",
    ),
    (
        "a float as one with a sign",
        |b, values| {
            let types = [b.float(), b.int()];
            let number = b.float_to_int(types, Signedness::Signed, values.float, Saturation::Integer);
            bits(b, number)
        },
        "asuint(int(x))",
    ),
];

#[test]
fn hlsl_defines_what_others_guard() {
    for (what, write, expected) in ROWS {
        let module = module(*write);
        assert_eq!(written(&module, Target::Hlsl(60), Patterns::All), *expected, "{what}");
        let plain = written(&module, Target::Hlsl(60), Patterns::None);
        assert_ne!(plain, *expected, "{what}, each instruction as it is");
        let glsl = written(&module, Target::Glsl(450, Api::Vulkan), Patterns::All);
        assert!(glsl.contains('?'), "{what}: {glsl}");
    }
}

#[test]
fn guards_of_other_results_stay() {
    let rows: &[(&str, Write)] = &[
        ("a quotient by 0 that is the dividend", |b, values| {
            let ty = b.uint();
            b.quotient(ty, Signedness::Unsigned, values.uints, ByZero::One)
        }),
        ("a choice by another number", |b, values| {
            let (ty, truth) = (b.uint(), b.bool());
            let ones = b.constant_uint(u32::MAX);
            let zero = b.constant_uint(0);
            let quotient = b.quotient(ty, Signedness::Unsigned, values.uints, ByZero::One);
            let is_zero = b.value(op::I_EQUAL, truth, &[values.uints[0], zero]);
            b.value(op::SELECT, ty, &[is_zero, ones, quotient])
        }),
        ("a float up to 1", |b, values| {
            let (ty, truth, float) = (b.uint(), b.bool(), b.float());
            let (one, ones) = (b.constant(float, 0x3F80_0000), b.constant_uint(u32::MAX));
            let number = b.value(op::CONVERT_F_TO_U, ty, &[values.float]);
            let is_high = b.value(op::F_ORD_GREATER_THAN_EQUAL, truth, &[values.float, one]);
            b.value(op::SELECT, ty, &[is_high, ones, number])
        }),
    ];
    for (what, write) in rows {
        let text = written(&module(*write), Target::Hlsl(60), Patterns::All);
        assert!(text.contains('?'), "{what}: {text}");
    }
}

/// Heaps that are read and heaps that are written have registers of their own, one buffer with two variables is one that is written, and
/// what is accessed in an interlock is in the order of rasterization.
#[test]
fn modules_become_the_texts_beside_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/direct3d");
    for (name, bytes) in modules_in(folder.clone()) {
        golden(folder.join(format!("{name}.hlsl")), text(&bytes, Target::Hlsl(60)));
    }
}
