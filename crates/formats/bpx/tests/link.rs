//! Programs and assemblies: the rules that need two files, on packages of our own and on the link cases of the corpus.

mod support;

use glassbox_bpx::file::{File, Numbering};
use glassbox_bpx::link::{check, check_merge, check_name};
use glassbox_bpx::pack::Pack;
use glassbox_bpx::raw::SymbolFlags;
use glassbox_bpx::read::open;
use glassbox_bpx::sd::names::hash;
use glassbox_core::diagnostic::Diagnostics;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_testing::corpus;

fn file(bytes: &[u8]) -> File<'_> {
    open(Window::whole(bytes), &Limits::default(), Numbering::Released).expect("it is BPX")
}

fn rules(findings: &Diagnostics) -> Vec<&'static str> {
    findings.items().iter().map(|finding| finding.rule.id).collect()
}

fn linked(program: &Pack<'_>, assembly: &Pack<'_>) -> Vec<&'static str> {
    let (program, assembly) = (
        program.write().expect("it is sound"),
        assembly.write().expect("it is sound"),
    );
    rules(&check(&file(&program), &file(&assembly), &Limits::default()))
}

#[test]
fn equal_definitions_link_whatever_their_numbers() {
    // The structure is symbol 2 in both; move it in the assembly.
    let mut assembly = support::assembly();
    assert!(linked(&support::program(), &assembly).is_empty());
    assembly.symbols = vec![
        assembly.symbols[2].clone(),
        support::symbol(
            "Camera",
            assembly.symbols[1].symbol_type,
            assembly.symbols[1].flags.0,
            Some(1),
            Some(support::camera(0)),
        ),
        assembly.symbols[0].clone(),
    ];
    assert!(linked(&support::program(), &assembly).is_empty());
}

#[test]
fn what_keeps_a_program_from_being_linked() {
    let program = support::program();
    let mut lacking = support::assembly();
    lacking.symbols[0].name = b"shade".as_slice().into();
    assert_eq!(linked(&program, &lacking), ["BPXS-LNK-01"]);

    let mut moved = support::assembly();
    moved.symbols[1].register = Some(2);
    assert_eq!(linked(&program, &moved), ["BPXS-LNK-02"]);

    let mut shorter = support::assembly();
    shorter.symbols[2].data = None;
    // The structure itself, and the buffer that refers to it.
    assert_eq!(linked(&program, &shorter), ["BPXS-LNK-02", "BPXS-LNK-02"]);

    let mut other = support::program();
    other.assembly = hash("other");
    assert_eq!(linked(&other, &support::assembly()), ["BPXS-LNK-03"]);
    other.assembly = hash("child");
    assert!(linked(&other, &support::assembly()).is_empty());
}

#[test]
fn the_hash_is_that_of_the_name() {
    let bytes = support::assembly().write().expect("it is sound");
    assert!(check_name(&file(&bytes), "child").is_none());
    let finding = check_name(&file(&bytes), "chil").expect("the name is another");
    assert_eq!(
        (finding.rule.id, finding.location.path.as_str()),
        ("BPXS-LNK-04", "type_ext.assembly")
    );
}

#[test]
fn packages_merge_when_they_agree() {
    let merge = |first: &Pack<'_>, second: &Pack<'_>| {
        let (first, second) = (
            first.write().expect("it is sound"),
            second.write().expect("it is sound"),
        );
        rules(&check_merge(&file(&first), &file(&second), &Limits::default()))
    };
    let mut other = support::program();
    assert!(merge(&support::program(), &other).is_empty());
    other.symbols[3].register = Some(7);
    assert_eq!(merge(&support::program(), &other), ["BPXS-LNK-05"]);
    // What stays private may differ.
    other.symbols[3].flags = SymbolFlags::INTERNAL;
    assert!(merge(&support::program(), &other).is_empty());
}

#[test]
fn a_circle_of_structures_comes_to_an_end() {
    let mut pack = support::program();
    pack.symbols[2] = support::symbol(
        "Light",
        pack.symbols[2].symbol_type,
        0x40,
        None,
        Some(support::camera(3)),
    );
    assert!(linked(&pack, &pack).is_empty());
}

#[test]
fn link_cases_of_the_corpus() {
    let rows = corpus::expected("bpxs");
    let bytes = |name: &str| {
        let name = format!("bpxs/link-{name}.bpx");
        rows.iter()
            .find(|row| row.name == name)
            .map(corpus::Expected::bytes)
    };
    let Some(assembly) = bytes("asm-main") else { return };
    let cases = [
        ("prog-ok", ""),
        ("prog-ok.linked", ""),
        ("prog-unresolved", "BPXS-LNK-01"),
        ("prog-mismatch", "BPXS-LNK-02"),
        ("prog-other", "BPXS-LNK-03"),
    ];
    for (name, rule) in cases {
        let program = bytes(name).unwrap_or_else(|| panic!("{name} is missing"));
        let found = rules(&check(&file(&program), &file(&assembly), &Limits::default()));
        assert_eq!(found.first().copied().unwrap_or_default(), rule, "{name}");
    }
    let (ok, mismatch) = (bytes("prog-ok"), bytes("prog-mismatch"));
    if let (Some(ok), Some(mismatch)) = (ok, mismatch) {
        let found = rules(&check_merge(&file(&ok), &file(&mismatch), &Limits::default()));
        assert_eq!(found, ["BPXS-LNK-05"]);
    }
}
