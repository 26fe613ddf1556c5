//! Damages generated modules: what is read gives its words again, and lookups and the optimizer do not panic.
#![no_main]

use glassbox_spirv::module::{Annotations, Lines, Module, Users};
use glassbox_spirv::optimize;

mod generated;

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let Some((bytes, is_whole)) = generated::generated(input) else { return };
    let Ok(module) = Module::read(&bytes) else {
        assert!(!is_whole, "an undamaged module is read");
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
