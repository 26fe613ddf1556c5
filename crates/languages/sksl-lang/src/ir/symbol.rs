//! Symbols and symbol tables.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{Function, Variable};
use glassbox_sksl::raw::{LayoutFlags, Storage};
use smallvec::SmallVec;

use super::arena::number;
use super::listing::Listing;
use super::modifiers::{Layout, Modifiers};
use super::names::Name;
use super::statement::Stmt;
use super::ty::Ty;

number! {
    /// A symbol.
    Symbol
}

number! {
    /// A symbol table.
    Table
}

/// A list of symbols. Most are short: functions of one name, what a block declares.
pub type Symbols = SmallVec<[Symbol; 4]>;

/// What a symbol is.
#[derive(Clone, Debug)]
pub struct SymbolData {
    /// Name; for an array type its element's name with the count.
    pub name: Name,
    /// Where it was declared; empty for what no source declares.
    pub span: Span,
    /// Its kind with what belongs to it.
    pub kind: SymbolKind,
}

/// The kinds of symbols.
#[derive(Clone, Debug)]
pub enum SymbolKind {
    /// An array type. Each time a source spells one it makes another symbol.
    Array(ArraySymbol),
    /// A struct type, or the fields of an interface block.
    Struct(StructSymbol),
    /// A builtin type under a name that a table lists.
    BuiltinType(Ty),
    /// A function.
    Function(FunctionSymbol),
    /// Several functions of one name; a call chooses among them.
    Functions(Symbols),
    /// The overloads of a builtin function, where there are several.
    Overloads(OverloadsSymbol),
    /// A variable.
    Variable(VariableSymbol),
    /// A member of an anonymous interface block.
    Field {
        /// The block's variable.
        owner: Symbol,
        /// Number of the member.
        index: u32,
    },
}

/// An array type.
#[derive(Clone, Copy, Debug)]
pub struct ArraySymbol {
    /// The type itself.
    pub ty: Ty,
    /// Type of an element.
    pub element: Ty,
    /// Number of elements.
    pub count: u32,
}

/// A struct type.
#[derive(Clone, Debug)]
pub struct StructSymbol {
    /// The type itself.
    pub ty: Ty,
    /// Fields, in order.
    pub fields: Vec<FieldData>,
    /// Whether it holds the fields of an interface block.
    pub is_interface_block: bool,
}

/// A field of a struct.
#[derive(Clone, Copy, Debug)]
pub struct FieldData {
    /// Modifiers.
    pub modifiers: Modifiers,
    /// Name.
    pub name: Name,
    /// Type.
    pub ty: Ty,
    /// Where it was declared.
    pub span: Span,
}

/// A function.
#[derive(Clone, Debug)]
pub struct FunctionSymbol {
    /// Modifiers.
    pub modifiers: Modifiers,
    /// Parameters, in order: variables. Builtin functions without a body have variables here that no table owns.
    pub parameters: Symbols,
    /// Type of the result, for a builtin function possibly a generic.
    pub result: Ty,
    /// The builtin function that it is, and the number of the overload.
    pub builtin: Option<(&'static Function, u32)>,
    /// Whether it is the program's main.
    pub is_main: bool,
    /// Body, when one was defined.
    pub body: Option<Stmt>,
}

impl FunctionSymbol {
    /// Whether the device supplies it: a builtin function without a body.
    pub fn is_intrinsic(&self) -> bool {
        self.builtin.is_some_and(|(function, overload)| {
            !function
                .overloads
                .get(overload as usize)
                .is_some_and(|overload| overload.has_body())
        })
    }
}

/// A builtin function of several overloads. Programs call few of them, and only those get symbols of their own.
#[derive(Clone, Debug)]
pub struct OverloadsSymbol {
    /// The function.
    pub function: &'static Function,
    /// The symbols of overloads, each with the number of the overload.
    pub made: SmallVec<[(u32, Symbol); 2]>,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct VariableSymbol {
    /// Modifiers.
    pub modifiers: Modifiers,
    /// Type.
    pub ty: Ty,
    /// Where it lives.
    pub storage: Storage,
    /// The statement that declares it; [`StatementKind::VarDeclaration`](super::statement::StatementKind::VarDeclaration)
    /// holds its initial value.
    pub declaration: Option<Stmt>,
    /// The builtin variable that it is.
    pub builtin: Option<&'static Variable>,
}

impl VariableSymbol {
    /// Symbol of a builtin variable.
    pub(crate) fn builtin(variable: &'static Variable) -> VariableSymbol {
        let mut flags = LayoutFlags::BUILTIN;
        if variable.location.is_some() {
            flags.0 |= LayoutFlags::LOCATION.0;
        }
        if variable.index.is_some() {
            flags.0 |= LayoutFlags::INDEX.0;
        }
        let layout = Layout {
            flags,
            location: variable.location.map_or(-1, i32::from),
            index: variable.index.map_or(-1, i32::from),
            ..Layout::builtin(variable.builtin.into())
        };
        VariableSymbol {
            modifiers: Modifiers {
                layout,
                flags: variable.modifiers,
            },
            ty: Ty::own(variable.ty),
            storage: Storage::GLOBAL,
            declaration: None,
            builtin: Some(variable),
        }
    }
}

/// A symbol table.
#[derive(Clone, Debug, Default)]
pub struct TableData {
    /// The table around it.
    pub parent: Option<Table>,
    /// Whether it belongs to builtin code.
    pub is_builtin: bool,
    /// Every symbol whose life it holds, in the order in which they were made.
    pub owned: Symbols,
    /// What is found by name.
    pub names: Listing,
}
