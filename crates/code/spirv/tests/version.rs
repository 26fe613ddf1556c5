//! Tests the conversion between versions: cases before and after, and refusals.

use glassbox_spirv::module::Module;
use glassbox_spirv::version::{VersionErrorKind, convert};
use glassbox_spirv::{Options, assemble, disassemble};
use glassbox_testing::spirv::validate_for;

glassbox_testing::asking!(spirv_val: lines_come_and_go);

/// A module around the declarations and the body of a case.
fn module(version: u8, head: &str, interface: &str, declarations: &str, body: &str) -> Module {
    let text = format!(
        "; SPIR-V\n; Version: 1.{version}
        OpCapability Shader
        {head}
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %main \"main\" {interface}
        {declarations}
        %void = OpTypeVoid
        %fn = OpTypeFunction %void
        %main = OpFunction %void None %fn
        %entry = OpLabel
        {body}
        OpReturn
        OpFunctionEnd"
    );
    // Modes and annotations of a case precede its types.
    let bytes = assemble(&text).unwrap_or_else(|errors| {
        panic!("{}: {}", errors[0], text.lines().nth(errors[0].line - 1).unwrap_or_default())
    });
    Module::read(&bytes).expect("it is a module")
}

fn text(module: &Module) -> String {
    disassemble(&module.bytes().expect("it is short"), &Options { indent: 0, ..Options::default() })
        .expect("a module")
}

/// A conversion of a small module.
struct Case {
    what: &'static str,
    from: u8,
    to: u8,
    head: &'static str,
    interface: &'static str,
    declarations: &'static str,
    body: &'static str,
    /// Parts of lines that only the result has.
    gained: &'static [&'static str],
    /// Parts of lines that only the original has.
    lost: &'static [&'static str],
}

const SIZE: &str = "OpExecutionMode %main LocalSize 1 1 1";

const BUFFER: &str = "OpExecutionMode %main LocalSize 1 1 1
    OpDecorate %block BufferBlock
    OpMemberDecorate %block 0 Offset 0
    OpDecorate %buffer DescriptorSet 0
    OpDecorate %buffer Binding 0
    %uint = OpTypeInt 32 0
    %zero = OpConstant %uint 0
    %block = OpTypeStruct %uint
    %p_block = OpTypePointer Uniform %block
    %p_uint = OpTypePointer Uniform %uint
    %buffer = OpVariable %p_block Uniform";

const STORAGE: &str = "OpExecutionMode %main LocalSize 1 1 1
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    OpDecorate %buffer DescriptorSet 0
    OpDecorate %buffer Binding 0
    %uint = OpTypeInt 32 0
    %zero = OpConstant %uint 0
    %block = OpTypeStruct %uint
    %p_block = OpTypePointer StorageBuffer %block
    %p_uint = OpTypePointer StorageBuffer %uint
    %buffer = OpVariable %p_block StorageBuffer";

const BUFFER_ACCESS: &str = "%element = OpAccessChain %p_uint %buffer %zero
    OpStore %element %zero";

const COMPOSITES: &str = "OpExecutionMode %main LocalSize 1 1 1
    %bool = OpTypeBool
    %true = OpConstantTrue %bool
    %float = OpTypeFloat 32
    %float2 = OpTypeVector %float 2
    %pair = OpTypeStruct %float %float2
    %other = OpTypeStruct %float %float2
    %float2_0 = OpConstantNull %float2
    %pair_0 = OpConstantNull %pair";

const SUBGROUP: &str = "OpExecutionMode %main LocalSize 1 1 1
    %bool = OpTypeBool
    %true = OpConstantTrue %bool
    %uint = OpTypeInt 32 0
    %uint4 = OpTypeVector %uint 4
    %subgroup = OpConstant %uint 3
    %lane = OpConstant %uint 0";

