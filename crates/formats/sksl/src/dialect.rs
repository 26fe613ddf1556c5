//! Defines the numbers and payloads of each version.
//!
//! Fourteen version numbers were written from January to September 2022, and some changed their meaning
//! without a new number. A [`Dialect`] identifies one of these languages. Its tables map bytes to commands
//! and payloads; other numbers are translated to those of version 8.

use glassbox_core::named::NameTable;
use glassbox_core::value::{FieldFormat, Scalar, Type};

use crate::command::{ALL, Command, VERSION_8};
use crate::raw::{ModifierFlags, Operator, ProgramKind};
use crate::schema::{Meaning, Step, Traits, payload};

/// Identifies the encoding of a file: its version and, where several forms share the number, the form.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dialect {
    /// Version number, 1 to 14.
    pub version: u16,
    /// Form among those sharing the number, in order of appearance, from 0.
    pub form: u8,
    /// True for the layout of the public document on version 8, false for Skia's.
    pub is_document: bool,
}

/// Operator numbers up to version 8, as bits.
const OPERATORS_8: u128 = {
    let entries = Operator::NAMES.entries;
    let (mut numbers, mut index) = (0, 0);
    while index < entries.len() {
        if entries[index].0 < u128::BITS as u64 {
            numbers |= 1 << entries[index].0;
        }
        index += 1;
    }
    numbers
};

impl Dialect {
    /// Version 8 as Skia wrote it.
    pub const SKIA_8: Dialect = Dialect::new(8, 0);

    /// Version 8 as described in the public document. Not written by any encoder.
    pub const DOCUMENT_8: Dialect = Dialect { version: 8, form: 0, is_document: true };

    /// Version 8 with four-byte numbers and an entry-less table, for in-memory programs too large for a file.
    /// Never written to or read from a file.
    pub const WIDE: Dialect = Dialect::new(8, 1);

    /// True for [`WIDE`](Dialect::WIDE).
    #[inline(always)]
    pub const fn is_wide(self) -> bool {
        self.version == 8 && self.form == 1
    }

    /// Selects a form of a version.
    pub const fn new(version: u16, form: u8) -> Dialect {
        Dialect { version, form, is_document: false }
    }

    /// Number of forms of a version number.
    pub const fn forms(version: u16) -> u8 {
        match version {
            5 | 7 | 11 => 2,
            10 | 13 => 3,
            _ => 1,
        }
    }

    /// Dialects sharing a version number, most likely first: the later of forms that differ in layout, the
    /// earlier of forms that differ only in the meaning of numbers.
    pub fn candidates(version: u16) -> impl Iterator<Item = Dialect> {
        let is_layout = matches!(version, 5 | 7);
        let forms = if (1..=14).contains(&version) { Dialect::forms(version) } else { 0 };
        (0..forms).map(move |form| {
            let form = if is_layout { forms - 1 - form } else { form };
            Dialect::new(version, form)
        })
    }

