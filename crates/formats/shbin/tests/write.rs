//! Tests writing: round trips with the original layout, canonical files, and changed models.

use std::borrow::Cow;

use crate::support;
use glassbox_core::format::Format;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_core::record::Records;
use glassbox_shbin::FORMAT;
use glassbox_shbin::file::{Part, Table};
use glassbox_shbin::model::Shbin;
use glassbox_shbin::producer::{Producer, producer};
use glassbox_shbin::raw::{Constant, ExecutableHeader, Hex32};
use glassbox_shbin::write::{Layout, Pin, write};

#[test]
fn layouts_that_were_read_give_the_same_bytes() {
    for (name, bytes) in support::bases() {
        let file = support::open(&bytes);
        let layout = Layout::of(&file);
        assert!(layout.shared.is_empty(), "{name}");
        assert_eq!(write(&file.model, &layout).as_deref(), Ok(&bytes[..]), "{name}");
    }
}

#[test]
fn canonical_files_read_back() {
    for (name, bytes) in support::bases() {
        let file = support::open(&bytes);
        let canonical = support::bytes(&file.model);
        assert!(canonical.len().is_multiple_of(4), "{name}");
        let again = support::open(&canonical);
        assert_eq!(again.model, file.model, "{name}");
        assert_eq!(support::bytes(&again.model), canonical, "{name}");
    }
}

#[test]
fn a_longer_table_moves_what_follows() {
    for (name, bytes) in support::bases() {
        let file = support::open(&bytes);
        let layout = Layout::of(&file);
        let mut model = file.model.clone();
        let tables = match &mut model {
            Shbin::Binary(binary) => &mut binary.executables[0].tables,
            Shbin::Object(object) => &mut object.tables,
        };
        let more = tables.constants.iter().chain([Constant::bool(9, true)]);
        tables.constants = Records::from_iter(more.collect::<Vec<_>>());
        let written = write(&model, &layout).expect("it fits");
        let again = support::open(&written);
        assert_eq!(again.model, model, "{name}");
        assert_eq!(written.len().next_multiple_of(4), (bytes.len() + 0x14).next_multiple_of(4), "{name}");
        assert_eq!(again.heads.short, file.heads.short, "{name}");
        assert!(again.diagnostics.items().is_empty(), "{name}: {:?}", again.diagnostics);
    }
}

#[test]
fn a_new_executable_comes_last() {
    let bytes = support::short();
    let file = support::open(&bytes);
    let layout = Layout::of(&file);
    let mut model = file.model.clone();
    let Shbin::Binary(binary) = &mut model else { panic!("a binary") };
    let mut other = binary.executables[0].clone();
    other.main = 1;
    binary.executables.push(other);
    let written = write(&model, &layout).expect("it fits");
    assert_eq!(support::open(&written).model, model);
}

#[test]
fn pins_and_shared_executables_survive() {
    // Two offsets to one executable, and an empty table inside the header.
    let mut bytes = support::bytes(&support::pair());
    let first: [u8; 4] = bytes[8..12].try_into().expect("four bytes");
    bytes[12..16].copy_from_slice(&first);
    let at = u32::from_le_bytes(first) as usize + ExecutableHeader::labels_offset.offset;
    bytes[at] = 4;
    let file = support::open(&bytes);
    let layout = Layout::of(&file);
    assert!(layout.shared.contains(&Part::Executable(1)));
    assert!(layout.pins.contains(&Pin::new(Part::Executable(0), ExecutableHeader::labels_offset, 4)));
    assert!(!layout.shared.contains(&Part::Table(0, Table::Constants)));
    assert_eq!(write(&file.model, &layout).as_deref(), Ok(&bytes[..]));
}

#[test]
fn what_cannot_be_expressed_is_refused() {
    let bytes = support::bytes(&support::vertex());
    let cut = &bytes[..bytes.len() - 8];
    let file = support::open(cut);
    assert_eq!(write(&file.model, &Layout::of(&file)).as_deref(), Ok(cut));
    let refused = write(&file.model, &Layout::canonical());
    assert_eq!(refused, Err("dvle[0].symbols could not be read, so the file cannot be rewritten".into()));
    let mut model = support::vertex();
    let Shbin::Binary(binary) = &mut model else { panic!("a binary") };
    binary.program.lines_count = 1;
    assert!(write(&model, &Layout::canonical()).is_err());
}

