//! Parses `STAT` of the legacy compiler, the statistics of a token stream.

use glassbox_core::reader::{NodeKind, Reader, Recorder};
use glassbox_core::record;
use glassbox_core::record::Record;

use super::PartData;

record! {
    /// Counters of shader model 4.
    pub struct Counters: 116 {
        /// Number of instructions.
        0x00 instructions: u32,
        /// Number of temporary registers.
        0x04 temporaries: u32,
        /// Number of definitions.
        0x08 definitions: u32,
        /// Number of declarations.
        0x0c declarations: u32,
        /// Number of floating-point instructions.
        0x10 float_instructions: u32,
        /// Number of signed integer instructions.
        0x14 int_instructions: u32,
        /// Number of unsigned integer instructions.
        0x18 uint_instructions: u32,
        /// Number of static flow control instructions.
        0x1c static_flow: u32,
        /// Number of dynamic flow control instructions.
        0x20 dynamic_flow: u32,
        /// Number of macro instructions.
        0x24 macros: u32,
        /// Number of temporary arrays.
        0x28 temporary_arrays: u32,
        /// Number of array instructions.
        0x2c array_instructions: u32,
        /// Number of `cut` instructions.
        0x30 cuts: u32,
        /// Number of `emit` instructions.
        0x34 emits: u32,
        /// Number of plain sample instructions.
        0x38 texture_normal: u32,
        /// Number of load instructions.
        0x3c texture_loads: u32,
        /// Number of comparison sample instructions.
        0x40 texture_comparisons: u32,
        /// Number of sample instructions with bias.
        0x44 texture_bias: u32,
        /// Number of sample instructions with gradients.
        0x48 texture_gradients: u32,
        /// Number of move instructions.
        0x4c moves: u32,
        /// Number of conditional moves.
        0x50 conditional_moves: u32,
        /// Number of conversions.
        0x54 conversions: u32,
        /// Number of bitwise instructions.
        0x58 bitwise: u32,
        /// Input primitive of a geometry shader.
        0x5c input_primitive: u32,
        /// Output topology of a geometry shader.
        0x60 output_topology: u32,
        /// Maximum number of output vertices of a geometry shader.
        0x64 max_vertices: u32,
        /// Unknown.
        0x68 unknown26: u32,
        /// Unknown.
        0x6c unknown27: u32,
        /// Nonzero if the shader runs per sample.
        0x70 sample_frequency: u32,
    }
}

record! {
    /// Counters added in shader model 5.
    pub struct MoreCounters: 32 {
        /// Instance count of a geometry shader.
        0x00 geometry_instances: u32,
        /// Number of control points.
        0x04 control_points: u32,
        /// Tessellator output primitive.
        0x08 output_primitive: u32,
        /// Tessellator partitioning.
        0x0c partitioning: u32,
        /// Tessellator domain.
        0x10 domain: u32,
        /// Number of barriers.
        0x14 barriers: u32,
        /// Number of interlocked instructions.
        0x18 interlocked: u32,
        /// Number of texture stores.
        0x1c texture_stores: u32,
    }
}

/// Parsed `STAT`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Model<'a> {
    /// Counters of shader model 4; `None` if the part is too small.
    pub counters: Option<Counters>,
    /// Counters added in shader model 5, if present.
    pub more: Option<MoreCounters>,
    /// Remaining bytes.
    pub rest: &'a [u8],
}

/// Parses the part and names its nodes.
pub fn read<'a, R: Recorder>(reader: &mut Reader<'a, R>, part: &PartData) -> Option<Model<'a>> {
    let mut at = part.start;
    let mut model = Model { counters: None, more: None, rest: &[] };
    if part.size() >= Counters::SIZE as u64 {
        model.counters = reader.record(part.node.name("counters"), at).ok().map(|(record, _)| record);
        at += Counters::SIZE as u64;
        if part.end - at >= MoreCounters::SIZE as u64 {
            model.more = reader.record(part.node.name("more"), at).ok().map(|(record, _)| record);
            at += MoreCounters::SIZE as u64;
        }
    }
    if at < part.end {
        reader.node(part.node.name("rest"), at, part.end, NodeKind::Bytes);
        model.rest = reader.slice(at, part.end - at).unwrap_or_default();
    }
    Some(model)
}
