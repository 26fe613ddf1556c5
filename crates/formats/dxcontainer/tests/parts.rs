//! Tests parsing of handwritten parts.

use crate::support;
use glassbox_core::format::{ArtifactKind, OpenedFile as _};
use glassbox_core::interface::ArraySize;
use glassbox_dxcontainer::FORMAT;
use glassbox_dxcontainer::part::psv::{Relation, StageInfo};
use glassbox_dxcontainer::part::rts::Payload;
use glassbox_dxcontainer::part::srci::{arguments, sources};
use glassbox_dxcontainer::part::{Content, psv, rdat, rts, signature};
use glassbox_testing::corpus;
use glassbox_testing::tree::tree;
use support::{container, open, parts, words};

fn content<'c>(
    container: &'c glassbox_dxcontainer::container::Container<'_>,
    code: &[u8; 4],
) -> &'c Content<'c> {
    container.content(code).expect("the part is there")
}

#[test]
fn a_signature() {
    let bytes = parts::pixel();
    let file = open(&bytes);
    let Content::Signature(signature) = content(&file, b"ISG1") else { panic!("a signature") };
    let [position, coordinate] = signature.elements.as_slice() else { panic!("two elements") };
    assert_eq!(position.name.bytes(), b"SV_Position");
    assert_eq!(position.system_value, signature::raw::SystemValue::POSITION);
    assert_eq!(coordinate.name.bytes(), b"TEXCOORD");
    assert_eq!((coordinate.register.0, coordinate.mask.letters()), (1, "xy".to_owned()));
    assert_eq!(signature.padding, [0; 3]);
}

#[test]
fn state_validation_with_dependencies() {
    let bytes = parts::pixel();
    let file = open(&bytes);
    let Content::Psv(psv) = content(&file, b"PSV0") else { panic!("state validation") };
    assert_eq!(psv.stopped, None);
    assert_eq!(psv.info.version(), 3);
    assert!(matches!(psv.info.stage, StageInfo::Pixel(_)));
    assert_eq!(psv.entry_name().map(|name| name.lossy()).as_deref(), Some("main"));
    assert_eq!(psv.resources.len(), 3);
    let [table] = psv.dependencies.as_slice() else { panic!("one table") };
    assert_eq!((table.what, table.rows, table.row_words), (Relation::InputToOutput(0), 2, 1));
    // The texture coordinate is the second vector: only its x and y affect the colour.
    for input in 0..8 {
        for output in 0..4 {
            assert_eq!(table.depends(input, output), matches!(input, 4 | 5), "{input} to {output}");
        }
    }
    assert!(!table.depends(4, 4) && !table.depends(8, 0) && !table.depends(4, 32));
}

#[test]
fn every_version_of_state_validation() {
    let versions = [(24, 0), (36, 1), (48, 2), (52, 3), (56, 4), (60, 4)];
    for (size, version) in versions {
        let mut info = vec![0u32; size / 4];
        // Compute shader, if the version has a stage.
        if let Some(stage) = info.get_mut(6) {
            *stage = 5;
        }
        let mut data = words(&[size as u32]);
        data.extend(words(&info));
        data.extend(words(&[0]));
        if version >= 1 {
            // String table with the empty name; no indices.
            data.extend(words(&[4, 0, 0]));
        }
        let bytes = container(&[(b"PSV0", data)]);
        let file = open(&bytes);
        let Content::Psv(psv) = content(&file, b"PSV0") else { panic!("state validation") };
        assert_eq!((psv.info.version(), psv.stopped), (version, None), "{size} bytes");
        assert_eq!(psv.info.kind().is_some(), version >= 1);
        assert_eq!(psv.info.threads.is_some(), version >= 2);
        assert_eq!(psv.info.entry.is_some(), version >= 3);
        assert_eq!(psv.info.shared.is_some(), version >= 4);
        let unknown = support::ids(&bytes).contains(&"DXC-PSV-02");
        assert_eq!(unknown, size == 60, "{size} bytes");
    }
}

