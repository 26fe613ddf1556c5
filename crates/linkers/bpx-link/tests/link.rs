//! Tests linking in place: bytes that change, bytes that do not, findings.

use crate::support;
use glassbox_bpx::pack::Pack;
use glassbox_bpx::package::{Layout, Package};
use glassbox_bpx::raw::{SectionFlags, SymbolFlags};
use glassbox_bpx::sd::names::hash;
use glassbox_bpx::sd::{Object, Value};
use glassbox_bpx::write::write;
use glassbox_bpx_link::{Change, Input, Linked, Options, Outcome, assemble, link, merge, unlink};
use glassbox_core::limits::Limits;
use glassbox_testing::random::Random;

const PROGRAM: &str = "program scene.bpx GL40
  texture albedo internal 0 pixel T2D float4
  buffer Light external - - 32
    position float4 0
    color float4 16
  buffer Camera external 1 vertex 144
    view float4x4 0
    eye float3 64
    light Light 80
    planes float4[2] 112
  constant tint external - pixel float4 0 16
  stage vertex one
  stage pixel other
";

fn written(text: &str) -> Vec<Vec<u8>> {
    support::packages(text).iter().map(|package| package.write()).collect()
}

fn run_link(program: &[u8], assemblies: &[&[u8]], options: &Options<'_>) -> Outcome<Linked> {
    let file = support::file(program);
    let files: Vec<_> = assemblies.iter().map(|bytes| support::file(bytes)).collect();
    let names: Vec<String> = (0..files.len()).map(|number| format!("assembly{number}")).collect();
    let assemblies: Vec<Input<'_>> =
        names.iter().zip(&files).map(|(name, file)| Input { name, file }).collect();
    let program = Input { name: "program", file: &file };
    link(&program, &assemblies, options, &Limits::default())
}

fn linked(program: &[u8], assembly: &[u8]) -> (Change, Vec<u8>) {
    let outcome = run_link(program, &[assembly], &Options::default());
    let done = outcome.done.unwrap_or_else(|| panic!("{:?}", outcome.findings));
    (done.change, outcome.bytes)
}

fn unlinked(program: &[u8]) -> (Change, Vec<u8>) {
    let file = support::file(program);
    let outcome = unlink(&Input { name: "program", file: &file }, &Limits::default());
    (outcome.done.expect("it can be unlinked").change, outcome.bytes)
}

fn assembled(inputs: &[&[u8]], name: &str) -> Vec<u8> {
    let files: Vec<_> = inputs.iter().map(|bytes| support::file(bytes)).collect();
    let inputs: Vec<Input<'_>> = files.iter().map(|file| Input { name: "input", file }).collect();
    let outcome = assemble(&inputs, &[], name, &Limits::default());
    assert!(outcome.done.is_some(), "{:?}", outcome.findings);
    outcome.bytes
}

/// Compresses every section of a package.
fn packed(bytes: &[u8]) -> Vec<u8> {
    let file = support::file(bytes);
    let pack = Pack::of(&file, 1 << 20).expect("it can be read");
    let mut package: Package<'_> = pack.package().expect("it can be packed");
    for section in &mut package.sections {
        section.flags.0 |= SectionFlags::XZ.0;
    }
    write(&package, &Layout::canonical()).expect("it can be written")
}

#[test]
fn only_flags_hash_and_checksums_change() {
    let program = &written(PROGRAM)[0];
    let assembly = assembled(&[program], "main");
    let (change, after) = linked(program, &assembly);
    assert_eq!(change, Change::Linked);
    assert_eq!(after.len(), program.len());
    let changed: Vec<usize> = (0..after.len()).filter(|&at| after[at] != program[at]).collect();
    let table = 40 + 5 * 24;
    let flags = |index: usize| table + index * 12 + 8;
    // Header checksum, hash, checksum of the table (0x60 more), low byte of the flags of the external symbols.
    let allowed = |at: usize| {
        (4..8).contains(&at)
            || (24..32).contains(&at)
            || (40 + 16..40 + 20).contains(&at)
            || [1, 2, 3].map(flags).contains(&at)
    };
    assert!(changed.iter().all(|&at| allowed(at)), "{changed:x?}");
    assert!([1, 2, 3].map(flags).iter().all(|at| changed.contains(at)), "{changed:x?}");
    let sum = |bytes: &[u8]| u32::from_le_bytes(bytes[56..60].try_into().expect("four bytes"));
    assert_eq!(sum(&after), sum(program) + 3 * 0x20);
    let file = support::file(&after);
    assert_eq!(file.shader_ext().assembly.0, hash("main"));
    assert!(glassbox_bpx::check::check_bytes(&after, &Limits::default()).items().is_empty());
}

