//! Builds test files.
#![allow(dead_code)]

use glassbox_core::language::Registry;
use glassbox_pdb::layout::Layout;
use glassbox_pdb::write::{info_stream, write};

pub(crate) static REGISTRY: Registry = Registry { languages: &[], digests: &[], codecs: &[], views: &[] };

/// Stream 1 with one named stream, number 3.
pub(crate) fn named_info() -> Vec<u8> {
    info_naming(b"/names\0")
}

/// Stream 1 naming stream 3; the name ends in NUL.
pub(crate) fn info_naming(name: &[u8]) -> Vec<u8> {
    let mut info = info_stream([0x11; 16]);
    info.truncate(28);
    info.extend((name.len() as u32).to_le_bytes());
    info.extend(name);
    let mut word = |number: u32| info.extend(number.to_le_bytes());
    // One entry of two, present bit 0; none deleted; its name and stream.
    [1, 2, 1, 1, 0, 0, 3, 1].into_iter().for_each(&mut word);
    word(20_140_508);
    info
}

/// Data that starts like a container and takes three blocks.
pub(crate) fn container() -> Vec<u8> {
    let mut bytes = b"DXBC".to_vec();
    bytes.resize(512, 0x11);
    bytes.resize(1024, 0x22);
    bytes.resize(1204, 0x33);
    bytes
}

/// Streams: empty, database header, absent, data, container.
pub(crate) fn plain() -> Vec<u8> {
    let data = [1, 2, 3, 4, 5];
    let container = container();
    let streams = [Some(&[][..]), Some(&named_info()), None, Some(&data), Some(&container)];
    write(&streams, 512).expect("the streams fit")
}

/// As [`plain`], with the first two blocks of the container swapped, so that it has to be gathered.
pub(crate) fn scattered() -> Vec<u8> {
    let mut bytes = plain();
    let layout = Layout::read(&bytes).expect("there is a superblock");
    let place = layout.streams.last().expect("there are streams").list.start;
    let blocks: Vec<usize> =
        (0..2).filter_map(|at| layout.word(place + at)).map(|block| block as usize).collect();
    let list = layout.directory_blocks[0] as usize * 512 + 4 * place;
    let (first, second) = (blocks[0] * 512, blocks[1] * 512);
    for at in 0..512 {
        bytes.swap(first + at, second + at);
    }
    for at in 0..4 {
        bytes.swap(list + at, list + 4 + at);
    }
    bytes
}

/// A hundred streams that all claim one large block.
pub(crate) fn shared() -> Vec<u8> {
    const SIZE: usize = 1 << 16;
    const STREAMS: u32 = 100;
    let mut bytes = vec![0; 6 * SIZE];
    let mut put = |at: usize, words: &[u32]| {
        for (slot, word) in bytes[at..].chunks_exact_mut(4).zip(words) {
            slot.copy_from_slice(&word.to_le_bytes());
        }
    };
    put(32, &[SIZE as u32, 1, 6, 4 * (1 + 2 * STREAMS), 0, 3]);
    put(3 * SIZE, &[4]);
    put(4 * SIZE, &[STREAMS]);
    put(4 * SIZE + 4, &[SIZE as u32; STREAMS as usize]);
    put(4 * SIZE + 4 + 4 * STREAMS as usize, &[5; STREAMS as usize]);
    bytes[..32].copy_from_slice(&glassbox_pdb::raw::MAGIC);
    bytes
}
