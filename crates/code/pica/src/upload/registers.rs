//! Names the chip registers used for shaders.

use crate::check::Stage;

/// A register number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Register(pub u16);

impl Register {
    /// The register of a unit: those of the vertex unit are 0x30 above those of the geometry unit.
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
    /// Set if texture coordinates are used.
    OUTPUT_MODE = 0x064 "texture coordinates used"
    /// Used outputs, one bit each.
    OUTPUT_CLOCK = 0x06F "outputs used"
    /// Geometry stage: enable and kind of primitives.
    GEOMETRY_CONFIG = 0x229 "geometry stage"
    /// Number of attributes per vertex, minus one.
    ATTRIBUTES = 0x242 "vertex attributes"
    /// Set if the geometry unit has its own configuration.
    VERTEX_COMMON = 0x244 "own geometry configuration"
    /// Number of vertex outputs, minus one.
    VERTEX_OUTPUTS1 = 0x24A "vertex outputs"
    /// Number of vertex outputs, minus one; second copy.
    VERTEX_OUTPUTS2 = 0x251 "vertex outputs"
    /// Mode of the geometry stage.
    GEOMETRY_MISC0 = 0x252 "geometry mode"
    /// Geometry stage, second register.
    GEOMETRY_CONFIG2 = 0x253 "geometry stage 2"
    /// Variable mode: number of vertices with all attributes, minus one.
    GEOMETRY_MISC1 = 0x254 "full vertices"
    /// Number of registers in the output map, minus one, in the low byte.
    PRIMITIVE_CONFIG = 0x25E "outputs of a primitive"
    /// Bool uniforms.
    BOOLS = 0x280 "bool uniforms"
    /// First of four integer uniforms.
    INTEGERS = 0x281 "integer uniforms"
    /// Input configuration of the unit.
    INPUT_BUFFER = 0x289 "input buffer"
    /// Entry point.
    ENTRY = 0x28A "entry point"
    /// Attribute-to-input-register permutation; two registers.
    PERMUTATION = 0x28B "input permutation"
    /// Enabled output registers.
    OUTPUT_MASK = 0x28D "output mask"
    /// End of a code transfer.
    CODE_END = 0x28F "end of code"
    /// Index of the first float uniform; values follow.
    FLOAT_INDEX = 0x290 "float uniform"
    /// Float uniform data.
    FLOAT_DATA = 0x291 "float uniform data"
    /// Index of the first code word.
    CODE_INDEX = 0x29B "code index"
    /// Code data.
    CODE_DATA = 0x29C "code"
    /// Index of the first operand descriptor.
    DESCRIPTOR_INDEX = 0x2A5 "descriptor index"
    /// Operand descriptor data.
    DESCRIPTOR_DATA = 0x2A6 "descriptors"
}

/// Description of a register, with its unit; `None` for registers unrelated to shaders.
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
