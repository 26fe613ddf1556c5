//! The table of variables as it is written.

use glassbox_spirv::grammar::{Enumeration, enumeration_named};

use super::{
    Block, BlockKind, BlockRow, Found, StructureMember, StructureRow, Table, Variable, VariableType,
};
use crate::model::{BuiltIn, Interpolation, Precision, Storage, flag};
use crate::vocabulary::condition::{Condition, Conditions};
use crate::vocabulary::type_names::type_named;

/// What stands before a type.
#[derive(Clone, Copy)]
struct Head {
    storage: Storage,
    precision: Precision,
    interpolation: Option<Interpolation>,
    flags: u32,
}

const PLAIN: Head = Head { storage: Storage::In, precision: Precision::None, interpolation: None, flags: 0 };

/// Reads the table. Lines that are malformed are left out, which tests exclude.
pub(super) fn read(text: &'static str) -> Table {
    let mut table = Table::default();
    let mut given = Conditions::default();
    let numbers = enumeration_named("BuiltIn");
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some((name, condition)) = line.strip_prefix('@').and_then(|rest| named_condition(rest)) {
            given.extend(Condition::read(condition, &given).map(|condition| (name, condition)));
        } else if let Some(rest) = line.strip_prefix("block ") {
            table.blocks.extend(block(rest, &given));
            add_block_name(&mut table);
        } else if let Some(rest) = line.strip_prefix("struct ") {
            table.structures.extend(structure(rest, &given));
        } else if let Some(rest) = line.strip_prefix("  ") {
            add_member(&mut table, rest, &given, numbers);
        } else if let Some(variable) = variable(line, &given, PLAIN, numbers) {
            let found = Found::Variable(BuiltIn(table.variables.len() as u16));
            table.known.entry(variable.name).or_default().push(found);
            table.variables.push(variable);
        }
    }
    table
}

/// `NAME = CONDITION`, which is no variable.
fn named_condition(rest: &'static str) -> Option<(&'static str, &'static str)> {
    let (name, condition) = rest.split_once(" = ")?;
    (!name.contains(' ')).then_some((name, condition))
}

fn add_block_name(table: &mut Table) {
    let Some(block) = table.blocks.last() else { return };
    if let Some(instance) = block.row.instance {
        let found = Found::Block(BlockKind(table.blocks.len() as u8 - 1));
        table.known.entry(instance).or_default().push(found);
    }
}

fn add_member(table: &mut Table, line: &'static str, given: &Conditions, numbers: Option<&Enumeration>) {
    let Some(block) = table.blocks.last_mut() else { return };
    let head = Head { storage: block.row.storage, ..PLAIN };
    let Some(member) = variable(line, given, head, numbers) else { return };
    let built_in = BuiltIn(table.variables.len() as u16);
    block.row.members.push(built_in);
    if block.row.instance.is_none() {
        let found = Found::Member(BlockKind(table.blocks.len() as u8 - 1), built_in);
        table.known.entry(member.name).or_default().push(found);
    }
    table.variables.push(member);
}

/// `CONDITION : STORAGE NAME INSTANCE[LENGTH]`
fn block(line: &'static str, given: &Conditions) -> Option<Block> {
    let (condition, rest) = line.split_once(" : ")?;
    let (head, rest) = head(rest, PLAIN);
    let (name, instance) = rest.split_once(' ').map_or((rest, None), |(name, rest)| (name, Some(rest)));
    let (instance, array) = match instance.and_then(|instance| instance.strip_suffix(']')) {
        Some(instance) => {
            let (name, length) = instance.split_once('[')?;
            (Some(name), Some(length.parse().unwrap_or(0)))
        }
        None => (instance, None),
    };
    let row = BlockRow { name, instance, storage: head.storage, array, members: Vec::new() };
    Some(Block { condition: Condition::read(condition, given)?, row })
}

/// `CONDITION : NAME { TYPE MEMBER; … }`
fn structure(line: &'static str, given: &Conditions) -> Option<StructureRow> {
    let (condition, rest) = line.split_once(" : ")?;
    let (name, members) = rest.strip_suffix(" }")?.split_once(" { ")?;
    let member = |text: &'static str| {
        let (head, rest) = head(text.trim(), PLAIN);
        let (ty, name) = rest.split_once(' ')?;
        Some(StructureMember { name, ty: type_named(ty)?, precision: head.precision })
    };
    let members: Option<Vec<StructureMember>> =
        members.split(';').filter(|member| !member.is_empty()).map(member).collect();
    Some(StructureRow { name, members: members?, condition: Condition::read(condition, given)? })
}

/// `CONDITION : DECLARATION = BUILTIN`
fn variable(
    line: &'static str,
    given: &Conditions,
    plain: Head,
    numbers: Option<&Enumeration>,
) -> Option<Variable> {
    let (condition, rest) = line.split_once(" : ")?;
    let (declaration, number) = rest.split_once(" = ")?;
    let (head, rest) = head(declaration, plain);
    let (ty, rest) = rest.split_once(' ')?;
    let (name, dimensions) = rest.find('[').map_or((rest, ""), |at| rest.split_at(at));
    let number = numbers.and_then(|numbers| numbers.named(number));
    Some(Variable {
        name,
        ty: variable_type(ty, dimensions)?,
        storage: head.storage,
        number: number.map(|number| number.value),
        precision: head.precision,
        interpolation: head.interpolation,
        flags: head.flags,
        condition: Condition::read(condition, given)?,
    })
}

fn variable_type(name: &'static str, dimensions: &str) -> Option<VariableType> {
    let inner = dimensions.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let Some(ty) = type_named(name) else {
        let length = inner.map(str::parse).transpose().ok()?;
        return Some(VariableType::Structure(name, length));
    };
    Some(match inner {
        None => VariableType::Plain(ty),
        Some("") => VariableType::Unsized(ty),
        Some(inner) => match inner.strip_suffix("][") {
            Some(outer) => VariableType::ArrayOfUnsized(ty, outer.parse().ok()?),
            None => VariableType::Array(ty, inner.parse().ok()?),
        },
    })
}

/// The qualifiers before a type, and what is behind them.
fn head(text: &'static str, plain: Head) -> (Head, &'static str) {
    let mut head = plain;
    let mut rest = text;
    while let Some((word, behind)) = rest.split_once(' ') {
        match word {
            "in" => head.storage = Storage::In,
            "out" => head.storage = Storage::Out,
            "uniform" => head.storage = Storage::Uniform,
            "const" => head.storage = Storage::Const,
            "lowp" => head.precision = Precision::Low,
            "mediump" => head.precision = Precision::Medium,
            "highp" => head.precision = Precision::High,
            "flat" => head.interpolation = Some(Interpolation::Flat),
            "patch" => head.flags |= flag::PATCH,
            "volatile" => head.flags |= flag::VOLATILE,
            "perprimitiveNV" | "perprimitiveEXT" => head.flags |= flag::PER_PRIMITIVE,
            "perviewNV" => head.flags |= flag::PER_VIEW,
            _ => break,
        }
        rest = behind;
    }
    (head, rest)
}
