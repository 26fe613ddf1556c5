//! Orders the tables of a module as LLVM 3.7 does when it writes one.
//!
//! A module in memory has no numbers: LLVM numbers types, constants, metadata and attributes in the order in which
//! a walk over globals, named metadata and instructions meets them, then sorts constants by type and number of
//! uses. [`ordered`] does the same walk, so a module that was built or parsed in any order is encoded to the bytes
//! that compilers write for it. What nothing refers to is dropped.
//!
//! `pool.rs` makes each constant one, wherever it is used; `visit.rs` walks; `rebuild.rs` writes the new tables.
//!
//! Source: LLVM 3.7, enumeration of values for the bitcode writer.

mod body;
mod pool;
mod rebuild;
mod visit;

use super::handle::{FunctionId, TypeId};
use super::module::Typed;
use super::types::Type;
use crate::error::BitcodeError;

/// The module with its tables in the order in which LLVM 3.7 writes them. Kinds of attachments, sections and
/// collectors keep their order.
///
/// # Errors
///
/// An error in a body not read yet, with its bits; an invalid handle or too deep a constant, without.
pub fn ordered(module: &Typed<'_>, constants: ConstantOrder) -> Result<Typed<'static>, BitcodeError> {
    let mut module = module.clone().load()?;
    // LLVM writes these types in every module that could use them.
    module.types.intern(Type::Metadata);
    module.types.intern(Type::Label);
    module.types.intern(Type::Void);
    let pooled = pool::Pooled::new(module)?;
    let order = visit::Order::of(&pooled, constants)?;
    rebuild::rebuild(&pooled, &order)
}

/// Order of the constants of a module or a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ConstantOrder {
    /// By type and number of uses, integers first: LLVM's default, and that of compilers for programs.
    #[default]
    Sorted,
    /// As the walk meets them: LLVM's if it preserves the order of uses, as compilers do for separate debug
    /// information.
    Met,
}

impl ConstantOrder {
    /// The order that a module has.
    ///
    /// # Errors
    ///
    /// An error in a body not read yet, with its bits.
    pub fn of(module: &Typed<'_>) -> Result<ConstantOrder, BitcodeError> {
        let mut sorted = is_sorted(module, module.constants.items.iter().map(|item| module.type_of(item.0)));
        for index in 0..module.functions.len() {
            if let Some(body) = module.body(FunctionId::at(index))? {
                let types = body.constants.items.iter().map(|item| body.local(item.0).map(|local| local.ty));
                sorted &= is_sorted(module, types);
            }
        }
        Ok(if sorted { ConstantOrder::Sorted } else { ConstantOrder::Met })
    }
}

/// True if constants of integers come first, as sorting leaves them.
fn is_sorted(module: &Typed<'_>, types: impl Iterator<Item = Option<TypeId>>) -> bool {
    let is_integer = |ty: TypeId| matches!(module.types.get(module.types.scalar(ty)), Some(Type::Integer(_)));
    types.flatten().skip_while(|ty| is_integer(*ty)).all(|ty| !is_integer(ty))
}
