//! Tests modules: invariants on damaged ones, reflection, repairs, and the corpus.

use glassbox_core::format::{ArtifactKind, DigestPolicy, Edit, Format, MatchConfidence, Strip, WriteLayout};
use glassbox_core::interface::ArraySize;
use glassbox_core::language::Registry;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_spv::FORMAT;
use glassbox_testing::random::{Random, mutate};
use glassbox_testing::{corpus, tree};

static REGISTRY: Registry =
    Registry { languages: &[&glassbox_spirv::LANGUAGE], digests: &[], codecs: &[], views: &[] };

const SHADER: &str = r#"
;! version 1.3
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 8 4 1
OpName %main "main"
OpName %block "Block"
OpName %data "data"
OpMemberName %block 0 "scale"
OpMemberName %block 1 "items"
OpMemberDecorate %block 0 Offset 0
OpMemberDecorate %block 1 Offset 16
OpDecorate %items ArrayStride 16
OpDecorate %block Block
OpDecorate %data DescriptorSet 0
OpDecorate %data Binding 3
OpDecorate %count SpecId 7
%void = OpTypeVoid
%fn = OpTypeFunction %void
%float = OpTypeFloat 32
%int = OpTypeInt 32 1
%count = OpSpecConstant %int -2
%vec4 = OpTypeVector %float 4
%items = OpTypeRuntimeArray %vec4
%block = OpTypeStruct %vec4 %items
%to_block = OpTypePointer StorageBuffer %block
%to_vec4 = OpTypePointer StorageBuffer %vec4
%data = OpVariable %to_block StorageBuffer
%zero = OpConstant %int 0
%main = OpFunction %void None %fn
%entry = OpLabel
%place = OpAccessChain %to_vec4 %data %zero
%value = OpLoad %vec4 %place
OpStore %place %value
OpReturn
OpFunctionEnd
"#;

fn shader() -> Vec<u8> {
    glassbox_spirv::assemble(SHADER).unwrap_or_else(|errors| panic!("{}", errors[0]))
}

fn big_endian(bytes: &[u8]) -> Vec<u8> {
    bytes.chunks(4).flat_map(|word| word.iter().rev().copied()).collect()
}

#[test]
fn both_byte_orders_are_recognised() {
    let module = shader();
    assert_eq!(FORMAT.detect(&module), MatchConfidence::Yes);
    assert_eq!(FORMAT.detect(&big_endian(&module)), MatchConfidence::Yes);
    assert_eq!(FORMAT.detect(&[3, 2]), MatchConfidence::Maybe);
    assert_eq!(FORMAT.detect(b"VBC"), MatchConfidence::No);
    assert_eq!(FORMAT.detect(&[]), MatchConfidence::No);
}

/// Words of a string literal, zero-padded.
fn string_words(bytes: &[u8]) -> Vec<u8> {
    let mut words = bytes.to_vec();
    words.push(0);
    words.resize(words.len().next_multiple_of(4), 0);
    words
}

fn assembled(text: &str) -> Vec<u8> {
    glassbox_spirv::assemble(text).unwrap_or_else(|errors| panic!("{}", errors[0]))
}

fn opened(bytes: &[u8]) -> Box<dyn glassbox_core::format::OpenedFile + '_> {
    match FORMAT.open(Window::whole(bytes), &Limits::default()) {
        Ok(opened) => opened,
        Err(finding) => panic!("{}", finding.message),
    }
}

#[test]
fn a_repaired_bound_leaves_no_finding_that_names_the_repair() {
    // %50 is used but not defined.
    let text = SHADER.replace("OpStore %place %value", "OpStore %place %50");
    for bound in [0u32, 5, 40] {
        let mut bytes = assembled(&text);
        bytes[12..16].copy_from_slice(&bound.to_le_bytes());
        let repaired = opened(&bytes).repair("bound").expect("the bound can be repaired");
        assert_eq!(repaired[12..16], 51u32.to_le_bytes(), "from a bound of {bound}");
        let findings = opened(&repaired).check().into_sorted();
        let rules: Vec<&str> = findings.iter().map(|finding| finding.rule.id).collect();
        assert_eq!(rules, ["SPIRV-ID-01"], "%50 is still undefined, and all else is right");
        let help = findings[0].help.as_deref().unwrap_or_default();
        assert!(!help.contains("repair"), "{help}");
    }
    // An id above the universal limit does not justify a bound that large.
    let text = SHADER.replace("OpStore %place %value", "OpStore %place %4000000000");
    let mut bytes = assembled(&text);
    bytes[12..16].copy_from_slice(&100u32.to_le_bytes());
    let findings = opened(&bytes).check().into_sorted();
    assert_eq!(findings.len(), 1);
    let help = findings[0].help.as_deref().unwrap_or_default();
    assert!(!help.contains("repair"), "{help}");
}

