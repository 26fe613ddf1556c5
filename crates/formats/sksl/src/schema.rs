//! Defines the payload of each command, in one table for reading, naming and writing.
//!
//! A payload is a list of [`Step`]s in stream order. The differences between versions are confined to this
//! module.

use glassbox_core::value::{FieldFormat, Value};

use crate::command::{Category, Command};
use crate::raw::{LayoutFlags, OwnerKind, RefKind, Storage};

/// A step of a payload.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// Name of the field, or of the child or list of children.
    pub(crate) name: &'static str,
    /// Item at this step.
    pub(crate) what: PayloadItem,
}

/// Item at a payload step.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PayloadItem {
    /// `u16`: the id defined by the command, in `b`.
    NewId,
    /// `u16`: the id of a symbol, in `b`.
    Id,
    /// `u16` id in `b`; a string in `c` follows if it is 65535.
    IdOrName,
    /// A string, in `c`.
    String,
    /// A string, in `b`.
    SecondString,
    /// `u8`, in `a`.
    Byte(Meaning),
    /// `u8`, in `b`.
    SecondByte(Meaning),
    /// `u8`, in `c`.
    ThirdByte(Meaning),
    /// `u16`, in `b`.
    Word(Meaning),
    /// 32 bits, in `c`.
    Double(Meaning),
    /// The values of a layout: index in `c`.
    LayoutValues,
    /// An id or name without a command byte, kept as a [`Command::SymbolRef`].
    BareReference,
    /// One command of a category.
    Child(Category),
    /// One command of a category, or kVoid.
    Optional(Category),
    /// `u8` count, then that many commands of a category.
    List(Category),
    /// `u8` count in `a`, then that many commands of a category.
    CountedList(Category),
    /// `u16` count, then that many symbols.
    LongList,
    /// `u8` count in `a`, then that many ids, each a [`Command::Parameter`].
    Ids,
    /// `u8` count, then that many parts without a command byte.
    Parts(Command),
    /// `u8` count in `a`, then that many component numbers: index in `c`.
    Components,
    /// `u16` count in `b`, then that many symbol table entries: index in `c`.
    Entries,
    /// Elements up to kElementsComplete.
    Elements,
    /// `i32` in `c`, unless `a` is 1.
    CaseValue,
    /// One expression, unless `a` is 1: the value of a case in the public document.
    CaseExpression,
}

/// Interpretation of a number for display; its names may depend on the version.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Meaning {
    /// Fixed form.
    Form(&'static FieldFormat),
    /// An operator.
    Operator,
    /// A program kind.
    ProgramKind,
    /// Modifier flags in one byte.
    ShortFlags,
    /// Modifier flags.
    Flags,
}

static U8: FieldFormat = <u8 as Value>::FORM;
static I16: FieldFormat = <i16 as Value>::FORM;
static I32: FieldFormat = <i32 as Value>::FORM;
static F32: FieldFormat = <f32 as Value>::FORM;
static STORAGE: FieldFormat = Storage::FORM;
static REF_KIND: FieldFormat = RefKind::FORM;
static OWNER_KIND: FieldFormat = OwnerKind::FORM;
static BUILTIN: FieldFormat = FieldFormat { meaning: Some(builtin), ..<i16 as Value>::FORM };
static BLOCK_KIND: FieldFormat = crate::raw::BlockKind::FORM;
static LANGUAGE: FieldFormat = crate::raw::LanguageVersion::FORM;

/// Form of layout flags.
pub(crate) static LAYOUT_FLAGS: FieldFormat = LayoutFlags::FORM;

fn builtin(bits: u64) -> Option<String> {
    crate::raw::builtin::name(bits as u16 as i16).map(str::to_owned)
}

const fn step(name: &'static str, what: PayloadItem) -> Step {
    Step { name, what }
}

const fn child(name: &'static str, category: Category) -> Step {
    step(name, PayloadItem::Child(category))
}

const fn optional(name: &'static str, category: Category) -> Step {
    step(name, PayloadItem::Optional(category))
}

const fn byte(name: &'static str) -> Step {
    step(name, PayloadItem::Byte(Meaning::Form(&U8)))
}

/// As [`byte`], stored where larger numbers fit.
const fn third_byte(name: &'static str) -> Step {
    step(name, PayloadItem::ThirdByte(Meaning::Form(&U8)))
}

use Category as K;
use PayloadItem as W;

const EXPRESSION: Category = K::Expression;
const STATEMENT: Category = K::Statement;
const ID: Step = step("id", W::NewId);
const NAME: Step = step("name", W::String);
const TYPE: Step = child("type", K::Type);
const MODIFIERS: Step = child("modifiers", K::Modifiers);
const ARGUMENTS: Step = step("arguments", W::List(EXPRESSION));
const TABLE: Step = optional("symbols", K::Table);
const OPERATOR: Step = step("operator", W::Byte(Meaning::Operator));
const IS_STATIC: Step = byte("isStatic");
const ELEMENTS: Step = child("elements", K::Elements);