const CASES: &[Case] = &[
    Case {
        what: "entry points list all variables from 1.4",
        from: 3,
        to: 4,
        head: "",
        interface: "",
        declarations: BUFFER,
        body: BUFFER_ACCESS,
        gained: &["\"main\" %", "OpTypePointer StorageBuffer", "Block"],
        lost: &["BufferBlock"],
    },
    Case {
        what: "inputs and outputs alone before 1.4",
        from: 5,
        to: 3,
        head: "",
        interface: "%buffer",
        declarations: STORAGE,
        body: BUFFER_ACCESS,
        gained: &[],
        lost: &["\"main\" %"],
    },
    Case {
        what: "storage buffers from an extension before 1.3",
        from: 3,
        to: 0,
        head: "",
        interface: "",
        declarations: STORAGE,
        body: BUFFER_ACCESS,
        gained: &["SPV_KHR_storage_buffer_storage_class"],
        lost: &[],
    },
    Case {
        what: "no extension for what is core",
        from: 0,
        to: 3,
        head: "OpExtension \"SPV_KHR_storage_buffer_storage_class\"",
        interface: "",
        declarations: STORAGE,
        body: BUFFER_ACCESS,
        gained: &[],
        lost: &["OpExtension"],
    },
    Case {
        what: "logical copies by parts",
        from: 4,
        to: 3,
        head: "",
        interface: "",
        declarations: COMPOSITES,
        body: "%copy = OpCopyLogical %other %pair_0",
        gained: &["OpCompositeExtract", "OpCompositeConstruct", "OpCopyObject"],
        lost: &["OpCopyLogical"],
    },
    Case {
        what: "vectors selected by a vector",
        from: 4,
        to: 0,
        head: "",
        interface: "",
        declarations: COMPOSITES,
        body: "%one = OpSelect %float2 %true %float2_0 %float2_0",
        gained: &["OpTypeVector %bool 2", "OpCompositeConstruct %v2bool %true %true"],
        lost: &[],
    },
    Case {
        what: "structures selected by parts",
        from: 4,
        to: 3,
        head: "",
        interface: "",
        declarations: COMPOSITES,
        body: "%one = OpSelect %pair %true %pair_0 %pair_0",
        gained: &["OpSelect %float", "OpCompositeConstruct %v2bool"],
        lost: &["OpSelect %_struct"],
    },
    Case {
        what: "votes and ballots from extensions before 1.3",
        from: 3,
        to: 0,
        head: "OpCapability GroupNonUniformVote\nOpCapability GroupNonUniformBallot",
        interface: "",
        declarations: SUBGROUP,
        body: "%all = OpGroupNonUniformAll %bool %subgroup %true
            %ballot = OpGroupNonUniformBallot %uint4 %subgroup %all
            %first = OpGroupNonUniformBroadcast %uint %subgroup %lane %lane",
        gained: &[
            "OpSubgroupAllKHR",
            "OpSubgroupBallotKHR",
            "OpSubgroupReadInvocationKHR",
            "OpCapability SubgroupVoteKHR",
            "OpCapability SubgroupBallotKHR",
            "SPV_KHR_shader_ballot",
            "SPV_KHR_subgroup_vote",
        ],
        lost: &["GroupNonUniform"],
    },
    Case {
        what: "work-group sizes in literals before 1.2",
        from: 2,
        to: 1,
        head: "",
        interface: "",
        declarations: "OpExecutionModeId %main LocalSizeId %two %two %two
            %uint = OpTypeInt 32 0
            %two = OpConstant %uint 2",
        body: "",
        gained: &["LocalSize 2 2 2"],
        lost: &["LocalSizeId"],
    },
    Case {
        what: "local variables are not marked before 1.4",
        from: 4,
        to: 3,
        head: "",
        interface: "%local",
        declarations: "OpExecutionMode %main LocalSize 1 1 1
            OpDecorate %local NonWritable
            %uint = OpTypeInt 32 0
            %private = OpTypePointer Private %uint
            %local = OpVariable %private Private",
        body: "%x = OpLoad %uint %local",
        gained: &[],
        lost: &["NonWritable"],
    },
    Case {
        what: "strings from an extension before 1.4",
        from: 4,
        to: 3,
        head: "",
        interface: "%x",
        declarations: "OpExecutionMode %main LocalSize 1 1 1
            OpDecorateString %x UserSemantic \"LIGHT\"
            %uint = OpTypeInt 32 0
            %private = OpTypePointer Private %uint
            %x = OpVariable %private Private",
        body: "%y = OpLoad %uint %x",
        gained: &["SPV_GOOGLE_decorate_string", "SPV_GOOGLE_hlsl_functionality1"],
        lost: &[],
    },
    Case {
        what: "loop hints of later versions go",
        from: 4,
        to: 0,
        head: "",
        interface: "",
        declarations: COMPOSITES,
        body: "OpBranch %head
            %head = OpLabel
            OpLoopMerge %after %next Unroll|DependencyLength|MinIterations 2 3
            OpBranchConditional %true %after %next
            %next = OpLabel
            OpBranch %head
            %after = OpLabel",
        gained: &["Unroll\n"],
        lost: &["DependencyLength"],
    },
    Case {
        what: "equal labels are one branch in 1.6",
        from: 5,
        to: 6,
        head: "",
        interface: "",
        declarations: COMPOSITES,
        body: "OpSelectionMerge %after None
            OpBranchConditional %true %after %after
            %after = OpLabel",
        gained: &["OpBranch %"],
        lost: &["OpSelectionMerge", "OpBranchConditional"],
    },
    Case {
        what: "shuffles where an invocation is no constant before 1.5",
        from: 5,
        to: 4,
        head: "OpCapability GroupNonUniformBallot",
        interface: "",
        declarations: SUBGROUP,
        body: "%sum = OpIAdd %uint %lane %lane
            %read = OpGroupNonUniformBroadcast %uint %subgroup %lane %sum",
        gained: &["OpGroupNonUniformShuffle", "OpCapability GroupNonUniformShuffle"],
        lost: &["OpGroupNonUniformBroadcast"],
    },
    Case {
        what: "the tools that made a module are not named in 1.0",
        from: 1,
        to: 0,
        head: "",
        interface: "",
        declarations: "OpExecutionMode %main LocalSize 1 1 1\nOpModuleProcessed \"optimized\"",
        body: "",
        gained: &[],
        lost: &["OpModuleProcessed"],
    },
    Case {
        what: "texels are accessed without the hint that they are not used again, which is new in 1.6",
        from: 6,
        to: 5,
        head: "",
        interface: "%picture %shadow",
        declarations: "OpExecutionMode %main LocalSize 1 1 1
            OpDecorate %picture DescriptorSet 0
            OpDecorate %picture Binding 0
            OpDecorate %shadow DescriptorSet 0
            OpDecorate %shadow Binding 1
            %int = OpTypeInt 32 1
            %float = OpTypeFloat 32
            %vec2 = OpTypeVector %float 2
            %vec3 = OpTypeVector %float 3
            %vec4 = OpTypeVector %float 4
            %ivec2 = OpTypeVector %int 2
            %i0 = OpConstant %int 0
            %f1 = OpConstant %float 1
            %texel = OpConstantComposite %ivec2 %i0 %i0
            %uv = OpConstantComposite %vec2 %f1 %f1
            %uvw = OpConstantComposite %vec3 %f1 %f1 %f1
            %colors = OpTypeImage %float 2D 0 0 0 1 Unknown
            %depths = OpTypeImage %float 2D 1 0 0 1 Unknown
            %sampled = OpTypeSampledImage %colors
            %compared = OpTypeSampledImage %depths
            %psampled = OpTypePointer UniformConstant %sampled
            %pcompared = OpTypePointer UniformConstant %compared
            %picture = OpVariable %psampled UniformConstant
            %shadow = OpVariable %pcompared UniformConstant",
        body: "%color = OpLoad %sampled %picture
            %depth = OpLoad %compared %shadow
            %image = OpImage %colors %color
            %a = OpImageSampleExplicitLod %vec4 %color %uv Lod|Nontemporal %f1
            %b = OpImageSampleProjExplicitLod %vec4 %color %uvw Lod|Nontemporal %f1
            %c = OpImageSampleDrefExplicitLod %float %depth %uv %f1 Lod|Nontemporal %f1
            %d = OpImageSampleProjDrefExplicitLod %float %depth %uvw %f1 Lod|Nontemporal %f1
            %e = OpImageGather %vec4 %color %uv %i0 Nontemporal
            %f = OpImageDrefGather %vec4 %depth %uv %f1 Nontemporal
            %g = OpImageFetch %vec4 %image %texel Lod|Nontemporal %i0",
        gained: &["OpImageGather %v4float %24 %13 %int_0"],
        lost: &["Nontemporal"],
    },
];