#[test]
fn findings_show_the_instruction() {
    let mut bytes = shader();
    bytes[12..16].copy_from_slice(&5u32.to_le_bytes());
    let findings = opened(&bytes).check().into_sorted();
    let named = findings.iter().find(|finding| finding.notes.iter().any(|note| note.contains("`Op")));
    assert!(named.is_some(), "{findings:?}");
    let without = findings
        .iter()
        .filter(|finding| finding.location.start >= 20)
        .find(|finding| !finding.notes.iter().any(|note| note.starts_with("the instruction is `")));
    assert!(without.is_none(), "{without:?}");
}

#[test]
fn sources_are_pieces_of_their_own() {
    let text = format!(
        "{SHADER}\n%f = OpString \"/home/me/light.comp\"\n%t = OpString \"second\"\n%n = OpString \"dir\\\\light.comp\"\n\
         %s = OpExtInstImport \"NonSemantic.Shader.DebugInfo.100\"\n\
         OpSource GLSL 450 %f \"void main() {{\n\"\nOpSourceContinued \"}}\n\"\n\
         OpSource HLSL 600\nOpSourceContinued \"nobody's\"\n\
         %1000 = OpExtInst %void %s DebugSource %n %t\n%1001 = OpExtInst %void %s DebugSourceContinued %t\n\
         OpSource WGSL 1 %0 \"fn main\"\n"
    );
    let bytes = assembled(&text);
    let opened = opened(&bytes);
    let pieces = opened.artifacts();
    let sources: Vec<(&str, &[u8])> = pieces
        .iter()
        .filter(|piece| piece.kind == ArtifactKind::Source)
        .map(|piece| (piece.name.as_str(), &*piece.bytes))
        .collect();
    assert_eq!(
        sources,
        [
            ("light.comp", &b"void main() {\n}\n"[..]),
            ("light-2.comp", b"secondsecond"),
            ("source.wgsl", b"fn main"),
        ]
    );
}

#[test]
fn modules_are_stripped() {
    let bytes = shader();
    let opened = opened(&bytes);
    let policy = DigestPolicy::default();
    let small =
        opened.edit(&Edit::Strip(&[Strip::Debug, Strip::Names]), policy).expect("a module can be stripped");
    assert!(small.len() < bytes.len());
    let text =
        glassbox_spirv::disassemble(&small, &glassbox_spirv::Options::default()).expect("it is a module");
    assert!(!text.contains("OpName") && !text.contains("OpMemberName"), "{text}");
    let refused = opened
        .edit(&Edit::Strip(&[Strip::RootSignature]), policy)
        .expect_err("a module has no root signature");
    assert!(refused.help.is_some());
    assert!(opened.edit(&Edit::Sign, policy).is_err());
}

