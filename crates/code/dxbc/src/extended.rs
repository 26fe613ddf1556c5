//! Decodes extended opcode tokens and opcode-specific bits of the first word.

use crate::names::{Dimension, OpcodeToken, ReturnType};
use crate::opcode::Opcode;
use crate::walk::Instruction;

/// An extended opcode token.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Extended {
    /// Texel offsets u, v and w, each from -8 to 7.
    Offsets([i8; 3]),
    /// Resource dimension and element size.
    Dimension {
        /// Resource dimension.
        dimension: Dimension,
        /// Element size in bytes; 0 if not structured.
        stride: u32,
    },
    /// Return types of the four components.
    Returns([ReturnType; 4]),
    /// Any other token, unchanged.
    Other(u32),
}

/// The bit that announces another token.
const MORE: u32 = 1 << 31;

impl Extended {
    /// Decodes a token. Bits outside the fields of its kind are lost; compare with [`word`](Self::word) to
    /// detect them.
    pub fn read(word: u32) -> Extended {
        match word & 63 {
            1 => Extended::Offsets([9, 13, 17].map(|shift| sign_extend(word >> shift & 15))),
            2 => Extended::Dimension { dimension: Dimension(word >> 6 & 31), stride: word >> 11 & 0xfff },
            3 => Extended::Returns([6, 10, 14, 18].map(|shift| ReturnType(word >> shift & 15))),
            _ => Extended::Other(word & !MORE),
        }
    }

    /// Encodes the token without the continuation bit.
    pub fn word(self) -> u32 {
        match self {
            Extended::Offsets([u, v, w]) => {
                let field = |offset: i8, shift: u32| (offset as u32 & 15) << shift;
                1 | field(u, 9) | field(v, 13) | field(w, 17)
            }
            Extended::Dimension { dimension, stride } => 2 | (dimension.0 & 31) << 6 | (stride & 0xfff) << 11,
            Extended::Returns(returns) => returns
                .iter()
                .zip([6, 10, 14, 18])
                .fold(3, |word, (kind, shift)| word | (kind.0 & 15) << shift),
            Extended::Other(word) => word & !MORE,
        }
    }
}

/// Sign-extends a four-bit number.
fn sign_extend(bits: u32) -> i8 {
    ((bits as u8) << 4) as i8 >> 4
}

glassbox_core::named! {
    /// Return type of `resinfo` and `sampleinfo`.
    pub enum SizeReturn: u32 {
        /// Floats.
        FLOAT = 0 "float",
        /// Reciprocals of the level-zero size, as floats.
        RECIPROCAL = 1 "rcpFloat",
        /// Unsigned integers.
        UINT = 2 "uint",
    }
}

glassbox_core::named! {
    /// Scope of `sync`.
    pub flags SyncFlags: u32 {
        /// All threads of the group.
        THREADS = 0x1 "t",
        /// Accesses to group-shared memory.
        GROUP_MEMORY = 0x2 "g",
        /// UAV accesses, at group scope.
        GROUP_VIEWS = 0x4 "ugroup",
        /// UAV accesses, globally.
        GLOBAL_VIEWS = 0x8 "uglobal",
    }
}

impl Instruction<'_> {
    /// True if it tests for nonzero.
    pub fn tests_nonzero(&self) -> bool {
        self.bits(18, 1) == 1
    }

    /// Mask of `precise` components, whose results must not depend on reordering; x in bit 0.
    pub fn precise(&self) -> u8 {
        self.bits(19, 4) as u8
    }

    /// Return type of a size query; `None` for other instructions.
    pub fn size_return(&self) -> Option<SizeReturn> {
        match self.opcode {
            Opcode::RESINFO => Some(SizeReturn(self.bits(11, 2))),
            Opcode::SAMPLEINFO => Some(match self.bits(11, 1) {
                0 => SizeReturn::FLOAT,
                _ => SizeReturn::UINT,
            }),
            _ => None,
        }
    }

    /// Scope of `sync`; `None` for other instructions.
    pub fn sync_flags(&self) -> Option<SyncFlags> {
        (self.opcode == Opcode::SYNC).then(|| SyncFlags(self.bits(11, 4)))
    }

    /// Function number of `fcall`, within the tables of the interface.
    pub fn called_function(&self) -> Option<u32> {
        match self.opcode {
            Opcode::FCALL => self.number(1 + self.extended().count()),
            _ => None,
        }
    }
}

impl OpcodeToken {
    /// Builds an opcode token: opcode, opcode-specific bits in position (11 to 23), length in words.
    pub fn build(opcode: Opcode, specific: u32, length: u32) -> OpcodeToken {
        OpcodeToken(u32::from(opcode.0) & 0x7ff | specific & 0x00ff_f800 | (length & 127) << 24)
    }
}