#[test]
fn linking_twice_changes_nothing_and_unlinking_gives_the_bytes_back() {
    let program = &written(PROGRAM)[0];
    let assembly = assembled(&[program], "main");
    let (_, after) = linked(program, &assembly);
    assert_eq!(linked(&after, &assembly), (Change::None, after.clone()));
    assert_eq!(unlinked(&after), (Change::Unlinked, program.clone()));
    assert_eq!(unlinked(program), (Change::None, program.clone()));
}

#[test]
fn another_assembly_needs_to_be_asked_for() {
    let program = &written(PROGRAM)[0];
    let (main, other) = (assembled(&[program], "main"), assembled(&[program], "other"));
    let (_, after) = linked(program, &main);
    let refused = run_link(&after, &[&other], &Options::default());
    assert_eq!(refused.findings[0].rule.id, "BPXS-LNK-03");
    assert!(refused.bytes.is_empty());
    let options = Options { relink: true, name: None };
    let again = run_link(&after, &[&other], &options);
    assert_eq!(again.done.map(|done| done.change), Some(Change::Relinked));
    assert_eq!(again.bytes, linked(program, &other).1);
}

#[test]
fn flags_on_wrong_symbols_are_fixed() {
    let program = &written(PROGRAM)[0];
    let main = assembled(&[program], "main");
    let (_, right) = linked(program, &main);
    // As the vendor's linker does: flag the first symbols instead of the external ones.
    let file = support::file(&right);
    let mut pack = Pack::of(&file, 1 << 20).expect("it can be read");
    for (index, symbol) in pack.symbols.iter_mut().enumerate() {
        symbol.flags.0 &= !SymbolFlags::ASSEMBLY.0;
        if index < 3 {
            symbol.flags = symbol.flags.with(SymbolFlags::ASSEMBLY);
        }
    }
    let wrong = pack.write().expect("it can be written");
    assert_ne!(wrong, right);
    assert_eq!(linked(&wrong, &main), (Change::Fixed, right));
    assert_eq!(unlinked(&wrong).1, *program);
}

#[test]
fn an_assembly_without_a_hash_needs_its_name() {
    let program = &written(PROGRAM)[0];
    let main = assembled(&[program], "main");
    let file = support::file(&main);
    let old = glassbox_bpx::table::rewrite(&file, Some(0), |symbol| symbol).expect("it can be written");
    assert!(run_link(program, &[&old], &Options::default()).done.is_none());
    let options = Options { relink: false, name: Some("main") };
    let outcome = run_link(program, &[&old], &options);
    assert_eq!(outcome.bytes, linked(program, &main).1);
}

