//! `STAT` of the legacy compiler: what a token stream holds, counted.

use glassbox_core::reader::{Kind, Reader, Recorder};
use glassbox_core::record;
use glassbox_core::record::Record;

use super::PartData;

record! {
    /// Counters of shader model 4.
    pub struct Counters: 116 {
        /// Instructions.
        0x00 instructions: u32,
        /// Temporary registers.
        0x04 temporaries: u32,
        /// Definitions.
        0x08 definitions: u32,
        /// Declarations.
        0x0c declarations: u32,
        /// Floating-point instructions.
        0x10 float_instructions: u32,
        /// Signed integer instructions.
        0x14 int_instructions: u32,
        /// Unsigned integer instructions.
        0x18 uint_instructions: u32,
        /// Flow control that does not depend on data.
        0x1c static_flow: u32,
        /// Flow control that depends on data.
        0x20 dynamic_flow: u32,
        /// Macro instructions.
        0x24 macros: u32,
        /// Temporary arrays.
        0x28 temporary_arrays: u32,
        /// Array instructions.
        0x2c array_instructions: u32,
        /// Cuts.
        0x30 cuts: u32,
        /// Emits.
        0x34 emits: u32,
        /// Plain samples.
        0x38 texture_normal: u32,
        /// Loads.
        0x3c texture_loads: u32,
        /// Comparing samples.
        0x40 texture_comparisons: u32,
        /// Biased samples.
        0x44 texture_bias: u32,
        /// Samples with gradients.
        0x48 texture_gradients: u32,
        /// Moves.
        0x4c moves: u32,
        /// Conditional moves.
        0x50 conditional_moves: u32,
        /// Conversions.
        0x54 conversions: u32,
        /// Bitwise instructions.
        0x58 bitwise: u32,
        /// Primitive that comes into a geometry shader.
        0x5c input_primitive: u32,
        /// Primitive that goes out of a geometry shader.
        0x60 output_topology: u32,
        /// Most vertices of a geometry shader.
        0x64 max_vertices: u32,
        /// Not known.
        0x68 unknown26: u32,
        /// Not known.
        0x6c unknown27: u32,
        /// Whether the shader runs once a sample.
        0x70 sample_frequency: u32,
    }
}

record! {
    /// Counters that shader model 5 adds.
    pub struct MoreCounters: 32 {
        /// Instances of a geometry shader.
        0x00 geometry_instances: u32,
        /// Control points.
        0x04 control_points: u32,
        /// What the tessellator makes.
        0x08 output_primitive: u32,
        /// Partitioning of the tessellator.
        0x0c partitioning: u32,
        /// Domain of the tessellator.
        0x10 domain: u32,
        /// Barriers.
        0x14 barriers: u32,
        /// Interlocked instructions.
        0x18 interlocked: u32,
        /// Texture stores.
        0x1c texture_stores: u32,
    }
}

/// The content of `STAT`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Model<'a> {
    /// Counters of shader model 4, where there is room for them.
    pub counters: Option<Counters>,
    /// Counters that shader model 5 adds.
    pub more: Option<MoreCounters>,
    /// What follows.
    pub rest: &'a [u8],
}

/// Reads the part.
pub fn read<'a, R: Recorder>(reader: &mut Reader<'a, R>, part: &PartData) -> Option<Model<'a>> {
    let mut at = part.start;
    let mut model = Model {
        counters: None,
        more: None,
        rest: &[],
    };
    if part.size() >= Counters::SIZE as u64 {
        model.counters = reader
            .record(part.node.name("counters"), at)
            .ok()
            .map(|(record, _)| record);
        at += Counters::SIZE as u64;
        if part.end - at >= MoreCounters::SIZE as u64 {
            model.more = reader
                .record(part.node.name("more"), at)
                .ok()
                .map(|(record, _)| record);
            at += MoreCounters::SIZE as u64;
        }
    }
    if at < part.end {
        reader.node(part.node.name("rest"), at, part.end, Kind::Bytes);
        model.rest = reader.slice(at, part.end - at).unwrap_or_default();
    }
    Some(model)
}