#[test]
fn blocks_have_kinds_and_sizes() {
    let text = "
        OpCapability Shader
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %main \"main\"
        OpExecutionMode %main LocalSize 1 1 1
        OpName %old \"old\"
        OpName %new \"new\"
        OpName %uniform \"uniform\"
        OpName %pushed \"pushed\"
        OpDecorate %old DescriptorSet 0
        OpDecorate %old Binding 0
        OpDecorate %new DescriptorSet 0
        OpDecorate %new Binding 1
        OpDecorate %uniform DescriptorSet 0
        OpDecorate %uniform Binding 2
        OpDecorate %old_block BufferBlock
        OpMemberDecorate %old_block 0 Offset 0
        OpMemberDecorate %old_block 1 Offset 16
        OpDecorate %floats ArrayStride 4
        OpDecorate %new_block Block
        OpMemberDecorate %new_block 0 Offset 0
        OpMemberDecorate %new_block 1 Offset 8
        OpMemberDecorate %new_block 2 Offset 16
        OpDecorate %block Block
        OpMemberDecorate %block 0 Offset 0
        OpMemberDecorate %block 0 ColMajor
        OpMemberDecorate %block 0 MatrixStride 16
        OpMemberDecorate %block 1 Offset 64
        OpMemberDecorate %block 1 RowMajor
        OpMemberDecorate %block 1 MatrixStride 16
        OpMemberDecorate %block 2 Offset 128
        OpDecorate %sized ArrayStride 16
        OpDecorate %count SpecId 3
        OpDecorate %push_block Block
        OpMemberDecorate %push_block 0 Offset 16
        OpMemberDecorate %push_block 1 Offset 24
        %void = OpTypeVoid
        %fn = OpTypeFunction %void
        %float = OpTypeFloat 32
        %half = OpTypeFloat 16
        %byte = OpTypeInt 8 0
        %long = OpTypeInt 64 1
        %int = OpTypeInt 32 1
        %count = OpSpecConstant %int 5
        %vec3 = OpTypeVector %float 3
        %halves = OpTypeVector %half 3
        %bytes = OpTypeVector %byte 4
        %mat = OpTypeMatrix %vec3 4
        %floats = OpTypeRuntimeArray %float
        %sized = OpTypeArray %vec3 %count
        %old_block = OpTypeStruct %float %floats
        %new_block = OpTypeStruct %halves %long %bytes
        %block = OpTypeStruct %mat %mat %sized
        %target = OpTypeStruct %float
        %reference = OpTypePointer PhysicalStorageBuffer %target
        %push_block = OpTypeStruct %float %reference
        %to_old = OpTypePointer Uniform %old_block
        %to_new = OpTypePointer StorageBuffer %new_block
        %to_block = OpTypePointer Uniform %block
        %to_push = OpTypePointer PushConstant %push_block
        %old = OpVariable %to_old Uniform
        %new = OpVariable %to_new StorageBuffer
        %uniform = OpVariable %to_block Uniform
        %pushed = OpVariable %to_push PushConstant
        %main = OpFunction %void None %fn
        %entry = OpLabel
        OpReturn
        OpFunctionEnd
    ";
    let bytes = assembled(text);
    let interface = opened(&bytes).interface();
    let blocks: Vec<_> = interface
        .blocks
        .iter()
        .map(|block| (block.name.as_str(), block.kind.as_deref(), block.size))
        .collect();
    assert_eq!(
        blocks,
        [
            // Size before the trailing runtime array.
            ("old", Some("storage-buffer"), Some(16)),
            // Four bytes at offset 16.
            ("new", Some("storage-buffer"), Some(20)),
            // Four columns of 16 bytes, three rows of 16, five elements of 16 at 128.
            ("uniform", Some("uniform-buffer"), Some(208)),
        ]
    );
    // A pointer of 8 bytes at 24.
    assert_eq!(interface.push_constants[0].size, Some(32));
}

#[test]
fn any_source_text_comes_back() {
    let module = shader();
    let mut random = Random::new(7);
    let mut escaped = 0;
    for round in 0..2000 {
        // Control characters and invalid UTF-8 make the string print as words, so half of the texts have
        // none.
        let signs: &[u8] = match round % 2 {
            0 => b"\n\n\n\n\n\n}}}}}}{\"\\ ;%!a=",
            _ => b"\n\n\n\n\n\n}}}}}}{\"\\ \t\r;%!a=\xc3\xa9\x7f",
        };
        let text: Vec<u8> = (0..random.below(100)).map(|_| signs[random.index(signs.len())]).collect();
        let text = string_words(&text);
        // OpSource GLSL 450 %file "…", with the file name in a preceding OpString.
        let mut bytes = module[..20].to_vec();
        bytes.extend(((2 + text.len() as u32 / 4) << 16 | 7).to_le_bytes());
        bytes.extend(40u32.to_le_bytes());
        bytes.extend(&text);
        bytes.extend(((4 + text.len() as u32 / 4) << 16 | 3).to_le_bytes());
        for word in [2u32, 450, 40] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(&text);
        bytes.extend(&module[20..]);
        let tree = tree::tree(&FORMAT, &bytes);
        tree::assert_text_law(&tree, &bytes, &REGISTRY, "a module with source");
        let mut printed = Vec::new();
        glassbox_core::text::print(&bytes, &tree, &REGISTRY, &mut printed).expect("memory takes it");
        escaped += usize::from(printed.windows(4).any(|four| four == b"\n\\}\n"));
    }
    assert!(escaped > 100, "lines that would end the block occur: {escaped}");
}

