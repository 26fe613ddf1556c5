//! Symbols of a stage in the vendor's dialect: SAL declarations with the bindings of its module.
//!
//! The vendor's compiler makes a symbol of every declaration, used or not, so that all programs of
//! a game agree on them.

use std::collections::HashMap;

use crate::shader::Stage;
use glassbox_bpx::extended::Plain;
use glassbox_bpx::std140::{self, Extent};
use glassbox_core::diagnostic::Location;

use super::model::{
    Member, MemberType, Port, Resource, ResourceKind, RootConstant, StageSymbols, Structure, Wish,
};
use super::types::{Layout, array};
use crate::sal;
use crate::sources::Sources;

/// Replaces reflected symbols by declared ones. `found` holds the symbols used by the stage's
/// module, `root` the program's root constants.
#[must_use]
pub fn declared(
    declared: &sal::Declared,
    found: StageSymbols,
    root: &[sal::Member],
    sources: &Sources,
) -> StageSymbols {
    let mut known: HashMap<String, Structure> = HashMap::new();
    let mut structures = Vec::new();
    for structure in &declared.structures {
        let made = lay_out(structure, &known);
        known.insert(made.name.clone(), made.clone());
        structures.push(made);
    }
    let place = |name: &str| {
        let resource = found.resources.iter().find(|resource| resource.name == name);
        resource.and_then(|resource| resource.place)
    };
    let mut resources = Vec::new();
    for object in &declared.objects {
        let kind = match object.texture {
            Some(texture) => ResourceKind::Texture(texture),
            None => ResourceKind::Sampler,
        };
        resources.push(Resource {
            name: object.name.clone(),
            kind,
            place: place(&object.name),
            register: object.register.map(Wish::Fixed),
            location: object.place.location(sources),
        });
        // A texture without its own sampler gets one for targets with separate samplers.
        if let (Some(_), None) = (object.texture, &object.sampler) {
            let name = format!("{}_sampler", object.name);
            if let Some(implied) = found.resources.iter().find(|resource| resource.name == name) {
                resources.push(Resource {
                    location: object.place.location(sources),
                    register: None,
                    ..implied.clone()
                });
            }
        }
    }
    for buffer in &declared.buffers {
        resources.push(Resource {
            name: buffer.name.clone(),
            kind: ResourceKind::Buffer(lay_out(buffer, &known)),
            place: place(&buffer.name),
            register: buffer.register.map(Wish::Fixed),
            location: buffer.place.location(sources),
        });
    }
    // Declarations in the code itself, outside SAL.
    for resource in &found.resources {
        let is_known = resources.iter().any(|known| known.name == resource.name);
        if !is_known {
            resources.push(resource.clone());
        }
    }
    let place = |structure: &Structure| {
        let mut own = declared.structures.iter();
        let own = own.find(|own| own.name == structure.name);
        own.map_or_else(Location::default, |own| own.place.location(sources))
    };
    let mut structure_places: Vec<Location> = structures.iter().map(place).collect();
    for (structure, place) in found.structures.iter().zip(&found.structure_places) {
        if !known.contains_key(&structure.name) {
            structures.push(structure.clone());
            structure_places.push(place.clone());
        }
    }
    let (inputs, outputs) = ports(declared, found.stage, sources);
    StageSymbols {
        stage: found.stage,
        resources,
        structures,
        structure_places,
        constants: constants(root, &found.constants, sources),
        inputs: beside(inputs, found.inputs),
        outputs: beside(outputs, found.outputs),
    }
}

/// The vertex format as inputs, and the outputs, used or not.
fn ports(declared: &sal::Declared, stage: Stage, sources: &Sources) -> (Vec<Port>, Vec<Port>) {
    let port = |member: &str, slot, ty: Plain, place: sal::Place| Port {
        name: member.to_owned(),
        slot,
        component: 0,
        index: 0,
        slots: ty.shape().1,
        ty: Some(ty),
        word: String::new(),
        location: place.location(sources),
    };
    let mut inputs = Vec::new();
    if let (Some(format), Stage::Vertex) = (&declared.vertex_format, stage) {
        let mut slot = 0;
        for member in &format.members {
            let MemberType::Plain(ty) = member.ty else {
                continue;
            };
            inputs.push(port(&member.name, slot, ty, member.place));
            slot += ty.shape().1;
        }
    }
    let mut outputs = Vec::new();
    if stage == Stage::Fragment {
        for output in &declared.outputs {
            outputs.push(port(&output.name, u32::from(output.target), output.ty, output.place));
        }
        outputs.sort_by_key(|output| output.slot);
    }
    (inputs, outputs)
}

/// Declared ports, and those of the module at other locations.
fn beside(mut declared: Vec<Port>, found: Vec<Port>) -> Vec<Port> {
    for port in found {
        let covers = |known: &Port| (known.slot..known.slot + known.slots.max(1)).contains(&port.slot);
        if !declared.iter().any(covers) {
            declared.push(port);
        }
    }
    declared.sort_by_key(|port| (port.slot, port.component));
    declared
}

/// Root constants in their layout, and those declared in the code itself.
fn constants(root: &[sal::Member], found: &[RootConstant], sources: &Sources) -> Vec<RootConstant> {
    let mut layout = Layout::default();
    let mut all = Vec::new();
    for member in root {
        let MemberType::Plain(ty) = member.ty else {
            continue;
        };
        let extent = std140::plain(ty);
        all.push(RootConstant {
            name: member.name.clone(),
            ty,
            offset: layout.add(extent),
            size: u32::try_from(extent.size).unwrap_or(u32::MAX),
            location: member.place.location(sources),
        });
    }
    for constant in found {
        if !all.iter().any(|known| known.name == constant.name) {
            all.push(constant.clone());
        }
    }
    all
}

fn lay_out(structure: &sal::Structure, known: &HashMap<String, Structure>) -> Structure {
    let mut layout = Layout::default();
    let nested = |name: &String| {
        let structure = known.get(name);
        let (size, align) = structure.map_or((0, 16), |structure| (structure.size, structure.align));
        Extent { size: u64::from(size), align: u64::from(align) }
    };
    let mut members = Vec::new();
    for member in &structure.members {
        let extent = match &member.ty {
            MemberType::Plain(ty) => std140::plain(*ty),
            MemberType::Structure(name) => nested(name),
            MemberType::Array(length, ty) => array(std140::plain(*ty), *length),
            MemberType::StructureArray(length, name) => array(nested(name), *length),
        };
        members.push(Member { name: member.name.clone(), offset: layout.add(extent), ty: member.ty.clone() });
    }
    let (size, align) = layout.end();
    Structure { name: structure.name.clone(), size, align, members }
}
