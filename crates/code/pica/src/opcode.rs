//! Defines the opcode table: every slot of the six-bit opcode space, once.
//!
//! A row holds the layout of a word ([`Format`]), the items of an assembly line in order ([`Operand`]), the
//! relevant components of each source ([`Lanes`]) and the effect on control flow ([`Flow`]). Decoder,
//! encoder, printer, parser and checks all read these rows.
//!
//! Facts: PICA200 instruction set notes, sections 3, 4 and 9.6.

use crate::format::{Field, Format};

/// Class of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// Undocumented.
    Unknown,
    /// Computes a vector and writes it to the destination under the descriptor's mask.
    Arithmetic,
    /// MOVA: writes the address registers; ignores the destination field.
    Address,
    /// CMP: writes the two compare flags.
    Compare,
    /// Control flow, and NOP.
    Control,
    /// EMIT and SETEMIT, of the geometry stage.
    Geometry,
}

/// Effect of an instruction on control flow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Flow {
    /// Continues with the next word.
    Next,
    /// Stops the program.
    End,
    /// Leaves the innermost loop.
    Break,
    /// Leaves the innermost loop, conditionally.
    BreakIf,
    /// Runs the NUM words from DST, then returns; conditional or not.
    Call,
    /// Runs the following words up to DST, or else the NUM words from DST.
    If,
    /// Repeats the following words up to and including DST.
    Loop,
    /// Jumps to DST, conditionally.
    Jump,
}

/// Components of a source, after selection, that can influence the result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lanes {
    /// No such source.
    None,
    /// Those in the destination mask.
    Masked,
    /// Only component 0.
    Scalar,
    /// Components 0 and 1.
    Pair,
    /// Components 0 and 1, if in the destination mask.
    MaskedPair,
    /// Components 0, 1 and 2.
    Triple,
    /// All four.
    All,
}

impl Lanes {
    /// The components as a set under a destination mask, both with bit 3 for component 0 (x) down to bit 0
    /// for component 3 (w).
    #[must_use]
    pub const fn under(self, mask: u8) -> u8 {
        match self {
            Lanes::None => 0,
            Lanes::Masked => mask & 0xF,
            Lanes::Scalar => 0x8,
            Lanes::Pair => 0xC,
            Lanes::MaskedPair => mask & 0xC,
            Lanes::Triple => 0xE,
            Lanes::All => 0xF,
        }
    }
}

/// An item of an assembly line, in writing order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// Destination register.
    Destination,
    /// Destination field of MOVA, written `a0` if zero.
    Address,
    /// A source register, with the index register if the slot is wide.
    Source(Field),
    /// A comparison operator.
    Comparison(Field),
    /// `d` and the descriptor index.
    Descriptor,
    /// A condition on the compare flags.
    Condition,
    /// Condition bits of an instruction that ignores them, written if nonzero.
    SpareCondition,
    /// `b` register.
    Boolean,
    /// `b` register, with `!` for an odd NUM.
    InvertibleBoolean,
    /// `i` register.
    Integer,
    /// DST.
    Target,
    /// DST and NUM of an instruction that ignores both, written if either is nonzero.
    SpareTarget,
    /// NUM.
    Count,
    /// NUM of an instruction that ignores it, written if nonzero.
    SpareCount,
    /// NUM of JMPU, written if `!` does not express it.
    JumpCount,
    /// SETEMIT vertex slot.
    Vertex,
    /// SETEMIT flags `prim` and `inv`.
    Flags,
    /// Reserved bits, written if nonzero.
    Reserved,
}

/// A row of the opcode table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpcodeInfo {
    /// Lower-case mnemonic; empty for an unknown opcode.
    pub mnemonic: &'static str,
    /// Layout of the word.
    pub format: Format,
    /// Kind of instruction.
    pub class: Class,
    /// Effect on control flow.
    pub flow: Flow,
    /// Relevant components of up to three sources.
    pub lanes: [Lanes; 3],
    /// Items of an assembly line.
    pub operands: &'static [Operand],
}

/// An opcode, represented by its first slot in the six-bit opcode space.
///
/// CMP has two slots and MADI and MAD eight each, because their opcode fields are shorter; [`Opcode::of`]
/// returns the first one, so opcodes compare as expected.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Opcode(u8);

use Operand::{
    Address, Boolean, Comparison, Condition, Count, Descriptor, Destination, Flags, Integer,
    InvertibleBoolean, JumpCount, Reserved, Source, SpareCondition, SpareCount, SpareTarget, Target, Vertex,
};

const S1: Operand = Source(Field::Source1);
const S2: Operand = Source(Field::Source2);
const S3: Operand = Source(Field::Source3);
const CX: Operand = Comparison(Field::CompareX);
const CY: Operand = Comparison(Field::CompareY);

