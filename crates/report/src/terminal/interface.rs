//! Writes reflection as short tables.

use std::borrow::Cow;
use std::io::{self, Write};

use glassbox_core::interface::{
    ArraySize, Block, Interface, Member, Resource, RootSignature, Type, Variable,
};

use super::clean;
use super::style::{Painted, Style};

/// Deepest nesting of members that is shown.
const MAX_DEPTH: usize = 16;

/// The interface of a file.
pub fn interface(out: &mut dyn Write, interface: &Interface, style: &Style) -> io::Result<()> {
    for entry in &interface.entry_points {
        let name = Painted(style.strong, or_unnamed(&entry.name));
        let path = match entry.path.as_str() {
            "" => String::new(),
            path => format!(" at {}", clean(path)),
        };
        writeln!(out, "entry point {name}, {}{path}", clean(&entry.stage))?;
        for (label, value) in &entry.modes {
            writeln!(out, "  {}: {}", clean(label), clean(value))?;
        }
        variables(out, "input", &entry.inputs)?;
        variables(out, "output", &entry.outputs)?;
        variables(out, "patch", &entry.patches)?;
        if !entry.resources.is_empty() {
            writeln!(out, "  uses {}", clean(&entry.resources.join(", ")))?;
        }
    }
    for resource in &interface.resources {
        resource_line(out, resource, style)?;
    }
    for block in &interface.blocks {
        let label = match block.kind.as_deref() {
            Some(STORAGE) => "storage block",
            _ => "uniform block",
        };
        block_lines(out, label, block, style)?;
    }
    for block in &interface.push_constants {
        block_lines(out, "push constants", block, style)?;
    }
    for signature in &interface.root_signatures {
        root_signature(out, signature, style)?;
    }
    for constant in &interface.specialization_constants {
        writeln!(
            out,
            "specialization constant {}: {} {} = {}",
            constant.id,
            clean(&constant.scalar),
            or_unnamed(&constant.name),
            clean(&constant.default)
        )?;
    }
    for constant in &interface.constants {
        let path = match constant.path.as_str() {
            "" => String::new(),
            path => format!(" in {}", clean(path)),
        };
        let (register, value) = (clean(&constant.register), clean(&constant.value));
        writeln!(out, "constant {register} = {value}{path}")?;
    }
    for (label, names) in [("export", &interface.exports), ("import", &interface.imports)] {
        for name in names {
            writeln!(out, "{label} {}", clean(name))?;
        }
    }
    for note in &interface.notes {
        writeln!(out, "{}: {}", Painted(style.aside, "note"), clean(note))?;
    }
    Ok(())
}

fn variables(out: &mut dyn Write, label: &str, variables: &[Variable]) -> io::Result<()> {
    for variable in variables {
        let mut line = format!("  {label:<6} ");
        let places =
            [variable.location.map(|location| format!("location {location}")), variable.register.clone()];
        let places: Vec<String> = places.into_iter().flatten().collect();
        line.push_str(&format!("{:<12} ", places.join(" ")));
        if let Some(ty) = &variable.ty {
            line.push_str(&format!("{} ", type_name(ty)));
        }
        // If the format numbers semantics, they replace the names, which it does not keep.
        let semantic = variable.semantic.as_ref().map(|semantic| {
            let number = variable.semantic_index.map_or_else(String::new, |index| index.to_string());
            format!("{semantic}{number}")
        });
        match (variable.name.as_str(), semantic) {
            ("", Some(semantic)) if variable.semantic_index.is_some() => line.push_str(&semantic),
            (name, Some(semantic)) => line.push_str(&format!("{}: {semantic}", or_unnamed(name))),
            (name, None) => line.push_str(&or_unnamed(name)),
        }
        let mut facts = Vec::new();
        facts.extend(variable.system_value.clone());
        facts.extend(variable.interpolation.clone());
        facts.extend(variable.stream.map(|stream| format!("stream {stream}")));
        facts.extend(variable.used.as_ref().map(|used| match used.as_str() {
            "" => "unused".to_owned(),
            used => format!("used {used}"),
        }));
        facts.extend(variable.precision.clone());
        if !facts.is_empty() {
            line.push_str(&format!(" ({})", facts.join(", ")));
        }
        writeln!(out, "{}", clean(line.trim_end()))?;
    }
    Ok(())
}

