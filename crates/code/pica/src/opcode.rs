//! The instruction set in one table, and the layouts of its instruction words.
//!
//! Facts: the public PICA200 shader instruction set notes (instruction formats and opcodes). Decoding, encoding, printing,
//! parsing and checking all follow from [`OPCODES`] and [`Format::fields`].

/// What some bits of an instruction word mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Kind {
    /// Index into the operand descriptor table.
    Descriptor,
    /// First source register.
    Source1,
    /// Second source register.
    Source2,
    /// Third source register.
    Source3,
    /// Index register added to the wide source: 0 none, 1 `a0.x`, 2 `a0.y`, 3 `aL`.
    Index,
    /// Destination register.
    Destination,
    /// Comparison of the x components.
    CompareX,
    /// Comparison of the y components.
    CompareY,
    /// `NUM`: words in the called or else part; for `jmpu` bit 0 inverts the condition.
    Count,
    /// `DST`: word index that flow goes to.
    Target,
    /// How the two flags combine: 0 or, 1 and, 2 x alone, 3 y alone.
    Combine,
    /// Value that `cmp.x` is compared with.
    ReferenceX,
    /// Value that `cmp.y` is compared with.
    ReferenceY,
    /// Boolean or integer uniform register.
    Uniform,
    /// Whether the next triangle is wound the other way.
    Winding,
    /// Whether a primitive is emitted.
    Primitive,
    /// Vertex slot.
    Vertex,
    /// Opcode bits.
    Opcode,
    /// Bits without known meaning.
    Reserved,
}

/// A run of bits of an instruction word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitField {
    /// Meaning.
    pub kind: Kind,
    /// Lowest bit.
    pub shift: u32,
    /// Width in bits.
    pub width: u32,
}

const fn bits(kind: Kind, shift: u32, width: u32) -> BitField {
    BitField { kind, shift, width }
}

/// Layout of an instruction word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Format {
    /// Opcode only.
    Plain,
    /// Destination and two sources, the first one wide (format 1).
    Binary,
    /// Destination and two sources, the second one wide (format 1i).
    BinaryInverted,
    /// Destination and one source (format 1u).
    Unary,
    /// Address registers and one source: format 1u whose destination field is unused (`mova`).
    Address,
    /// Two comparisons (format 1c).
    Compare,
    /// Flow under a condition on the comparison flags (format 2).
    Conditional,
    /// Flow without a condition (`call`, format 2 with unused condition).
    Call,
    /// Flow on a uniform register (format 3).
    Uniform,
    /// Vertex emission parameters (format 4).
    SetEmit,
    /// Multiply and add, the second source wide (format 5).
    MultiplyAdd,
    /// Multiply and add, the third source wide (format 5i).
    MultiplyAddInverted,
    /// An opcode that nobody has described.
    Unknown,
}

