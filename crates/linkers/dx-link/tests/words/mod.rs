//! Formats modules independently of numbering: functions line by line, metadata as trees.

use std::collections::BTreeMap;

use glassbox_dxil::ir::{
    Attribute, AttributesId, Body, Constant, FunctionId, Instruction, InstructionId, Metadata, MetadataId,
    Op, Scope, Slot, Type, TypeId, Typed, Value, ValueId,
};

/// A name without the file prefix that DXC adds to internal names.
fn plain(name: &[u8]) -> String {
    let name = name.escape_ascii().to_string();
    match name.rsplit_once(".dxil.") {
        Some((_, own)) => own.to_owned(),
        None => name,
    }
}

fn ty(module: &Typed<'_>, id: TypeId) -> String {
    let types = &module.types;
    let all = |ids: &[TypeId]| ids.iter().map(|id| ty(module, *id)).collect::<Vec<_>>().join(", ");
    match types.get(id) {
        Some(Type::Pointer { pointee, address_space }) => format!("{} {address_space}*", ty(module, pointee)),
        Some(Type::Array { element, count }) => format!("[{count} x {}]", ty(module, element)),
        Some(Type::Vector { element, count }) => format!("<{count} x {}>", ty(module, element)),
        Some(Type::Struct { fields, .. }) => format!("{{{}}}", all(types.list(fields))),
        Some(Type::Named { name, .. }) => format!("%{}", types.text(name).escape_ascii()),
        Some(Type::Function { result, parameters, .. }) => {
            format!("{} ({})", ty(module, result), all(types.list(parameters)))
        }
        Some(other) => format!("{other:?}"),
        None => "Void".to_owned(),
    }
}

/// Results of a body by order.
type Results = BTreeMap<ValueId, usize>;

fn value(scope: Scope<'_>, results: &Results, id: ValueId) -> String {
    let module = scope.module;
    let spelled = scope.type_of(id).map_or(String::new(), |id| ty(module, id));
    match scope.value(id) {
        Some(Value::Instruction(_)) => format!("%{}", results[&id]),
        Some(Value::Argument(number)) => format!("argument {number}"),
        Some(Value::Metadata(node)) => tree(scope, results, node),
        Some(Value::Constant(_)) => {
            let (constant, list) = scope.constant(id).expect("it is a constant");
            let all = |ids: &[ValueId]| -> Vec<String> {
                ids.iter().map(|id| value(scope, results, *id)).collect()
            };
            match constant {
                Constant::Aggregate(parts) => format!("{spelled} {:?}", all(list.operands(parts))),
                Constant::GetElementPtr { operands, .. } => {
                    format!("{spelled} at {:?}", all(list.operands(operands)))
                }
                Constant::Cast { op, value: inner } => format!("{op:?} {}", value(scope, results, inner)),
                Constant::Data(words) => format!("{spelled} {:?}", list.words(words)),
                other => format!("{spelled} {other:?}"),
            }
        }
        Some(_) => format!("@{}", plain(module.name(id).expect("globals have names"))),
        None => panic!("{id:?} is no value"),
    }
}

fn tree(scope: Scope<'_>, results: &Results, id: MetadataId) -> String {
    let table = &scope.module.metadata;
    match table.get(id) {
        Some(Metadata::String(text)) => format!("{:?}", table.text(text).escape_ascii().to_string()),
        Some(Metadata::Value(inner)) => value(scope, results, inner),
        Some(Metadata::Node { operands, .. }) => {
            let part =
                |part: &Option<MetadataId>| part.map_or("null".to_owned(), |part| tree(scope, results, part));
            let parts: Vec<String> = table.operands(operands).iter().map(part).collect();
            format!("!{{{}}}", parts.join(", "))
        }
        other => panic!("{other:?} is not expected"),
    }
}

/// Attributes of a function or call.
pub(crate) fn attributes(module: &Typed<'_>, list: Option<AttributesId>) -> String {
    let Some(list) = list else { return String::new() };
    let groups = module.attributes.groups_of(list).filter(|group| group.slot == Slot::FUNCTION);
    let words = groups.flat_map(|group| &group.attributes).map(|attribute| match attribute {
        Attribute::Flag(kind) => format!("{kind:?}"),
        other => format!("{other:?}"),
    });
    words.collect::<Vec<_>>().join(" ")
}

fn op(module: &Typed<'_>, body: &Body, instruction: &Instruction) -> String {
    match instruction.op {
        Op::GetElementPtr { source, .. } => format!("getelementptr {}", ty(module, source)),
        Op::Alloca { allocated, .. } => format!("alloca {}", ty(module, allocated)),
        Op::Call(call) => format!("call {} {}", call.calling_convention, attributes(module, call.attributes)),
        Op::ExtractValue { indices } | Op::InsertValue { indices } => {
            format!("part {:?}", body.indices(indices))
        }
        other => format!("{other:?}"),
    }
}