    /// First day on which Skia wrote this dialect.
    pub const fn since(self) -> &'static str {
        match (self.version, self.form) {
            (1, _) => "2022-01-25",
            (2..=4, _) => "2022-01-26",
            (5, _) => "2022-01-27",
            (6, _) => "2022-02-03",
            (7, 0) => "2022-02-08",
            (7, _) => "2022-02-10",
            (8, _) => "2022-02-15",
            (9, _) => "2022-03-31",
            (10, 0) => "2022-04-11",
            (10, 1) => "2022-04-21",
            (10, _) => "2022-04-22",
            (11, 0) => "2022-05-17",
            (11, _) => "2022-06-15",
            (12, _) => "2022-06-29",
            (13, 0) => "2022-07-29",
            (13, 1) => "2022-08-03",
            (13, _) => "2022-08-04",
            _ => "2022-08-17",
        }
    }

    pub(crate) const fn traits(self) -> Traits {
        let version = self.version;
        Traits {
            document: self.is_document,
            table_flag: version >= 2 && !self.is_document,
            for_table_last: self.for_table_is_last(),
            program_tables: version == 6,
            block_kind: version >= 10,
            required_version: version >= 11,
            parameter_symbols: version >= 13,
            narrow_layout: version < 3,
        }
    }

    /// True if the table of a `for` statement follows its body.
    pub(crate) const fn for_table_is_last(self) -> bool {
        self.is_document || self.version < 5 || (self.version == 5 && self.form == 0)
    }

    /// Command bytes and payloads of this dialect.
    pub(crate) fn tables(self) -> &'static Tables {
        let index = match (self.version, self.form, self.is_document) {
            (8, _, true) => 0,
            (5, 0, _) => 15,
            (7, 0, _) => 16,
            (version @ 1..=14, ..) => usize::from(version),
            _ => 8,
        };
        &TABLES[index]
    }

    /// Command of a byte; `None` for undefined bytes.
    pub fn command(self, byte: u8) -> Option<Command> {
        let command = self.tables().command(byte);
        (command != Command::Missing).then_some(command)
    }

    /// Byte of a command; `None` if the dialect lacks the command.
    pub fn byte(self, command: Command) -> Option<u8> {
        let commands = &self.tables().commands;
        commands
            .iter()
            .position(|&other| other == command)
            .map(|byte| byte as u8)
            .filter(|_| command != Command::Missing)
    }

    /// Decodes a program kind.
    pub fn program_kind(self, number: u8) -> ProgramKind {
        let kinds = self.program_kinds();
        kinds.get(usize::from(number)).copied().unwrap_or(ProgramKind(u8::MAX))
    }

    /// Program kinds of this dialect, by number.
    pub(crate) fn program_kinds(self) -> &'static [ProgramKind] {
        use ProgramKind as P;
        match (self.version, self.form) {
            (0..=9, _) | (10, 0) => &[
                P::FRAGMENT,
                P::VERTEX,
                P::COLOR_FILTER,
                P::SHADER,
                P::BLENDER,
                P::MESH_VERTEX,
                P::MESH_FRAGMENT,
                P::GENERIC,
            ],
            (10, 1) => &[
                P::FRAGMENT,
                P::VERTEX,
                P::GRAPHITE_FRAGMENT,
                P::GRAPHITE_VERTEX,
                P::COLOR_FILTER,
                P::SHADER,
                P::BLENDER,
                P::MESH_VERTEX,
                P::MESH_FRAGMENT,
                P::GENERIC,
            ],
            (10, _) | (11, 0) => &[
                P::FRAGMENT,
                P::VERTEX,
                P::GRAPHITE_FRAGMENT,
                P::GRAPHITE_VERTEX,
                P::COLOR_FILTER,
                P::SHADER,
                P::BLENDER,
                P::PRIVATE_SHADER,
                P::MESH_VERTEX,
                P::MESH_FRAGMENT,
                P::GENERIC,
            ],
            _ => &[
                P::FRAGMENT,
                P::VERTEX,
                P::COMPUTE,
                P::GRAPHITE_FRAGMENT,
                P::GRAPHITE_VERTEX,
                P::COLOR_FILTER,
                P::SHADER,
                P::BLENDER,
                P::PRIVATE_SHADER,
                P::MESH_VERTEX,
                P::MESH_FRAGMENT,
                P::GENERIC,
            ],
        }
    }

    /// Decodes an operator; [`Operator::NONE`] for undefined numbers.
    pub fn operator(self, number: u8) -> Operator {
        if self.version < 9 {
            let is_known = OPERATORS_8.checked_shr(number.into()).unwrap_or(0) & 1 != 0;
            return if is_known { Operator(number) } else { Operator::NONE };
        }
        OPERATORS_9.get(usize::from(number)).map_or(Operator::NONE, |&(operator, _)| operator)
    }

    /// Modifiers of this dialect, lowest bit first.
    pub fn modifiers(self) -> &'static [ModifierFlags] {
        match (self.version, self.form) {
            (0..=11, _) => &MODIFIERS[..13],
            (12, _) | (13, 0) => &MODIFIERS_12,
            (13, 1) => &MODIFIERS_13,
            _ => &MODIFIERS_14,
        }
    }

    /// Decodes modifier flags. Undefined bits become the highest bits of the result.
    pub fn modifier_flags(self, flags: u32) -> ModifierFlags {
        if self.version < 12 {
            return ModifierFlags(flags);
        }
        let known = self.modifiers();
        let named = (0..32)
            .filter(|bit| flags >> bit & 1 != 0)
            .map(|bit| known.get(bit as usize).map_or(1 << 31, |modifier| modifier.0));
        ModifierFlags(named.fold(0, |all, bit| all | bit))
    }

    pub(crate) fn form_of(self, meaning: Meaning) -> &'static FieldFormat {
        match meaning {
            Meaning::Form(form) => form,
            Meaning::Operator if self.version < 9 => &OPERATOR,
            Meaning::Operator => &OPERATOR_9,
            Meaning::ProgramKind => match (self.version, self.form) {
                (0..=9, _) | (10, 0) => &KIND_8,
                (10, 1) => &KIND_10,
                (10, _) | (11, 0) => &KIND_10_2,
                _ => &KIND_11,
            },
            Meaning::ShortFlags => &SHORT_FLAGS,
            Meaning::Flags => match (self.version, self.form) {
                (0..=11, _) => &FLAGS_8,
                (12, _) | (13, 0) => &FLAGS_12,
                (13, 1) => &FLAGS_13,
                _ => &FLAGS_14,
            },
        }
    }
}

