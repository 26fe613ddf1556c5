//! Compares the modules of small programs with text: `tests/golden/NAME.vsl`, with `NAME.vert.spvasm` and
//! `NAME.frag.spvasm` for the stages with code. Names are kept; nothing is optimized.

use std::path::{Path, PathBuf};

use glassbox_spirv::reflect::{DescriptorCount, DescriptorKind, Half, TypeKind};
use glassbox_spirv::{Binary, Options as Text, disassemble, reflect};
use glassbox_testing::spirv::validate;
use glassbox_testing::{case, golden};
use glassbox_vsl::emit::emit;
use glassbox_vsl::model::StageKind;
use glassbox_vsl::{Options, analyze};

fn sources() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("the source can be read");
        (path.with_extension("").to_string_lossy().into_owned(), text)
    };
    case::files(&folder, "vsl").into_iter().map(read).collect()
}

/// Disassembles a module.
fn module(text: &str, stage: StageKind, options: &Options) -> Option<String> {
    let (shader, findings) = analyze(text, options);
    let Some(shader) = shader else {
        let messages: Vec<String> = findings.iter().map(|finding| format!("{finding:?}")).collect();
        panic!("{text}\n{}", messages.join("\n"));
    };
    let body = match stage {
        StageKind::Vertex => &shader.vertex.body,
        StageKind::Fragment => &shader.fragment.body,
    };
    let words = emit(&shader, stage, options).expect("a module");
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let printed = disassemble(&bytes, &Text::default()).expect("a module");
    validate(&words).unwrap_or_else(|error| panic!("{error}\n{printed}"));
    Some(printed).filter(|_| !body.is_empty())
}

glassbox_testing::asking!(spirv_val: modules_are_those_beside_the_sources);

#[test]
fn modules_are_those_beside_the_sources() {
    let mut failures = Vec::new();
    for (name, text) in sources() {
        let options = Options { names: true, ..Options::default() };
        for (stage, suffix) in [(StageKind::Vertex, "vert"), (StageKind::Fragment, "frag")] {
            let path = format!("{name}.{suffix}.spvasm");
            let Some(found) = module(&text, stage, &options) else {
                assert!(!Path::new(&path).exists(), "{path} stands for nothing");
                continue;
            };
            failures.extend(golden::difference(path, found));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The worked example of the language brief (section 18), each fact checked by hand.
#[test]
fn worked_lowering() {
    let source = "@shader graphics; @struct S { float4 v; }; bind(5) RWBuffer<S> d; bind(2) Sampler2D t; \
                  local(vert) float2 uv; @vert { uv = float2(0); } @frag { d[1].v = t[uv]; }";
    let options = Options::default();
    let (shader, _) = analyze(source, &options);
    let words = emit(&shader.expect("a program"), StageKind::Fragment, &options).expect("a module");
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let reflection = reflect(&bytes).expect("a module");

    // Highest slot 5: three words of push constants.
    let block: Vec<_> = reflection.push_constants().collect();
    let [block] = block[..] else { panic!("one block, not {block:?}") };
    let offsets: Vec<Option<u32>> = reflection.members(block.ty).iter().map(|member| member.offset).collect();
    assert_eq!(offsets, [Some(0), Some(4), Some(8)]);
    // d is the high half of word 2, t the low half of word 1.
    let entry = &reflection.entry_points[0];
    let mut reads: Vec<_> = entry.push_reads.iter().map(|read| (read.word.member, read.word.half)).collect();
    reads.sort_by_key(|read| read.0);
    assert_eq!(reads, [(Some(1), Half::Low), (Some(2), Half::High)]);

    // Two tables in set 0.
    let mut tables: Vec<_> = reflection
        .descriptors
        .iter()
        .map(|table| {
            let DescriptorCount::Array(length) = table.count else { panic!("an array") };
            (table.set, table.binding, table.kind, length.default_value())
        })
        .collect();
    tables.sort_by_key(|table| table.1);
    assert_eq!(
        tables,
        [
            (Some(0), Some(0), DescriptorKind::CombinedImageSampler, Some(8192)),
            (Some(0), Some(2), DescriptorKind::StorageBuffer, Some(512)),
        ]
    );
    let [buffer] = reflection.members(reflection.descriptors[0].element) else { panic!("one member") };
    assert_eq!(buffer.offset, Some(0));
    let TypeKind::RuntimeArray { stride, .. } = reflection.ty(buffer.ty) else { panic!("a runtime array") };
    assert_eq!(*stride, Some(16));

    // The only location is that of uv.
    let inputs = reflection.input_locations(entry);
    let inputs: Vec<_> = inputs.iter().map(|input| (input.location, input.components, input.flat)).collect();
    assert_eq!(inputs, [(0, 2, false)]);
    assert!(reflection.output_locations(entry).is_empty());
    // Every global variable is in the interface.
    assert_eq!(entry.interface.len(), 4);

    // i5, i2, the sample, the store to d[i5].elements[1].v.
    let opcodes: Vec<&str> = Binary::read(&bytes)
        .expect("a module")
        .walk()
        .filter_map(|instruction| Some(glassbox_spirv::grammar::opcode(instruction.opcode)?.name))
        .skip_while(|&name| name != "OpFunction")
        .collect();
    assert_eq!(
        opcodes.join(" "),
        "OpFunction OpLabel OpAccessChain OpLoad OpShiftRightLogical OpAccessChain OpLoad OpBitwiseAnd OpLoad \
         OpAccessChain OpLoad OpImageSampleImplicitLod OpAccessChain OpStore OpReturn OpFunctionEnd"
    );
}

/// The capabilities that Vulkan requires for dynamically indexed tables are declared on request.
#[test]
fn dynamic_indexing() {
    let source = "@shader graphics; @struct S { float4 v; }; bind(0) RWBuffer<S> b; bind(1) Sampler2D s; \
                  bind(2) Image2D<float4> i; bind(3) ROTexels r; bind(4) RWTexels<float4> w; out(0) float4 color; \
                  @vert { } @frag { color = b[0].v + s[float2(0)] + i[int2(0)] + r[0] + w[0]; }";
    let capabilities = |dynamic_indexing| {
        let options = Options { dynamic_indexing, ..Options::default() };
        let (shader, _) = analyze(source, &options);
        let shader = shader.expect("a program");
        let words = emit(&shader, StageKind::Fragment, &options).expect("a module");
        validate(&words).expect("a valid module");
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let reflection = reflect(&bytes).expect("a module");
        let all: Vec<u32> = reflection.capabilities.iter().map(|found| found.value).collect();
        all
    };
    // Shader, SampledBuffer, ImageBuffer and the two of texel buffers; with it those of samplers, buffers and images.
    assert_eq!(capabilities(false), [1, 46, 47, 5304, 5305]);
    assert_eq!(capabilities(true), [1, 29, 30, 31, 46, 47, 5304, 5305]);
}
