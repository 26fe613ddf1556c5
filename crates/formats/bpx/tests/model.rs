//! Builds, writes, reads and changes packages, and checks the format description's worked example byte by
//! byte.

use std::borrow::Cow;

use crate::support;
use glassbox_bpx::extended::ExtendedData;
use glassbox_bpx::file::{File, Numbering};
use glassbox_bpx::format::{DRAFT, FORMAT};
use glassbox_bpx::pack::Pack;
use glassbox_bpx::raw::{PackType, Stage, SymbolType, Target};
use glassbox_bpx::read::open;
use glassbox_bpx::sd::Document;
use glassbox_bpx::write::write;
use glassbox_core::format::{Format, ScanBudget, WriteLayout};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_testing::tree;

const MOST: usize = 1 << 19;

fn file(bytes: &[u8]) -> File<'_> {
    open(Window::whole(bytes), &Limits::default(), Numbering::Released).expect("it is BPX")
}

fn rules(bytes: &[u8]) -> Vec<&'static str> {
    tree::rule_ids(&FORMAT, bytes)
}

/// Section 14.1 of the description: a program for GL33 with one constant and one pixel shader.
const EXAMPLE: [u8; 196] = {
    let head = *b"BPXS\x15\x0c\0\0\xc4\0\0\0\0\0\0\0\x04\0\0\0\x02\0\0\0\0\0\0\0\0\0\0\0\x01\0\x03P\0\0\0\0";
    let table = *b"\x88\0\0\0\0\0\0\0\x0c\0\0\0\x0c\0\0\0\x93\x01\0\0\x02\x08\0\0\
        \x94\0\0\0\0\0\0\0\x02\0\0\0\x02\0\0\0\x63\0\0\0\xff\x08\0\0\
        \x96\0\0\0\0\0\0\0\x29\0\0\0\x29\0\0\0\x68\xff\xff\xff\x03\x04\0\0\
        \xbf\0\0\0\0\0\0\0\x05\0\0\0\x05\0\0\0\x6e\x91\x47\x12\x01\x04\0\0";
    let body = *b"\0\0\0\0\0\0\0\0\x90\x01\x03\xffc\0\x03\x4c\x4b\x3b\x12\x53\x06\0\0\x04\0\0\0\0\
        \xe0\xed\x9d\x7c\x01\0\0\0\x04\x04\0\0\0\xb2\x79\x59\0\0\0\0\0\x0d\x02\x02\x01\x02\x01\x04void";
    let mut all = [0; 196];
    let mut i = 0;
    while i < 196 {
        all[i] = if i < 40 {
            head[i]
        } else if i < 136 {
            table[i - 40]
        } else {
            body[i - 136]
        };
        i += 1;
    }
    all
};

#[test]
fn the_worked_example_is_read_and_written() {
    let file = file(&EXAMPLE);
    let ext = file.shader_ext();
    assert_eq!((ext.assembly.0, ext.symbol_count), (0, 1));
    assert_eq!((ext.target, ext.pack_type), (Target::GL33, PackType::PROGRAM));
    let pack = Pack::of(&file, MOST).expect("it is sound");
    assert_eq!(pack.symbols[0].name, b"c".as_slice());
    assert_eq!(pack.symbols[0].symbol_type, SymbolType::CONSTANT);
    assert_eq!(pack.symbols[0].register, None);
    assert_eq!(pack.shaders[0].stage, Stage::PIXEL);
    assert_eq!(pack.shaders[0].code, b"void".as_slice());
    let objects = file.objects(MOST);
    let data = ExtendedData::decode(SymbolType::CONSTANT, objects.documents[0].root());
    let ExtendedData::Constant(constant) = data else { panic!("it is a constant") };
    assert_eq!((constant.offset, constant.size, constant.ty.packed_size()), (0, 4, 4));
    // The reference wrote it in canonical order.
    assert_eq!(pack.write().as_deref(), Ok(EXAMPLE.as_slice()));
    assert_eq!(rules(&EXAMPLE), ["BPXS-SHD-04"]);
}