#[test]
fn every_field_that_differs_is_told() {
    let program = &written(PROGRAM)[0];
    let assembly = "assembly main.bpx main
  buffer Light internal - - 32
    position float4 0
    colour float4 16
  buffer Camera internal 2 - 144
    view float4x4 0
    eye float4 68
    light Light 80
    planes float4[3] 112
  texture tint internal - - T2D float4
";
    let outcome = run_link(program, &[&written(assembly)[0]], &Options::default());
    let noted: Vec<(String, Vec<String>)> =
        outcome.findings.iter().map(|finding| (finding.message.clone(), finding.notes.clone())).collect();
    let fields = |at: usize| noted[at].1.iter().map(String::as_str).collect::<Vec<_>>();
    assert_eq!(
        fields(0),
        [
            "member `color`: present in program, absent in assembly0",
            "member `colour`: absent in program, present in assembly0",
        ]
    );
    assert_eq!(
        fields(1),
        [
            "register: 1 in program, 2 in assembly0",
            "offset of member `eye`: 64 in program, 68 in assembly0",
            "type of member `eye`: float3 in program, float4 in assembly0",
            "type of member `planes`: float4[2] in program, float4[3] in assembly0",
            "`light`: member `color`: present in program, absent in assembly0",
            "`light`: member `colour`: absent in program, present in assembly0",
        ]
    );
    assert_eq!(fields(2)[0], "type: Constant in program, Texture in assembly0");
    assert_eq!(noted.len(), 3);
    assert!(
        outcome.findings.iter().all(|finding| finding.rule.id == "BPXS-LNK-02" && finding.labels.len() == 1)
    );
}

#[test]
fn the_numbers_of_references_and_the_order_of_properties_do_not_count() {
    let program = &written(PROGRAM)[0];
    let assembly = "assembly main.bpx main
  constant tint internal - - float4 0 16
  sampler other internal 7
  buffer Camera internal 1 - 144
    view float4x4 0
    eye float3 64
    light Light 80
    planes float4[2] 112
  buffer Light internal - - 32
    position float4 0
    color float4 16
";
    let mut packages = support::packages(assembly);
    for symbol in &mut packages[0].pack.symbols {
        if let Some(data) = &mut symbol.data {
            data.properties.reverse();
        }
    }
    assert_eq!(linked(program, &packages[0].write()).0, Change::Linked);
}

#[test]
fn circles_of_structures_come_to_an_end() {
    let text = "program scene.bpx GL40
  buffer A external 1 vertex 16
    b B 0
  buffer B external 2 vertex 16
    a A 0
";
    let program = &written(text)[0];
    let assembly = assembled(&[program], "main");
    assert_eq!(linked(program, &assembly).0, Change::Linked);
}

#[test]
fn structures_that_pair_up_in_many_ways_cost_no_more_than_is_stated() {
    // Cyclic chains of different lengths: comparison would visit every pair of links.
    let ring = |kind: &str, origin: &str, count: usize| {
        let mut text = format!("{kind}\n");
        for number in 0..count {
            let next = (number + 1) % count;
            text.push_str(&format!("  buffer S{number} {origin} - - 16\n    next S{next} 0\n"));
        }
        text
    };
    let program = &written(&ring("program a.bpx GL40", "external", 2003))[0];
    let assembly = &written(&ring("assembly b.bpx main", "internal", 2011))[0];
    let outcome = run_link(program, &[assembly], &Options::default());
    assert!(outcome.done.is_none());
    assert_eq!(outcome.findings[0].rule.id, "BPXS-LNK-02");
    assert!(outcome.findings[0].notes[0].contains("nested structures"));
}

#[test]
fn compression_of_the_inputs_does_not_show() {
    let program = &written(PROGRAM)[0];
    let small = packed(program);
    assert_ne!(&small, program);
    let main = assembled(&[program], "main");
    assert_eq!(assembled(&[&small], "main"), main);
    let small_main = packed(&main);
    let (_, after) = linked(&small, &small_main);
    let file = support::file(&after);
    let pack = Pack::of(&file, 1 << 20).expect("it can be read");
    assert_eq!(pack.write().expect("it can be written"), linked(program, &main).1);
    // Output of our own compressor is reproduced exactly.
    assert_eq!(unlinked(&after), (Change::Unlinked, small));
}