const UNKNOWN: OpcodeInfo = OpcodeInfo {
    mnemonic: "",
    format: Format::Unknown,
    class: Class::Unknown,
    flow: Flow::Next,
    lanes: [Lanes::None; 3],
    operands: &[],
};

macro_rules! opcodes {
    ($($first:literal $last:literal $constant:ident $mnemonic:literal $format:ident $class:ident $flow:ident
        [$($lanes:ident)*] [$($operand:expr)*])*) => {
        impl Opcode {
            $(
                #[doc = concat!("`", $mnemonic, "`")]
                pub const $constant: Opcode = Opcode($first);
            )*
        }

        const TABLE: [OpcodeInfo; 64] = {
            let mut table = [UNKNOWN; 64];
            $({
                let row = OpcodeInfo {
                    mnemonic: $mnemonic,
                    format: Format::$format,
                    class: Class::$class,
                    flow: Flow::$flow,
                    lanes: [$(Lanes::$lanes),*],
                    operands: &[$($operand),*],
                };
                let mut slot = $first;
                while slot <= $last {
                    table[slot] = row;
                    slot += 1;
                }
            })*
            table
        };

        const FIRST_SLOT: [u8; 64] = {
            let mut first = [0; 64];
            let mut slot = 0;
            while slot < 64 {
                first[slot] = slot as u8;
                slot += 1;
            }
            $({
                let mut slot: usize = $first;
                while slot <= $last {
                    first[slot] = $first;
                    slot += 1;
                }
            })*
            first
        };
    };
}

#[rustfmt::skip]
opcodes! {
    0x00 0x00 ADD     "add"     One          Arithmetic Next    [Masked Masked None]   [Destination S1 S2 Descriptor]
    0x01 0x01 DP3     "dp3"     One          Arithmetic Next    [Triple Triple None]   [Destination S1 S2 Descriptor]
    0x02 0x02 DP4     "dp4"     One          Arithmetic Next    [All All None]         [Destination S1 S2 Descriptor]
    0x03 0x03 DPH     "dph"     One          Arithmetic Next    [Triple All None]      [Destination S1 S2 Descriptor]
    0x04 0x04 DST     "dst"     One          Arithmetic Next    [All All None]         [Destination S1 S2 Descriptor]
    0x05 0x05 EX2     "ex2"     OneUnary     Arithmetic Next    [Scalar None None]     [Destination S1 Descriptor Reserved]
    0x06 0x06 LG2     "lg2"     OneUnary     Arithmetic Next    [Scalar None None]     [Destination S1 Descriptor Reserved]
    0x07 0x07 LITP    "litp"    OneUnary     Arithmetic Next    [All None None]        [Destination S1 Descriptor Reserved]
    0x08 0x08 MUL     "mul"     One          Arithmetic Next    [Masked Masked None]   [Destination S1 S2 Descriptor]
    0x09 0x09 SGE     "sge"     One          Arithmetic Next    [Masked Masked None]   [Destination S1 S2 Descriptor]
    0x0A 0x0A SLT     "slt"     One          Arithmetic Next    [Masked Masked None]   [Destination S1 S2 Descriptor]
    0x0B 0x0B FLR     "flr"     OneUnary     Arithmetic Next    [Masked None None]     [Destination S1 Descriptor Reserved]
    0x0C 0x0C MAX     "max"     One          Arithmetic Next    [Masked Masked None]   [Destination S1 S2 Descriptor]
    0x0D 0x0D MIN     "min"     One          Arithmetic Next    [Masked Masked None]   [Destination S1 S2 Descriptor]
    0x0E 0x0E RCP     "rcp"     OneUnary     Arithmetic Next    [Scalar None None]     [Destination S1 Descriptor Reserved]
    0x0F 0x0F RSQ     "rsq"     OneUnary     Arithmetic Next    [Scalar None None]     [Destination S1 Descriptor Reserved]
    0x12 0x12 MOVA    "mova"    OneUnary     Address    Next    [MaskedPair None None] [Address S1 Descriptor Reserved]
    0x13 0x13 MOV     "mov"     OneUnary     Arithmetic Next    [Masked None None]     [Destination S1 Descriptor Reserved]
    0x18 0x18 DPHI    "dphi"    OneInverted  Arithmetic Next    [Triple All None]      [Destination S1 S2 Descriptor]
    0x19 0x19 DSTI    "dsti"    OneInverted  Arithmetic Next    [All All None]         [Destination S1 S2 Descriptor]
    0x1A 0x1A SGEI    "sgei"    OneInverted  Arithmetic Next    [Masked Masked None]   [Destination S1 S2 Descriptor]
    0x1B 0x1B SLTI    "slti"    OneInverted  Arithmetic Next    [Masked Masked None]   [Destination S1 S2 Descriptor]
    0x20 0x20 BREAK   "break"   Zero         Control    Break   [None None None]       [Reserved]
    0x21 0x21 NOP     "nop"     Zero         Control    Next    [None None None]       [Reserved]
    0x22 0x22 END     "end"     Zero         Control    End     [None None None]       [Reserved]
    0x23 0x23 BREAKC  "breakc"  Two          Control    BreakIf [None None None]       [Condition SpareTarget Reserved]
    0x24 0x24 CALL    "call"    Two          Control    Call    [None None None]       [SpareCondition Target Count Reserved]
    0x25 0x25 CALLC   "callc"   Two          Control    Call    [None None None]       [Condition Target Count Reserved]
    0x26 0x26 CALLU   "callu"   Three        Control    Call    [None None None]       [Boolean Target Count Reserved]
    0x27 0x27 IFU     "ifu"     Three        Control    If      [None None None]       [Boolean Target Count Reserved]
    0x28 0x28 IFC     "ifc"     Two          Control    If      [None None None]       [Condition Target Count Reserved]
    0x29 0x29 LOOP    "loop"    Three        Control    Loop    [None None None]       [Integer Target SpareCount Reserved]
    0x2A 0x2A EMIT    "emit"    Zero         Geometry   Next    [None None None]       [Reserved]
    0x2B 0x2B SETEMIT "setemit" Four         Geometry   Next    [None None None]       [Vertex Flags Reserved]
    0x2C 0x2C JMPC    "jmpc"    Two          Control    Jump    [None None None]       [Condition Target SpareCount Reserved]
    0x2D 0x2D JMPU    "jmpu"    Three        Control    Jump    [None None None]       [InvertibleBoolean Target JumpCount Reserved]
    0x2E 0x2F CMP     "cmp"     OneCompare   Compare    Next    [Pair Pair None]       [S1 CX CY S2 Descriptor]
    0x30 0x37 MADI    "madi"    FiveInverted Arithmetic Next    [Masked Masked Masked] [Destination S1 S2 S3 Descriptor]
    0x38 0x3F MAD     "mad"     Five         Arithmetic Next    [Masked Masked Masked] [Destination S1 S2 S3 Descriptor]
}