#[test]
fn producers_are_recognised() {
    let of = |model: Shbin<'static>| producer(&support::open(&support::bytes(&model)));
    let change = |change: &dyn Fn(&mut glassbox_shbin::model::Binary<'static>)| {
        let mut model = support::vertex();
        if let Shbin::Binary(binary) = &mut model {
            binary.program.file_names = Cow::Borrowed(&[]);
            change(binary);
        }
        model
    };
    assert_eq!(of(support::vertex()), Some(Producer::Glassbox));
    let mut sdk = support::vertex();
    if let Shbin::Binary(binary) = &mut sdk {
        binary.program.version = 0x0302;
    }
    assert_eq!(of(sdk), Some(Producer::Sdk));
    assert_eq!(of(change(&|_| ())), Some(Producer::Picasso));
    assert_eq!(of(change(&|binary| binary.executables[0].version = 0)), Some(Producer::OldPicasso));
    let aemstro = change(&|binary| {
        binary.executables[0].version = 0;
        let entries = binary
            .program
            .descriptors
            .iter()
            .map(|entry| glassbox_shbin::raw::Descriptor { second: Hex32(0xF), ..entry });
        binary.program.descriptors = Records::from_iter(entries.collect::<Vec<_>>());
    });
    assert_eq!(of(aemstro), Some(Producer::Aemstro));
    assert_eq!(producer(&support::open(&support::short())), Some(Producer::Nihstro));
    assert_eq!(of(support::object()), None);
}

fn repaired(bytes: &[u8], name: &str) -> Vec<u8> {
    let opened = FORMAT.open(Window::whole(bytes), &Limits::default()).expect("the magic is right");
    assert!(opened.repairs().iter().any(|repair| repair.name == name), "{:?}", opened.repairs());
    opened.repair(name).expect("it was offered")
}

#[test]
fn repairs_fix() {
    let whole = support::bytes(&support::vertex());
    let unpadded = &whole[..whole.len() - 2];
    assert!(support::ids(unpadded).contains(&"SHBIN-FILE-04"));
    assert_eq!(repaired(unpadded, "padding"), whole);
    let longer = [&whole[..], b"more"].concat();
    assert_eq!(repaired(&longer, "trailing"), whole);
    // nihstro stores the offset of the label's name instead of the label's position.
    let short = support::short();
    let file = support::open(&short);
    let at = file.heads.executables[0].placed.start as usize + ExecutableHeader::main.offset;
    let mut wrong = short.clone();
    wrong[at..at + 4].copy_from_slice(&5u32.to_le_bytes());
    let fixed = repaired(&wrong, "nihstro-main");
    assert_eq!(fixed[at..at + 4], 6u32.to_le_bytes());
    let opened = FORMAT.open(Window::whole(&short), &Limits::default()).expect("the magic is right");
    assert!(opened.repairs().iter().all(|repair| repair.name != "nihstro-main"));
    assert!(opened.repair("unheard of").is_err());
}

#[test]
fn reflection_names_uniforms_and_constants() {
    let bytes = support::bytes(&support::pair());
    let opened = FORMAT.open(Window::whole(&bytes), &Limits::default()).expect("the magic is right");
    let interface = opened.interface();
    assert_eq!(interface.entry_points.len(), 2);
    assert_eq!(interface.entry_points[1].stage, "geometry");
    let members: Vec<_> = interface.blocks[0]
        .members
        .iter()
        .map(|member| (member.name.as_str(), member.register.as_deref()))
        .collect();
    assert_eq!(members, [("uProj", Some("c0-c3")), ("count", Some("i1"))]);
    let constants: Vec<_> = interface
        .constants
        .iter()
        .map(|constant| (constant.register.as_str(), constant.value.as_str()))
        .collect();
    let expected =
        [("c95", "(1, -1, 0, 0.5)"), ("c94", "(2, 2, 2, 2)"), ("b3", "true"), ("i0", "(3, 0, 1, 0)")];
    assert_eq!(constants, expected);
    let symbols = opened.symbols();
    assert!(symbols.iter().any(|symbol| symbol.name == "uProj" && symbol.value == "c0-c3"));
}