fn resource_line(out: &mut dyn Write, resource: &Resource, style: &Style) -> io::Result<()> {
    let array: String = resource.array.iter().map(array_size).collect();
    let mut facts = Vec::new();
    facts.extend(resource.set.map(|set| format!("set {set}")));
    facts.extend(resource.binding.map(|binding| format!("binding {binding}")));
    facts.extend(resource.slot.map(|slot| format!("slot {slot}")));
    facts.extend(resource.register.clone());
    facts.extend(resource.dimension.clone());
    facts.extend(resource.format.clone());
    facts.extend(resource.access.clone());
    facts.extend(resource.element_size.map(|size| format!("{size} bytes each")));
    facts.extend((!resource.stages.is_empty()).then(|| format!("used by {}", resource.stages.join(", "))));
    let name = Painted(style.strong, or_unnamed(&resource.name));
    let kind = clean(&resource.kind);
    writeln!(out, "{kind} {name}{array}: {}", clean(&facts.join(", ")))
}

/// The kinds of blocks that the line already names.
const STORAGE: &str = "storage-buffer";
const UNIFORM: &str = "uniform-buffer";

fn block_lines(out: &mut dyn Write, label: &str, block: &Block, style: &Style) -> io::Result<()> {
    let mut facts = Vec::new();
    facts.extend(block.set.map(|set| format!("set {set}")));
    facts.extend(block.binding.map(|binding| format!("binding {binding}")));
    facts.extend(block.register.clone());
    let kind = block.kind.clone();
    facts.extend(kind.filter(|kind| !matches!(kind.as_str(), STORAGE | UNIFORM)));
    facts.extend(block.size.map(|size| format!("{size} bytes")));
    facts.extend((!block.stages.is_empty()).then(|| format!("used by {}", block.stages.join(", "))));
    let name = match block.name.as_str() {
        "" => String::new(),
        name => format!(" {}", Painted(style.strong, clean(name))),
    };
    let facts = if facts.is_empty() { String::new() } else { format!(": {}", clean(&facts.join(", "))) };
    writeln!(out, "{label}{name}{facts}")?;
    members(out, &block.members)
}

/// A root signature in the words of its source.
fn root_signature(out: &mut dyn Write, signature: &RootSignature, style: &Style) -> io::Result<()> {
    let name = match signature.name.as_str() {
        "" => String::new(),
        name => format!(" {}", Painted(style.strong, clean(name))),
    };
    let (version, path) = (clean(&signature.version), clean(&signature.path));
    writeln!(out, "root signature{name}: version {version}, at {path}")?;
    for (index, clause) in signature.text.iter().enumerate() {
        let comma = if index + 1 < signature.text.len() { "," } else { "" };
        writeln!(out, "  {}{comma}", clean(clause))?;
    }
    Ok(())
}

/// Members with those of their structures, indented.
fn members(out: &mut dyn Write, members: &[Member]) -> io::Result<()> {
    let mut stack = vec![members.iter()];
    while let Some(top) = stack.last_mut() {
        let Some(member) = top.next() else {
            stack.pop();
            continue;
        };
        let mut line = "  ".repeat(stack.len());
        if let Some(offset) = member.offset {
            line.push_str(&format!("{offset:>5}  "));
        }
        if let Some(register) = &member.register {
            line.push_str(&format!("{register:<8} "));
        }
        if let Some(ty) = &member.ty {
            line.push_str(&format!("{} ", type_name(ty)));
        }
        line.push_str(&or_unnamed(&member.name));
        let mut facts = Vec::new();
        facts.extend(member.array_stride.map(|stride| format!("array stride {stride}")));
        facts.extend(member.matrix_stride.map(|stride| format!("matrix stride {stride}")));
        facts.extend(member.row_major.then(|| "row major".to_owned()));
        if !facts.is_empty() {
            line.push_str(&format!(" ({})", facts.join(", ")));
        }
        writeln!(out, "{}", clean(&line))?;
        if let Some(ty) = &member.ty
            && !ty.members.is_empty()
            && stack.len() < MAX_DEPTH
        {
            stack.push(ty.members.iter());
        }
    }
    Ok(())
}

/// A type in words: `float4`, `float3x3`, `uint[4]`.
pub fn type_name(ty: &Type) -> String {
    let mut name = ty.scalar.clone();
    match (ty.rows.max(1), ty.columns.max(1)) {
        (1, 1) => {}
        (rows, 1) => name.push_str(&rows.to_string()),
        (rows, columns) => name.push_str(&format!("{rows}x{columns}")),
    }
    name.extend(ty.array.iter().map(array_size));
    name
}

fn array_size(size: &ArraySize) -> String {
    match size {
        ArraySize::Fixed(count) => format!("[{count}]"),
        ArraySize::Runtime => "[]".to_owned(),
        ArraySize::Specialization { id, default } => format!("[constant {id} = {default}]"),
    }
}

/// A name fit for a line.
fn or_unnamed(name: &str) -> Cow<'_, str> {
    match name {
        "" => "(unnamed)".into(),
        name => clean(name),
    }
}
