//! Reads the four older layouts, which share the released layout's magic and version byte.
//!
//! They can be identified only by trial: a layout fits if every count is within limits, every byte is
//! consumed and every module begins with the SPIR-V magic number. Layout A has a shorter header, 8-bit counts
//! and no stage masks; B has the released record shapes but a mandatory, always empty uniform section; C adds
//! types to uniform members; D omits the uniform section if there is no uniform. Dates and differences: the
//! compiler's commit history from 2021-01-03 to 2021-01-23, and files written by those commits.
//!
//! Files of an older layout are read completely or not at all. They cannot be edited, only
//! [upgraded](crate::upgrade).

use std::borrow::Cow;

use glassbox_core::reader::{LinkKind, NodeId, NodeKind, Reader, Recorder};
use glassbox_core::record::{Field, Record, Records};

use crate::raw::{
    BufferBindingA, Header, HeaderA, LegacyBaseType, LegacyBinding, LegacyBufferBinding, LegacyInterface,
    LegacySubpassInput, LegacyTexelBinding, MAGIC, MAX_BINDINGS, MAX_INPUTS, MAX_OUTPUTS, MAX_SUBPASS_INPUTS,
    SPIRV_MAGIC, ShaderType, StageMask, TexelBindingA, VERSION,
};
use crate::stage::STAGES;

/// Maximum members of a legacy uniform: 1024 bytes of 4-byte members.
const MAX_LEGACY_MEMBERS: u32 = 256;

/// An older layout, identified by its shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Generation {
    /// 2021-01-03: 24-byte header, 8-bit counts, no stage masks.
    A,
    /// 2021-01-04: mandatory uniform section, members without types. Identical to C if there are no members.
    B,
    /// 2021-01-09: members with types. Identical to D if there is a uniform.
    C,
    /// 2021-01-13: a single zero replaces an absent uniform.
    D,
}

impl Generation {
    /// Layouts in trial order; the first fit wins.
    pub const TRIALS: [Generation; 4] = [Generation::D, Generation::C, Generation::B, Generation::A];

    /// Name for messages.
    pub fn name(self) -> &'static str {
        match self {
            Generation::A => "A",
            Generation::B => "B",
            Generation::C => "C or D",
            Generation::D => "D",
        }
    }

    /// Dates of the compiler versions that wrote it.
    pub fn written(self) -> &'static str {
        match self {
            Generation::A => "2021-01-03",
            Generation::B => "2021-01-04 to 2021-01-09",
            Generation::C => "2021-01-09 to 2021-01-23",
            Generation::D => "2021-01-13 to 2021-01-23",
        }
    }
}

impl std::fmt::Display for Generation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A program in an older layout.
#[derive(Clone, PartialEq, Debug)]
pub struct LegacyProgram<'a> {
    /// The layout it was read from.
    pub generation: Generation,
    /// Sizes of the descriptor tables, in elements.
    pub tables: [u16; 5],
    /// Vertex inputs, in file order.
    pub inputs: Records<'a, LegacyInterface>,
    /// Fragment outputs, in file order.
    pub outputs: Records<'a, LegacyInterface>,
    /// Bindings, in file order.
    pub bindings: Records<'a, LegacyBinding>,
    /// The uniform section; `None` if it is a single zero.
    pub uniform: Option<LegacyUniform<'a>>,
    /// Subpass inputs, by index.
    pub subpass_inputs: Records<'a, LegacySubpassInput>,
    /// SPIR-V modules in stage order.
    pub modules: [Option<Cow<'a, [u8]>>; 5],
    /// Offset of each stage's code from the start of the window, in bytes.
    pub code: [u64; 5],
}

/// The uniform section of an older layout.
#[derive(Clone, PartialEq, Debug)]
pub struct LegacyUniform<'a> {
    /// Size in bytes.
    pub size: u32,
    /// Stages that use it; `None` in layout A.
    pub stages: Option<StageMask>,
    /// Members in structure order.
    pub members: Vec<LegacyMember<'a>>,
}

/// A uniform member of an older layout.
#[derive(Clone, PartialEq, Debug)]
pub struct LegacyMember<'a> {
    /// Offset in the block, in bytes.
    pub offset: u32,
    /// Base type, rows, columns, array size; `None` in A and B.
    pub ty: Option<(LegacyBaseType, u8, u8, u8)>,
    /// Name without a terminator.
    pub name: Cow<'a, [u8]>,
}