impl Format {
    /// The bit fields, lowest first; they cover the word.
    pub const fn fields(self) -> &'static [BitField] {
        use Kind::*;
        match self {
            Format::Plain | Format::Unknown => const { &[bits(Reserved, 0, 26), bits(Opcode, 26, 6)] },
            Format::Binary => {
                const {
                    &[
                        bits(Descriptor, 0, 7),
                        bits(Source2, 7, 5),
                        bits(Source1, 12, 7),
                        bits(Index, 19, 2),
                        bits(Destination, 21, 5),
                        bits(Opcode, 26, 6),
                    ]
                }
            }
            Format::BinaryInverted => {
                const {
                    &[
                        bits(Descriptor, 0, 7),
                        bits(Source2, 7, 7),
                        bits(Source1, 14, 5),
                        bits(Index, 19, 2),
                        bits(Destination, 21, 5),
                        bits(Opcode, 26, 6),
                    ]
                }
            }
            Format::Unary => {
                const {
                    &[
                        bits(Descriptor, 0, 7),
                        bits(Reserved, 7, 5),
                        bits(Source1, 12, 7),
                        bits(Index, 19, 2),
                        bits(Destination, 21, 5),
                        bits(Opcode, 26, 6),
                    ]
                }
            }
            Format::Address => {
                const {
                    &[
                        bits(Descriptor, 0, 7),
                        bits(Reserved, 7, 5),
                        bits(Source1, 12, 7),
                        bits(Index, 19, 2),
                        bits(Reserved, 21, 5),
                        bits(Opcode, 26, 6),
                    ]
                }
            }
            Format::Compare => {
                const {
                    &[
                        bits(Descriptor, 0, 7),
                        bits(Source2, 7, 5),
                        bits(Source1, 12, 7),
                        bits(Index, 19, 2),
                        bits(CompareY, 21, 3),
                        bits(CompareX, 24, 3),
                        bits(Opcode, 27, 5),
                    ]
                }
            }
            Format::Conditional => {
                const {
                    &[
                        bits(Count, 0, 8),
                        bits(Reserved, 8, 2),
                        bits(Target, 10, 12),
                        bits(Combine, 22, 2),
                        bits(ReferenceY, 24, 1),
                        bits(ReferenceX, 25, 1),
                        bits(Opcode, 26, 6),
                    ]
                }
            }
            Format::Call => {
                const {
                    &[
                        bits(Count, 0, 8),
                        bits(Reserved, 8, 2),
                        bits(Target, 10, 12),
                        bits(Reserved, 22, 4),
                        bits(Opcode, 26, 6),
                    ]
                }
            }
            Format::Uniform => {
                const {
                    &[
                        bits(Count, 0, 8),
                        bits(Reserved, 8, 2),
                        bits(Target, 10, 12),
                        bits(Uniform, 22, 4),
                        bits(Opcode, 26, 6),
                    ]
                }
            }
            Format::SetEmit => {
                const {
                    &[
                        bits(Reserved, 0, 22),
                        bits(Winding, 22, 1),
                        bits(Primitive, 23, 1),
                        bits(Vertex, 24, 2),
                        bits(Opcode, 26, 6),
                    ]
                }
            }
            Format::MultiplyAdd => {
                const {
                    &[
                        bits(Descriptor, 0, 5),
                        bits(Source3, 5, 5),
                        bits(Source2, 10, 7),
                        bits(Source1, 17, 5),
                        bits(Index, 22, 2),
                        bits(Destination, 24, 5),
                        bits(Opcode, 29, 3),
                    ]
                }
            }
            Format::MultiplyAddInverted => {
                const {
                    &[
                        bits(Descriptor, 0, 5),
                        bits(Source3, 5, 7),
                        bits(Source2, 12, 5),
                        bits(Source1, 17, 5),
                        bits(Index, 22, 2),
                        bits(Destination, 24, 5),
                        bits(Opcode, 29, 3),
                    ]
                }
            }
        }
    }

    /// The field of a kind, except [`Kind::Reserved`], of which there may be several.
    pub fn field(self, kind: Kind) -> Option<BitField> {
        self.fields().iter().copied().find(|field| field.kind == kind)
    }

    /// The source that an index register is added to: the wide one.
    pub const fn indexed_source(self) -> Option<Kind> {
        match self {
            Format::Binary | Format::Unary | Format::Address | Format::Compare => Some(Kind::Source1),
            Format::BinaryInverted | Format::MultiplyAdd => Some(Kind::Source2),
            Format::MultiplyAddInverted => Some(Kind::Source3),
            _ => None,
        }
    }

    /// Whether the instruction takes operands through a descriptor.
    pub const fn has_descriptor(self) -> bool {
        self.indexed_source().is_some()
    }

    /// Whether the destination mask of the descriptor says what is written.
    pub const fn has_destination_mask(self) -> bool {
        self.has_descriptor() && !matches!(self, Format::Compare)
    }

    /// Whether flow goes to [`Kind::Target`].
    pub const fn is_flow(self) -> bool {
        matches!(self, Format::Conditional | Format::Call | Format::Uniform)
    }
}

