//! The words that extend an instruction's first one, and the bits of the first one that only some opcodes have.

use crate::names::{Dimension, OpcodeToken, ReturnType};
use crate::opcode::Opcode;
use crate::walk::Instruction;

/// A word that extends an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Extended {
    /// What is added to the coordinates of texels: u, v and w, each from -8 to 7.
    Offsets([i8; 3]),
    /// Shape of the resource.
    Dimension {
        /// The shape.
        dimension: Dimension,
        /// Size of a structure, bytes; 0 for what has none.
        stride: u32,
    },
    /// What the four components of the resource read as.
    Returns([ReturnType; 4]),
    /// Something else, as it is.
    Other(u32),
}

/// The bit that says that another word follows.
const MORE: u32 = 1 << 31;

impl Extended {
    /// Reads a word. What it has besides the fields of its kind is lost; [`word`](Self::word) shows whether there was any.
    pub fn read(word: u32) -> Extended {
        match word & 63 {
            1 => Extended::Offsets([9, 13, 17].map(|shift| sign_extend(word >> shift & 15))),
            2 => Extended::Dimension {
                dimension: Dimension(word >> 6 & 31),
                stride: word >> 11 & 0xfff,
            },
            3 => Extended::Returns([6, 10, 14, 18].map(|shift| ReturnType(word >> shift & 15))),
            _ => Extended::Other(word & !MORE),
        }
    }

    /// The word, without the bit that says that another one follows.
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

/// A number of four bits with a sign.
fn sign_extend(bits: u32) -> i8 {
    ((bits as u8) << 4) as i8 >> 4
}

glassbox_core::named! {
    /// What a size is given as, by `resinfo` and `sampleinfo`.
    pub enum SizeReturn: u32 {
        /// Floats.
        FLOAT = 0 "float",
        /// One over the size of the largest level, as floats.
        RECIPROCAL = 1 "rcpFloat",
        /// Unsigned integers.
        UINT = 2 "uint",
    }
}

glassbox_core::named! {
    /// What `sync` waits for.
    pub flags SyncFlags: u32 {
        /// All threads of the group.
        THREADS = 0x1 "t",
        /// Accesses to the group's memory.
        GROUP_MEMORY = 0x2 "g",
        /// Accesses to views, as far as the group sees them.
        GROUP_VIEWS = 0x4 "ugroup",
        /// Accesses to views.
        GLOBAL_VIEWS = 0x8 "uglobal",
    }
}

impl Instruction<'_> {
    /// Whether the number that it tests has to be other than zero.
    pub fn tests_nonzero(&self) -> bool {
        self.bits(18, 1) == 1
    }

    /// Components whose results must not depend on how other instructions were arranged, x in bit 0.
    pub fn precise(&self) -> u8 {
        self.bits(19, 4) as u8
    }

    /// What sizes are given as; `None` for what gives none.
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

    /// What it waits for; `None` for all but `sync`.
    pub fn sync_flags(&self) -> Option<SyncFlags> {
        (self.opcode == Opcode::SYNC).then(|| SyncFlags(self.bits(11, 4)))
    }

    /// Number of the function that `fcall` calls, within the tables of the interface.
    pub fn called_function(&self) -> Option<u32> {
        match self.opcode {
            Opcode::FCALL => self.number(1 + self.extended().count()),
            _ => None,
        }
    }
}

impl OpcodeToken {
    /// The first word of an instruction: opcode, specific bits in their places (11 to 23), length in words.
    pub fn build(opcode: Opcode, specific: u32, length: u32) -> OpcodeToken {
        OpcodeToken(u32::from(opcode.0) & 0x7ff | specific & 0x00ff_f800 | (length & 127) << 24)
    }
}
