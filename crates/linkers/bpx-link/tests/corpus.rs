//! Tests the corpus's link cases and files from the vendor's assembler and linker.

use crate::support;
use glassbox_bpx::file::File;
use glassbox_bpx::pack::Pack;
use glassbox_bpx::raw::{Symbol, SymbolFlags};
use glassbox_bpx_link::{Change, Input, Options, Outcome, assemble, check_set, link, unlink};
use glassbox_core::limits::Limits;
use glassbox_testing::corpus;

/// Reads a corpus file.
fn bytes(name: &str) -> Vec<u8> {
    corpus::bytes(&format!("bpxs/{name}.bpx"))
}

fn run<T>(names: &[&str], work: impl FnOnce(&[Input<'_>]) -> Outcome<T>) -> Outcome<T> {
    let held: Vec<Vec<u8>> = names.iter().map(|name| bytes(name)).collect();
    let files: Vec<File<'_>> = held.iter().map(|bytes| support::file(bytes)).collect();
    let inputs: Vec<Input<'_>> = names.iter().zip(&files).map(|(name, file)| Input { name, file }).collect();
    work(&inputs)
}

fn linked(program: &str, assembly: &str) -> Outcome<glassbox_bpx_link::Linked> {
    run(&[program, assembly], |inputs| {
        link(&inputs[0], &inputs[1..], &Options::default(), &Limits::default())
    })
}

fn rules<T>(outcome: &Outcome<T>) -> Vec<&'static str> {
    outcome.findings.iter().map(|finding| finding.rule.id).collect()
}

#[test]
fn programs_link_as_the_manifest_says() {
    let outcome = linked("link-prog-ok", "link-asm-main");
    assert_eq!(outcome.done.map(|linked| linked.change), Some(Change::Linked));
    assert_eq!(outcome.bytes, bytes("link-prog-ok.linked"));
    for (program, rule) in [
        ("link-prog-unresolved", "BPXS-LNK-01"),
        ("link-prog-mismatch", "BPXS-LNK-02"),
        ("link-prog-other", "BPXS-LNK-03"),
    ] {
        let outcome = linked(program, "link-asm-main");
        assert_eq!(rules(&outcome), [rule], "{program}");
        assert!(outcome.done.is_none(), "{program}");
    }
    let again = linked("link-prog-ok.linked", "link-asm-main");
    assert_eq!(again.done.map(|linked| linked.change), Some(Change::None));
    let back = run(&["link-prog-ok.linked"], |inputs| unlink(&inputs[0], &Limits::default()));
    assert_eq!(back.bytes, bytes("link-prog-ok"));
}

#[test]
fn programs_that_disagree_have_no_assembly() {
    let limits = Limits::default();
    let outcome =
        run(&["link-prog-ok", "link-prog-mismatch"], |inputs| assemble(inputs, &[], "main", &limits));
    assert_eq!(rules(&outcome), ["BPXS-LNK-05"]);
    let finding = &outcome.findings[0];
    assert_eq!(finding.notes, ["register: 7 in link-prog-mismatch, 1 in link-prog-ok"]);
    assert_eq!((finding.location.input, finding.labels[0].location.input), (1, 0));
}

/// Symbols independent of their numbering and property order.
fn meaning(file: &File<'_>) -> Vec<(String, u16, String, Option<u8>)> {
    let symbols = file.symbols();
    let mut all: Vec<_> = symbols
        .iter()
        .map(|symbol: Symbol| {
            let register = symbol.flags.has(SymbolFlags::REGISTER).then_some(symbol.register);
            let origin = symbol.flags.0 & (SymbolFlags::EXTERNAL.0 | SymbolFlags::INTERNAL.0);
            let kind = symbol.symbol_type.to_string();
            (file.name_of(&symbol).into_owned(), origin, kind, register)
        })
        .collect();
    all.sort();
    all
}

#[test]
fn assemblies_mean_what_those_of_the_vendor_mean() {
    let limits = Limits::default();
    for (program, theirs, name) in [
        ("sdk-mesh-gl42", "sdk-asm-main", "main"),
        ("sdk-mesh-gl42-debug", "sdk-asm-main-debug", "main"),
        ("sdk-asm-multi", "sdk-asm-multi", "multi"),
        ("sdk-asm-main-debug", "sdk-asm-main", "main"),
    ] {
        let ours = run(&[program], |inputs| assemble(inputs, &[], name, &limits));
        let theirs = bytes(theirs);
        assert!(ours.findings.is_empty(), "{program}: {:?}", ours.findings);
        let (one, other) = (support::file(&ours.bytes), support::file(&theirs));
        assert_eq!(one.shader_ext(), other.shader_ext(), "{program}");
        assert_eq!(meaning(&one), meaning(&other), "{program}");
        // Equal in every field, hence interchangeable.
        let inputs = [Input { name: "ours", file: &one }, Input { name: "theirs", file: &other }];
        let both = assemble(&inputs, &[], name, &limits);
        assert!(both.findings.is_empty(), "{program}: {:?}", both.findings);
        assert_eq!(both.bytes, ours.bytes, "{program}");
    }
}

#[test]
fn a_child_has_its_parent_and_the_same_origins() {
    let limits = Limits::default();
    let outcome = run(&["sdk-mesh-gl42", "sdk-asm-main"], |inputs| {
        assemble(&inputs[..1], &inputs[1..], "child", &limits)
    });
    let theirs = bytes("sdk-asm-child");
    let (ours, theirs) = (support::file(&outcome.bytes), support::file(&theirs));
    assert_eq!(ours.parent(), theirs.parent());
    assert_eq!(ours.shader_ext(), theirs.shader_ext());
    assert_eq!(meaning(&ours), meaning(&theirs));
}

#[test]
fn the_vendors_linker_marks_other_symbols() {
    let outcome = linked("sdk-mesh-gl42", "sdk-asm-main");
    let theirs = bytes("sdk-mesh-gl42-linked");
    let (ours, theirs_file) = (support::file(&outcome.bytes), support::file(&theirs));
    let marked = |file: &File<'_>| -> Vec<usize> {
        let symbols = file.symbols();
        let marked = symbols.iter().enumerate();
        let marked = marked.filter(|(_, symbol)| symbol.flags.has(SymbolFlags::ASSEMBLY));
        marked.map(|(index, _)| index).collect()
    };
    let external: Vec<usize> = ours
        .symbols()
        .iter()
        .enumerate()
        .filter(|(_, symbol)| symbol.flags.has(SymbolFlags::EXTERNAL))
        .map(|(index, _)| index)
        .collect();
    assert_eq!(marked(&ours), external);
    // The same number, from the front.
    let front: Vec<usize> = (0..external.len()).collect();
    assert_eq!(marked(&theirs_file), front);
    assert_eq!(ours.shader_ext(), theirs_file.shader_ext());
    // Relinking their file corrects the flags, and unlinking it restores their compiler's output.
    let fixed = linked("sdk-mesh-gl42-linked", "sdk-asm-main");
    assert_eq!(fixed.done.map(|linked| linked.change), Some(Change::Fixed));
    assert_eq!(fixed.bytes, outcome.bytes);
    let back = run(&["sdk-mesh-gl42-linked"], |inputs| unlink(&inputs[0], &Limits::default()));
    assert_eq!(back.bytes, bytes("sdk-mesh-gl42"));
}