/// Reads the file as `generation`; `None` unless every byte is consumed.
pub(crate) fn read<'a, R: Recorder>(
    reader: &mut Reader<'a, R>,
    generation: Generation,
) -> Option<LegacyProgram<'a>> {
    let (program, end) = prefix(reader, generation)?;
    (end == reader.size()).then_some(program)
}

/// Reads the file as `generation` and returns its end; data may follow. `None` if it does not fit.
pub(crate) fn prefix<'a, R: Recorder>(
    reader: &mut Reader<'a, R>,
    generation: Generation,
) -> Option<(LegacyProgram<'a>, u64)> {
    let root = reader.root;
    let (lengths, tables, header, mut at) = if generation == Generation::A {
        let (header, node) = reader.record::<HeaderA>(root.name("header"), 0).ok()?;
        if header.magic != MAGIC || header.version != VERSION {
            return None;
        }
        let lengths = [
            header.vertex_length,
            header.tess_control_length,
            header.tess_evaluation_length,
            header.geometry_length,
            header.fragment_length,
        ];
        let tables = [
            header.sampler_table,
            header.image_table,
            header.buffer_table,
            header.ro_texel_table,
            header.rw_texel_table,
        ];
        (lengths, tables, node, HeaderA::SIZE as u64)
    } else {
        let (header, node) = reader.record::<Header>(root.name("header"), 0).ok()?;
        if header.magic != MAGIC || header.version != VERSION || header.shader_type != ShaderType::GRAPHICS {
            return None;
        }
        (header.lengths(), header.tables(), node, Header::SIZE as u64)
    };
    let narrow = generation == Generation::A;
    let inputs = records(reader, "inputs", &mut at, narrow, MAX_INPUTS)?;
    let outputs = records(reader, "outputs", &mut at, narrow, MAX_OUTPUTS)?;
    let bindings = bindings(reader, &mut at, generation)?;
    let uniform = uniform(reader, &mut at, generation)?;
    let subpass_inputs = records(reader, "subpass_inputs", &mut at, false, MAX_SUBPASS_INPUTS)?;
    let mut modules = [const { None }; 5];
    let mut code = [0; 5];
    for stage in &STAGES {
        code[stage.index] = at;
        let size = 4 * u64::from(lengths[stage.index]);
        if size == 0 {
            continue;
        }
        let group = reader.group(root.name(stage.node), at);
        let kind = NodeKind::Code { language: "spirv", side_table: None };
        let (bytes, node) = reader.bytes(group.name("code"), at, size, kind).ok()?;
        if !bytes.starts_with(&SPIRV_MAGIC) {
            return None;
        }
        let field: &Field = if narrow { &stage.length_a } else { &stage.length };
        reader.link(header, field, LinkKind::Size { of: node, unit: 4 });
        at += size;
        reader.close(group, at);
        modules[stage.index] = Some(Cow::Borrowed(bytes));
    }
    let program = LegacyProgram {
        generation,
        tables,
        inputs,
        outputs,
        bindings,
        uniform,
        subpass_inputs,
        modules,
        code,
    };
    (lengths != [0; 5]).then_some((program, at))
}

/// Reads a count of one byte (layout A) or four, and checks it against a limit.
fn count<R: Recorder>(
    reader: &mut Reader<'_, R>,
    group: NodeId,
    at: &mut u64,
    narrow: bool,
    limit: u32,
) -> Option<(u32, NodeId)> {
    let (count, node) = if narrow {
        let (count, node) = reader.value::<u8>(group.name("count"), *at).ok()?;
        (u32::from(count), node)
    } else {
        reader.value::<u32>(group.name("count"), *at).ok()?
    };
    *at += if narrow { 1 } else { 4 };
    (count <= limit).then_some((count, node))
}

fn records<'a, T: Record, R: Recorder>(
    reader: &mut Reader<'a, R>,
    name: &'static str,
    at: &mut u64,
    narrow: bool,
    limit: u32,
) -> Option<Records<'a, T>> {
    let group = reader.group(reader.root.name(name), *at);
    let (count, count_node) = count(reader, group, at, narrow, limit)?;
    let (records, node) = reader.records::<T>(group.name("records"), *at, u64::from(count)).ok()?;
    *at += u64::from(count) * T::SIZE as u64;
    reader.link_value(count_node, LinkKind::Count { of: node });
    reader.close(group, *at);
    Some(records)
}

