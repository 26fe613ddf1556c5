//! Built-in variables, blocks and structures. The table is `variables.txt`.

mod read;

use std::sync::LazyLock;

use super::condition::Condition;
use crate::language::Environment;
use crate::model::{BuiltIn, Interpolation, Precision, Storage};
use crate::types::Type;
use foldhash::HashMap;

/// A built-in variable, or a member of a built-in block.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) name: &'static str,
    pub(crate) ty: VariableType,
    pub(crate) storage: Storage,
    /// SPIR-V `BuiltIn`; `None` where SPIR-V has no such thing, as `gl_FragColor` and what the compatibility profile has.
    pub(crate) number: Option<u32>,
    pub(crate) precision: Precision,
    pub(crate) interpolation: Option<Interpolation>,
    /// Bits of [`crate::model::flag`]: per primitive, per view, patch, volatile.
    pub(crate) flags: u32,
    condition: Condition,
}

/// Type of a built-in variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum VariableType {
    Plain(Type),
    /// An array of a fixed size.
    Array(Type, u32),
    /// An array that redeclaration or use sizes: `gl_ClipDistance`.
    Unsized(Type),
    /// An array of a fixed size, of arrays that use sizes: `gl_ClipDistancePerViewNV`.
    ArrayOfUnsized(Type, u32),
    /// A structure of [`structure`], or an array of it.
    Structure(&'static str, Option<u32>),
}

/// A structure that the language declares.
#[derive(Clone, Debug)]
pub(crate) struct StructureRow {
    pub(crate) name: &'static str,
    pub(crate) members: Vec<StructureMember>,
    condition: Condition,
}

/// A member of a built-in structure.
#[derive(Clone, Debug)]
pub(crate) struct StructureMember {
    pub(crate) name: &'static str,
    pub(crate) ty: Type,
    pub(crate) precision: Precision,
}

/// What a name stands for where an environment holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Found {
    /// A variable of its own.
    Variable(BuiltIn),
    /// A member of a block without instance name: `gl_Position` of a vertex shader.
    Member(BlockKind, BuiltIn),
    /// A block with instance name: `gl_in`, `gl_out`, `gl_MeshVerticesEXT`.
    Block(BlockKind),
}

/// A built-in block of some stages.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct BlockKind(pub(crate) u8);

/// A built-in block.
#[derive(Clone, Debug)]
pub(crate) struct BlockRow {
    /// Name of the block: `gl_PerVertex`.
    pub(crate) name: &'static str,
    /// Name of the instance; `None` where members are in scope by their own names.
    pub(crate) instance: Option<&'static str>,
    pub(crate) storage: Storage,
    /// `Some(0)` where the array has no fixed size.
    pub(crate) array: Option<u32>,
    pub(crate) members: Vec<BuiltIn>,
}

/// A block of the table, with the members that it may have.
#[derive(Debug)]
struct Block {
    condition: Condition,
    row: BlockRow,
}

/// The table.
#[derive(Debug, Default)]
struct Table {
    variables: Vec<Variable>,
    blocks: Vec<Block>,
    structures: Vec<StructureRow>,
    /// What each name stands for, whatever the environment.
    known: HashMap<&'static str, Vec<Found>>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| read::read(include_str!("variables.txt")));

/// The row of a built-in variable.
///
/// # Panics
/// If the number is none of the table's.
pub(crate) fn row(built_in: BuiltIn) -> &'static Variable {
    &TABLE.variables[usize::from(built_in.0)]
}

fn block_of(kind: BlockKind) -> &'static Block {
    &TABLE.blocks[usize::from(kind.0)]
}

/// What a name stands for, where an environment declares it.
pub(crate) fn find(name: &str, environment: &Environment) -> Option<Found> {
    let holds = |found: &&Found| match **found {
        Found::Variable(built_in) => row(built_in).condition.holds(environment),
        Found::Member(kind, built_in) => {
            block_of(kind).condition.holds(environment) && row(built_in).condition.holds(environment)
        }
        Found::Block(kind) => block_of(kind).condition.holds(environment),
    };
    TABLE.known.get(name)?.iter().find(holds).copied()
}

/// The block, with the members that an environment has.
///
/// # Panics
/// If the number is none of the table's.
pub(crate) fn block(kind: BlockKind, environment: &Environment) -> BlockRow {
    let mut row = block_of(kind).row.clone();
    row.members.retain(|member| self::row(*member).condition.holds(environment));
    row
}

/// The row of a variable by its name, whether an environment declares it or not: linking turns `gl_VertexID` into
/// `gl_VertexIndex`.
pub(crate) fn named(name: &str) -> Option<BuiltIn> {
    TABLE.known.get(name)?.iter().find_map(|found| match found {
        Found::Variable(built_in) | Found::Member(_, built_in) => Some(*built_in),
        Found::Block(_) => None,
    })
}

/// Whether some version or extension declares a variable of this name.
pub(crate) fn is_known(name: &str) -> bool {
    TABLE.known.contains_key(name)
}

/// Extensions one of which declares a variable in an environment that does not have it so far.
pub(crate) fn missing(name: &str, environment: &Environment) -> Vec<&'static str> {
    let mut missing = Vec::new();
    for found in TABLE.known.get(name).into_iter().flatten() {
        match *found {
            Found::Variable(built_in) => missing.extend(row(built_in).condition.missing(environment)),
            Found::Member(kind, built_in) => {
                if block_of(kind).condition.holds(environment) {
                    missing.extend(row(built_in).condition.missing(environment));
                }
            }
            Found::Block(kind) => missing.extend(block_of(kind).condition.missing(environment)),
        }
    }
    missing
}

/// Extensions that an environment needs to have a variable; none where the version alone declares it.
pub(crate) fn extensions_of(found: Found, environment: &Environment) -> Vec<&'static str> {
    match found {
        Found::Variable(built_in) | Found::Member(_, built_in) => row(built_in).condition.used(environment),
        Found::Block(kind) => block_of(kind).condition.used(environment),
    }
}

/// Every name, for the suggestion in a message.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    TABLE.known.keys().copied()
}

/// The structure of a name, where an environment declares it.
pub(crate) fn structure(name: &str, environment: &Environment) -> Option<&'static StructureRow> {
    let row = TABLE.structures.iter().find(|row| row.name == name)?;
    row.condition.holds(environment).then_some(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_read() {
        let declares = |line: &&str| !line.starts_with('#') && line.contains(" : ");
        let lines = include_str!("variables.txt").lines().filter(declares).count();
        assert_eq!(lines, TABLE.variables.len() + TABLE.blocks.len() + TABLE.structures.len());
    }

    #[test]
    fn every_name_of_spirv_is_known() {
        let variables = include_str!("variables.txt").lines().filter(|line| {
            let is_variable = line.contains(" : ") && line.contains(" = ");
            is_variable && !line.starts_with('#')
        });
        for (line, variable) in variables.zip(&TABLE.variables) {
            assert_eq!(line.ends_with(" = -"), variable.number.is_none(), "{line}");
        }
    }
}