/// Command bytes and payloads of a dialect.
#[derive(Debug)]
pub(crate) struct Tables {
    /// Command of each byte.
    pub(crate) commands: [Command; 64],
    /// Payload of each command, indexed by [`Command`].
    pub(crate) payloads: [&'static [Step]; 64],
    /// Form of a command byte.
    pub(crate) form: FieldFormat,
}

impl Tables {
    #[inline(always)]
    pub(crate) fn command(&self, byte: u8) -> Command {
        if byte < 64 { self.commands[usize::from(byte & 63)] } else { Command::Missing }
    }

    #[inline(always)]
    pub(crate) fn payload(&self, command: Command) -> &'static [Step] {
        self.payloads[command as usize & 63]
    }
}

/// Commands of a version in byte order.
const fn order(dialect: Dialect) -> [Command; 64] {
    use Command as C;
    let version = dialect.version;
    let mut out = [C::Missing; 64];
    let mut len = 0;
    let mut i = 0;
    while i < VERSION_8.len() {
        let command = VERSION_8[i];
        i += 1;
        let is_there = match command {
            C::FunctionPrototype => version >= 4,
            C::Nop => version >= 5,
            C::Program => version >= 6,
            C::SharedFunction => version >= 7,
            C::UnresolvedFunction => version < 14,
            C::GlobalVar => version >= 8,
            _ => true,
        };
        if !is_there {
            continue;
        }
        // Up to version 7 the two were swapped, and kVarDeclarations followed kVarDeclaration.
        out[len] = match command {
            C::FunctionDeclaration if version < 8 => C::FunctionDefinition,
            C::FunctionDefinition if version < 8 => C::FunctionDeclaration,
            command => command,
        };
        len += 1;
        if matches!(command, C::SymbolTable) && (version < 7 || version == 7 && dialect.form == 0) {
            out[len] = C::SystemType;
            len += 1;
        }
        if matches!(command, C::VarDeclaration) && version < 8 {
            out[len] = C::GlobalVar;
            len += 1;
        }
    }
    out
}

