//! EMIT and SETEMIT: vertex slots, the latch, and the triangles that leave the geometry stage.
//!
//! Facts: PICA200 brief, section 7.

use crate::program::Program;
use crate::uniforms::Outputs;

/// Vertex slots of the buffer. SETEMIT can name a fourth.
pub const SLOTS: usize = 3;

/// A vertex as it leaves a shader unit: the enabled output registers, ascending, without gaps.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Vertex {
    registers: Outputs,
    count: usize,
}

impl Vertex {
    /// A vertex of these attributes; there is no place for more than 16.
    #[must_use]
    pub fn new(attributes: &[[f32; 4]]) -> Vertex {
        let mut vertex = Vertex::default();
        for (register, &value) in vertex.registers.iter_mut().zip(attributes) {
            *register = value;
            vertex.count += 1;
        }
        vertex
    }

    /// The vertex that a program's output registers make.
    #[must_use]
    pub fn collect(program: &Program, outputs: &Outputs) -> Vertex {
        let mut vertex = Vertex::default();
        let enabled = program
            .enabled_outputs()
            .filter_map(|register| outputs.get(register));
        for (slot, &value) in vertex.registers.iter_mut().zip(enabled) {
            *slot = value;
            vertex.count += 1;
        }
        vertex
    }

    /// The attributes, in order.
    #[must_use]
    pub fn attributes(&self) -> &[[f32; 4]] {
        self.registers.get(..self.count).unwrap_or_default()
    }
}

/// A triangle that the geometry stage submitted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Triangle {
    /// The slots 0, 1 and 2.
    pub slots: [Vertex; SLOTS],
    /// Whether its winding is inverted.
    pub inverted: bool,
}

impl Triangle {
    /// The vertices in the order of drawing: an inverted triangle swaps the first two.
    #[must_use]
    pub const fn vertices(&self) -> [&Vertex; SLOTS] {
        let [a, b, c] = &self.slots;
        if self.inverted { [b, a, c] } else { [a, b, c] }
    }
}

/// What SETEMIT sets. It stays for every EMIT until the next SETEMIT.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Latch {
    /// The slot to write, 0-3.
    pub vertex: u8,
    /// Submit a triangle after writing.
    pub primitive: bool,
    /// Invert that triangle.
    pub invert: bool,
}

/// Why EMIT cannot do its work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EmitError {
    /// The latch names slot 3.
    Slot,
    /// There are as many triangles as the limit allows.
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

/// The vertex buffer of the geometry unit.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Emitter {
    /// What SETEMIT set last.
    pub latch: Latch,
    /// The vertices in the slots.
    pub slots: [Vertex; SLOTS],
    /// The bank of output registers that is not written now.
    pub bank: Outputs,
    /// The triangles submitted.
    pub triangles: Vec<Triangle>,
}

impl Emitter {
    /// EMIT: stores the outputs, submits a triangle if the latch says so, and swaps the banks of output registers.
    ///
    /// # Errors
    ///
    /// When the slot does not exist, or one triangle more than `limit` would be submitted. Nothing has changed then.
    pub fn emit(&mut self, program: &Program, outputs: &mut Outputs, limit: usize) -> Result<(), EmitError> {
        let full = self.triangles.len() >= limit;
        let slot = self
            .slots
            .get_mut(usize::from(self.latch.vertex))
            .ok_or(EmitError::Slot)?;
        if self.latch.primitive && full {
            return Err(EmitError::Limit);
        }
        let vertex = Vertex::collect(program, outputs);
        *slot = vertex;
        // Slots that were never written hold zeros, as many as there are outputs.
        for slot in &mut self.slots {
            slot.count = vertex.count;
        }
        if self.latch.primitive {
            self.triangles.push(Triangle {
                slots: self.slots,
                inverted: self.latch.invert,
            });
        }
        std::mem::swap(&mut self.bank, outputs);
        Ok(())
    }
}
