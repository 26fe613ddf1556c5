//! Modules around what is tested.

use glassbox_spirv::build::value::{
    addressing_model, capability, execution_mode, execution_model, memory_model,
};
use glassbox_spirv::build::{Builder, Id, op};
use glassbox_spirv::check::{CheckOptions, Environment, Vulkan, check};

/// A module with one function, which `write` fills: what it is given are the interface and the module.
pub(crate) fn module(
    model: u32,
    modes: &[(u32, &[u32])],
    write: impl FnOnce(&mut Builder, &mut Vec<Id>),
) -> String {
    let mut b = Builder::new(0x0001_0300);
    b.capability(capability::SHADER);
    b.memory_model(addressing_model::LOGICAL, memory_model::GLSL450);
    let void = b.void();
    let signature = b.function_type(void, &[]);
    let main = b.begin_function(void, signature);
    let mut interface = Vec::new();
    write(&mut b, &mut interface);
    b.end(op::RETURN);
    b.end_function();
    b.entry_point(model, main, "main", &interface);
    for (mode, operands) in modes {
        b.execution_mode_with(main, *mode, operands);
    }
    b.declare_needs();
    let words = b.finish().expect("no instruction is too long");
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let findings = check(&bytes, &CheckOptions::new(Environment::Vulkan(Vulkan::V1_1)));
    let listing = glassbox_spirv::disassemble(&bytes, &Default::default()).expect("the module is read");
    assert!(findings.is_empty(), "{}\n{listing}", findings[0].message);
    listing
}

/// The same as a compute shader.
pub(crate) fn compute(write: impl FnOnce(&mut Builder, &mut Vec<Id>)) -> String {
    module(execution_model::GL_COMPUTE, &[(execution_mode::LOCAL_SIZE, &[1, 1, 1])], write)
}
