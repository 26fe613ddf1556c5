//! The registers of the chip that shaders have to do with.

use crate::check::Stage;

/// A register number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Register(pub u16);

impl Register {
    /// The same register of a unit: those of the vertex unit stand 0x30 above those of the geometry unit.
    #[must_use]
    pub const fn of(self, stage: Stage) -> Register {
        match stage {
            Stage::Vertex => Register(self.0 + 0x30),
            Stage::Geometry => self,
        }
    }
}

macro_rules! registers {
    ($($(#[$meta:meta])* $constant:ident = $number:literal $name:literal)*) => {
        impl Register {
            $($(#[$meta])* pub const $constant: Register = Register($number);)*
        }

        const NAMES: &[(u16, &str)] = &[$(($number, $name)),*];
    };
}

registers! {
    /// Number of registers in the output map; the seven entries follow.
    OUTPUT_TOTAL = 0x04F "output map"
    /// Whether texture coordinates are used.
    OUTPUT_MODE = 0x064 "texture coordinates used"
    /// Which outputs are used, a bit each.
    OUTPUT_CLOCK = 0x06F "outputs used"
    /// Geometry stage: on and off, kind of primitives.
    GEOMETRY_CONFIG = 0x229 "geometry stage"
    /// Number of attributes of a vertex, less one.
    ATTRIBUTES = 0x242 "vertex attributes"
    /// Whether the geometry unit has a configuration of its own.
    VERTEX_COMMON = 0x244 "own geometry configuration"
    /// Number of vertex outputs, less one.
    VERTEX_OUTPUTS1 = 0x24A "vertex outputs"
    /// The same.
    VERTEX_OUTPUTS2 = 0x251 "vertex outputs"
    /// Mode of the geometry stage.
    GEOMETRY_MISC0 = 0x252 "geometry mode"
    /// Geometry stage, second register.
    GEOMETRY_CONFIG2 = 0x253 "geometry stage 2"
    /// Variable mode: vertices with all attributes, less one.
    GEOMETRY_MISC1 = 0x254 "full vertices"
    /// Number of registers in the output map, less one, in the low byte.
    PRIMITIVE_CONFIG = 0x25E "outputs of a primitive"
    /// Bool uniforms.
    BOOLS = 0x280 "bool uniforms"
    /// First of four integer uniforms.
    INTEGERS = 0x281 "integer uniforms"
    /// How inputs reach the unit.
    INPUT_BUFFER = 0x289 "input buffer"
    /// Entry point.
    ENTRY = 0x28A "entry point"
    /// Which attribute goes to which input register; two registers.
    PERMUTATION = 0x28B "input permutation"
    /// Output registers that are in use.
    OUTPUT_MASK = 0x28D "output mask"
    /// End of a transfer of code.
    CODE_END = 0x28F "end of code"
    /// First float uniform that is sent; the values follow.
    FLOAT_INDEX = 0x290 "float uniform"
    /// Values of float uniforms.
    FLOAT_DATA = 0x291 "float uniform data"
    /// First word of code that is sent.
    CODE_INDEX = 0x29B "code index"
    /// Code.
    CODE_DATA = 0x29C "code"
    /// First operand descriptor that is sent.
    DESCRIPTOR_INDEX = 0x2A5 "descriptor index"
    /// Operand descriptors.
    DESCRIPTOR_DATA = 0x2A6 "descriptors"
}

/// What a register is, with its unit; `None` for registers that shaders have nothing to do with.
#[must_use]
pub fn register_name(register: u16) -> Option<String> {
    let (unit, number) = match register {
        0x280..=0x2AF => ("geometry ", register),
        0x2B0..=0x2DF => ("vertex ", register - 0x30),
        _ => ("", register),
    };
    let &(_, name) = NAMES.iter().find(|(known, _)| *known == number)?;
    Some(format!("{unit}{name}"))
}
