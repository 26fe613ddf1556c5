//! Layouts that shader compilers do not write: other block sizes, fragmented directories, maps of several
//! blocks.

use crate::support;
use glassbox_core::format::{ArtifactKind, Format, WriteLayout};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_pdb::layout::{Layout, Stop};
use glassbox_pdb::write::{info_stream, write};
use glassbox_pdb::{FORMAT, read};
use glassbox_testing::tree;
use support::{REGISTRY, info_naming, plain, scattered};

/// Streams of sizes around the block size, each with distinct bytes.
fn streams(count: usize, block_size: usize) -> Vec<Vec<u8>> {
    let sizes = [0, 1, block_size - 1, block_size, block_size + 1, 3 * block_size + 7];
    (0..count)
        .map(|number| match number {
            1 => info_stream([number as u8; 16]),
            _ => vec![number as u8; sizes[number % sizes.len()]],
        })
        .collect()
}

fn contents(bytes: &[u8]) -> Vec<Vec<u8>> {
    let (pdb, ..) = read::open(Window::whole(bytes), &Limits::default()).expect("it is a PDB");
    pdb.streams.iter().map(|stream| stream.content.to_vec()).collect()
}

fn rules(bytes: &[u8]) -> Vec<&'static str> {
    tree::rule_ids(&FORMAT, bytes)
}

#[test]
fn streams_come_back_from_every_block_size() {
    for block_size in [512, 1024, 2048, 4096] {
        let streams = streams(20, block_size);
        let list: Vec<Option<&[u8]>> = streams.iter().map(|stream| Some(&stream[..])).collect();
        let bytes = write(&list, block_size as u32).expect("the streams fit");
        assert_eq!(contents(&bytes), streams, "{block_size}");
        // Only the missing container is reported.
        assert_eq!(rules(&bytes), ["PDB-15"], "{block_size}");
        tree::assert_laws(&FORMAT, &REGISTRY, &bytes, &format!("blocks of {block_size}"));
    }
    for block_size in [0, 100, 511, 513, 8192] {
        assert!(write(&[], block_size).is_err(), "{block_size}");
    }
}

#[test]
fn large_files_step_over_the_free_block_maps() {
    // More than 512 blocks, so 513 and 514 hold the second part of the free block maps. The directory takes
    // several blocks, its map two.
    let streams = streams(800, 512);
    let list: Vec<Option<&[u8]>> = streams.iter().map(|stream| Some(&stream[..])).collect();
    let bytes = write(&list, 512).expect("the streams fit");
    let layout = Layout::read(&bytes).expect("there is a superblock");
    assert!(layout.blocks() > 1026);
    assert!(layout.directory_blocks.len() > 8);
    let used = layout
        .streams
        .iter()
        .flat_map(|stream| layout.list(stream))
        .chain(layout.directory_blocks.iter().copied());
    assert!(used.into_iter().all(|block| !layout.is_reserved(u64::from(block))));
    assert_eq!(contents(&bytes), streams);
    assert_eq!(rules(&bytes), ["PDB-15"]);
    tree::assert_laws(&FORMAT, &REGISTRY, &bytes, "a large file");
}

#[test]
fn a_directory_map_of_several_blocks_is_followed() {
    // One stream of 17,000 blocks: its list takes 133 blocks of 512 bytes, whose numbers exceed one block.
    let large = vec![3; 17_000 * 512];
    let info = info_stream([1; 16]);
    let bytes = write(&[None, Some(&info), Some(&large)], 512).expect("the streams fit");
    let layout = Layout::read(&bytes).expect("there is a superblock");
    assert_eq!((layout.maps.len(), layout.directory_blocks.len()), (2, 133));
    assert_eq!(layout.stop, None);
    assert_eq!(contents(&bytes)[2].len(), large.len());
    assert_eq!(rules(&bytes), ["PDB-15"]);
}

