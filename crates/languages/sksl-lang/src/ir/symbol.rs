//! Symbols and symbol tables of a typed program.

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
    /// Index of a symbol.
    Symbol
}

number! {
    /// Index of a symbol table.
    Table
}

/// List of symbols. Most are short: functions with the same name, declarations of a block.
pub type Symbols = SmallVec<[Symbol; 4]>;

/// Symbol with its name and kind.
#[derive(Clone, Debug)]
pub struct SymbolData {
    /// Name; for an array type the name of the element type with the size.
    pub name: Name,
    /// Range of the declaration; empty for builtin symbols.
    pub span: Span,
    /// Kind and its data.
    pub kind: SymbolKind,
}

/// Kinds of symbols.
#[derive(Clone, Debug)]
pub enum SymbolKind {
    /// Array type. Each occurrence in a source creates another symbol.
    Array(ArraySymbol),
    /// Struct type, or the fields of an interface block.
    Struct(StructSymbol),
    /// Builtin type listed in a table under a name.
    BuiltinType(Ty),
    /// Function.
    Function(FunctionSymbol),
    /// Overload set: functions with the same name.
    Functions(Symbols),
    /// Builtin function with several overloads.
    Overloads(OverloadsSymbol),
    /// Variable.
    Variable(VariableSymbol),
    /// Member of an anonymous interface block.
    Field {
        /// Variable of the block.
        owner: Symbol,
        /// Index of the member.
        index: u32,
    },
}

/// Array type.
#[derive(Clone, Copy, Debug)]
pub struct ArraySymbol {
    /// Type itself.
    pub ty: Ty,
    /// Element type.
    pub element: Ty,
    /// Number of elements.
    pub count: u32,
}

/// Struct type.
#[derive(Clone, Debug)]
pub struct StructSymbol {
    /// Type itself.
    pub ty: Ty,
    /// Fields, in order.
    pub fields: Vec<FieldData>,
    /// Set if these are the fields of an interface block.
    pub is_interface_block: bool,
}

/// Field of a struct.
#[derive(Clone, Copy, Debug)]
pub struct FieldData {
    /// Modifiers.
    pub modifiers: Modifiers,
    /// Name.
    pub name: Name,
    /// Type.
    pub ty: Ty,
    /// Range of the declaration.
    pub span: Span,
}

/// Function.
#[derive(Clone, Debug)]
pub struct FunctionSymbol {
    /// Modifiers.
    pub modifiers: Modifiers,
    /// Parameter variables, in order. Those of builtin functions without a body belong to no table.
    pub parameters: Symbols,
    /// Result type; may be generic for a builtin function.
    pub result: Ty,
    /// Builtin function and number of the overload, if builtin.
    pub builtin: Option<(&'static Function, u32)>,
    /// Set for the `main` of the program.
    pub is_main: bool,
    /// Body, if defined.
    pub body: Option<Stmt>,
}

impl FunctionSymbol {
    /// Returns whether the device implements the function: it is builtin and has no body.
    pub fn is_intrinsic(&self) -> bool {
        self.builtin.is_some_and(|(function, overload)| {
            !function.overloads.get(overload as usize).is_some_and(|overload| overload.has_body())
        })
    }
}

/// Builtin function with several overloads. Only the overloads that a program calls get symbols.
#[derive(Clone, Debug)]
pub struct OverloadsSymbol {
    /// Builtin function.
    pub function: &'static Function,
    /// Symbols created so far, each with the number of its overload.
    pub made: SmallVec<[(u32, Symbol); 2]>,
}

/// Variable.
#[derive(Clone, Debug)]
pub struct VariableSymbol {
    /// Modifiers.
    pub modifiers: Modifiers,
    /// Type.
    pub ty: Ty,
    /// Storage class.
    pub storage: Storage,
    /// Declaring statement; [`StatementKind::VarDeclaration`](super::statement::StatementKind::VarDeclaration)
    /// contains the initial value.
    pub declaration: Option<Stmt>,
    /// Builtin variable, if builtin.
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
            modifiers: Modifiers { layout, flags: variable.modifiers },
            ty: Ty::own(variable.ty),
            storage: Storage::GLOBAL,
            declaration: None,
            builtin: Some(variable),
        }
    }
}

/// Symbol table.
#[derive(Clone, Debug, Default)]
pub struct TableData {
    /// Enclosing table.
    pub parent: Option<Table>,
    /// Set for builtin code.
    pub is_builtin: bool,
    /// All symbols owned by the table, in order of creation.
    pub owned: Symbols,
    /// Symbols visible by name.
    pub names: Listing,
}