#[test]
fn a_stage_with_patches_and_a_view_id() {
    let mut data = words(&[36]);
    // Hull shader: 3 input and 4 output control points, quad domain, clockwise triangles; no wave sizes.
    data.extend(words(&[3, 4, 3, 3, 0, u32::MAX]));
    // Stage, view id, two patch vectors; no elements; one input and one output vector.
    data.extend([3, 1, 2, 0, 0, 0, 0, 1, 1, 0, 0, 0]);
    data.extend(words(&[0, 0, 0]));
    // View id: outputs, patches. Four input components: outputs, patches.
    data.extend(words(&[1, 2]));
    data.extend(words(&[1, 2, 4, 8]));
    data.extend(words(&[0x10, 0x20, 0x40, 0x80]));
    let bytes = container(&[(b"PSV0", data)]);
    let file = open(&bytes);
    let Content::Psv(psv) = content(&file, b"PSV0") else { panic!("state validation") };
    assert_eq!(psv.stopped, None);
    let relations: Vec<Relation> = psv.dependencies.iter().map(|table| table.what).collect();
    assert_eq!(
        relations,
        [
            Relation::ViewToOutput(0),
            Relation::ViewToPatch,
            Relation::InputToOutput(0),
            Relation::InputToPatch
        ]
    );
    let StageInfo::Hull(hull) = psv.info.stage else { panic!("a hull shader") };
    assert_eq!((hull.input_control_points, hull.output_control_points), (3, 4));
    assert_eq!(hull.domain, psv::raw::Domain::QUAD);
    assert!(psv.dependencies[3].depends(2, 6) && !psv.dependencies[3].depends(2, 5));
    assert_eq!(psv.end, file.parts()[0].end);
}

#[test]
fn root_signatures_of_every_version() {
    for version in 1..=3u32 {
        // A descriptor at 36, followed by a sampler.
        let descriptor: &[u32] = match version {
            1 => &[7, 2],
            _ => &[7, 2, 8],
        };
        let samplers = 36 + 4 * descriptor.len() as u32;
        let mut data = words(&[version, 1, 24, 1, samplers, 0]);
        data.extend(words(&[2, 0, 36]));
        data.extend(words(descriptor));
        data.extend(words(&[0x15, 1, 1, 1, 0, 1, 4, 2, 0, 0, 3, 0, 5]));
        if version == 3 {
            data.extend(words(&[2]));
        }
        let bytes = container(&[(b"RTS0", data)]);
        let file = open(&bytes);
        let Content::Rts(signature) = content(&file, b"RTS0") else { panic!("a root signature") };
        let [Payload::Descriptor(base, flags)] = signature.payloads.as_slice() else {
            panic!("a descriptor")
        };
        assert_eq!((base.register, base.space), (7, 2));
        assert_eq!(flags.map(|flags| flags.0), (version > 1).then_some(8));
        assert_eq!(signature.samplers.get(0).map(|sampler| sampler.register), Some(3));
        let wanted = (version == 3).then_some(rts::raw::SamplerFlags::NON_NORMALIZED);
        assert_eq!(signature.sampler_flags(0), wanted);
        let findings: Vec<&str> =
            support::ids(&bytes).into_iter().filter(|id| id.starts_with("DXC-RTS")).collect();
        let expected: &[&str] = if version == 3 { &["DXC-RTS-01"] } else { &[] };
        assert_eq!(findings, expected);
    }
}

#[test]
fn places_in_a_table() {
    let bytes = parts::pixel();
    let file = open(&bytes);
    let Content::Rts(signature) = content(&file, b"RTS0") else { panic!("a root signature") };
    let Some(Payload::Table(_, ranges)) = signature.payloads.get(2) else { panic!("a table") };
    assert_eq!(rts::table_places(ranges), [(Some(0), Some(4)), (Some(4), Some(6))]);
}

