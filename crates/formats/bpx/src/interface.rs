//! Converts the symbols of a shader package to reflection.

use glassbox_core::interface::{
    ArraySize, Block, EntryPoint, Interface, Member as InterfaceMember, Resource, Symbol as NamedSymbol,
    Type, Variable, stage,
};

use crate::extended::{ExtendedData, Member, MemberType, Pipeline, Plain, Structure};
use crate::file::{File, Role, has_object};
use crate::kinds::TextureType;
use crate::raw::{Stage, Symbol, SymbolFlags, SymbolType};
use crate::std140;

/// Maximum nesting of structures shown.
const MAX_DEPTH: usize = 8;
/// Maximum members of a structure shown, nested members included.
const MAX_MEMBERS: usize = 4096;

/// Name of a stage in reflection.
pub fn stage_name(of: Stage) -> &'static str {
    match of {
        Stage::VERTEX => stage::VERTEX,
        Stage::HULL => stage::TESSELLATION_CONTROL,
        Stage::DOMAIN => stage::TESSELLATION_EVALUATION,
        Stage::GEOMETRY => stage::GEOMETRY,
        Stage::PIXEL => stage::FRAGMENT,
        _ => stage::OTHER,
    }
}

/// A symbol with its name and object.
struct Entry<'f> {
    name: String,
    symbol: Symbol,
    data: Option<ExtendedData<'f>>,
}

fn entries<'f>(file: &'f File<'_>, most: usize) -> Vec<Entry<'f>> {
    let objects = file.objects(most);
    let size = file.content_of(Role::ExtendedData).map_or(0, |section| section.content.len());
    let symbols = file.symbols();
    let entry = |symbol: Symbol| {
        let document = Some(symbol)
            .filter(|symbol| has_object(symbol, size))
            .and_then(|symbol| objects.at(symbol.extended_data))
            .and_then(|number| objects.documents.get(number));
        Entry {
            name: file.name_of(&symbol).into_owned(),
            symbol,
            data: document.map(|document| ExtendedData::decode(symbol.symbol_type, document.root())),
        }
    };
    symbols.iter().map(entry).collect()
}

/// Reflection of a container; only a note if it is not a shader package.
pub fn interface(file: &File<'_>, most: usize) -> Interface {
    let mut out = Interface::default();
    if !file.is_shader_pack() {
        out.notes.push("the container is not a shader package".to_owned());
        return out;
    }
    let entries = entries(file, most);
    let structures = structures(&entries);
    let mut root = Block { name: "root constants".to_owned(), ..Block::default() };
    for (index, entry) in entries.iter().enumerate() {
        let list =
            if entry.symbol.flags.has(SymbolFlags::EXTERNAL) { &mut out.imports } else { &mut out.exports };
        list.push(entry.name.clone());
        resource(entry, &mut out.resources);
        match &entry.data {
            Some(ExtendedData::Structure(structure))
                if entry.symbol.symbol_type == SymbolType::CONSTANT_BUFFER =>
            {
                out.blocks.push(Block {
                    name: entry.name.clone(),
                    binding: register(&entry.symbol),
                    size: Some(structure.size),
                    stages: stages(&entry.symbol),
                    members: structures.get(index).cloned().flatten().unwrap_or_default(),
                    ..Block::default()
                });
            }
            Some(ExtendedData::Constant(constant)) => {
                for stage in stages(&entry.symbol) {
                    if !root.stages.contains(&stage) {
                        root.stages.push(stage);
                    }
                }
                root.members.push(InterfaceMember {
                    name: entry.name.clone(),
                    offset: Some(constant.offset),
                    ty: Some(plain_type(constant.ty)),
                    matrix_stride: matrix_stride(constant.ty),
                    ..InterfaceMember::default()
                });
                let end = constant.offset.saturating_add(constant.size);
                root.size = root.size.max(Some(end));
            }
            Some(ExtendedData::Other(_)) => {
                out.notes.push(format!("the extended data of `{}` has a shape of its own", entry.name))
            }
            _ => {}
        }
    }
    if !root.members.is_empty() {
        out.push_constants.push(root);
    }
    out.entry_points = entry_points(file, &entries);
    out
}

fn register(symbol: &Symbol) -> Option<u32> {
    symbol.flags.has(SymbolFlags::REGISTER).then_some(u32::from(symbol.register))
}

fn stages(symbol: &Symbol) -> Vec<String> {
    let used = Stage::ALL.into_iter().filter(|stage| symbol.flags.0 & stage.bit() != 0);
    used.map(|stage| stage_name(stage).to_owned()).collect()
}

fn is_resource(symbol: &Symbol) -> bool {
    matches!(symbol.symbol_type, SymbolType::TEXTURE | SymbolType::SAMPLER | SymbolType::CONSTANT_BUFFER)
}

