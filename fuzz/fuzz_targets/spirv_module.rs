//! Damages generated modules: what is read gives its words again, and lookups and the optimizer do not panic.
#![no_main]

use glassbox_spirv::module::{Annotations, Lines, Module, Users};
use glassbox_spirv::{assemble, optimize};
use glassbox_testing::random::Random;
use glassbox_testing::spirv::programs::{Stage, module};

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let Some((seed, changes)) = input.split_first_chunk() else { return };
    let seed = u32::from_le_bytes(*seed);
    let stage = if seed & 1 == 0 { Stage::Compute } else { Stage::Fragment };
    let text = module(stage, 1 + (seed >> 1) as usize % 40, &mut Random::new(u64::from(seed >> 8)));
    let mut bytes = assemble(&text).expect("generated modules assemble");
    // Each change is a place and a byte.
    for change in changes.as_chunks::<3>().0 {
        let place = usize::from(u16::from_le_bytes([change[0], change[1]]));
        if let Some(byte) = bytes.get_mut(20 + place) {
            *byte = change[2];
        }
    }
    let Ok(module) = Module::read(&bytes) else {
        assert!(changes.len() >= 3, "an undamaged module is read");
        return;
    };
    let words = module.words().expect("its instructions are short");
    assert!(words.iter().flat_map(|word| word.to_le_bytes()).eq(bytes));
    let (annotations, users, lines) = (Annotations::of(&module), Users::of(&module), Lines::of(&module));
    for at in module.walk() {
        let id = module.get(at).result;
        let _ = (module.ty(id), module.constant(id), module.component_count(id), module.scalar(id));
        let _ = (annotations.name(id), annotations.decorations(id).count(), users.get(id), lines.get(at));
        let _ = module.named_operands(at);
    }
    let _ = optimize(&words);
});
