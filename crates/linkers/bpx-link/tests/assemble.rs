//! Tests the symbols of assemblies and merged programs.

use crate::support;
use glassbox_bpx::extended::{ExtendedData, MemberType};
use glassbox_bpx::file::File;
use glassbox_bpx::raw::{PackType, Stage, Symbol, SymbolFlags, Target};
use glassbox_bpx::sd::Document;
use glassbox_bpx::sd::names::hash;
use glassbox_bpx_link::{Input, Outcome, assemble, merge};
use glassbox_core::limits::Limits;

fn all<T>(text: &str, work: impl FnOnce(&[Input<'_>]) -> Outcome<T>) -> Vec<u8> {
    let packages = support::packages(text);
    let written: Vec<Vec<u8>> = packages.iter().map(|package| package.write()).collect();
    let files: Vec<File<'_>> = written.iter().map(|bytes| support::file(bytes)).collect();
    let inputs = support::inputs(&packages, &files);
    let outcome = work(&inputs);
    assert!(outcome.done.is_some(), "{:?}", outcome.findings);
    assert!(outcome.findings.is_empty(), "{:?}", outcome.findings);
    outcome.bytes
}

/// Name, flags and register of each symbol.
fn symbols(file: &File<'_>) -> Vec<(String, SymbolFlags, u8)> {
    let symbols = file.symbols();
    let shown =
        symbols.iter().map(|symbol| (file.name_of(&symbol).into_owned(), symbol.flags, symbol.register));
    shown.collect()
}

/// Symbols referenced by a symbol's members.
fn references(file: &File<'_>, index: usize) -> Vec<String> {
    let symbol: Symbol = file.symbols().get(index).expect("the file has the symbol");
    let objects = file.objects(1 << 20);
    let document: &Document<'_> =
        &objects.documents[objects.at(symbol.extended_data).expect("the symbol has extended data")];
    let ExtendedData::Structure(structure) = ExtendedData::decode(symbol.symbol_type, document.root()) else {
        panic!("it is a structure");
    };
    let types = structure.props.iter().map(|member| member.ty);
    let named = types.filter_map(MemberType::reference).map(|number| {
        let symbol = file.symbols().get(usize::from(number)).expect("the file has the symbol");
        file.name_of(&symbol).into_owned()
    });
    named.collect()
}

#[test]
fn an_assembly_holds_what_is_shared_with_references_that_hold() {
    let text = "program a.bpx GL40
  texture albedo internal 0 pixel T2D float4
  buffer Camera external 1 vertex,pixel 64
    one Light 0
    two Fog 32
    three Light[1] 48
  buffer Fog internal - - 16
    density float 0
    deep Deep 4
  buffer Light external - - 16
    color float4 0
  buffer Deep internal - - 4
    value float 0
  stage vertex code
program b.bpx VK10
  sampler linear external 3 pixel
  buffer Light external - - 16
    color float4 0
  stage vertex code
";
    let bytes = all(text, |inputs| assemble(inputs, &[], "main", &Limits::default()));
    let file = support::file(&bytes);
    let ext = file.shader_ext();
    assert_eq!((ext.assembly.0, ext.target, ext.pack_type), (hash("main"), Target::ANY, PackType::ASSEMBLY));
    let found = symbols(&file);
    let names: Vec<&str> = found.iter().map(|(name, ..)| name.as_str()).collect();
    // Referenced private structures are included, after their users.
    assert_eq!(names, ["Camera", "Fog", "Deep", "Light", "linear"]);
    for (name, flags, _) in &found {
        assert!(flags.has(SymbolFlags::INTERNAL), "{name}");
        assert_eq!(flags.0 & (SymbolFlags::STAGES | 0x60), 0, "{name}");
    }
    assert_eq!((found[0].2, found[4].2), (1, 3));
    assert_eq!(references(&file, 0), ["Light", "Fog", "Light"]);
    assert_eq!(references(&file, 1), ["Deep"]);
    assert!(file.parent().is_none());
    let findings = glassbox_bpx::check::check_bytes(&bytes, &Limits::default());
    assert!(!findings.has_errors(), "{:?}", findings.items());
}

#[test]
fn what_a_parent_has_is_external() {
    let text = "program a.bpx GL40
  sampler linear external 3 pixel
  constant tint external - pixel float4 0 16
  stage pixel code
assembly child.bpx child parent main
  sampler other internal 0
assembly main.bpx main
  constant tint internal - - float4 0 16
";
    let bytes = all(text, |inputs| assemble(&inputs[..1], &inputs[1..], "grandchild", &Limits::default()));
    let file = support::file(&bytes);
    assert_eq!(file.parent(), Some(hash("child")));
    let origins: Vec<bool> =
        symbols(&file).iter().map(|(_, flags, _)| flags.has(SymbolFlags::EXTERNAL)).collect();
    assert_eq!(origins, [false, true]);
}

#[test]
fn stages_of_one_program_become_one() {
    let text = "program a.bpx GL40
  buffer Camera external 1 vertex 32
    light Light 0
  buffer Light external - - 16
    color float4 0
  format Mesh external - vertex 12
    position float3 0
  pipeline opaque internal - -
  stage vertex vertex code
  section 0x40 custom
program b.bpx GL40
  output color internal 0 pixel float4
  buffer Light external - - 16
    color float4 0
  buffer Camera external 1 pixel 32
    light Light 0
  pipeline opaque internal - -
  stage pixel pixel code
  section 0x40 custom
";
    let bytes = all(text, |inputs| merge(inputs, &Limits::default()));
    let file = support::file(&bytes);
    let stages: Vec<(Stage, &[u8])> = file.shaders().map(|(_, stage, code)| (stage, code)).collect();
    assert_eq!(stages, [(Stage::VERTEX, b"vertex code".as_slice()), (Stage::PIXEL, b"pixel code")]);
    let found = symbols(&file);
    let names: Vec<&str> = found.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(names, ["Camera", "Light", "Mesh", "opaque", "color"]);
    assert!(found[0].1.has(SymbolFlags::VERTEX.with(SymbolFlags::PIXEL)));
    assert_eq!(references(&file, 0), ["Light"]);
    assert_eq!(file.sections.iter().filter(|section| section.header.section_type.0 == 0x40).count(), 1);
    let findings = glassbox_bpx::check::check_bytes(&bytes, &Limits::default());
    assert!(!findings.has_errors(), "{:?}", findings.items());
}
