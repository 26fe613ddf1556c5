//! Lists the names in a module: entry points and `OpName`.

use std::collections::HashMap;

use glassbox_core::interface::Symbol;
use glassbox_spirv::grammar::op::{NAME, STRING};
use glassbox_spirv::grammar::{Kind, opcode, value_name};
use glassbox_spirv::{Binary, Reflection};

/// All names, in module order.
pub fn symbols(module: &Binary<'_>, reflection: &Reflection) -> Vec<Symbol> {
    let mut out: Vec<Symbol> = Vec::new();
    for entry in &reflection.entry_points {
        out.push(Symbol {
            name: entry.name.clone(),
            kind: "entry point".to_owned(),
            value: value_name("ExecutionModel", entry.model)
                .map_or_else(|| entry.model.to_string(), str::to_owned),
            path: "module".to_owned(),
            ..Symbol::default()
        });
    }
    // Names precede the definitions, so locations are filled in as definitions are reached.
    let mut places: HashMap<u32, usize> = HashMap::new();
    for instruction in module.walk() {
        if instruction.opcode == NAME
            && let (Some(id), Some((name, _))) = (instruction.word(0), instruction.string(1))
            && !name.is_empty()
        {
            places.entry(id).or_insert(out.len());
            out.push(Symbol {
                name,
                kind: "id".to_owned(),
                value: format!("%{id}"),
                path: "module".to_owned(),
                ..Symbol::default()
            });
            continue;
        }
        let Some(known) = opcode(instruction.opcode) else {
            continue;
        };
        let place = known.operands.iter().take(2).position(|operand| operand.kind == Kind::Result);
        if let Some(id) = place.and_then(|place| instruction.word(place))
            && let Some(&place) = places.get(&id)
        {
            out[place].kind = kind(known.name).to_owned();
        }
    }
    for variable in &reflection.variables {
        if let Some(&place) = places.get(&variable.id) {
            let value = &mut out[place].value;
            if let Some(location) = variable.location {
                value.push_str(&format!(", location {location}"));
            }
            if let (Some(set), Some(binding)) = (variable.set, variable.binding) {
                value.push_str(&format!(", set {set}, binding {binding}"));
            }
        }
    }
    out
}

fn kind(opcode: &str) -> &'static str {
    match opcode {
        "OpFunction" => "function",
        "OpFunctionParameter" => "parameter",
        "OpVariable" => "variable",
        "OpLabel" => "label",
        name if name.starts_with("OpType") => "type",
        name if name.contains("Constant") => "constant",
        _ => "value",
    }
}

/// Values of all `OpString` instructions.
pub fn strings(module: &Binary<'_>) -> Vec<String> {
    let all = module.walk().filter(|instruction| instruction.opcode == STRING);
    all.filter_map(|instruction| Some(instruction.string(1)?.0)).collect()
}