#[test]
fn two_references_in_one_structure_are_no_trouble() {
    let limits = Limits::default();
    let outcome = run(&["sdk-two-structrefs"], |inputs| assemble(inputs, &[], "main", &limits));
    assert!(outcome.done.is_some(), "{:?}", outcome.findings);
    let program = bytes("sdk-two-structrefs");
    let (program, assembly) = (support::file(&program), support::file(&outcome.bytes));
    let inputs = [Input { name: "program", file: &program }, Input { name: "assembly", file: &assembly }];
    let linked = link(&inputs[0], &inputs[1..], &Options::default(), &limits);
    assert!(linked.done.is_some(), "{:?}", linked.findings);
}

#[test]
fn whatever_links_comes_back() {
    let limits = Limits::default();
    for row in corpus::expected("bpxs") {
        let held = row.bytes();
        let window = glassbox_core::reader::Window::whole(&held);
        let numbering = glassbox_bpx::file::Numbering::Released;
        let Ok(file) = glassbox_bpx::read::open(window, &limits, numbering) else {
            continue;
        };
        let input = Input { name: &row.name, file: &file };
        check_set(&[input], &limits);
        let assembly = assemble(&[input], &[], "own", &limits);
        if assembly.done.is_none() || !file.is_program() || file.shader_ext().assembly.0 != 0 {
            continue;
        }
        let assembly = support::file(&assembly.bytes);
        let assembly = Input { name: "own", file: &assembly };
        let linked = link(&input, &[assembly], &Options::default(), &limits);
        if linked.done.is_none() {
            // Damage outside the symbols prevents rewriting; such file names start this way.
            assert!(row.name.starts_with("bpxs/bad-"), "{}: {:?}", row.name, linked.findings);
            continue;
        }
        let after = support::file(&linked.bytes);
        let after = Input { name: "linked", file: &after };
        let back = unlink(&after, &limits).bytes;
        // Another compressor's stream cannot be reproduced, only its contents; the same goes for
        // incorrect flags.
        let is_packed = file.sections.iter().any(|section| section.codec().is_some());
        let was_marked = file.symbols().iter().any(|symbol| symbol.flags.has(SymbolFlags::ASSEMBLY));
        if !is_packed && !was_marked {
            assert!(back == held, "{}", row.name);
        } else if !was_marked {
            let again = support::file(&back);
            assert_eq!(Pack::of(&again, 1 << 20).ok(), Pack::of(&file, 1 << 20).ok(), "{}", row.name);
        }
    }
}
