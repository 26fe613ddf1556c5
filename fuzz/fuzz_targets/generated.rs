//! Generated modules with damage.

use glassbox_spirv::assemble;
use glassbox_testing::random::Random;
use glassbox_testing::spirv::programs::{Stage, module};

/// The module of the first four bytes of an input, with a byte replaced for every three that follow: a place and a value.
/// Returns whether there is no damage.
pub fn generated(input: &[u8]) -> Option<(Vec<u8>, bool)> {
    let (seed, changes) = input.split_first_chunk()?;
    let seed = u32::from_le_bytes(*seed);
    let stage = if seed & 1 == 0 { Stage::Compute } else { Stage::Fragment };
    let text = module(stage, 1 + (seed >> 1) as usize % 40, &mut Random::new(u64::from(seed >> 8)));
    let mut bytes = assemble(&text).expect("generated modules assemble");
    let changes = changes.as_chunks::<3>().0;
    for change in changes {
        let place = usize::from(u16::from_le_bytes([change[0], change[1]]));
        if let Some(byte) = bytes.get_mut(20 + place) {
            *byte = change[2];
        }
    }
    Some((bytes, changes.is_empty()))
}
