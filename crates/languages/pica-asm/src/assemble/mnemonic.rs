//! The table of mnemonics and their operands.

use glassbox_pica::Opcode;

use super::state::BlockKind;

/// Operands of a mnemonic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// No operands.
    Bare,
    /// Destination, source 1, source 2.
    Binary,
    /// Destination, source.
    Unary,
    /// Address register, source.
    Address,
    /// Source 1, two comparisons, source 2.
    Compare,
    /// Destination, three sources.
    Mad,
    /// Procedure.
    Call,
    /// Integer register; opens a block.
    Loop,
    /// Condition.
    Break,
    /// Condition, procedure.
    CallIf,
    /// Condition, label.
    JumpIf,
    /// Condition; opens a block.
    If,
    /// Bool register, procedure.
    CallBool,
    /// Bool register, label.
    JumpBool,
    /// Bool register; opens a block.
    IfBool,
    /// Vertex slot, flags.
    SetEmit,
}

impl Shape {
    /// Example operands.
    pub(crate) const fn operands(self) -> &'static str {
        match self {
            Shape::Bare => "",
            Shape::Binary => " destination, source1, source2",
            Shape::Unary => " destination, source",
            Shape::Address => " a0.x, source",
            Shape::Compare => " source1, lt, ge, source2",
            Shape::Mad => " destination, source1, source2, source3",
            Shape::Call => " procedure",
            Shape::Loop => " i0",
            Shape::Break | Shape::If => " cmp.x",
            Shape::CallIf => " cmp.x, procedure",
            Shape::JumpIf => " cmp.x, label",
            Shape::CallBool => " b0, procedure",
            Shape::JumpBool => " b0, label",
            Shape::IfBool => " b0",
            Shape::SetEmit => " vertex, prim inv",
        }
    }

    /// Kind of block it opens, if any.
    pub(crate) const fn opens(self) -> Option<BlockKind<'static>> {
        match self {
            Shape::Loop => Some(BlockKind::Loop),
            Shape::If | Shape::IfBool => Some(BlockKind::If(None)),
            _ => None,
        }
    }
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mnemonic {
    /// Name in lower case.
    pub(crate) name: &'static str,
    /// Operands taken.
    pub(crate) shape: Shape,
    /// Opcode of the plain form.
    pub(crate) opcode: Opcode,
    /// Opcode of the form with a uniform as its last source, if there is one.
    pub(crate) inverted: Option<Opcode>,
}

/// A row without an inverted form.
const fn plain(name: &'static str, shape: Shape, opcode: Opcode) -> Mnemonic {
    Mnemonic { name, shape, opcode, inverted: None }
}

/// A row with an inverted form.
const fn inverted(name: &'static str, shape: Shape, opcode: Opcode, inverted: Opcode) -> Mnemonic {
    Mnemonic { name, shape, opcode, inverted: Some(inverted) }
}

/// All mnemonics. Names with a trailing `i` mean the same as those without: the operands decide.
pub(crate) static MNEMONICS: [Mnemonic; 39] = [
    plain("mov", Shape::Unary, Opcode::MOV),
    plain("dp4", Shape::Binary, Opcode::DP4),
    plain("mul", Shape::Binary, Opcode::MUL),
    plain("add", Shape::Binary, Opcode::ADD),
    plain("dp3", Shape::Binary, Opcode::DP3),
    inverted("mad", Shape::Mad, Opcode::MAD, Opcode::MADI),
    inverted("madi", Shape::Mad, Opcode::MAD, Opcode::MADI),
    plain("nop", Shape::Bare, Opcode::NOP),
    plain("end", Shape::Bare, Opcode::END),
    plain("emit", Shape::Bare, Opcode::EMIT),
    plain("break", Shape::Bare, Opcode::BREAK),
    inverted("dph", Shape::Binary, Opcode::DPH, Opcode::DPHI),
    inverted("dphi", Shape::Binary, Opcode::DPH, Opcode::DPHI),
    inverted("dst", Shape::Binary, Opcode::DST, Opcode::DSTI),
    inverted("dsti", Shape::Binary, Opcode::DST, Opcode::DSTI),
    inverted("sge", Shape::Binary, Opcode::SGE, Opcode::SGEI),
    inverted("sgei", Shape::Binary, Opcode::SGE, Opcode::SGEI),
    inverted("slt", Shape::Binary, Opcode::SLT, Opcode::SLTI),
    inverted("slti", Shape::Binary, Opcode::SLT, Opcode::SLTI),
    plain("max", Shape::Binary, Opcode::MAX),
    plain("min", Shape::Binary, Opcode::MIN),
    plain("ex2", Shape::Unary, Opcode::EX2),
    plain("lg2", Shape::Unary, Opcode::LG2),
    plain("litp", Shape::Unary, Opcode::LITP),
    plain("flr", Shape::Unary, Opcode::FLR),
    plain("rcp", Shape::Unary, Opcode::RCP),
    plain("rsq", Shape::Unary, Opcode::RSQ),
    plain("mova", Shape::Address, Opcode::MOVA),
    plain("cmp", Shape::Compare, Opcode::CMP),
    plain("call", Shape::Call, Opcode::CALL),
    plain("for", Shape::Loop, Opcode::LOOP),
    plain("breakc", Shape::Break, Opcode::BREAKC),
    plain("callc", Shape::CallIf, Opcode::CALLC),
    plain("ifc", Shape::If, Opcode::IFC),
    plain("jmpc", Shape::JumpIf, Opcode::JMPC),
    plain("callu", Shape::CallBool, Opcode::CALLU),
    plain("ifu", Shape::IfBool, Opcode::IFU),
    plain("jmpu", Shape::JumpBool, Opcode::JMPU),
    plain("setemit", Shape::SetEmit, Opcode::SETEMIT),
];