#[test]
fn runtime_data() {
    let bytes = parts::runtime_library();
    let file = open(&bytes);
    let Content::Rdat(model) = content(&file, b"RDAT") else { panic!("runtime data") };
    let names: Vec<String> = model.functions().map(|function| function.name.lossy()).collect();
    assert_eq!(names, ["Shade", "Node"]);
    let shade = model.functions().next().expect("a function");
    assert_eq!(model.array(shade.raw.resources).collect::<Vec<_>>(), [0]);
    let needed: Vec<String> =
        model.array(shade.raw.dependencies).map(|text| model.name(text).lossy()).collect();
    assert_eq!(needed, ["Noise"]);
    assert_eq!(model.root_signatures.len(), 1);
    assert_eq!(model.array(rdat::raw::NONE).count(), 0);
    let interface = file.interface();
    let node = &interface.entry_points[1];
    assert!(node.modes.contains(&("threads".to_owned(), "8, 8, 1".to_owned())));
    assert!(node.modes.contains(&("node".to_owned(), "Node[0]".to_owned())));
    assert_eq!(interface.resources[0].name, "Albedo");
    assert_eq!(interface.resources[0].array, [ArraySize::Fixed(4)]);
    assert_eq!((interface.exports.len(), interface.imports.len()), (2, 1));
}

#[test]
fn definitions() {
    let bytes = parts::defined();
    let file = open(&bytes);
    let interface = file.interface();
    let [block] = interface.blocks.as_slice() else { panic!("one buffer") };
    assert_eq!((block.name.as_str(), block.register.as_deref()), ("Params", Some("b0")));
    let light = &block.members[0];
    let ty = light.ty.as_ref().expect("a type");
    let members: Vec<(&str, Option<u32>)> =
        ty.members.iter().map(|one| (one.name.as_str(), one.offset)).collect();
    assert_eq!(members, [("color", Some(0)), ("falloff", Some(16))]);
    let threads = &interface.entry_points[0].modes;
    assert!(threads.contains(&("threads".to_owned(), "8, 8, 1".to_owned())));
    let symbols = file.symbols();
    let uniform = symbols.iter().find(|symbol| symbol.name == "light").expect("a uniform");
    assert_eq!(uniform.path, "rdef.variables[0][0].name");
}

#[test]
fn sources_and_arguments() {
    let bytes = parts::debug_file();
    let file = open(&bytes);
    let mut seen = 0;
    for (code, text) in [(b"SRCI", "float4 main() : SV_Target { return 0; }\n"), (b"PDBI", "int x;")] {
        let Content::Srci(model) = content(&file, code) else { panic!("source information") };
        let files = sources(model);
        let [(name, content)] = files.as_slice() else { panic!("one file") };
        assert_eq!((name.as_str(), content.as_ref()), ("main.hlsl", text.as_bytes()));
        let listed = arguments(model);
        assert_eq!(listed[0], ("T".to_owned(), "ps_6_0".to_owned()));
        seen += listed.len();
    }
    assert_eq!(seen, 3);
}

/// Sources and arguments in debug information, and the file that was compiled.
#[test]
fn sources_are_extracted() {
    let cases = [
        ("dxc19/ps_tex_zi_embed", "ildb-ps_tex", "ildb-args", "-T\nps_6_0\n-Zi\n-Qembed_debug"),
        ("pdb/ps_tex_zi_stream5", "srci-ps_tex", "srci-arguments", "-T ps_6_0\n-Zi"),
        ("pdb/ps_tex_zs_stream5", "srci-ps_tex", "srci-arguments", "-T ps_6_0\n-Zs"),
    ];
    let source = corpus::bytes("dxcontainer/hlsl/ps_tex.hlsl");
    for (file, name, list, arguments) in cases {
        let bytes = corpus::bytes(&format!("dxcontainer/{file}.dxil"));
        let container = open(&bytes);
        let artifacts = container.artifacts();
        let found = |name: &str| artifacts.iter().find(|one| one.name == name).expect(file);
        let text = found(name);
        assert_eq!((text.kind, text.extension), (ArtifactKind::Source, "hlsl"), "{file}");
        assert!(*text.bytes == source[..], "{file}");
        let lines = found(list);
        assert_eq!((lines.kind, &*lines.bytes), (ArtifactKind::String, arguments.as_bytes()), "{file}");
        assert_eq!(artifacts.iter().filter(|one| one.kind == ArtifactKind::Source).count(), 1);
    }
}

