//! Converts the model to reflection. Records take precedence; modules add names, interfaces between stages,
//! and the push-constant block.

use glassbox_core::interface::{
    ArraySize, Block, EntryPoint, Interface, Member, Resource, Symbol, Type, Variable,
};
use glassbox_spirv::grammar::value_name;
use glassbox_spirv::reflect::Location;

use crate::derive::FORMATS;
use crate::module::{Number, StageCode, analyse};
use crate::program::{Detail, Program};
use crate::raw::{BaseType, Binding, InterfaceRecord, Rank, TexelType};
use crate::stage::stage_names;

/// Maximum records of a section listed in reflection. The format allows 32; the cap keeps a hostile count
/// from expanding eight-byte records into as many descriptions.
pub const MAX_LISTED: usize = 1024;

/// Reflection of a program.
pub fn interface(program: &Program<'_>) -> Interface {
    let codes = analyse(&program.modules);
    let mut out = Interface::default();
    for (stage, module) in crate::stage::STAGES.iter().zip(&program.modules) {
        if module.is_none() {
            continue;
        }
        let mut entry = EntryPoint {
            name: "main".to_owned(),
            stage: stage.name.to_owned(),
            path: stage.path.to_owned(),
            ..EntryPoint::default()
        };
        if let Some(code) = codes.iter().find(|code| code.stage.index == stage.index)
            && let Some(found) = code.entry()
        {
            let variables = |all: Vec<Location>| all.iter().map(|one| variable(code, one)).collect();
            entry.inputs = variables(code.reflection.input_locations(found));
            entry.outputs = variables(code.reflection.output_locations(found));
            built_ins(code, &mut entry);
        } else {
            out.notes.push(format!("the {} module cannot be read", stage.name));
        }
        if stage.index == 0 {
            merge(&program.inputs.iter().take(MAX_LISTED).collect::<Vec<_>>(), &mut entry.inputs);
        }
        if stage.index == 4 {
            merge(&program.outputs.iter().take(MAX_LISTED).collect::<Vec<_>>(), &mut entry.outputs);
        }
        out.entry_points.push(entry);
    }
    out.resources =
        program.bindings.iter().take(MAX_LISTED).map(|binding| resource(program, &binding)).collect();
    for (index, record) in (0..).zip(program.subpass_inputs.iter().take(MAX_LISTED)) {
        out.resources.push(Resource {
            kind: "input-attachment".to_owned(),
            set: Some(2),
            binding: Some(index),
            slot: Some(index),
            stages: vec![glassbox_core::interface::stage::FRAGMENT.to_owned()],
            dimension: Some("subpass".to_owned()),
            format: Some(texel_name(record.texel_type, record.components)),
            access: Some("read".to_owned()),
            ..Resource::default()
        });
    }
    let longest =
        [program.inputs.len(), program.outputs.len(), program.bindings.len(), program.subpass_inputs.len()];
    if longest.into_iter().any(|length| length > MAX_LISTED) {
        out.notes.push(format!("only the first {MAX_LISTED} records of a section are listed"));
    }
    out.blocks.extend(uniform(program));
    push_constants(program, &codes, &mut out);
    out
}

/// Replaces the code's variables by the records at the same locations, keeping the names.
fn merge(records: &[InterfaceRecord], found: &mut Vec<Variable>) {
    let located: Vec<Variable> = found.iter().filter(|one| one.location.is_some()).cloned().collect();
    found.retain(|one| one.location.is_none());
    let variables = records.iter().map(|record| {
        let location = u32::from(record.location);
        let known = located.iter().find(|one| one.location == Some(location));
        Variable {
            name: known.map(|known| known.name.clone()).unwrap_or_default(),
            location: Some(location),
            ty: Some(numeric(record.base_type, record.rows, record.columns, record.array_size)),
            ..Variable::default()
        }
    });
    let mut all: Vec<Variable> = variables.collect();
    all.append(found);
    *found = all;
}

fn variable(code: &StageCode, location: &Location) -> Variable {
    Variable {
        name: location.name.clone().unwrap_or_default(),
        location: Some(location.location),
        ty: code.number(location.ty).map(number_type),
        ..Variable::default()
    }
}

/// Adds the built-ins listed by the entry point.
fn built_ins(code: &StageCode, entry: &mut EntryPoint) {
    let Some(found) = code.entry() else { return };
    let built_in = |variable: &glassbox_spirv::reflect::Variable| {
        let number = variable.built_in?;
        Some(Variable {
            name: variable.name.clone().unwrap_or_default(),
            semantic: Some(value_name("BuiltIn", number).map_or_else(|| number.to_string(), str::to_owned)),
            ty: code.number(variable.ty).map(number_type),
            ..Variable::default()
        })
    };
    entry.inputs.extend(code.reflection.inputs(found).filter_map(built_in));
    entry.outputs.extend(code.reflection.outputs(found).filter_map(built_in));
}

fn number_type(number: Number) -> Type {
    let array = (number.array != 1).then_some(ArraySize::Fixed(number.array));
    Type {
        scalar: number.base.scalar().to_owned(),
        rows: number.rows,
        columns: number.columns,
        array: array.into_iter().collect(),
        members: Vec::new(),
    }
}

fn numeric(base: BaseType, rows: u8, columns: u8, array: u8) -> Type {
    number_type(Number {
        base,
        rows: rows.into(),
        columns: columns.into(),
        array: array.into(),
        stride: None,
    })
}

