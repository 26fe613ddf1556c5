//! What a program takes from outside: uniforms and children.

use glassbox_sksl::builtin::{Opaque, Scalar};

/// A uniform, or a member of a block or struct of them; of a fragment program also what a vertex program would pass on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Uniform {
    /// Name, with that of its block or struct in front: `light.position`.
    pub name: String,
    /// Name of its type: `float3`, `half4[2]`.
    pub type_name: String,
    /// What its components are.
    pub scalar: Scalar,
    /// How many columns a matrix has; 1 for scalars, the width of vectors.
    pub columns: u8,
    /// How many rows a matrix has; else 1.
    pub rows: u8,
    /// How many elements an array has; 0 for what is no array.
    pub count: u32,
    /// Whether it is marked as a colour.
    pub is_color: bool,
    /// Where its first component is among those of all uniforms.
    pub(crate) start: u32,
    /// How many components it has in all.
    pub(crate) width: u32,
}

impl Uniform {
    /// How many numbers a value of it has.
    pub fn width(&self) -> usize {
        self.width as usize
    }
}

/// A child that a program calls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChildSlot {
    /// Name.
    pub name: String,
    /// Whether it is a shader, a colour filter or a blender.
    pub kind: Opaque,
}