/// A field of a layout: its name, and whether versions 1 and 2 store it in one byte instead of two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LayoutField {
    pub(crate) name: &'static str,
    pub(crate) is_wide: bool,
    pub(crate) was_narrow: bool,
    pub(crate) form: &'static FieldFormat,
}

const fn layout_field(
    name: &'static str,
    is_wide: bool,
    was_narrow: bool,
    form: &'static FieldFormat,
) -> LayoutField {
    LayoutField { name, is_wide, was_narrow, form }
}

static I8: FieldFormat = <i8 as Value>::FORM;

/// Values of a layout after its flags, in order.
pub(crate) static LAYOUT_FIELDS: [LayoutField; 7] = [
    layout_field("location", false, false, &I8),
    layout_field("offset", true, true, &I16),
    layout_field("binding", true, true, &I16),
    layout_field("index", false, false, &I8),
    layout_field("set", false, false, &I8),
    layout_field("builtin", true, false, &BUILTIN),
    layout_field("inputAttachmentIndex", false, false, &I8),
];

macro_rules! steps {
    ($($step:expr),* $(,)?) => {
        const { &[$($step),*] }
    };
}

/// Payload of a command.
pub(crate) const fn payload(command: Command, traits: Traits) -> &'static [Step] {
    use Command as C;
    match command {
        C::ArrayType => steps![ID, child("componentType", K::Type), third_byte("count")],
        C::Binary if traits.document => {
            steps![child("left", EXPRESSION), OPERATOR, child("right", EXPRESSION), TYPE,]
        }
        C::Binary => steps![child("left", EXPRESSION), OPERATOR, child("right", EXPRESSION)],
        C::Block if traits.block_kind => steps![
            TABLE,
            step("statements", W::List(STATEMENT)),
            step("kind", W::Byte(Meaning::Form(&BLOCK_KIND))),
        ],
        C::Block => steps![TABLE, step("statements", W::List(STATEMENT)), byte("isScope")],
        C::BoolLiteral => steps![byte("value")],
        C::BuiltinLayout => steps![step("builtin", W::Word(Meaning::Form(&BUILTIN)))],
        C::ConstructorArray
        | C::ConstructorArrayCast
        | C::ConstructorCompound
        | C::ConstructorCompoundCast
        | C::ConstructorDiagonalMatrix
        | C::ConstructorMatrixResize
        | C::ConstructorScalarCast
        | C::ConstructorSplat
        | C::ConstructorStruct => steps![TYPE, ARGUMENTS],
        C::Do => steps![child("stmt", STATEMENT), child("test", EXPRESSION)],
        C::Elements => steps![step("elements", W::Elements)],
        C::ExpressionStatement => steps![child("expression", EXPRESSION)],
        C::Field => steps![step("ownerId", W::Id), byte("index")],
        C::FieldAccess => steps![
            child("base", EXPRESSION),
            step("index", W::SecondByte(Meaning::Form(&U8))),
            step("ownerKind", W::Byte(Meaning::Form(&OWNER_KIND))),
        ],
        C::FloatLiteral if traits.document => steps![step("value", W::Double(Meaning::Form(&F32)))],
        C::FloatLiteral => steps![TYPE, step("value", W::Double(Meaning::Form(&F32)))],
        C::For if traits.for_table_last => steps![
            optional("initializer", STATEMENT),
            optional("test", EXPRESSION),
            optional("next", EXPRESSION),
            child("body", STATEMENT),
            TABLE,
        ],
        C::For => steps![
            TABLE,
            optional("initializer", STATEMENT),
            optional("test", EXPRESSION),
            optional("next", EXPRESSION),
            child("body", STATEMENT),
        ],
        C::FunctionCall => steps![TYPE, step("function", W::IdOrName), ARGUMENTS],
        C::FunctionDeclaration if traits.parameter_symbols => steps![
            ID,
            MODIFIERS,
            NAME,
            step("parameters", W::CountedList(K::Symbol)),
            child("returnType", K::Type),
        ],
        C::FunctionDeclaration => {
            steps![ID, MODIFIERS, NAME, step("parameters", W::Ids), child("returnType", K::Type),]
        }
        C::FunctionDefinition => steps![step("declaration", W::Id), child("body", STATEMENT)],
        C::FunctionPrototype => steps![step("declaration", W::Id)],
        C::GlobalVar => steps![child("decl", K::VarDeclaration)],
        C::If => steps![
            IS_STATIC,
            child("test", EXPRESSION),
            child("ifTrue", STATEMENT),
            optional("ifFalse", STATEMENT),
        ],
        C::Index => steps![child("base", EXPRESSION), child("index", EXPRESSION)],
        C::InlineMarker => steps![step("function", W::IdOrName)],
        C::InterfaceBlock if traits.document => steps![
            step("var", W::BareReference),
            step("typeName", W::String),
            step("instanceName", W::SecondString),
            byte("arraySize"),
        ],
        C::InterfaceBlock => steps![
            child("var", K::Symbol),
            step("typeName", W::String),
            step("instanceName", W::SecondString),
            byte("arraySize"),
        ],
        C::IntLiteral if traits.document => steps![step("value", W::Double(Meaning::Form(&I32)))],
        C::IntLiteral => steps![TYPE, step("value", W::Double(Meaning::Form(&I32)))],
        C::Layout => steps![step("flags", W::LayoutValues)],
        C::Modifiers8Bit => {
            steps![child("layout", K::Layout), step("flags", W::ThirdByte(Meaning::ShortFlags)),]
        }
        C::Modifiers => steps![child("layout", K::Layout), step("flags", W::Double(Meaning::Flags)),],
        C::Postfix | C::Prefix => steps![OPERATOR, child("operand", EXPRESSION)],
        C::Program if traits.program_tables => steps![
            step("symbolTables", W::List(K::Table)),
            ELEMENTS,
            step("useFlipRTUniform", W::ThirdByte(Meaning::Form(&U8))),
        ],
        C::Program if traits.required_version => steps![
            step("programKind", W::Byte(Meaning::ProgramKind)),
            step("requiredVersion", W::SecondByte(Meaning::Form(&LANGUAGE))),
            child("symbolTable", K::Table),
            ELEMENTS,
            step("useFlipRTUniform", W::ThirdByte(Meaning::Form(&U8))),
        ],
        C::Program => steps![
            step("programKind", W::Byte(Meaning::ProgramKind)),
            child("symbolTable", K::Table),
            ELEMENTS,
            step("useFlipRTUniform", W::ThirdByte(Meaning::Form(&U8))),
        ],
        C::Return => steps![optional("value", EXPRESSION)],
        C::Setting => steps![NAME],
        C::SharedFunction => steps![
            step("parameters", W::CountedList(K::Symbol)),
            child("decl", K::Symbol),
            child("defn", K::ProgramElement),
        ],
        C::StructDefinition => steps![child("structType", K::Type)],
        C::StructType if traits.document => steps![ID, NAME, step("fields", W::Parts(C::StructField))],
        C::StructType => {
            steps![ID, NAME, step("fields", W::Parts(C::StructField)), byte("isInterfaceBlock"),]
        }
        C::StructField => steps![MODIFIERS, NAME, TYPE],
        C::Switch => steps![IS_STATIC, TABLE, child("value", EXPRESSION), step("cases", W::Parts(C::Case)),],
        C::Case if traits.document => steps![
            byte("isDefault"),
            step("value", W::CaseExpression),
            step("statements", W::List(STATEMENT)),
        ],
        C::Case => steps![byte("isDefault"), step("value", W::CaseValue), child("statement", STATEMENT),],
        C::Swizzle => steps![child("base", EXPRESSION), step("components", W::Components)],
        C::SymbolRef => steps![step("id", W::IdOrName)],
        C::SymbolTable if traits.table_flag => {
            steps![byte("isBuiltin"), step("ownedSymbols", W::LongList), step("symbols", W::Entries),]
        }
        C::SymbolTable => steps![step("ownedSymbols", W::LongList), step("symbols", W::Entries)],
        C::SystemType => steps![ID, NAME],
        C::Ternary => {
            steps![child("test", EXPRESSION), child("ifTrue", EXPRESSION), child("ifFalse", EXPRESSION),]
        }
        C::UnresolvedFunction => steps![ID, step("functions", W::List(K::Symbol))],
        C::Variable => steps![ID, MODIFIERS, NAME, TYPE, step("storage", W::Byte(Meaning::Form(&STORAGE))),],
        C::VarDeclaration => steps![
            step("var", W::Id),
            child("baseType", K::Type),
            third_byte("arraySize"),
            optional("value", EXPRESSION),
        ],
        C::VariableReference => {
            steps![step("var", W::IdOrName), step("refKind", W::Byte(Meaning::Form(&REF_KIND))),]
        }
        C::Break
        | C::Continue
        | C::DefaultLayout
        | C::DefaultModifiers
        | C::Discard
        | C::ElementsComplete
        | C::Nop
        | C::Void
        | C::Parameter
        | C::Missing => &[],
    }
}

/// Payload differences between dialects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Traits {
    /// Layout of the public document on version 8.
    pub(crate) document: bool,
    /// Symbol tables have a builtin flag.
    pub(crate) table_flag: bool,
    /// The table of a `for` statement follows its body.
    pub(crate) for_table_last: bool,
    /// A program holds all tables from the root down, and no kind.
    pub(crate) program_tables: bool,
    /// The last byte of a block is a kind.
    pub(crate) block_kind: bool,
    /// A program states its required language version.
    pub(crate) required_version: bool,
    /// Parameters of a function declaration are symbols.
    pub(crate) parameter_symbols: bool,
    /// Offset and binding of a layout have one byte.
    pub(crate) narrow_layout: bool,
}
