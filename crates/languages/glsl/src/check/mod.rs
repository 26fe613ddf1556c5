//! What expressions mean: types, conversions, overloads, constant folding.

mod argument;
mod assign;
mod built_in;
mod built_in_texture;
mod call;
mod composite;
mod constructor;
mod constructor_parts;
pub(crate) mod convert;
mod element_function;
pub(crate) mod fold;
mod index;
mod long_vector;
mod member;
mod name;
mod operator;
mod overload;
mod place;
mod semantics;
mod shape;
mod tensor;
mod value;
pub(crate) mod version;

pub(crate) use name::scalar_name;
pub(crate) use place::Root;

#[cfg(test)]
mod tests;
