//! Optimises arbitrary words as SPIR-V: no panic, and changed output consists of whole instructions.
#![no_main]

use glassbox_spirv::{Binary, optimize};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut words: Vec<u32> = bytes
        .as_chunks()
        .0
        .iter()
        .map(|word| u32::from_le_bytes(*word))
        .collect();
    // A valid header, so that the words after it are tested.
    if let [magic, version, _, bound, schema, ..] = &mut words[..]
        && *magic & 1 == 0
    {
        (*magic, *version, *schema) = (0x0723_0203, 0x0001_0500, 0);
        *bound |= 0xffff;
    }
    let smaller = optimize(&words);
    if smaller != words {
        let bytes: Vec<u8> = smaller.iter().flat_map(|word| word.to_le_bytes()).collect();
        let module = Binary::read(&bytes).expect("its magic number is right");
        let mut walk = module.walk();
        walk.by_ref().for_each(drop);
        assert_eq!(walk.rest(), None);
    }
});