fn resource(program: &Program<'_>, binding: &Binding) -> Resource {
    let table = binding.base_type.table();
    let mut out = Resource {
        kind: match binding.base_type {
            BaseType::SAMPLER => "combined-image-sampler",
            BaseType::IMAGE => "storage-image",
            BaseType::RO_BUFFER | BaseType::RW_BUFFER => "storage-buffer",
            BaseType::RO_TEXELS => "uniform-texel-buffer",
            BaseType::RW_TEXELS => "storage-texel-buffer",
            _ => "unknown",
        }
        .to_owned(),
        set: table.map(|_| 0),
        binding: table.map(|table| table as u32),
        slot: Some(binding.slot.into()),
        array: table.map(|table| ArraySize::Fixed(program.tables[table].into())).into_iter().collect(),
        stages: stage_names(binding.stages),
        ..Resource::default()
    };
    let writes = matches!(binding.base_type, BaseType::IMAGE | BaseType::RW_BUFFER | BaseType::RW_TEXELS);
    if table.is_some() {
        out.access = Some(if writes { "read-write" } else { "read" }.to_owned());
    }
    match binding.shape() {
        Detail::Buffer { element_size, .. } => out.element_size = Some(element_size.into()),
        Detail::Texel { rank, texel_type, component_size, components } => {
            let buffer = matches!(binding.base_type, BaseType::RO_TEXELS | BaseType::RW_TEXELS);
            let rank = if buffer { Rank::BUFFER } else { rank };
            out.dimension = Some(rank.to_string());
            let stored = FORMATS.iter().find(|known| known.2 == (texel_type, component_size, components));
            out.format = Some(match stored {
                Some(known) if writes => known.1.to_owned(),
                _ => texel_name(texel_type, components),
            });
        }
        Detail::Unknown(_) => {}
    }
    out
}

/// Type of a texel when read, such as `float4`.
fn texel_name(ty: TexelType, components: u8) -> String {
    let scalar = match ty {
        TexelType::SIGNED => "int",
        TexelType::UNSIGNED => "uint",
        TexelType::FLOAT | TexelType::UNORM | TexelType::SNORM => "float",
        _ => "unknown",
    };
    if components == 1 { scalar.to_owned() } else { format!("{scalar}{components}") }
}

fn uniform(program: &Program<'_>) -> Option<Block> {
    let uniform = program.uniform.as_ref()?;
    let member = |member: &crate::program::Member<'_>| {
        let array = member.array_size != 1;
        let element = 4 * u32::from(member.rows) * u32::from(member.columns);
        Member {
            name: String::from_utf8_lossy(&member.name).into_owned(),
            offset: Some(member.offset.into()),
            ty: Some(numeric(member.base_type, member.rows, member.columns, member.array_size)),
            array_stride: array.then_some(element),
            matrix_stride: (member.columns != 1).then_some(4 * u32::from(member.rows)),
            ..Member::default()
        }
    };
    Some(Block {
        set: Some(1),
        binding: Some(0),
        size: Some(uniform.size.into()),
        stages: stage_names(uniform.stages),
        members: uniform.members.iter().map(member).collect(),
        ..Block::default()
    })
}

/// The push-constant block created by the runtime: one word for each pair of slots.
fn push_constants(program: &Program<'_>, codes: &[StageCode], out: &mut Interface) {
    let Some(highest) = program.bindings.iter().map(|binding| u32::from(binding.slot)).max() else {
        return;
    };
    let words = (highest + 2) / 2;
    let used = codes.iter().filter(|code| code.push_block().is_some());
    out.push_constants.push(Block {
        size: Some(4 * words),
        stages: used.map(|code| code.stage.name.to_owned()).collect(),
        members: (0..words)
            .map(|word| Member {
                name: format!("slots {} and {}", 2 * word, 2 * word + 1),
                offset: Some(4 * word),
                ty: Some(numeric(BaseType::UNSIGNED, 1, 1, 1)),
                ..Member::default()
            })
            .collect(),
        ..Block::default()
    });
}

/// Symbols with the locations of their definitions: uniform members and names in the modules.
pub fn symbols(program: &Program<'_>) -> Vec<Symbol> {
    let codes = analyse(&program.modules);
    let mut out = Vec::new();
    let users = |variable: &dyn Fn(&StageCode) -> Option<u32>| -> Vec<String> {
        let using = codes.iter().filter(|code| variable(code).is_some_and(|id| code.uses(id)));
        using.map(|code| code.stage.path.to_owned()).collect()
    };
    if let Some(uniform) = &program.uniform {
        let used_by = users(&|code| code.uniform().map(|block| block.variable));
        for (index, member) in uniform.members.iter().enumerate() {
            out.push(Symbol {
                name: String::from_utf8_lossy(&member.name).into_owned(),
                kind: "uniform".to_owned(),
                value: format!("offset {}", member.offset),
                path: format!("uniform.members[{index}].name"),
                used_by: used_by.clone(),
                ..Symbol::default()
            });
        }
    }
    for code in &codes {
        for entry in &code.reflection.entry_points {
            out.push(Symbol {
                name: entry.name.clone(),
                kind: "entry point".to_owned(),
                value: code.stage.name.to_owned(),
                path: code.stage.path.to_owned(),
                ..Symbol::default()
            });
        }
        for variable in code.reflection.variables.iter() {
            let Some(name) = variable.name.clone().filter(|name| !name.is_empty()) else {
                continue;
            };
            let class = value_name("StorageClass", variable.class);
            let place = match (variable.location, variable.set, variable.binding) {
                (Some(location), ..) => format!("location {location}"),
                (None, Some(set), Some(binding)) => format!("set {set}, binding {binding}"),
                _ => String::new(),
            };
            out.push(Symbol {
                name,
                kind: class.map_or_else(|| "variable".to_owned(), |class| format!("{class} variable")),
                value: place,
                path: code.stage.path.to_owned(),
                used_by: if code.uses(variable.id) { vec![code.stage.path.to_owned()] } else { Vec::new() },
                ..Symbol::default()
            });
        }
    }
    out
}
