//! Opens bytes of every kind.

use glassbox::core::diagnostic::Severity;
use glassbox::core::format::ArtifactKind;
use glassbox::core::limits::Limits;

const MODULE: &str = "\
    OpCapability Linkage
    OpMemoryModel Logical GLSL450
";

fn module() -> Vec<u8> {
    let language = glassbox::language("spirv").expect("SPIR-V is known");
    language.assemble(MODULE).expect("the source is right")
}

#[test]
fn every_id_is_found_and_unique() {
    let formats = glassbox::formats();
    for (index, format) in formats.iter().enumerate() {
        assert_eq!(glassbox::format(format.id()).map(|found| found.id()), Some(format.id()));
        assert!(formats[..index].iter().all(|other| other.id() != format.id()));
    }
    assert!(glassbox::format("nonsense").is_none());
}

#[test]
fn a_file_of_another_kind_has_one_error_and_one_leaf() {
    let limits = Limits::default();
    for format in glassbox::formats().iter().copied() {
        for bytes in [&b"certainly none of them"[..], b"", b"x"] {
            let file = glassbox::open_as(bytes, Some(format), &limits);
            let findings = file.check();
            if file.is_known() {
                // A reader may accept input too short to identify; then it must report an error.
                assert!(findings.has_errors(), "{}", format.id());
                continue;
            }
            assert_eq!(findings.items().len(), 1, "{}", format.id());
            assert_eq!(findings.worst(), Some(Severity::Error));
            assert_eq!(file.tree().leaves().len(), usize::from(!bytes.is_empty()));
            assert!(file.artifacts().is_empty());
            assert!(file.repair("any").is_err());
        }
    }
}

#[test]
fn files_inside_other_data_are_opened_in_place() {
    let module = module();
    let noise = [0x11; 12];
    let bytes = [&noise[..], &module, &noise].concat();
    let limits = Limits::default();
    let file = glassbox::open_as(&bytes, None, &limits);
    assert!(file.format().is_none() && file.is_known());
    let pieces = file.artifacts();
    assert_eq!(pieces[0].kind, ArtifactKind::File("spirv"));
    assert_eq!(pieces[0].bytes, module);
    let tree = file.tree();
    assert!(tree.nodes().any(|(id, _)| tree.path(id) == "spirv[0]"));
    let covered: u64 = tree.leaves().iter().map(|&leaf| tree.node(leaf).end - tree.node(leaf).start).sum();
    assert_eq!(covered, bytes.len() as u64);
}

#[test]
fn a_text_form_stands_for_its_bytes() {
    let text = b"glassbox 1\na u16 = 0x0201\n";
    assert_eq!(glassbox::binary(text).expect("right").as_ref(), [1, 2]);
    assert_eq!(glassbox::binary(b"else").expect("no text").as_ref(), b"else");
    assert!(glassbox::binary(b"glassbox 1\na u8 = 256\n").is_err());
    let odd = glassbox::assemble(b"glassbox 1\n\xff").expect_err("not UTF-8");
    assert_eq!(odd[0].location.line_column, Some((2, 1)));
}

#[test]
fn assembly_tells_its_language() {
    let name = |source| glassbox::language_of_source(source).map(|language| language.name());
    assert_eq!(name(MODULE), Some("spirv"));
    assert_eq!(name("    mov o0, v0, d0\n    end\n"), Some("pica"));
    assert_eq!(name("these are words"), None);
    assert_eq!(name(""), None);
}