#[test]
fn a_directory_in_pieces_is_gathered() {
    // A directory of two blocks, swapped.
    let streams = streams(100, 512);
    let list: Vec<Option<&[u8]>> = streams.iter().map(|stream| Some(&stream[..])).collect();
    let mut bytes = write(&list, 512).expect("the streams fit");
    let layout = Layout::read(&bytes).expect("there is a superblock");
    let (map, blocks) = (layout.maps[0] as usize * 512, layout.directory_blocks.clone());
    assert!(blocks.len() >= 2);
    for at in 0..512 {
        bytes.swap(blocks[0] as usize * 512 + at, blocks[1] as usize * 512 + at);
    }
    for at in 0..4 {
        bytes.swap(map + at, map + 4 + at);
    }
    assert_eq!(contents(&bytes), streams);
    assert_eq!(rules(&bytes), ["PDB-15"]);
    tree::assert_laws(&FORMAT, &REGISTRY, &bytes, "a directory in pieces");
    // A wrong block number in a gathered directory maps back to its file location.
    let layout = Layout::read(&bytes).expect("there is a superblock");
    let place = layout.streams[3].list.start;
    let at = blocks[if place < 128 { 1 } else { 0 }] as usize * 512 + place % 128 * 4;
    bytes[at..at + 4].copy_from_slice(&0x00ff_ffffu32.to_le_bytes());
    let findings = tree::diagnostics(&FORMAT, &bytes);
    let finding = findings.iter().find(|finding| finding.rule.id == "PDB-09").expect("it is found");
    assert_eq!((finding.location.start, finding.location.end), (at as u64, at as u64 + 4));
    assert_eq!(finding.location.path, "directory.blocks[3][0]");
    assert!(finding.location.space.is_some());
    tree::assert_laws(&FORMAT, &REGISTRY, &bytes, "a wrong number in a directory in pieces");
}

#[test]
fn a_container_in_pieces_is_whole() {
    for bytes in [plain(), scattered()] {
        let opened = FORMAT.open(Window::whole(&bytes), &Limits::default()).expect("it is a PDB");
        let pieces = opened.artifacts();
        let piece = pieces.iter().find(|piece| piece.kind == ArtifactKind::File("dxcontainer"));
        assert_eq!(piece.map(|piece| piece.bytes.to_vec()), Some(support::container()));
        let embedded = opened.embedded();
        assert_eq!(embedded.len(), 1);
        assert_eq!(embedded[0].window.bytes, support::container());
        assert_eq!(embedded[0].path, "stream[4].container");
        // The canonical file has a contiguous directory.
        assert_eq!(opened.write(WriteLayout::Canonical).as_deref(), Ok(&plain()[..]));
        assert_eq!(opened.parts().len(), 3);
    }
}

#[test]
fn whatever_is_missing_stops_only_what_needs_it() {
    let whole = plain();
    for size in 0..whole.len() {
        let bytes = &whole[..size];
        tree::assert_laws(&FORMAT, &REGISTRY, bytes, &format!("{size} bytes"));
        if size < 32 {
            assert_eq!(rules(bytes), ["PDB-01"], "{size}");
            continue;
        }
        assert!(rules(bytes).iter().any(|id| *id != "PDB-15"), "{size}");
        let layout = Layout::read(bytes);
        match size {
            0..56 => assert_eq!(layout, None),
            56..0x604 => assert!(matches!(
                layout.and_then(|layout| layout.stop),
                Some(Stop::Map { .. } | Stop::DirectorySize)
            )),
            _ => {}
        }
    }
}

/// Findings in a directory built from blocks that others own still have file locations.
#[test]
fn a_directory_of_repeated_blocks() {
    let mut bytes = scattered();
    let mut put = |at: usize, number: u32| bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
    put(0x2c, 2604);
    for (index, block) in [0, 0, 4, 0, 0, 0].into_iter().enumerate() {
        put(0x600 + 4 * index, block);
    }
    tree::assert_laws(&FORMAT, &REGISTRY, &bytes, "a directory of repeated blocks");
    let mut magic = scattered();
    magic[0x600..0x604].copy_from_slice(&0u32.to_le_bytes());
    tree::assert_laws(&FORMAT, &REGISTRY, &magic, "a directory in the superblock");
}

#[test]
fn sources_are_named_after_their_files() {
    let source = b"float4 main() : SV_Target { return 0; }\n";
    for (name, content, expected) in [
        (&b"/src/files/z:\\shader\\..\\a b.hlsl\0"[..], &source[..], "src-shader_a_b.hlsl source"),
        (b"/src/files/\0", source, "src-source.txt source"),
        (b"/src/files/z.hlsl\0", b"\x01\0packed", "stream-3.bin data"),
        (b"/src/headerblock\0", source, "stream-3.bin data"),
    ] {
        let info = info_naming(name);
        let streams = [Some(&[][..]), Some(&info), None, Some(content)];
        let bytes = write(&streams, 512).expect("the streams fit");
        let opened = FORMAT.open(Window::whole(&bytes), &Limits::default()).expect("it is a PDB");
        let pieces = opened.artifacts();
        let piece = pieces.last().expect("there are pieces");
        let kind = if piece.kind == ArtifactKind::Source { "source" } else { "data" };
        assert_eq!(format!("{}.{} {kind}", piece.name, piece.extension), expected);
        assert_eq!(&*piece.bytes, content);
    }
}