impl Opcode {
    /// Opcode of a code word.
    #[must_use]
    pub const fn of(word: u32) -> Opcode {
        Opcode(FIRST_SLOT[(word >> 26) as usize])
    }

    /// Opcode with a lower-case mnemonic.
    #[must_use]
    pub fn named(mnemonic: &str) -> Option<Opcode> {
        Self::all().find(|opcode| opcode.is_known() && opcode.info().mnemonic == mnemonic)
    }

    /// All opcodes in ascending order, unknown ones included.
    pub fn all() -> impl Iterator<Item = Opcode> {
        (0..64u8).filter(|&slot| FIRST_SLOT[slot as usize] == slot).map(Opcode)
    }

    /// First slot of the opcode.
    #[must_use]
    pub const fn slot(self) -> u8 {
        self.0
    }

    /// Row of the opcode table.
    #[must_use]
    pub const fn info(self) -> &'static OpcodeInfo {
        &TABLE[self.0 as usize]
    }

    /// Layout of the opcode's words.
    #[must_use]
    pub const fn format(self) -> Format {
        self.info().format
    }

    /// True if documented.
    #[must_use]
    pub const fn is_known(self) -> bool {
        !matches!(self.info().class, Class::Unknown)
    }

    /// True if the instruction writes a register through its destination field.
    #[must_use]
    pub const fn has_destination(self) -> bool {
        matches!(self.info().class, Class::Arithmetic)
    }

    /// A word with this opcode and all other bits zero.
    #[must_use]
    pub const fn base_word(self) -> u32 {
        (self.0 as u32) << 26
    }

    /// Descriptor bits that the reference assembler compares when sharing a descriptor between instructions,
    /// for a destination mask (section 9.6). The inverted forms behave like the plain ones.
    #[must_use]
    pub fn sharing_mask(self, destination: u8) -> u32 {
        const SHIFTS: [u32; 3] = [5, 14, 23];
        let base: u32 = match self.format() {
            Format::One | Format::OneInverted => 0x003F_FFFF,
            Format::OneUnary => 0x0000_1FFF,
            Format::OneCompare => 0x003F_FFF0,
            Format::Five | Format::FiveInverted => 0x7FFF_FFFF,
            _ => 0,
        };
        let mut kept = base;
        for (source, (&lanes, shift)) in self.info().lanes.iter().zip(SHIFTS).enumerate() {
            // The assembler excludes the fourth lane of DP3 but treats the second source of CMP as fully
            // used.
            let used = if self == Opcode::CMP && source == 1 { 0xF } else { lanes.under(destination) };
            for component in 0..4 {
                if used & (8 >> component) == 0 {
                    kept &= !(3 << (shift + 6 - 2 * component));
                }
            }
        }
        kept & base
    }
}