/// Names as integers, for fast comparison.
static KEYS: [u64; MNEMONICS.len()] = {
    let mut keys = [0; MNEMONICS.len()];
    let mut at = 0;
    while at < keys.len() {
        keys[at] = key(MNEMONICS[at].name.as_bytes());
        at += 1;
    }
    keys
};

/// Packs up to eight letters, in lower case, into an integer; 0 for longer words.
const fn key(word: &[u8]) -> u64 {
    let mut key = 0;
    let mut at = 0;
    while at < word.len() {
        if at == 8 {
            return 0;
        }
        key = key << 8 | word[at].to_ascii_lowercase() as u64;
        at += 1;
    }
    key
}

/// The mnemonic with this name, ignoring case.
pub(crate) fn mnemonic(word: &str) -> Option<&'static Mnemonic> {
    let wanted = key(word.as_bytes());
    let at = KEYS.iter().position(|&known| known == wanted && known != 0)?;
    MNEMONICS.get(at)
}

/// Mnemonics of other assemblers and likely guesses, with their replacements.
static FOREIGN: &[(&str, &str)] = &[
    ("exp", "`ex2` is 2 to the power of a number"),
    ("exp2", "`ex2` is 2 to the power of a number"),
    ("log", "`lg2` is the logarithm to base 2"),
    ("log2", "`lg2` is the logarithm to base 2"),
    ("lit", "`litp` is what the hardware has of it"),
    ("sub", "a source is subtracted by adding it with a `-` before it"),
    ("neg", "a `-` before a source negates it"),
    ("abs", "the larger of a value and its negative is its magnitude"),
    ("div", "`rcp` gives the reciprocal of one component, to multiply by"),
    ("sqrt", "a value times its `rsq` is its square root"),
    ("loop", "a loop is opened by `for i0` and closed by `.end`"),
    ("endloop", "a loop is closed by `.end`"),
    ("rep", "a loop is opened by `for i0` and closed by `.end`"),
    ("if", "`ifc cmp.x` tests a compare flag, `ifu b0` a bool uniform"),
    ("else", "the other part of a condition is opened by `.else`"),
    ("endif", "a condition is closed by `.end`"),
    ("jmp", "`jmpc cmp.x, label` and `jmpu b0, label` jump on a condition; there is no jump without"),
    ("ret", "a procedure returns at its `.end`"),
    ("return", "a procedure returns at its `.end`"),
    ("mova.x", "the address register is the first operand: `mova a0.x, r0`"),
    ("frc", "a value less its floor, which `flr` gives, is its fraction"),
    ("lrp", "an interpolation is an `add` and a `mad`"),
    ("dp2", "a product of two components is a `mul` and an `add`"),
    ("pow", "a power is `ex2` of the exponent times `lg2` of the base"),
    ("nrm", "a vector is normalised by `dp3`, `rsq` and `mul`"),
    ("sgt", "`slt` with its sources swapped"),
    ("sle", "`sge` with its sources swapped"),
    ("m4x4", "a vector times a matrix is a `dp4` for each row"),
    ("m4x3", "a vector times a matrix is a `dp4` for each row"),
    ("m3x4", "a vector times a matrix is a `dp3` for each row"),
    ("m3x3", "a vector times a matrix is a `dp3` for each row"),
    ("m3x2", "a vector times a matrix is a `dp3` for each row"),
    ("crs", "a cross product is a `mul` and a `mad` with rotated selectors"),
    ("setemitraw", "`setemit vertex, prim inv`"),
    ("out", "outputs are declared by `.out name type`"),
    ("uniform", "uniforms are declared by `.fvec`, `.ivec` and `.bool`"),
    ("const", "constants are declared by `.constf` and `.consti`"),
];

/// The replacement for a word of another language.
pub(crate) fn foreign(word: &str) -> Option<&'static str> {
    let known = FOREIGN.iter().find(|(known, _)| known.eq_ignore_ascii_case(word));
    known.map(|(_, help)| *help)
}

#[cfg(test)]
mod tests {
    use super::{MNEMONICS, mnemonic};

    #[test]
    fn every_name_is_found_in_any_case() {
        for row in &MNEMONICS {
            assert_eq!(mnemonic(row.name).map(|found| found.name), Some(row.name));
            let upper = row.name.to_ascii_uppercase();
            assert_eq!(mnemonic(&upper).map(|found| found.name), Some(row.name));
        }
        for none in ["", "ad", "addd", "\0", "setemitsetemit", "é"] {
            assert!(mnemonic(none).is_none(), "{none:?}");
        }
    }
}
