//! Checks that a program without its debug information has the instructions of the one that DXC stores beside it.

use glassbox_dxil::ir::{self, FunctionId, Metadata, Typed};
use glassbox_testing::container::{containers, parts, program};

/// Name and instructions of each function.
fn bodies(module: &Typed<'_>) -> Vec<(Vec<u8>, Vec<String>)> {
    let mut all = Vec::new();
    for (index, function) in module.functions.iter().enumerate() {
        let body = module.body(FunctionId::at(index)).expect("it was read");
        let instructions = body.iter().flat_map(|body| {
            let shown = |instruction: &ir::Instruction| {
                let name = format!("{:?}", instruction.op);
                let name = name.split(['(', ' ']).next().unwrap_or_default().to_owned();
                format!("{name} {}", body.operands(instruction).len())
            };
            body.instructions.iter().map(shown).collect::<Vec<_>>()
        });
        all.push((module.name(function.value).unwrap_or_default().to_vec(), instructions.collect()));
    }
    all.sort();
    all
}

#[test]
fn programs_without_debug_information_are_those_of_dxc() {
    let mut count = 0;
    for (name, bytes) in containers() {
        let all = parts(&bytes);
        let of = |code: &[u8; 4]| {
            let part = all.iter().find(|part| &part.0 == code)?;
            program(part.1).map(|program| program.1)
        };
        let (Some(debug), Some(plain)) = (of(b"ILDB"), of(b"DXIL")) else { continue };
        let (Ok(debug), Ok(plain)) = (Typed::read(debug), Typed::read(plain)) else { continue };
        count += 1;
        let stripped = debug.without_debug_info().expect("it was read");
        let written = ir::encode(&stripped).expect("it is sound");
        let read = Typed::read(&written).expect("it was written");
        assert_eq!(bodies(&read), bodies(&plain), "{name}");
        let is_debug = |item: &Metadata| matches!(item, Metadata::Debug { .. });
        assert!(!read.metadata.items.iter().any(is_debug), "{name}");
        assert!(read.metadata.named("llvm.dbg.cu").is_none(), "{name}");
        assert!(read.metadata.named("llvm.module.flags").is_none(), "{name}");
    }
    assert!(count > 0);
}
