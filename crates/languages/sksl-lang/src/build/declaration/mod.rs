//! Declarations: modifiers, types, variables, structs, interface blocks, functions and their bodies, and what a program takes
//! along of the builtin modules.
//!
//! The order in which these actions make symbols and give them to tables is the order in which a binary lists them.

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

/// What is remembered of the declarations so far.
#[derive(Debug, Default)]
pub(crate) struct Declarations {
    /// What asks for the position to be adjusted.
    pub rt_adjust: Option<vertex::RtAdjust>,
    /// The variable of the block that vertex programs write their position to.
    pub per_vertex: Option<Symbol>,
    /// How many structs stand one inside the other, arrays not looked into.
    pub struct_depths: ByNumber<Type, u32>,
    /// Variables and functions whose declarations are wrong. They are found by their names, so that nothing is said about their uses, and
    /// take the names from nobody.
    pub failed: HashSet<Symbol>,
    /// The parameters of the function that was declared last.
    pub parameters: Symbols,
    /// Builtin functions that the program takes along, and builtin variables.
    pub included: HashSet<Symbol>,
    /// The builtin function whose body is being read.
    pub adopting: Option<Symbol>,
    /// The builtin functions with bodies that the body being read calls.
    pub called: Vec<Symbol>,
}

impl Declarations {
    /// How many structs stand one inside the other in a type.
    fn depth_of(&self, ty: Type) -> u32 {
        match ty {
            Type::Struct(_) => self.struct_depths.get(&ty).copied().unwrap_or(0),
            _ => 0,
        }
    }
}

impl Builder<'_> {
    /// Modifiers without a declaration: `layout(…) in;`.
    pub(crate) fn modifiers_alone(&mut self, modifiers: Modifiers, span: Span) {
        self.program.elements.push(Element::Modifiers { modifiers, span });
    }

    /// `#extension name : require`
    pub(crate) fn extension(&mut self, name: Name, span: Span) {
        self.program.elements.push(Element::Extension { name, span });
    }
}
