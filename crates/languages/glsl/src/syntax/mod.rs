//! The declarations of a stage, as far as adapting needs them: bodies of functions stay runs of tokens.

mod chains;
mod item;
mod pairs;
mod parse;

pub(crate) use chains::are_short;
pub(crate) use item::{
    Declarator, Item, ItemKind, LayoutId, Member, Parameter, Qualifiers, Structure, TypeUse,
};
pub(crate) use pairs::Pairs;
pub(crate) use parse::{Parser, is_precision, parse};

/// Tokens by their numbers.
pub(crate) type Tokens = std::ops::Range<usize>;
