//! Lists a file's names with their definitions and uses.

use std::collections::BTreeMap;

use glassbox_core::interface::Symbol;

use crate::check::{Places, Spot};
use crate::command::Command;
use crate::interface::signature;
use crate::model::{Model, ModelNode, Reference};
use crate::raw::{BUILTIN_SYMBOL, ModifierFlags, Storage};
use crate::typing::Typing;
use crate::view::Symbol as Definition;

/// Maximum uses listed in total.
const MAX_USES: usize = 100_000;

/// Symbols defined in the file, then builtin symbols it refers to.
pub(crate) fn symbols(model: &Model<'_>, places: &Places) -> Vec<Symbol> {
    let typing = Typing::of_model(model);
    let mut uses: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    let mut builtins: BTreeMap<String, Symbol> = BTreeMap::new();
    let path = |at: ModelNode, field| places.location(Spot::Field(at, field, None)).path;
    let mut count = 0;
    for (index, node) in model.nodes().iter().enumerate() {
        let at = ModelNode(index as u32);
        let field = match node.command {
            Command::SymbolRef => "id",
            Command::FunctionCall | Command::InlineMarker => "function",
            Command::VariableReference | Command::VarDeclaration => "var",
            Command::Field => "ownerId",
            Command::FunctionDefinition | Command::FunctionPrototype => "declaration",
            Command::Parameter => "",
            _ => continue,
        };
        count += 1;
        if count > MAX_USES {
            break;
        }
        match model.reference(at) {
            Reference::Builtin(name) if node.b == BUILTIN_SYMBOL => {
                let name = model.name(name).into_owned();
                let kind = match node.command {
                    Command::SymbolRef => "built-in type",
                    Command::VariableReference => "built-in variable",
                    _ => "built-in function",
                };
                let entry = builtins.entry(name.clone()).or_insert_with(|| Symbol {
                    name,
                    kind: kind.to_owned(),
                    value: "by name".to_owned(),
                    ..Symbol::default()
                });
                entry.used_by.push(path(at, "name"));
            }
            _ => {
                let definition = model.definition(node.b);
                if definition != ModelNode::NONE {
                    uses.entry(definition.0).or_default().push(path(at, field));
                }
            }
        }
    }
    let mut out = Vec::new();
    for (index, node) in model.nodes().iter().enumerate() {
        let at = ModelNode(index as u32);
        if !node.command.defines() {
            continue;
        }
        let is_first = model.definition(node.b) == at;
        let ty = typing.types.name(typing.of(at)).into_owned();
        let (kind, value) = match model.symbol(at) {
            Definition::ArrayType { .. } => ("array type", ty),
            Definition::StructType { .. } => ("struct", format!("{} fields", model.fields(at).count())),
            Definition::FunctionDeclaration { .. } => ("function", signature(model, &typing, at)),
            Definition::UnresolvedFunction { .. } => {
                ("overload set", format!("{} functions", model.children(at).count()))
            }
            Definition::Variable { modifiers, storage, .. } => {
                let flags = model.modifiers(modifiers).flags.0;
                let has = |flag: ModifierFlags| flags & flag.0 != 0;
                let kind = match storage {
                    Storage::PARAMETER => "parameter",
                    Storage::LOCAL => "local",
                    _ if has(ModifierFlags::UNIFORM) => "uniform",
                    _ if has(ModifierFlags::IN) => "input",
                    _ if has(ModifierFlags::OUT) => "output",
                    _ => "global",
                };
                (kind, ty)
            }
            _ => ("type", ty),
        };
        out.push(Symbol {
            name: String::from_utf8_lossy(model.symbol_name(at)).into_owned(),
            kind: kind.to_owned(),
            value: format!("id {}, {value}", node.b),
            path: path(at, ""),
            used_by: if is_first { uses.remove(&at.0).unwrap_or_default() } else { Vec::new() },
            ..Symbol::default()
        });
    }
    out.extend(builtins.into_values());
    out
}