#[test]
fn reflection_shows_the_module() {
    let module = shader();
    let opened = FORMAT.open(Window::whole(&module), &Limits::default()).expect("it is a module");
    assert!(opened.check().items().is_empty(), "{:?}", opened.check());
    let interface = opened.interface();
    assert_eq!(interface.entry_points[0].stage, "compute");
    assert_eq!(interface.entry_points[0].modes, [("local size".to_owned(), "8 x 4 x 1".to_owned())]);
    let resource = &interface.resources[0];
    assert_eq!(
        (resource.kind.as_str(), resource.set, resource.binding),
        ("storage-buffer", Some(0), Some(3))
    );
    assert_eq!(resource.access.as_deref(), Some("read-write"));
    assert_eq!(resource.stages, ["compute"]);
    assert_eq!(resource.element_size, Some(16));
    let members = &interface.blocks[0].members;
    assert_eq!((members[1].name.as_str(), members[1].offset), ("items", Some(16)));
    assert_eq!(members[1].ty.as_ref().map(|ty| ty.array.clone()), Some(vec![ArraySize::Runtime]));
    assert_eq!(interface.specialization_constants[0].default, "-2");
    let symbols = opened.symbols();
    assert!(symbols.iter().any(|symbol| symbol.name == "data" && symbol.kind == "variable"));
    assert!(symbols.iter().any(|symbol| symbol.name == "main" && symbol.kind == "function"));
}

#[test]
fn any_module_keeps_the_laws() {
    let little = shader();
    let mut random = Random::new(11);
    for module in [big_endian(&little), little] {
        for round in 0..300 {
            let damaged = mutate(&module, &mut random);
            tree::assert_laws(&FORMAT, &REGISTRY, &damaged, &format!("round {round}"));
            if let Ok(opened) = FORMAT.open(Window::whole(&damaged), &Limits::default()) {
                assert_eq!(opened.write(WriteLayout::Original).expect("it can be written"), damaged);
            }
        }
        for cut in 0..module.len() {
            tree::assert_laws(&FORMAT, &REGISTRY, &module[..cut], &format!("cut at {cut}"));
        }
    }
}

#[test]
fn repairs_fix_what_they_name() {
    let module = shader();
    let fix = |bytes: &[u8], name: &str| {
        let opened = FORMAT.open(Window::whole(bytes), &Limits::default()).expect("it is a module");
        assert!(opened.repairs().iter().any(|repair| repair.name == name), "{name} is offered");
        opened.repair(name).expect("it can be fixed")
    };
    let mut longer = module.clone();
    longer.push(0);
    assert_eq!(fix(&longer, "trailing"), module);
    assert_eq!(fix(&big_endian(&module), "byte-order"), module);
    for bound in [0, 5] {
        let mut low = module.clone();
        low[12] = bound;
        assert_eq!(fix(&low, "bound"), module);
    }
}

#[test]
fn shared_structures_do_not_unfold_without_end() {
    let mut text = "OpCapability Shader\nOpMemoryModel Logical GLSL450\n%1 = OpTypeFloat 32\n".to_owned();
    for id in 2..60 {
        text.push_str(&format!("%{id} = OpTypeStruct %{0} %{0} %{0}\n", id - 1));
    }
    text.push_str("%60 = OpTypePointer PushConstant %59\n%61 = OpVariable %60 PushConstant\n");
    let module = glassbox_spirv::assemble(&text).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let opened = FORMAT.open(Window::whole(&module), &Limits::default()).expect("it is a module");
    assert!(!opened.interface().notes.is_empty());
}

#[test]
fn modules_of_the_corpus_have_no_errors() {
    let mut modules = 0;
    for path in corpus::files("vbc", &[".vbc"]) {
        if path.to_string_lossy().contains("malformed") {
            continue;
        }
        let file = std::fs::read(&path).expect("the file is readable");
        let starts: Vec<usize> = file
            .windows(4)
            .enumerate()
            .filter(|(_, word)| *word == [3, 2, 0x23, 7])
            .map(|(at, _)| at)
            .collect();
        for (index, &start) in starts.iter().enumerate() {
            let module = &file[start..starts.get(index + 1).copied().unwrap_or(file.len())];
            tree::assert_laws(&FORMAT, &REGISTRY, module, &path.display().to_string());
            let opened = FORMAT.open(Window::whole(module), &Limits::default()).expect("it is a module");
            assert!(!opened.check().has_errors(), "{}: {:?}", path.display(), opened.check());
            modules += 1;
        }
    }
    eprintln!("{modules} modules");
}