/// Validates a module as universal SPIR-V of its version.
fn validate(module: &Module) -> Result<(), String> {
    let environment = format!("spv1.{}", module.version >> 8 & 0xff);
    validate_for(&module.words().expect("its instructions are short"), &environment)
}

#[test]
fn lines_come_and_go() {
    for case in CASES {
        let mut module = module(case.from, case.head, case.interface, case.declarations, case.body);
        let before = text(&module);
        assert_eq!(validate(&module), Ok(()), "{}: before", case.what);
        convert(&mut module, case.to).unwrap_or_else(|error| panic!("{}: {error}", case.what));
        let after = text(&module);
        assert_eq!(module.version, 0x0001_0000 | u32::from(case.to) << 8, "{}", case.what);
        for line in case.gained {
            assert!(after.contains(line), "{}: {line} in\n{after}", case.what);
        }
        for line in case.lost {
            assert!(before.contains(line) && !after.contains(line), "{}: {line} in\n{after}", case.what);
        }
        assert_eq!(validate(&module), Ok(()), "{}: {after}", case.what);
    }
}

#[test]
fn unknown_parts_are_refused() {
    use VersionErrorKind as K;
    let spec = "OpDecorate %two SpecId 1
        OpExecutionModeId %main LocalSizeId %two %two %two
        %uint = OpTypeInt 32 0
        %two = OpSpecConstant %uint 2";
    let spec = spec.lines().collect::<Vec<_>>();
    let spec = [spec[1], spec[0], spec[2], spec[3]].join("\n");
    let arithmetic = "%sum = OpGroupNonUniformIAdd %uint %subgroup Reduce %lane";
    let elect = "%one = OpGroupNonUniformElect %bool %subgroup";
    let cases: &[(u8, u8, &str, &str, &str, K)] = &[
        (6, 7, "", SIZE, "", K::Version),
        (2, 1, "", &spec, "", K::WorkgroupSize),
        (3, 2, "OpCapability GroupNonUniformArithmetic", SUBGROUP, arithmetic, K::Operand),
        (3, 2, "OpCapability GroupNonUniform", SUBGROUP, elect, K::Instruction),
        (4, 3, "OpExtension \"SPV_KHR_ray_query\"", SIZE, "", K::Extension),
        (5, 2, "OpCapability VulkanMemoryModel", SIZE, "", K::Operand),
    ];
    for (from, to, head, declarations, body, kind) in cases {
        let mut module = module(*from, head, "", declarations, body);
        let before = module.words();
        let error = convert(&mut module, *to).expect_err("it is refused");
        assert_eq!(error.kind, *kind, "{error}");
        assert_eq!(module.words(), before, "{error}");
        assert!(!error.to_string().is_empty());
    }
}

/// A block of built-ins has all members, whether they are used or not; capabilities are for those that are used.
#[test]
fn members_that_are_not_used_need_no_capability() {
    let block = "OpMemberDecorate %block 0 BuiltIn Position\nOpMemberDecorate %block 1 BuiltIn ClipDistance\n\
                 OpDecorate %block Block\n%float = OpTypeFloat 32\n%vec4 = OpTypeVector %float 4\n\
                 %uint = OpTypeInt 32 0\n%one = OpConstant %uint 1\n%array = OpTypeArray %float %one\n\
                 %block = OpTypeStruct %vec4 %array\n%pointer = OpTypePointer Output %block\n\
                 %out = OpVariable %pointer Output";
    let mut module = module(1, "", "%out", block, "");
    convert(&mut module, 0).expect("version 1.0 has all of it");
    assert!(!text(&module).contains("OpCapability ClipDistance"), "{}", text(&module));
}