const fn tables(dialect: Dialect, names: &'static NameTable) -> Tables {
    let mut payloads: [&'static [Step]; 64] = [&[]; 64];
    let traits = dialect.traits();
    let mut i = 0;
    while i < 64 {
        payloads[i] = payload(ALL[i], traits);
        i += 1;
    }
    let mut form = FieldFormat::plain(Type::One(Scalar::U8));
    form.names = Some(names);
    Tables { commands: order(dialect), payloads, form }
}

const fn command_names(dialect: Dialect) -> [(u64, &'static str); 64] {
    let commands = order(dialect);
    let mut out = [(u64::MAX, ""); 64];
    let mut i = 0;
    while i < 64 {
        if !matches!(commands[i], Command::Missing) {
            out[i] = (i as u64, commands[i].name());
        }
        i += 1;
    }
    out
}

macro_rules! all_tables {
    ($($dialect:expr),* $(,)?) => {
        &[$({
            const NAMES: NameTable = NameTable { entries: &command_names($dialect), flags: false };
            static NAMED: NameTable = NAMES;
            tables($dialect, &NAMED)
        }),*]
    };
}

/// Indexed by version number; first the public document, after the last version the first forms of 5 and 7.
static TABLES: &[Tables] = all_tables![
    Dialect::DOCUMENT_8,
    Dialect::new(1, 0),
    Dialect::new(2, 0),
    Dialect::new(3, 0),
    Dialect::new(4, 0),
    Dialect::new(5, 1),
    Dialect::new(6, 0),
    Dialect::new(7, 1),
    Dialect::new(8, 0),
    Dialect::new(9, 0),
    Dialect::new(10, 0),
    Dialect::new(11, 0),
    Dialect::new(12, 0),
    Dialect::new(13, 0),
    Dialect::new(14, 0),
    Dialect::new(5, 0),
    Dialect::new(7, 0),
];

/// Operators by number from version 9 on.
static OPERATORS_9: [(Operator, &str); 35] = {
    use Operator as O;
    [
        (O::PLUS, "+"),
        (O::MINUS, "-"),
        (O::STAR, "*"),
        (O::SLASH, "/"),
        (O::PERCENT, "%"),
        (O::SHL, "<<"),
        (O::SHR, ">>"),
        (O::LOGICAL_NOT, "!"),
        (O::LOGICAL_AND, "&&"),
        (O::LOGICAL_OR, "||"),
        (O::LOGICAL_XOR, "^^"),
        (O::BITWISE_NOT, "~"),
        (O::BITWISE_AND, "&"),
        (O::BITWISE_OR, "|"),
        (O::BITWISE_XOR, "^"),
        (O::ASSIGN, "="),
        (O::EQUAL, "=="),
        (O::NOT_EQUAL, "!="),
        (O::LESS, "<"),
        (O::GREATER, ">"),
        (O::LESS_EQUAL, "<="),
        (O::GREATER_EQUAL, ">="),
        (O::PLUS_ASSIGN, "+="),
        (O::MINUS_ASSIGN, "-="),
        (O::STAR_ASSIGN, "*="),
        (O::SLASH_ASSIGN, "/="),
        (O::PERCENT_ASSIGN, "%="),
        (O::SHL_ASSIGN, "<<="),
        (O::SHR_ASSIGN, ">>="),
        (O::AND_ASSIGN, "&="),
        (O::OR_ASSIGN, "|="),
        (O::XOR_ASSIGN, "^="),
        (O::INCREMENT, "++"),
        (O::DECREMENT, "--"),
        (O::COMMA, ","),
    ]
};

use ModifierFlags as M;

const MODIFIERS: [M; 13] = [
    M::FLAT,
    M::NO_PERSPECTIVE,
    M::CONST,
    M::UNIFORM,
    M::IN,
    M::OUT,
    M::HIGHP,
    M::MEDIUMP,
    M::LOWP,
    M::ES3,
    M::HAS_SIDE_EFFECTS,
    M::INLINE,
    M::NO_INLINE,
];

/// The nine modifiers that never moved, then `inserted`, then the last four.
const fn modifiers<const N: usize>(inserted: &[M]) -> [M; N] {
    let mut out = [M(0); N];
    let mut i = 0;
    while i < N {
        out[i] = if i < 9 {
            MODIFIERS[i]
        } else if i - 9 < inserted.len() {
            inserted[i - 9]
        } else {
            MODIFIERS[i - inserted.len()]
        };
        i += 1;
    }
    out
}

static MODIFIERS_12: [M; 14] = modifiers(&[M::THREADGROUP]);
static MODIFIERS_13: [M; 16] = modifiers(&[M::READ_ONLY, M::WRITE_ONLY, M::THREADGROUP]);
static MODIFIERS_14: [M; 17] = modifiers(&[M::READ_ONLY, M::WRITE_ONLY, M::BUFFER, M::THREADGROUP]);

const fn flag_names<const N: usize>(modifiers: &[M; N]) -> [(u64, &'static str); N] {
    let mut out = [(0, ""); N];
    let mut i = 0;
    while i < N {
        let mut entry = 0;
        while entry < M::NAMES.entries.len() {
            if M::NAMES.entries[entry].0 == modifiers[i].0 as u64 {
                out[i] = (1 << i, M::NAMES.entries[entry].1);
            }
            entry += 1;
        }
        i += 1;
    }
    out
}

const fn kind_names<const N: usize>(kinds: [ProgramKind; N]) -> [(u64, &'static str); N] {
    let mut out = [(0, ""); N];
    let mut i = 0;
    while i < N {
        out[i] = (i as u64, ProgramKind::NAMES.entries[kinds[i].0 as usize].1);
        i += 1;
    }
    out
}

const fn form(scalar: Scalar, names: &'static NameTable) -> FieldFormat {
    let mut form = FieldFormat::plain(Type::One(scalar));
    form.names = Some(names);
    form.hex = names.flags;
    form
}

macro_rules! forms {
    ($($name:ident: $scalar:ident, $flags:literal = $entries:expr;)*) => {
        $(static $name: FieldFormat = {
            static NAMES: NameTable = NameTable { entries: $entries, flags: $flags };
            form(Scalar::$scalar, &NAMES)
        };)*
    };
}

const fn operator_names() -> [(u64, &'static str); 35] {
    let mut out = [(0, ""); 35];
    let mut i = 0;
    while i < 35 {
        out[i] = (i as u64, OPERATORS_9[i].1);
        i += 1;
    }
    out
}

const GRAPHITE: [ProgramKind; 4] = [
    ProgramKind::FRAGMENT,
    ProgramKind::VERTEX,
    ProgramKind::GRAPHITE_FRAGMENT,
    ProgramKind::GRAPHITE_VERTEX,
];

forms! {
    OPERATOR_9: U8, false = &operator_names();
    KIND_8: U8, false = ProgramKind::NAMES.entries.split_at(8).0;
    KIND_10: U8, false = &kind_names([
        GRAPHITE[0], GRAPHITE[1], GRAPHITE[2], GRAPHITE[3],
        ProgramKind(2), ProgramKind(3), ProgramKind(4), ProgramKind(5), ProgramKind(6), ProgramKind(7),
    ]);
    KIND_10_2: U8, false = &kind_names([
        GRAPHITE[0], GRAPHITE[1], GRAPHITE[2], GRAPHITE[3],
        ProgramKind(2), ProgramKind(3), ProgramKind(4), ProgramKind(10), ProgramKind(5), ProgramKind(6),
        ProgramKind(7),
    ]);
    KIND_11: U8, false = &kind_names([
        GRAPHITE[0], GRAPHITE[1], ProgramKind::COMPUTE, GRAPHITE[2], GRAPHITE[3],
        ProgramKind(2), ProgramKind(3), ProgramKind(4), ProgramKind(10), ProgramKind(5), ProgramKind(6),
        ProgramKind(7),
    ]);
    SHORT_FLAGS: U8, true = M::NAMES.entries.split_at(8).0;
    FLAGS_8: U32, true = M::NAMES.entries.split_at(13).0;
    FLAGS_12: U32, true = &flag_names(&MODIFIERS_12);
    FLAGS_13: U32, true = &flag_names(&MODIFIERS_13);
    FLAGS_14: U32, true = &flag_names(&MODIFIERS_14);
}

static OPERATOR: FieldFormat = <Operator as glassbox_core::value::Value>::FORM;

#[cfg(test)]
mod tests {
    use super::{Dialect, Meaning};

    #[test]
    fn each_bit_of_the_flags_has_the_name_of_its_modifier() {
        for (version, form, bit, name) in [
            (11, 0, 9, "$es3"),
            (12, 0, 0, "flat"),
            (12, 0, 9, "threadgroup"),
            (12, 0, 10, "$es3"),
            (13, 1, 9, "readonly"),
            (13, 1, 11, "threadgroup"),
            (14, 0, 11, "buffer"),
            (14, 0, 16, "noinline"),
        ] {
            let names = Dialect::new(version, form).form_of(Meaning::Flags).names.expect("flags have names");
            let (value, found) = names.entries[bit];
            assert_eq!((value, found), (1 << bit, name), "version {version}.{form}");
        }
    }
}
