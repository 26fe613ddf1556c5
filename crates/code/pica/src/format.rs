//! Defines the field layout of code words.
//!
//! A code word is 32 bits. Its opcode selects one of eleven *formats*, each a list of fields, low bit first,
//! that covers all 32 bits. All code that accesses bits of a word (decoding, encoding, printing, parsing)
//! uses [`Format::fields`], so each field position is defined once.
//!
//! Facts: PICA200 instruction set notes, section 3.

/// A field of a code word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Field {
    /// Index into the operand descriptor table.
    Descriptor,
    /// First source register.
    Source1,
    /// Second source register.
    Source2,
    /// Third source register.
    Source3,
    /// Address register added to the wide source.
    Index,
    /// Destination register.
    Destination,
    /// Comparison operator for the x component.
    CompareX,
    /// Comparison operator for the y component.
    CompareY,
    /// NUM: size of a body in words, or the inversion flag of a jump.
    Count,
    /// DST: a word index in the code.
    Target,
    /// Combination of the two flags of a condition.
    Operator,
    /// Reference value of `cmp.x`.
    ReferenceX,
    /// Reference value of `cmp.y`.
    ReferenceY,
    /// Boolean or integer register number.
    Register,
    /// Vertex slot of SETEMIT.
    Vertex,
    /// SETEMIT: submit a triangle.
    Primitive,
    /// SETEMIT: invert the winding of the next triangle.
    Winding,
    /// Bits without a known meaning, zero in every known program.
    Reserved,
    /// The opcode bits, always at the top.
    Opcode,
}

impl Field {
    /// Short lower-case name for dumps and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Field::Descriptor => "descriptor",
            Field::Source1 => "source1",
            Field::Source2 => "source2",
            Field::Source3 => "source3",
            Field::Index => "index",
            Field::Destination => "destination",
            Field::CompareX => "compare_x",
            Field::CompareY => "compare_y",
            Field::Count => "count",
            Field::Target => "target",
            Field::Operator => "operator",
            Field::ReferenceX => "reference_x",
            Field::ReferenceY => "reference_y",
            Field::Register => "register",
            Field::Vertex => "vertex",
            Field::Primitive => "primitive",
            Field::Winding => "winding",
            Field::Reserved => "reserved",
            Field::Opcode => "opcode",
        }
    }
}

impl std::fmt::Display for Field {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Layout of a code word; names follow the numbers of section 3.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Format 0: opcode only.
    Zero,
    /// Format 1: two sources, the first one wide.
    One,
    /// Format 1i: two sources, the second one wide.
    OneInverted,
    /// Format 1u: one wide source.
    OneUnary,
    /// Format 1c: a comparison of two sources, the first one wide.
    OneCompare,
    /// Format 2: flow control with a condition on the compare flags.
    Two,
    /// Format 3: flow control with a boolean or integer register.
    Three,
    /// Format 4: SETEMIT.
    Four,
    /// Format 5: three sources, the second one wide.
    Five,
    /// Format 5i: three sources, the third one wide.
    FiveInverted,
    /// An undocumented opcode: 26 opaque bits.
    Unknown,
}

impl Format {
    /// Fields, low bit first, with their widths in bits, which add up to 32.
    #[must_use]
    pub const fn fields(self) -> &'static [(Field, u8)] {
        use Field::*;
        match self {
            Format::Zero | Format::Unknown => &[(Reserved, 26), (Opcode, 6)],
            Format::One => {
                &[(Descriptor, 7), (Source2, 5), (Source1, 7), (Index, 2), (Destination, 5), (Opcode, 6)]
            }
            Format::OneInverted => {
                &[(Descriptor, 7), (Source2, 7), (Source1, 5), (Index, 2), (Destination, 5), (Opcode, 6)]
            }
            Format::OneUnary => {
                &[(Descriptor, 7), (Reserved, 5), (Source1, 7), (Index, 2), (Destination, 5), (Opcode, 6)]
            }
            Format::OneCompare => &[
                (Descriptor, 7),
                (Source2, 5),
                (Source1, 7),
                (Index, 2),
                (CompareY, 3),
                (CompareX, 3),
                (Opcode, 5),
            ],
            Format::Two => &[
                (Count, 8),
                (Reserved, 2),
                (Target, 12),
                (Operator, 2),
                (ReferenceY, 1),
                (ReferenceX, 1),
                (Opcode, 6),
            ],
            Format::Three => &[(Count, 8), (Reserved, 2), (Target, 12), (Register, 4), (Opcode, 6)],
            Format::Four => &[(Reserved, 22), (Winding, 1), (Primitive, 1), (Vertex, 2), (Opcode, 6)],
            Format::Five => &[
                (Descriptor, 5),
                (Source3, 5),
                (Source2, 7),
                (Source1, 5),
                (Index, 2),
                (Destination, 5),
                (Opcode, 3),
            ],
            Format::FiveInverted => &[
                (Descriptor, 5),
                (Source3, 7),
                (Source2, 5),
                (Source1, 5),
                (Index, 2),
                (Destination, 5),
                (Opcode, 3),
            ],
        }
    }

    /// Lowest bit and width of a field, if present.
    #[must_use]
    pub const fn position(self, field: Field) -> Option<(u8, u8)> {
        let fields = self.fields();
        let (mut at, mut shift) = (0, 0);
        while at < fields.len() {
            let (found, width) = fields[at];
            if found as u8 == field as u8 {
                return Some((shift, width));
            }
            shift += width;
            at += 1;
        }
        None
    }

    /// Value of a field in a word; zero if the format lacks it.
    #[must_use]
    pub const fn get(self, word: u32, field: Field) -> u32 {
        match self.position(field) {
            Some((shift, width)) => (word >> shift) & ((1 << width) - 1),
            None => 0,
        }
    }

    /// The word with a field replaced; `None` if the format lacks it or the value is too wide.
    #[must_use]
    pub const fn set(self, word: u32, field: Field, value: u32) -> Option<u32> {
        match self.position(field) {
            Some((shift, width)) => {
                let mask = (1 << width) - 1;
                if value > mask { None } else { Some((word & !(mask << shift)) | (value << shift)) }
            }
            None => None,
        }
    }

    /// True if a source field is wide: seven bits reach the uniforms, five do not.
    #[must_use]
    pub const fn is_wide(self, source: Field) -> bool {
        matches!(self.position(source), Some((_, 7)))
    }

    /// The source that the index register applies to.
    #[must_use]
    pub const fn wide_source(self) -> Option<Field> {
        match self {
            Format::One | Format::OneUnary | Format::OneCompare => Some(Field::Source1),
            Format::OneInverted | Format::Five => Some(Field::Source2),
            Format::FiveInverted => Some(Field::Source3),
            _ => None,
        }
    }
}