/// Program with random symbols, including structures.
fn random_program(random: &mut Random) -> String {
    let mut text = "program random.bpx GL42\n".to_owned();
    let count = 1 + random.index(12);
    for number in 0..count {
        let origin = ["external", "internal"][random.index(2)];
        match random.index(4) {
            0 => text.push_str(&format!("  sampler s{number} {origin} {number} pixel\n")),
            1 => {
                text.push_str(&format!("  constant c{number} {origin} - vertex float4 {} 16\n", number * 16))
            }
            2 => text.push_str(&format!("  texture t{number} {origin} {number} pixel T3D uint2\n")),
            _ => text.push_str(&format!("  buffer b{number} {origin} {number} - 16\n    value float4 0\n")),
        }
    }
    text.push_str("  buffer First external - - 16\n    value int 0\n");
    text.push_str(
        "  buffer Last external 40 vertex 64\n    one First[2] 0\n    two First 32\n    three Inner 48\n",
    );
    text.push_str("  buffer Inner internal - - 16\n    value float 0\n");
    text.push_str("  stage vertex code\n  section 0x40 something else\n");
    text
}

#[test]
fn any_program_links_to_its_own_assembly_and_comes_back() {
    let mut random = Random::new(7);
    for _ in 0..200 {
        let program = &written(&random_program(&mut random))[0];
        let assembly = assembled(&[program], "main");
        assert_eq!(assembled(&[program], "main"), assembly);
        // Assembling an assembly reproduces it.
        assert_eq!(assembled(&[&assembly], "main"), assembly);
        assert_eq!(assembled(&[program, &assembly, program], "main"), assembly);
        let (change, after) = linked(program, &assembly);
        assert_eq!((change, after.len()), (Change::Linked, program.len()));
        assert_eq!(linked(&after, &assembly), (Change::None, after.clone()));
        assert_eq!(unlinked(&after).1, *program);
        let file = support::file(program);
        let one = [Input { name: "one", file: &file }];
        assert_eq!(merge(&one, &Limits::default()).bytes, *program);
    }
}

#[test]
fn damaged_programs_are_refused_or_linked_but_nothing_panics() {
    let mut random = Random::new(11);
    let program = written(PROGRAM)[0].clone();
    let assembly = assembled(&[&program], "main");
    for _ in 0..3000 {
        let damaged = glassbox_testing::random::mutate(&program, &mut random);
        let window = glassbox_core::reader::Window::whole(&damaged);
        let numbering = glassbox_bpx::file::Numbering::Released;
        let Ok(file) = glassbox_bpx::read::open(window, &Limits::default(), numbering) else {
            continue;
        };
        let input = Input { name: "damaged", file: &file };
        let main = support::file(&assembly);
        let main = Input { name: "main", file: &main };
        let limits = Limits::default();
        let linked = link(&input, &[main], &Options::default(), &limits);
        if linked.done.is_some_and(|linked| linked.change == Change::Linked) {
            assert_eq!(unlinked(&linked.bytes).1, damaged);
        }
        assemble(&[input, main], &[main], "child", &limits);
        merge(&[input, input], &limits);
        glassbox_bpx_link::check_set(&[input, main, input], &limits);
    }
}

#[test]
fn objects_of_no_known_shape_are_compared_by_property() {
    let object = |size: u8| Object::default().with("size", Value::U8(size)).with("name", Value::text("one"));
    let package = |text: &str, data: Object<'static>| {
        let mut packages = support::packages(text);
        packages[0].pack.symbols[0].data = Some(data);
        packages[0].write()
    };
    let program = "program scene.bpx GL40\n  sampler linear external 0 pixel\n";
    let program = package(program, object(1).with_debug_names(&["size"]));
    let assembly = "assembly main.bpx main\n  sampler linear internal 0\n";
    let mut turned = object(1);
    turned.properties.reverse();
    assert_eq!(linked(&program, &package(assembly, turned)).0, Change::Linked);
    let outcome = run_link(&program, &[&package(assembly, object(2))], &Options::default());
    assert_eq!(
        outcome.findings[0].notes,
        ["property `size` of the extended data: one value in program, another in assembly0"]
    );
    let shorter = Object::default().with("size", Value::U8(1));
    let outcome = run_link(&program, &[&package(assembly, shorter)], &Options::default());
    assert_eq!(
        outcome.findings[0].notes,
        ["property `name` of the extended data: present in program, absent in assembly0"]
    );
}