fn bindings<'a, R: Recorder>(
    reader: &mut Reader<'a, R>,
    at: &mut u64,
    generation: Generation,
) -> Option<Records<'a, LegacyBinding>> {
    let group = reader.group(reader.root.name("bindings"), *at);
    let (count, count_node) = count(reader, group, at, generation == Generation::A, MAX_BINDINGS)?;
    let bytes = reader.slice(*at, u64::from(count) * LegacyBinding::SIZE as u64).ok()?;
    let records = Records::<LegacyBinding>::new(bytes, reader.absolute(*at));
    let run = reader.group(group.name("records"), *at);
    for (index, record) in (0..).zip(records.iter()) {
        let schema = match (record.base_type, generation) {
            (LegacyBaseType::RO_BUFFER | LegacyBaseType::RW_BUFFER, Generation::A) => BufferBindingA::SCHEMA,
            (LegacyBaseType::RO_BUFFER | LegacyBaseType::RW_BUFFER, _) => LegacyBufferBinding::SCHEMA,
            (_, Generation::A) => TexelBindingA::SCHEMA,
            _ => LegacyTexelBinding::SCHEMA,
        };
        let end = *at + LegacyBinding::SIZE as u64;
        reader.node(run.item("", index), *at, end, NodeKind::Record(schema));
        *at = end;
    }
    reader.close(run, *at);
    reader.link_value(count_node, LinkKind::Count { of: run });
    reader.close(group, *at);
    Some(records)
}

fn uniform<'a, R: Recorder>(
    reader: &mut Reader<'a, R>,
    at: &mut u64,
    generation: Generation,
) -> Option<Option<LegacyUniform<'a>>> {
    let group = reader.group(reader.root.name("uniform"), *at);
    let (size, _) = reader.value::<u32>(group.name("size"), *at).ok()?;
    *at += 4;
    if generation == Generation::D && size == 0 {
        reader.close(group, *at);
        return Some(None);
    }
    if generation == Generation::D {
        // A uniform is encoded as in layout C, which is tried next.
        return None;
    }
    let stages = if generation == Generation::A {
        None
    } else {
        let (stages, _) = reader.value::<StageMask>(group.name("stages"), *at).ok()?;
        *at += 2;
        Some(stages)
    };
    let (count, count_node) = reader.value::<u32>(group.name("member_count"), *at).ok()?;
    *at += 4;
    // Without members B and C are identical; report B.
    if count > MAX_LEGACY_MEMBERS || size > 0xffff || generation == Generation::C && count == 0 {
        return None;
    }
    let run = reader.group(group.name("members"), *at);
    let mut members = Vec::new();
    for index in 0..count {
        members.push(member(reader, run, index, at, generation)?);
    }
    reader.close(run, *at);
    reader.link_value(count_node, LinkKind::Count { of: run });
    reader.close(group, *at);
    Some(Some(LegacyUniform { size, stages, members }))
}

fn member<'a, R: Recorder>(
    reader: &mut Reader<'a, R>,
    run: NodeId,
    index: u32,
    at: &mut u64,
    generation: Generation,
) -> Option<LegacyMember<'a>> {
    let group = reader.group(run.item("", index), *at);
    let (offset, _) = reader.value::<u32>(group.name("offset"), *at).ok()?;
    *at += 4;
    let ty = if generation == Generation::C {
        let (base, _) = reader.value::<LegacyBaseType>(group.name("base_type"), *at).ok()?;
        let (rows, _) = reader.value::<u8>(group.name("rows"), *at + 1).ok()?;
        let (columns, _) = reader.value::<u8>(group.name("columns"), *at + 2).ok()?;
        let (array, _) = reader.value::<u8>(group.name("array_size"), *at + 3).ok()?;
        *at += 4;
        Some((base, rows, columns, array))
    } else {
        None
    };
    let (length, length_node) = reader.value::<u32>(group.name("name_length"), *at).ok()?;
    *at += 4;
    if length > 255 {
        return None;
    }
    let (name, node) = reader.bytes(group.name("name"), *at, u64::from(length), NodeKind::Text).ok()?;
    *at += u64::from(length);
    reader.link_value(length_node, LinkKind::Size { of: node, unit: 1 });
    reader.close(group, *at);
    Some(LegacyMember { offset, ty, name: Cow::Borrowed(name) })
}