#[test]
fn packages_read_back_equal() {
    for pack in [support::program(), support::assembly(), support::debug(), Pack::default()] {
        let bytes = pack.write().expect("it can be written");
        let read = file(&bytes);
        assert_eq!(Pack::of(&read, MOST).as_ref(), Ok(&pack));
        assert_eq!(pack.write().as_ref(), Ok(&bytes), "the same bytes every time");
        let (package, layout) = read.package().expect("it is sound");
        assert_eq!(write(&package, &layout).as_ref(), Ok(&bytes));
        tree::assert_laws(&FORMAT, &support::REGISTRY, &bytes, "a package");
    }
    assert!(rules(&support::program().write().expect("it can be written")).is_empty());
}

#[test]
fn typed_objects_come_back() {
    for symbol in support::program().symbols {
        let Some(object) = symbol.data else { continue };
        let mut bytes = Vec::new();
        object.encode(&mut bytes).expect("it can be written");
        let document = Document::read(&bytes, 0, MOST);
        let data = ExtendedData::decode(symbol.symbol_type, document.root());
        assert!(!matches!(data, ExtendedData::Other(_)), "{:?}", symbol.symbol_type);
        assert_eq!(data.to_object(), object, "{:?}", symbol.symbol_type);
    }
}

#[test]
fn compressed_packages_say_the_same() {
    let bytes = support::packed().expect("it can be written");
    let read = file(&bytes);
    assert!(read.sections.iter().all(|section| section.codec() == Some("xz")));
    assert_eq!(Pack::of(&read, MOST).as_ref(), Ok(&support::program()));
    assert!(rules(&bytes).is_empty());
    tree::assert_laws(&FORMAT, &support::REGISTRY, &bytes, "a compressed package");
    let opened = FORMAT.open(Window::whole(&bytes), &Limits::default()).expect("it is BPX");
    let plain = support::program().write().expect("it can be written");
    assert_eq!(
        opened.write(WriteLayout::Canonical),
        Ok(plain),
        "the canonical form compresses large shaders only"
    );
}

#[test]
fn a_change_keeps_everything_else() {
    let bytes = support::packed().expect("it can be written");
    let read = file(&bytes);
    let (mut package, layout) = read.package().expect("it is sound");
    // A longer string moves everything after it.
    let mut strings = package.sections[1].content.to_vec();
    strings.extend_from_slice(b"another name that is rather long\0");
    package.sections[1].content = Cow::Owned(strings.clone());
    let changed = write(&package, &layout).expect("it can be written");
    let after = file(&changed);
    assert_eq!(after.strings(), strings);
    for (old, new) in read.sections.iter().zip(&after.sections) {
        if old.index != 1 {
            assert_eq!(old.stored, new.stored, "stored bytes of section {} are kept", old.index);
        }
    }
    assert!(rules(&changed).is_empty());
}

#[test]
fn large_shaders_are_compressed() {
    for (size, codec) in [(65_535, None), (65_536, Some("xz"))] {
        let mut pack = support::program();
        // With the stage byte the section is one byte larger.
        pack.shaders[1].code = Cow::Owned(vec![b' '; size]);
        let bytes = pack.write().expect("it can be written");
        let read = file(&bytes);
        let last = read.sections.last().expect("the package has sections");
        assert_eq!(last.codec(), codec, "{size}");
        assert_eq!(Pack::of(&read, MOST).as_ref(), Ok(&pack));
    }
}

#[test]
fn gaps_trailers_and_custom_sections_are_kept() {
    let mut bytes = support::texture().expect("it can be written");
    bytes.extend_from_slice(b"trailer");
    let read = file(&bytes);
    assert_eq!(read.gaps.len(), 1);
    let (mut package, layout) = read.package().expect("it is sound");
    assert_eq!(write(&package, &layout).as_ref(), Ok(&bytes));
    package.sections[2].content = Cow::Borrowed(b"longer than before");
    let changed = write(&package, &layout).expect("it can be written");
    assert!(changed.ends_with(b"longer than beforetrailer"));
    assert_eq!(changed.len(), bytes.len() + 14);
}

