//! Declarations: modifiers, types, variables, structs, interface blocks, functions with their bodies, and the parts
//! of builtin modules that a program imports.
//!
//! A binary lists symbols in the order in which these actions create them and add them to tables.

pub(crate) mod block;
pub(crate) mod body;
pub(crate) mod function;
mod jumps;
pub(crate) mod main_function;
pub(crate) mod modifiers;
pub(crate) mod shared;
pub(crate) mod structure;
pub(crate) mod types;
pub(crate) mod value;
pub(crate) mod variable;
pub(crate) mod vertex;

use std::collections::HashSet;

use glassbox_core::span::Span;
use glassbox_sksl::builtin::Type;

use super::Builder;
use crate::ir::modifiers::Modifiers;
use crate::ir::names::{ByNumber, Name};
use crate::ir::program::Element;
use crate::ir::symbol::{Symbol, Symbols};

/// State kept between declarations.
#[derive(Debug, Default)]
pub(crate) struct Declarations {
    /// Variable or block member that holds the position adjustment.
    pub rt_adjust: Option<vertex::RtAdjust>,
    /// Variable of the block that contains `sk_Position` in vertex programs.
    pub per_vertex: Option<Symbol>,
    /// Nesting depth of each struct type; arrays are not followed.
    pub struct_depths: ByNumber<Type, u32>,
    /// Variables and functions with wrong declarations. Lookup finds them, so that their uses cause no findings, and
    /// other declarations may reuse their names.
    pub failed: HashSet<Symbol>,
    /// Parameters of the most recent function declaration.
    pub parameters: Symbols,
    /// Builtin functions and variables imported so far.
    pub included: HashSet<Symbol>,
    /// Builtin function whose body is being parsed.
    pub adopting: Option<Symbol>,
    /// Builtin functions with bodies that are called by the body being parsed.
    pub called: Vec<Symbol>,
}

impl Declarations {
    /// Nesting depth of a struct type, 0 for other types.
    fn depth_of(&self, ty: Type) -> u32 {
        match ty {
            Type::Struct(_) => self.struct_depths.get(&ty).copied().unwrap_or(0),
            _ => 0,
        }
    }
}

impl Builder<'_> {
    /// Adds modifiers without a declaration: `layout(…) in;`.
    pub(crate) fn modifiers_alone(&mut self, modifiers: Modifiers, span: Span) {
        self.program.elements.push(Element::Modifiers { modifiers, span });
    }

    /// Adds `#extension name : require`.
    pub(crate) fn extension(&mut self, name: Name, span: Span) {
        self.program.elements.push(Element::Extension { name, span });
    }
}