fn resource(entry: &Entry<'_>, out: &mut Vec<Resource>) {
    let symbol = &entry.symbol;
    let mut resource = Resource {
        name: entry.name.clone(),
        slot: register(symbol),
        stages: stages(symbol),
        ..Resource::default()
    };
    resource.kind = match symbol.symbol_type {
        SymbolType::TEXTURE => "sampled-image",
        SymbolType::SAMPLER => "sampler",
        // Without a register it is a structure used inside a buffer.
        SymbolType::CONSTANT_BUFFER if resource.slot.is_some() => "uniform-buffer",
        _ => return,
    }
    .to_owned();
    if let Some(ExtendedData::Texture(texture)) = &entry.data {
        let dimension = match texture.ty {
            TextureType::T3D => "3D",
            TextureType::T2D => "2D",
            TextureType::T2D_ARRAY => "2D-array",
            TextureType::T_CUBE => "cube",
            _ => "unknown",
        };
        resource.dimension = Some(dimension.to_owned());
        resource.format = Some(texture.value.to_string());
    }
    out.push(resource);
}

fn plain_type(ty: Plain) -> Type {
    let (rows, columns) = ty.shape();
    Type { scalar: ty.base().scalar().to_owned(), rows, columns, ..Type::default() }
}

fn matrix_stride(ty: Plain) -> Option<u32> {
    match ty {
        Plain::Matrix(_) => u32::try_from(std140::plain(ty).align).ok(),
        _ => None,
    }
}

/// Members of every structure, nested structures expanded as far as the limits allow.
fn structures(entries: &[Entry<'_>]) -> Vec<Option<Vec<InterfaceMember>>> {
    let mut done: Vec<Option<(Vec<InterfaceMember>, usize)>> = vec![None; entries.len()];
    // A structure resolves once its parts have; whatever remains is recursive or nested too deeply.
    for pass in 0..=MAX_DEPTH {
        let mut fresh = Vec::new();
        for (index, entry) in entries.iter().enumerate() {
            let Some(structure) = entry.data.as_ref().and_then(ExtendedData::structure) else {
                continue;
            };
            if done[index].is_some() {
                continue;
            }
            let known = |index: u16| done.get(usize::from(index)).is_some_and(Option::is_some);
            let ready = structure.props.iter().filter_map(|member| member.ty.reference()).all(known);
            if ready || pass == MAX_DEPTH {
                fresh.push((index, members(structure, entries, &done)));
            }
        }
        if fresh.is_empty() && pass < MAX_DEPTH {
            continue;
        }
        for (index, members) in fresh {
            done[index] = Some(members);
        }
    }
    done.into_iter().map(|entry| entry.map(|(members, _)| members)).collect()
}

fn members(
    structure: &Structure<'_>,
    entries: &[Entry<'_>],
    done: &[Option<(Vec<InterfaceMember>, usize)>],
) -> (Vec<InterfaceMember>, usize) {
    let mut count = structure.props.len();
    let mut out = Vec::new();
    for prop in &structure.props {
        let mut inner = Vec::new();
        if let Some((members, size)) =
            prop.ty.reference().and_then(|index| done.get(usize::from(index))).and_then(Option::as_ref)
            && count + size <= MAX_MEMBERS
        {
            inner = members.clone();
            count += size;
        }
        out.push(member(prop, inner, entries));
    }
    (out, count)
}

fn member(prop: &Member<'_>, inner: Vec<InterfaceMember>, entries: &[Entry<'_>]) -> InterfaceMember {
    let structure = |array: Vec<ArraySize>| Type {
        scalar: "struct".to_owned(),
        rows: 1,
        columns: 1,
        array,
        members: inner.clone(),
    };
    let plain_element = match prop.ty {
        MemberType::Plain(ty) | MemberType::Array(_, ty) => Some(ty),
        _ => None,
    };
    let ty = match prop.ty {
        MemberType::Plain(ty) => plain_type(ty),
        MemberType::Array(size, ty) => Type { array: vec![ArraySize::Fixed(size)], ..plain_type(ty) },
        MemberType::StructRef(_) => structure(Vec::new()),
        MemberType::StructArray(size, _) => structure(vec![ArraySize::Fixed(size)]),
    };
    let stride = match prop.ty {
        MemberType::Array(_, ty) => {
            let extent = std140::member(MemberType::Array(1, ty), |_| None);
            extent.and_then(|extent| u32::try_from(extent.size).ok())
        }
        MemberType::StructArray(_, index) => entries
            .get(usize::from(index))
            .and_then(|entry| entry.data.as_ref()?.structure())
            .map(|structure| structure.size),
        _ => None,
    };
    InterfaceMember {
        name: String::from_utf8_lossy(&prop.name).into_owned(),
        offset: Some(prop.offset),
        ty: Some(ty),
        array_stride: stride,
        matrix_stride: plain_element.and_then(matrix_stride),
        ..InterfaceMember::default()
    }
}

fn entry_points(file: &File<'_>, entries: &[Entry<'_>]) -> Vec<EntryPoint> {
    let pipeline = entries.iter().find_map(|entry| match &entry.data {
        Some(ExtendedData::Pipeline(pipeline)) => Some(pipeline),
        _ => None,
    });
    let point = |(section, stage, _): (&crate::file::Section<'_>, Stage, &[u8])| EntryPoint {
        name: String::new(),
        stage: stage_name(stage).to_owned(),
        path: section.path().into_owned(),
        inputs: match stage {
            Stage::VERTEX => inputs(entries),
            _ => Vec::new(),
        },
        outputs: match stage {
            Stage::PIXEL => outputs(entries),
            _ => Vec::new(),
        },
        resources: entries
            .iter()
            .filter(|entry| entry.symbol.flags.0 & stage.bit() != 0 && is_resource(&entry.symbol))
            .map(|entry| entry.name.clone())
            .collect(),
        modes: pipeline.map(modes).unwrap_or_default(),
        ..EntryPoint::default()
    };
    file.shaders().map(point).collect()
}

