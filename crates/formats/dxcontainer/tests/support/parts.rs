//! Builds parts from the library's records, for tests.

use glassbox_core::record::Record;
use glassbox_dxcontainer::part::psv::raw as psv;
use glassbox_dxcontainer::part::rdat::raw as rdat;
use glassbox_dxcontainer::part::rdef::raw as rdef;
use glassbox_dxcontainer::part::rts::raw as rts;
use glassbox_dxcontainer::part::signature::raw as signature;
use glassbox_dxcontainer::part::srci::raw as srci;
use glassbox_dxcontainer::part::version::{CompilerFlags, CompilerVersion};
use glassbox_dxcontainer::part::{debug_name, hash, stat, version};
use glassbox_dxcontainer::program::ShaderKind;
use glassbox_dxil::Linkage;
use glassbox_dxil::write::Outline;

use super::{container, dxil, words};

/// Appends records.
fn put<T: Record>(out: &mut Vec<u8>, records: &[T]) {
    for record in records {
        record.encode(out);
    }
}

/// Pads to a multiple of four.
fn pad(out: &mut Vec<u8>, byte: u8) {
    out.resize(out.len().next_multiple_of(4), byte);
}

/// Signature element: name, index, system value, register, mask, usage.
type Row = (&'static str, u32, u32, u32, u8, u8);

/// Signature of 32-byte float elements.
fn elements(rows: &[Row]) -> Vec<u8> {
    let names_at = 8 + 32 * rows.len();
    let mut names = Vec::new();
    let mut out = words(&[rows.len() as u32, 8]);
    for &(name, index, system_value, register, mask, usage) in rows {
        let element = signature::Element32 {
            stream: 0,
            name: (names_at + names.len()) as u32,
            index,
            system_value: signature::SystemValue(system_value),
            component_type: signature::ComponentType::F32,
            register: signature::Register(register),
            mask: signature::Mask(mask),
            usage: signature::Mask(usage),
            reserved: 0,
            min_precision: signature::MinPrecision::DEFAULT,
        };
        put(&mut out, &[element]);
        names.extend_from_slice(name.as_bytes());
        names.push(0);
    }
    out.extend_from_slice(&names);
    pad(&mut out, 0);
    out
}

/// `PSV0`, version 3, of the pixel shader.
fn validation() -> Vec<u8> {
    let mut out = words(&[52]);
    put(&mut out, &[psv::PixelStage { depth_output: 0, sample_frequency: 0, reserved: [0; 14] }]);
    out.extend(words(&[0, u32::MAX]));
    put(
        &mut out,
        &[psv::Counts {
            stage: psv::Stage::PIXEL,
            uses_view_id: 0,
            patch_vectors: 0,
            output_topology: psv::MeshTopology(0),
            inputs: 2,
            outputs: 1,
            patches: 0,
            input_vectors: 2,
            output_vectors: [1, 0, 0, 0],
        }],
    );
    // Thread group size, then the entry point name.
    out.extend(words(&[0, 0, 0, 10]));
    let bound = |resource_type, kind| psv::Resource24 {
        resource_type,
        space: 0,
        lower: 0,
        upper: 0,
        kind,
        flags: psv::ResourceFlags(0),
    };
    out.extend(words(&[3, 24]));
    put(
        &mut out,
        &[
            bound(psv::ResourceType::CBV, psv::ResourceKind::CBUFFER),
            bound(psv::ResourceType::SAMPLER, psv::ResourceKind::SAMPLER),
            bound(psv::ResourceType::SRV_TYPED, psv::ResourceKind::TEXTURE_2D),
        ],
    );
    let strings = b"\0TEXCOORD\0main\0\0";
    out.extend(words(&[strings.len() as u32]));
    out.extend_from_slice(strings);
    out.extend(words(&[1, 0, 16]));
    let element = |name, row, columns, semantic, interpolation| psv::Element {
        name,
        indices: 0,
        rows: 1,
        start_row: row,
        columns: psv::Columns(columns),
        semantic,
        component_type: psv::ElementType::F32,
        interpolation,
        dynamic: psv::Dynamic(0),
        reserved: 0,
    };
    let linear = psv::Interpolation::LINEAR;
    put(
        &mut out,
        &[
            element(0, 0, 0x44, psv::SemanticKind::POSITION, psv::Interpolation::LINEAR_NO_PERSPECTIVE),
            element(1, 1, 0x42, psv::SemanticKind::ARBITRARY, linear),
            element(0, 0, 0x44, psv::SemanticKind::TARGET, psv::Interpolation::UNDEFINED),
        ],
    );
    // Two input vectors: one word per component.
    out.extend(words(&[0, 0, 0, 0, 0xF, 0xF, 0, 0]));
    out
}

/// A root signature of version 1.1 with constants, a descriptor, two tables and a static sampler.
fn root_signature() -> Vec<u8> {
    let mut out = Vec::new();
    let header = rts::Header {
        version: rts::Version::V1_1,
        parameter_count: 4,
        parameters: 24,
        sampler_count: 1,
        samplers: 184,
        flags: rts::RootFlags(1),
    };
    put(&mut out, &[header]);
    let parameter =
        |parameter_type, visibility, payload| rts::Parameter { parameter_type, visibility, payload };
    put(
        &mut out,
        &[
            parameter(rts::ParameterType::CONSTANTS, rts::Visibility::PIXEL, 72),
            parameter(rts::ParameterType::CBV, rts::Visibility::ALL, 84),
            parameter(rts::ParameterType::TABLE, rts::Visibility::PIXEL, 96),
            parameter(rts::ParameterType::TABLE, rts::Visibility::PIXEL, 152),
        ],
    );
    let constants = rts::Constants { register: 1, space: 0, count: 4 };
    let descriptor = rts::Descriptor12 { register: 0, space: 0, flags: rts::DescriptorFlags::DATA_STATIC };
    put(&mut out, &[constants]);
    put(&mut out, &[descriptor]);
    let range = |range_type, base, count| rts::Range24 {
        range_type,
        count: rts::Count(count),
        base,
        space: 0,
        flags: rts::RangeFlags(0),
        offset: rts::TableOffset::APPEND,
    };
    let table = |count, ranges| rts::Table { count, ranges };
    put(&mut out, &[table(2, 104)]);
    put(&mut out, &[range(rts::RangeType::SRV, 0, 4), range(rts::RangeType::UAV, 0, 2)]);
    put(&mut out, &[table(1, 160)]);
    put(&mut out, &[range(rts::RangeType::SAMPLER, 0, 1)]);
    put(
        &mut out,
        &[rts::Sampler {
            filter: rts::Filter::ANISOTROPIC,
            address_u: rts::Address::WRAP,
            address_v: rts::Address::WRAP,
            address_w: rts::Address::CLAMP,
            mip_bias: 0.0,
            max_anisotropy: 16,
            comparison: rts::Comparison::LESS_EQUAL,
            border: rts::Border::OPAQUE_WHITE,
            min_lod: 0.0,
            max_lod: f32::MAX,
            register: 1,
            space: 0,
            visibility: rts::Visibility::ALL,
        }],
    );
    out
}

/// Pixel shader with consistent parts.
pub(crate) fn pixel() -> Vec<u8> {
    let bitcode = Outline::new("ps", 6, 0).define(b"main", Linkage::EXTERNAL).bitcode();
    container(&[
        (b"SFI0", vec![0; 8]),
        (b"ISG1", elements(&[("SV_Position", 0, 1, 0, 0xF, 0), ("TEXCOORD", 0, 0, 1, 3, 3)])),
        (b"OSG1", elements(&[("SV_Target", 0, 64, 0, 0xF, 0)])),
        (b"PSV0", validation()),
        (b"RTS0", root_signature()),
        (b"HASH", hash::encode(&bitcode)),
        (b"DXIL", dxil(ShaderKind::PIXEL, 0, &bitcode)),
    ])
}

/// Runtime data table with rows.
fn table<T: Record>(kind: rdat::TableType, rows: &[T]) -> Vec<u8> {
    let mut body = words(&[rows.len() as u32, T::SIZE as u32]);
    put(&mut body, rows);
    plain(kind, body)
}

/// Runtime data table without rows.
fn plain(kind: rdat::TableType, mut body: Vec<u8>) -> Vec<u8> {
    pad(&mut body, 0);
    [words(&[kind.0, body.len() as u32]), body].concat()
}

/// Header, offsets, then the tables.
fn runtime(tables: &[Vec<u8>]) -> Vec<u8> {
    let mut offsets = Vec::new();
    let mut at = 8 + 4 * tables.len();
    for table in tables {
        offsets.push(at as u32);
        at += table.len();
    }
    let head = [words(&[rdat::VERSION, tables.len() as u32]), words(&offsets)].concat();
    [head, tables.concat()].concat()
}

/// String buffer of the library; the rows below use offsets into it.
const STRINGS: &[u8] = b"\0Shade\0Noise\0Albedo\0Grs\0Hit\0Node\0";

/// Bitcode of the library described by the function table.
fn library_bitcode() -> Vec<u8> {
    Outline::new("lib", 6, 8)
        .validator(Some((1, 8)))
        .define(b"Shade", Linkage::EXTERNAL)
        .define(b"Node", Linkage::EXTERNAL)
        .declare(b"Noise")
        .bitcode()
}

/// Runtime data: functions, a resource, subobjects and a node.
fn library_data() -> Vec<u8> {
    let function = |name, kind: rdat::FunctionKind, resources, dependencies, info| rdat::Function52 {
        name,
        unmangled: name,
        resources,
        dependencies,
        kind,
        payload: 0,
        attributes: 0,
        features_low: rdat::Flags(0),
        features_high: rdat::Flags(0),
        stage_mask: rdat::Flags(1 << kind.0),
        min_target: rdat::Target(kind.0 << 16 | 0x68),
        min_wave: 0,
        max_wave: 0,
        shader_flags: rdat::ShaderFlags(0),
        info,
    };
    let resource = rdat::Resource {
        class: rdat::ResourceClass::SRV,
        kind: psv::ResourceKind::TEXTURE_2D,
        id: 0,
        space: 0,
        lower: 0,
        upper: 3,
        name: 13,
        flags: rdat::ResourceFlags(0),
    };
    let signature = root_signature();
    let mut subobjects = Vec::new();
    put(
        &mut subobjects,
        &[rdat::RootSignatureSubobject {
            kind: rdat::SubobjectKind::GLOBAL_ROOT_SIGNATURE,
            name: 20,
            offset: 0,
            size: signature.len() as u32,
            unused: [0; 8],
        }],
    );
    put(
        &mut subobjects,
        &[rdat::Association {
            kind: rdat::SubobjectKind::ASSOCIATION,
            name: 24,
            subobject: 20,
            exports: 4,
            unused: [0; 8],
        }],
    );
    let attribute = |kind, value| rdat::FunctionAttribute { kind, value };
    // Index arrays: resources at 0, dependencies at 2, exports at 4, threads at 6, attributes at 10.
    let indices = words(&[1, 0, 1, 7, 1, 1, 3, 8, 8, 1, 2, 0, 1]);
    runtime(&[
        plain(rdat::TableType::STRINGS, STRINGS.to_vec()),
        table(rdat::TableType::RESOURCES, &[resource]),
        table(
            rdat::TableType::FUNCTIONS,
            &[
                function(1, rdat::FunctionKind::LIBRARY, 0, 2, rdat::NONE),
                function(28, rdat::FunctionKind::NODE, rdat::NONE, rdat::NONE, 0),
            ],
        ),
        plain(rdat::TableType::INDICES, indices),
        plain(rdat::TableType::BYTES, signature),
        plain(rdat::TableType::SUBOBJECTS, [words(&[2, 24]), subobjects].concat()),
        table(rdat::TableType::NODE_NAMES, &[rdat::NodeName { name: 28, index: 0 }]),
        table(
            rdat::TableType::FUNCTION_ATTRIBUTES,
            &[
                attribute(rdat::FunctionAttributeKind::ID, 0),
                attribute(rdat::FunctionAttributeKind::NUM_THREADS, 6),
            ],
        ),
        table(
            rdat::TableType::NODES,
            &[rdat::NodeInfo {
                launch: rdat::LaunchType::BROADCASTING,
                group_shared: 0,
                attributes: 10,
                outputs: rdat::NONE,
                inputs: rdat::NONE,
            }],
        ),
    ])
}

/// Library with a function table.
pub(crate) fn runtime_library() -> Vec<u8> {
    let compiler =
        CompilerVersion { major: 1, minor: 8, flags: CompilerFlags(0), commits: 42, string_bytes: 0 };
    let bitcode = library_bitcode();
    container(&[
        (b"SFI0", vec![0; 8]),
        (b"VERS", version::encode(compiler, b"21d28f72", b"1.8.1").expect("the strings are fit")),
        (b"RDAT", library_data()),
        (b"HASH", hash::encode(&bitcode)),
        (b"DXIL", dxil(ShaderKind::LIBRARY, 8, &bitcode)),
    ])
}

/// `RDEF` of shader model 5: a constant buffer with a structure, and a texture.
fn definitions() -> Vec<u8> {
    let mut out = Vec::new();
    let header = rdef::Header {
        buffer_count: 1,
        buffers: 124,
        binding_count: 2,
        bindings: 60,
        minor: 0,
        major: 5,
        program: rdef::ProgramType::COMPUTE,
        flags: rdef::CompileFlags(0x100),
        creator: 304,
    };
    put(&mut out, &[header]);
    put(
        &mut out,
        &[rdef::Sizes {
            magic: rdef::Magic::RD11,
            header: 60,
            buffer: 24,
            binding: 32,
            variable: 40,
            type_size: 36,
            member: 12,
            interface_slots: 0,
        }],
    );
    let binding = |name, input_type, return_type, dimension, samples, flags| rdef::Binding {
        name,
        input_type,
        return_type,
        dimension,
        samples,
        bind_point: 0,
        bind_count: 1,
        flags: rdef::InputFlags(flags),
    };
    put(
        &mut out,
        &[
            binding(312, rdef::InputType::CBUFFER, rdef::ReturnType::NONE, rdef::Dimension::UNKNOWN, 0, 0),
            binding(
                319,
                rdef::InputType::TEXTURE,
                rdef::ReturnType::FLOAT,
                rdef::Dimension::TEXTURE_2D,
                u32::MAX,
                12,
            ),
        ],
    );
    put(
        &mut out,
        &[rdef::Buffer {
            name: 312,
            variable_count: 1,
            variables: 148,
            size: 32,
            flags: rdef::BufferFlags(0),
            buffer_type: rdef::BufferType::CBUFFER,
        }],
    );
    put(
        &mut out,
        &[rdef::Variable40 {
            name: 326,
            start: 0,
            size: 32,
            flags: rdef::VariableFlags::USED,
            type_offset: 188,
            default: 0,
            first_texture: u32::MAX,
            texture_count: 0,
            first_sampler: u32::MAX,
            sampler_count: 0,
        }],
    );
    let ty = |class, base, columns, member_count, members, name| rdef::Type36 {
        class,
        base,
        rows: 1,
        columns,
        elements: 0,
        member_count,
        members,
        sub_type: 0,
        base_class: 0,
        interface_count: 0,
        interfaces: 0,
        name,
    };
    let member = |name, offset| rdef::Member { name, type_offset: 248, offset };
    put(&mut out, &[ty(rdef::Class::STRUCT, rdef::BaseType::VOID, 8, 2, 224, 332)]);
    put(&mut out, &[member(338, 0), member(344, 16)]);
    put(&mut out, &[ty(rdef::Class::VECTOR, rdef::BaseType::FLOAT, 4, 0, 0, 352)]);
    // Unused bytes, for round offsets.
    out.resize(304, 0xAB);
    for text in ["creator", "Params", "albedo", "light", "Light", "color", "falloff", "float4"] {
        out.extend_from_slice(text.as_bytes());
        out.push(0);
    }
    pad(&mut out, 0xAB);
    out
}

/// Compute shader of shader model 5 with `RDEF` and statistics.
pub(crate) fn defined() -> Vec<u8> {
    container(&[
        (b"RDEF", definitions()),
        (b"ISGN", words(&[0, 8])),
        (b"OSGN", words(&[0, 8])),
        (b"SHEX", words(&[0x0005_0050, 7, 0x0400_009B, 8, 8, 1, 0x0100_003E])),
        (b"STAT", vec![0; stat::Counters::SIZE + stat::MoreCounters::SIZE]),
    ])
}

/// Section of `SRCI`.
fn section(section_type: srci::SectionType, mut body: Vec<u8>) -> Vec<u8> {
    pad(&mut body, 0);
    let mut out = Vec::new();
    put(
        &mut out,
        &[srci::Section { size: (srci::Section::SIZE + body.len()) as u32, flags: 0, section_type }],
    );
    [out, body].concat()
}

const SOURCE: &[u8] = b"float4 main() : SV_Target { return 0; }\n\0";

fn names() -> Vec<u8> {
    let mut entry = Vec::new();
    put(
        &mut entry,
        &[srci::NameEntry { size: 28, flags: 0, name_size: 10, content_size: SOURCE.len() as u32 }],
    );
    entry.extend_from_slice(b"main.hlsl\0");
    pad(&mut entry, 0);
    let mut out = Vec::new();
    put(&mut out, &[srci::Names { flags: 0, count: 1, size: entry.len() as u16 }]);
    [out, entry].concat()
}

fn contents() -> Vec<u8> {
    let mut entry = Vec::new();
    put(
        &mut entry,
        &[srci::ContentEntry {
            size: (12 + SOURCE.len()).next_multiple_of(4) as u32,
            flags: 0,
            content_size: SOURCE.len() as u32,
        }],
    );
    entry.extend_from_slice(SOURCE);
    pad(&mut entry, 0);
    let stored = glassbox_compress::encode(glassbox_compress::ZLIB, &entry).expect("zlib takes anything");
    let mut out = Vec::new();
    put(
        &mut out,
        &[srci::Contents {
            size: 0,
            flags: 0,
            compression: srci::Compression::ZLIB,
            stored: stored.len() as u32,
            expanded: entry.len() as u32,
            count: 1,
        }],
    );
    [out, stored].concat()
}

fn arguments() -> Vec<u8> {
    let strings = b"T\0ps_6_0\0\0main.hlsl\0";
    let mut out = Vec::new();
    put(&mut out, &[srci::Arguments { flags: 0, size: strings.len() as u32, count: 2 }]);
    [out, strings.to_vec()].concat()
}

/// `SRCI`: a name, a compressed content, two arguments.
fn sources() -> Vec<u8> {
    let sections = [
        section(srci::SectionType::FILE_NAMES, names()),
        section(srci::SectionType::CONTENTS, contents()),
        section(srci::SectionType::ARGUMENTS, arguments()),
    ]
    .concat();
    let mut out = Vec::new();
    put(&mut out, &[srci::Header { size: (srci::Header::SIZE + sections.len()) as u32, flags: 0, count: 3 }]);
    [out, sections].concat()
}

/// The same as uncompressed tables.
fn source_tables() -> Vec<u8> {
    let strings = b"\0main.hlsl\0int x;\0T\0ps_6_0\0".to_vec();
    let info = rdat::PdbInfo {
        sources: 0,
        libraries: rdat::NONE,
        arguments: 2,
        hash: 0,
        hash_size: 16,
        pdb_name: 1,
        toolchain: 0,
        toolchain_data: 0,
        toolchain_data_size: 0,
        program: 0,
        program_size: 0,
    };
    let tables = runtime(&[
        plain(rdat::TableType::STRINGS, strings),
        plain(rdat::TableType::INDICES, words(&[1, 0, 2, 18, 20])),
        plain(rdat::TableType::BYTES, vec![7; 16]),
        table(rdat::TableType::PDB_INFOS, &[info]),
        table(rdat::TableType::PDB_SOURCES, &[rdat::PdbSource { name: 1, content: 11 }]),
    ]);
    let mut out = Vec::new();
    put(
        &mut out,
        &[srci::PdbHeader {
            version: 0,
            compression: srci::Compression::NONE,
            stored: tables.len() as u32,
            expanded: tables.len() as u32,
        }],
    );
    [out, tables].concat()
}

/// Container of a debug file.
pub(crate) fn debug_file() -> Vec<u8> {
    let bitcode = Outline::new("ps", 6, 0).define(b"main", Linkage::EXTERNAL).bitcode();
    container(&[
        (b"ILDN", debug_name::encode(b"main.pdb").expect("it is short")),
        (b"HASH", hash::encode(&bitcode)),
        (b"SRCI", sources()),
        (b"PDBI", source_tables()),
        (b"ILDB", dxil(ShaderKind::PIXEL, 0, &bitcode)),
    ])
}