/// A function, one line per instruction, plus a line before each block.
pub(crate) fn lines(module: &Typed<'_>, id: FunctionId) -> Vec<String> {
    let body = module.body(id).expect("it is read").expect("it is defined");
    let scope = module.scope(Some(&body));
    let results = body.instructions.iter().filter_map(|instruction| instruction.result);
    let results: Results = results.enumerate().map(|(place, value)| (value, place)).collect();
    let mut out = Vec::new();
    for (place, instruction) in body.instructions.iter().enumerate() {
        if body.blocks.iter().any(|block| block.start as usize == place) {
            out.push("block".to_owned());
        }
        let operands = body.operands(instruction).iter();
        let operands: Vec<String> = operands.map(|operand| value(scope, &results, *operand)).collect();
        let attached: Vec<String> = body
            .attachments(Some(InstructionId::at(place)))
            .map(|item| tree(scope, &results, item.node))
            .collect();
        out.push(format!(
            "{} {} {} {:?} {attached:?}",
            ty(module, instruction.ty),
            op(module, &body, instruction),
            operands.join(", "),
            body.labels(instruction)
        ));
    }
    out
}

/// Functions in order: name, attributes, true if defined here.
pub(crate) fn functions(module: &Typed<'_>) -> Vec<(String, String, bool)> {
    let line = |function: &glassbox_dxil::ir::Function| {
        let name = plain(module.name(function.value).expect("it has a name"));
        let words = format!(
            "{} {:?} {}",
            attributes(module, function.attributes),
            function.linkage,
            function.calling_convention
        );
        (name, words, !function.is_declaration())
    };
    module.functions.iter().map(line).collect()
}

/// The variables in order.
pub(crate) fn variables(module: &Typed<'_>) -> Vec<String> {
    let results = Results::new();
    let line = |variable: &glassbox_dxil::ir::Variable| {
        let name = plain(module.name(variable.value).expect("it has a name"));
        let first = variable.initializer.map(|first| value(module.scope(None), &results, first));
        format!("{name} {} {first:?} {:?}", ty(module, variable.ty), variable.linkage)
    };
    module.variables.iter().map(line).collect()
}

/// Named metadata in order.
pub(crate) fn named(module: &Typed<'_>) -> Vec<(String, Vec<String>)> {
    let results = Results::new();
    let table = &module.metadata;
    let line = |node: &glassbox_dxil::ir::NamedNode| {
        let nodes = table.nodes(node.operands).iter();
        let nodes = nodes.map(|node| tree(module.scope(None), &results, *node)).collect();
        (table.text(node.name).escape_ascii().to_string(), nodes)
    };
    table.named.iter().map(line).collect()
}

/// A function in short form: one line per instruction, plus one before each block except the first.
pub(crate) fn short(module: &Typed<'_>, id: FunctionId) -> Vec<String> {
    let body = module.body(id).expect("it is read").expect("it is defined");
    let scope = module.scope(Some(&body));
    let results = body.instructions.iter().filter_map(|instruction| instruction.result);
    let results: Results = results.enumerate().map(|(place, value)| (value, place)).collect();
    let operand = |id: &ValueId| match (scope.value(*id), scope.constant(*id)) {
        (Some(Value::Instruction(_)), _) => format!("%{}", results[id]),
        (Some(Value::Argument(number)), _) => format!("${number}"),
        (_, Some((Constant::Null, _))) => "0".to_owned(),
        (_, Some((Constant::Undef, _))) => "undef".to_owned(),
        (_, Some((Constant::Integer(number), _))) => number.to_string(),
        (_, Some((Constant::Float(bits), _))) => format!("{:?}", f32::from_bits(bits as u32)),
        (_, Some((other, _))) => format!("{other:?}"),
        _ => format!("@{}", module.name(*id).unwrap_or_default().escape_ascii()),
    };
    let mut out = Vec::new();
    for (place, instruction) in body.instructions.iter().enumerate() {
        let begins = body.blocks.iter().position(|block| block.start as usize == place);
        if let Some(block) = begins.filter(|block| *block != 0) {
            out.push(format!("block {block}"));
        }
        let word = match instruction.op {
            Op::Binary { op, .. } => op.name().to_owned(),
            Op::Compare { predicate, .. } => format!("compare {}", predicate.name()),
            Op::Alloca { .. } => "memory".to_owned(),
            Op::Load(_) => "load".to_owned(),
            Op::Store(_) => "store".to_owned(),
            Op::Call(_) => "call".to_owned(),
            Op::Return => "return".to_owned(),
            Op::Branch => "branch".to_owned(),
            Op::Phi => "phi".to_owned(),
            other => format!("{other:?}"),
        };
        let mut line = match instruction.result {
            Some(result) => format!("%{} = {word}", results[&result]),
            None => word,
        };
        for id in body.operands(instruction) {
            line.push_str(&format!(" {}", operand(id)));
        }
        for label in body.labels(instruction) {
            line.push_str(&format!(" b{}", label.0));
        }
        for item in body.attachments(Some(InstructionId::at(place))) {
            let kind = module.kind(item.kind).unwrap_or_default().escape_ascii();
            let operands = module.metadata.node(item.node).unwrap_or_default();
            let own = if operands.first() == Some(&Some(item.node)) { " of itself" } else { "" };
            line.push_str(&format!(" !{kind}{own} {}", operands.len()));
        }
        out.push(line);
    }
    out
}