#[test]
fn bombs_stop_at_the_stated_size() {
    let mut pack = support::program();
    pack.shaders[1].code = Cow::Owned(vec![0; 64 << 20]);
    let mut bytes = pack.write().expect("it can be written");
    assert!(bytes.len() < 64 << 10);
    // The size of the last section's content.
    let field = 40 + 24 * 4 + 12;
    bytes[field..field + 4].copy_from_slice(&1000u32.to_le_bytes());
    assert!(rules(&bytes).contains(&"BPX-SEC-02"));
    // The limit on total content applies too.
    let limits = Limits { expanded_size: 1 << 20, ..Limits::default() };
    bytes[field..field + 4].copy_from_slice(&(64u32 << 20).to_le_bytes());
    let opened = FORMAT.open(Window::whole(&bytes), &limits).expect("it is BPX");
    assert!(opened.check().items().iter().any(|finding| finding.rule.id == "BPX-SEC-02"));
}

#[test]
fn a_million_sections_over_the_same_bytes_cost_little() {
    let section = |pointer: u64, size: u32| {
        let mut header = pointer.to_le_bytes().to_vec();
        header.extend_from_slice(&size.to_le_bytes());
        header.extend_from_slice(&size.to_le_bytes());
        header.extend_from_slice(&[0, 0, 0, 0, 2, 8, 0, 0]);
        header
    };
    let count = 100_000u32;
    let mut bytes = b"BPXS\0\0\0\0\0\0\0\0\0\0\0\0".to_vec();
    bytes.extend_from_slice(&count.to_le_bytes());
    bytes.extend_from_slice(&2u32.to_le_bytes());
    bytes.extend_from_slice(&[0; 16]);
    for _ in 0..count {
        bytes.extend(section(0, 2_000_000));
    }
    assert!(rules(&bytes).contains(&"BPX-SHT-03"));
}

#[test]
fn draft_numbers_are_forced_or_proven() {
    let mut pack = support::program();
    for shader in &mut pack.shaders {
        shader.code = Cow::Borrowed(&[3, 2, 0x23, 7, 0, 0, 1, 0]);
    }
    pack.target = Target(4);
    let bytes = pack.write().expect("it can be written");
    let read = file(&bytes);
    assert_eq!(read.proven_draft(), Some("VK10"));
    assert_eq!(read.target_name(), "VK10 in the numbering of 2021-10-09");
    assert!(rules(&bytes).contains(&"BPXS-SHD-05"), "released readers take it for GL40");
    assert_eq!(FORMAT.variants()[0].0, "2021-10-09");
    let opened = DRAFT.open(Window::whole(&bytes), &Limits::default()).expect("it is BPX");
    // The code is a header alone.
    assert!(opened.check().items().iter().all(|finding| finding.rule.id == "BPXS-SHD-06"));
    let summary = opened.summary();
    assert!(summary.facts.contains(&("target".to_owned(), "VK10".to_owned())));
    tree::assert_laws(&DRAFT, &support::REGISTRY, &bytes, "draft numbers");
    // Number 5 with SPIR-V is from yet another text; 4 with source is taken literally.
    pack.target = Target(5);
    let bytes = pack.write().expect("it can be written");
    assert_eq!(file(&bytes).proven_draft(), None);
}

#[test]
fn containers_are_found_in_other_data() {
    let bytes = support::program().write().expect("it can be written");
    let mut data = bytes.clone();
    data.extend_from_slice(b"anything");
    let extent = |data: &[u8]| FORMAT.extent(data, &mut ScanBudget::new(1 << 20));
    assert_eq!(extent(&data), Some(bytes.len()));
    assert_eq!(extent(&bytes[..bytes.len() - 1]), None, "it is cut off");
    assert_eq!(extent(b"BPXS and then text that is no container at all, of forty bytes and more"), None);
    let mut noise = data.clone();
    noise[41] ^= 1;
    assert_eq!(extent(&noise), None, "the checksum speaks against it");
    let mut newer = data.clone();
    newer[20] += 1;
    let checksum = u32::from_le_bytes([newer[4], newer[5], newer[6], newer[7]]) + 1;
    newer[4..8].copy_from_slice(&checksum.to_le_bytes());
    assert_eq!(extent(&newer), None, "version 3 is not known");
}

#[test]
fn every_cut_and_every_flipped_bit_is_survived() {
    let bytes = support::packed().expect("it can be written");
    for size in 0..bytes.len() {
        tree::assert_laws(&FORMAT, &support::REGISTRY, &bytes[..size], &format!("{size} bytes"));
    }
}