/// Vertex format members; the location is the member's index.
fn inputs(entries: &[Entry<'_>]) -> Vec<Variable> {
    let formats = entries.iter().filter(|entry| entry.symbol.symbol_type == SymbolType::VERTEX_FORMAT);
    let members = formats
        .filter_map(|entry| entry.data.as_ref()?.structure())
        .flat_map(|structure| structure.props.iter().enumerate());
    members
        .map(|(location, member)| Variable {
            name: String::from_utf8_lossy(&member.name).into_owned(),
            location: Some(location as u32),
            ty: match member.ty {
                MemberType::Plain(ty) => Some(plain_type(ty)),
                _ => None,
            },
            ..Variable::default()
        })
        .collect()
}

/// Render targets.
fn outputs(entries: &[Entry<'_>]) -> Vec<Variable> {
    let targets = entries.iter().filter(|entry| entry.symbol.symbol_type == SymbolType::OUTPUT);
    targets
        .map(|entry| Variable {
            name: entry.name.clone(),
            location: register(&entry.symbol),
            ty: match &entry.data {
                Some(ExtendedData::Output(output)) => Some(plain_type(output.ty)),
                _ => None,
            },
            ..Variable::default()
        })
        .collect()
}

/// Pipeline state as labelled words.
pub fn modes(pipeline: &Pipeline) -> Vec<(String, String)> {
    let on = |on: bool| if on { "on" } else { "off" }.to_owned();
    vec![
        ("depth test".to_owned(), on(pipeline.depth_enable)),
        ("depth write".to_owned(), on(pipeline.depth_write_enable)),
        ("scissor".to_owned(), on(pipeline.scissor_enable)),
        ("render mode".to_owned(), pipeline.render_mode.to_string()),
        ("culling".to_owned(), pipeline.culling_mode.to_string()),
    ]
}

/// Symbols of a shader package with the shaders that use them.
pub fn symbols(file: &File<'_>) -> Vec<NamedSymbol> {
    if !file.is_shader_pack() {
        return Vec::new();
    }
    let shaders: Vec<(Stage, String)> =
        file.shaders().map(|(section, stage, _)| (stage, section.path().into_owned())).collect();
    let symbols = file.symbols();
    let named = |(index, symbol): (usize, Symbol)| {
        let mut value = String::new();
        let flags = symbol.flags;
        value.push_str(if flags.has(SymbolFlags::EXTERNAL) { "external" } else { "internal" });
        if flags.has(SymbolFlags::ASSEMBLY) {
            value.push_str(", from the assembly");
        }
        if let Some(register) = register(&symbol) {
            value.push_str(&format!(", register {register}"));
        }
        let users = shaders.iter().filter(|(stage, _)| flags.0 & stage.bit() != 0);
        NamedSymbol {
            name: file.name_of(&symbol).into_owned(),
            kind: symbol.symbol_type.to_string(),
            value,
            path: format!("symbol_table.symbols[{index}]"),
            used_by: users.map(|(_, path)| path.clone()).collect(),
            ..NamedSymbol::default()
        }
    };
    symbols.iter().enumerate().map(named).collect()
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::{Entry, structures};
    use crate::extended::{ExtendedData, Member, MemberType, Plain, Structure};
    use crate::kinds::BaseType;
    use crate::raw::{Symbol, SymbolFlags, SymbolType};

    fn entry(ty: MemberType) -> Entry<'static> {
        let props = vec![Member { name: Cow::Borrowed(b"m"), offset: 0, ty }; 64];
        let data = Some(ExtendedData::Structure(Structure { size: 16, props }));
        let symbol = Symbol {
            name: 0,
            extended_data: 0,
            flags: SymbolFlags(0),
            symbol_type: SymbolType::CONSTANT_BUFFER,
            register: 0,
        };
        Entry { name: String::new(), symbol, data }
    }

    /// 64 members, and 64 more in each that is shown with its own, are at most 4,096 in all.
    #[test]
    fn members_of_members_are_shown_up_to_the_limit() {
        let scalar = MemberType::Plain(Plain::Scalar(BaseType::FLOAT));
        let found = structures(&[entry(scalar), entry(MemberType::StructRef(0))]);
        let outer = found[1].as_ref().expect("it is a structure");
        let whole = outer.iter().filter(|member| member.ty.as_ref().is_some_and(|ty| ty.members.len() == 64));
        assert_eq!((outer.len(), whole.count()), (64, 63));
    }
}