/// A debug file has its module in `ILDB` only; the summary reads it there. The same compiler wrote the container with both parts.
#[test]
fn debug_files_are_summarised_by_their_debug_module() {
    let summary = |file: &str| {
        let bytes = corpus::bytes(&format!("dxcontainer/{file}.dxil"));
        let summary = open(&bytes).summary();
        let fact = |wanted: &str| {
            summary.facts.iter().find(|(label, _)| label == wanted).map(|(_, value)| value.clone())
        };
        (summary.producer.clone(), fact("validator version"), fact("exported functions"))
    };
    let embedded = summary("dxc19/ps_tex_zi_embed");
    assert!(embedded.0.is_some() && embedded.1.is_some());
    assert_eq!(embedded.2.as_deref(), Some("1"), "main");
    assert_eq!(summary("pdb/ps_tex_zi_stream5"), embedded);
    assert_eq!(summary("pdb/ps_tex_zs_stream5"), (None, None, None), "sources only");
}

/// A section ends with its header if its size is wrong; what follows is not read as sections.
#[test]
fn a_section_of_a_wrong_size_is_its_header() {
    for size in [7, 1000] {
        let bytes = container(&[(b"SRCI", words(&[44, 2 << 16, 20, 1 << 16, 0, 0, 0, size, 2 << 16, 1, 1]))]);
        let tree = tree(&FORMAT, &bytes);
        let start = open(&bytes).parts()[0].start;
        let ranges: Vec<(String, u64, u64)> = tree
            .nodes()
            .map(|(id, node)| (tree.path(id), node))
            .filter(|(path, _)| ["srci.names", "srci.arguments"].contains(&path.as_str()))
            .map(|(path, node)| (path, node.start - start, node.end - start))
            .collect();
        let expected = [("srci.names".to_owned(), 8, 28), ("srci.arguments".to_owned(), 28, 36)];
        assert_eq!(ranges, expected, "{size}");
        assert!(support::ids(&bytes).contains(&"DXC-SRC-01"));
    }
}

/// A hundred thousand names in one string of a megabyte: scanning each to its end would take minutes.
#[test]
fn names_that_share_a_long_string_cost_little() {
    let count = 100_000u32;
    let mut data = words(&[count, 8]);
    for _ in 0..count {
        data.extend(words(&[8 + 24 * count, 0, 0, 3, 0, 0xF]));
    }
    data.resize(data.len() + (1 << 20), b'A');
    data.extend([0; 4]);
    let bytes = container(&[(b"ISGN", data)]);
    let file = open(&bytes);
    let _ = support::ids(&bytes);
    let _ = (file.interface(), file.symbols());
}

/// Overlapping parts that exhaust the work budget: contents are read exactly as far as their ranges are named.
#[test]
fn parts_that_share_their_bytes() {
    const VARIABLES: u32 = 250;
    let base = parts::defined();
    let mut shared = glassbox_testing::container::parts(&base)
        .into_iter()
        .find(|(code, _)| code == b"RDEF")
        .map(|(_, data)| data.to_vec())
        .expect("a definition of resources");
    // The first buffer has a long variable table whose names are out of bounds.
    let first = u32::from_le_bytes(*shared[4..].first_chunk().expect("a header")) as usize;
    let table = shared.len() as u32;
    shared[first + 4..first + 8].copy_from_slice(&VARIABLES.to_le_bytes());
    shared[first + 8..first + 12].copy_from_slice(&table.to_le_bytes());
    shared.resize(shared.len() + 40 * VARIABLES as usize, 0xff);
    for count in [2u32, 9000] {
        let start = 32 + 4 * count;
        let mut bytes = base[..20].to_vec();
        for word in [1, start + 8 + shared.len() as u32, count] {
            bytes.extend(word.to_le_bytes());
        }
        for _ in 0..count {
            bytes.extend(start.to_le_bytes());
        }
        bytes.extend(b"RDEF");
        bytes.extend((shared.len() as u32).to_le_bytes());
        bytes.extend(&shared);
        glassbox_testing::tree::assert_laws(
            &glassbox_dxcontainer::FORMAT,
            &support::registry(),
            &bytes,
            &format!("{count} parts"),
        );
    }
}