/// An entry of the instruction table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opcode {
    /// Mnemonic; empty for unknown opcodes.
    pub mnemonic: &'static str,
    /// Layout of the word.
    pub format: Format,
}

const fn op(mnemonic: &'static str, format: Format) -> Opcode {
    Opcode { mnemonic, format }
}

const UNKNOWN: Opcode = op("", Format::Unknown);
const CMP: Opcode = op("cmp", Format::Compare);
const MADI: Opcode = op("madi", Format::MultiplyAddInverted);
const MAD: Opcode = op("mad", Format::MultiplyAdd);

/// The instruction table by the six highest bits of the word. `cmp` takes two entries, `madi` and `mad` eight each, because
/// their opcodes are shorter.
pub const OPCODES: [Opcode; 64] = [
    op("add", Format::Binary),
    op("dp3", Format::Binary),
    op("dp4", Format::Binary),
    op("dph", Format::Binary),
    op("dst", Format::Binary),
    op("ex2", Format::Unary),
    op("lg2", Format::Unary),
    op("litp", Format::Unary),
    op("mul", Format::Binary),
    op("sge", Format::Binary),
    op("slt", Format::Binary),
    op("flr", Format::Unary),
    op("max", Format::Binary),
    op("min", Format::Binary),
    op("rcp", Format::Unary),
    op("rsq", Format::Unary),
    UNKNOWN,
    UNKNOWN,
    op("mova", Format::Address),
    op("mov", Format::Unary),
    UNKNOWN,
    UNKNOWN,
    UNKNOWN,
    UNKNOWN,
    op("dphi", Format::BinaryInverted),
    op("dsti", Format::BinaryInverted),
    op("sgei", Format::BinaryInverted),
    op("slti", Format::BinaryInverted),
    UNKNOWN,
    UNKNOWN,
    UNKNOWN,
    UNKNOWN,
    op("break", Format::Plain),
    op("nop", Format::Plain),
    op("end", Format::Plain),
    op("breakc", Format::Conditional),
    op("call", Format::Call),
    op("callc", Format::Conditional),
    op("callu", Format::Uniform),
    op("ifu", Format::Uniform),
    op("ifc", Format::Conditional),
    op("loop", Format::Uniform),
    op("emit", Format::Plain),
    op("setemit", Format::SetEmit),
    op("jmpc", Format::Conditional),
    op("jmpu", Format::Uniform),
    CMP,
    CMP,
    MADI,
    MADI,
    MADI,
    MADI,
    MADI,
    MADI,
    MADI,
    MADI,
    MAD,
    MAD,
    MAD,
    MAD,
    MAD,
    MAD,
    MAD,
    MAD,
];

/// Six-bit opcodes by name, for analyses that branch on them.
pub mod code {
    /// `mova`
    pub const MOVA: u32 = 0x12;
    /// `break`
    pub const BREAK: u32 = 0x20;
    /// `nop`
    pub const NOP: u32 = 0x21;
    /// `end`
    pub const END: u32 = 0x22;
    /// `breakc`
    pub const BREAKC: u32 = 0x23;
    /// `call`
    pub const CALL: u32 = 0x24;
    /// `callc`
    pub const CALLC: u32 = 0x25;
    /// `callu`
    pub const CALLU: u32 = 0x26;
    /// `ifu`
    pub const IFU: u32 = 0x27;
    /// `ifc`
    pub const IFC: u32 = 0x28;
    /// `loop`
    pub const LOOP: u32 = 0x29;
    /// `emit`
    pub const EMIT: u32 = 0x2a;
    /// `setemit`
    pub const SETEMIT: u32 = 0x2b;
    /// `jmpc`
    pub const JMPC: u32 = 0x2c;
    /// `jmpu`
    pub const JMPU: u32 = 0x2d;
}

/// The six-bit opcode of a mnemonic: the lowest of those that it takes.
pub fn opcode(mnemonic: &str) -> Option<u32> {
    (0..64).find(|&code| !mnemonic.is_empty() && OPCODES[code as usize].mnemonic == mnemonic)
}
