//! Models EMIT and SETEMIT: vertex slots, the latch, and the triangles that leave the geometry
//! stage.
//!
//! Source: PICA200 brief, section 7.

use crate::program::Program;
use crate::uniforms::Outputs;

/// Number of vertex slots. SETEMIT can encode a fourth.
pub const SLOTS: usize = 3;

/// Vertex leaving a shader unit: the enabled output registers, ascending, without gaps.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Vertex {
    registers: Outputs,
    count: usize,
}

impl Vertex {
    /// Vertex with these attributes; at most 16 are stored.
    #[must_use]
    pub fn new(attributes: &[[f32; 4]]) -> Vertex {
        let mut vertex = Vertex::default();
        for (register, &value) in vertex.registers.iter_mut().zip(attributes) {
            *register = value;
            vertex.count += 1;
        }
        vertex
    }

    /// Vertex from a program's output registers.
    #[must_use]
    pub fn collect(program: &Program, outputs: &Outputs) -> Vertex {
        let mut vertex = Vertex::default();
        let enabled = program.enabled_outputs().filter_map(|register| outputs.get(register));
        for (slot, &value) in vertex.registers.iter_mut().zip(enabled) {
            *slot = value;
            vertex.count += 1;
        }
        vertex
    }

    /// Attributes in order.
    #[must_use]
    pub fn attributes(&self) -> &[[f32; 4]] {
        self.registers.get(..self.count).unwrap_or_default()
    }
}

/// Triangle submitted by the geometry stage.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Triangle {
    /// Slots 0, 1 and 2.
    pub slots: [Vertex; SLOTS],
    /// True if its winding is inverted.
    pub inverted: bool,
}

impl Triangle {
    /// Vertices in drawing order: an inverted triangle swaps the first two.
    #[must_use]
    pub const fn vertices(&self) -> [&Vertex; SLOTS] {
        let [a, b, c] = &self.slots;
        if self.inverted { [b, a, c] } else { [a, b, c] }
    }
}

/// State set by SETEMIT, in effect for every EMIT until the next SETEMIT.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Latch {
    /// Slot to write, 0-3.
    pub vertex: u8,
    /// Submit a triangle after writing.
    pub primitive: bool,
    /// Invert that triangle.
    pub invert: bool,
}

/// Reason why EMIT fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EmitError {
    /// The latch names slot 3.
    Slot,
    /// The triangle limit is reached.
    Limit,
}

impl std::fmt::Display for EmitError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            EmitError::Slot => "EMIT names vertex slot 3, expected 0 to 2",
            EmitError::Limit => "the limit on submitted triangles is reached",
        })
    }
}

impl std::error::Error for EmitError {}

/// Vertex buffer of the geometry unit.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Emitter {
    /// Result of the last SETEMIT.
    pub latch: Latch,
    /// Vertices by slot.
    pub slots: [Vertex; SLOTS],
    /// Inactive bank of output registers.
    pub bank: Outputs,
    /// Submitted triangles.
    pub triangles: Vec<Triangle>,
}

impl Emitter {
    /// EMIT: stores the outputs, submits a triangle if the latch requests it, and swaps the banks
    /// of output registers.
    ///
    /// # Errors
    ///
    /// If the slot does not exist, or there would be more than `limit` triangles. The state is then
    /// unchanged.
    pub fn emit(&mut self, program: &Program, outputs: &mut Outputs, limit: usize) -> Result<(), EmitError> {
        let full = self.triangles.len() >= limit;
        let slot = self.slots.get_mut(usize::from(self.latch.vertex)).ok_or(EmitError::Slot)?;
        if self.latch.primitive && full {
            return Err(EmitError::Limit);
        }
        let vertex = Vertex::collect(program, outputs);
        *slot = vertex;
        // Slots never written hold zeros for all outputs.
        for slot in &mut self.slots {
            slot.count = vertex.count;
        }
        if self.latch.primitive {
            self.triangles.push(Triangle { slots: self.slots, inverted: self.latch.invert });
        }
        std::mem::swap(&mut self.bank, outputs);
        Ok(())
    }
}
