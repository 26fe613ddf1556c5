//! What the symbols of a package say of its code: registers, and names for modules that were stripped of theirs.

use std::collections::BTreeMap;

use glassbox_bpx::extended::{self, ExtendedData, Plain};
use glassbox_bpx::file::{File, Role, has_object};
use glassbox_bpx::raw::{SymbolFlags, SymbolType};
use glassbox_bpx_build::symbols::table::symbol_type;
use glassbox_translate::back::{self, Used};
use glassbox_translate::front::naming::{Given, Member, Resource, Structure};
use glassbox_translate::shader::{Class, Place, ROOT, Shader, Slot, Slots, Stage};

const CLASSES: [Class; 3] = [Class::ConstantBuffer, Class::Texture, Class::Sampler];

/// The symbols of a package that code can mean.
#[derive(Default)]
pub(super) struct Symbols {
    bound: Vec<Bound>,
    /// Names by the numbers in the code, for a stage without inputs and outputs of its own.
    given: Given,
    /// Vertex inputs by location.
    inputs: BTreeMap<u32, String>,
    /// Render targets by their numbers.
    outputs: BTreeMap<u32, String>,
}

/// A symbol with a register.
struct Bound {
    class: Class,
    register: u8,
    name: String,
}

impl Symbols {
    /// The symbols of a package; what of them cannot be read is left out. At most `most` values are read.
    pub(super) fn of(file: &File<'_>, most: usize) -> Symbols {
        let mut all = Symbols::default();
        let objects = file.objects(most);
        let size = file
            .content_of(Role::ExtendedData)
            .map_or(0, |section| section.content.len());
        // Many symbols may share one large object, and each would have its own copy of the members.
        let mut left = most;
        for symbol in file.symbols().iter() {
            let name = file.string(symbol.name).unwrap_or_default();
            let name = std::str::from_utf8(name).unwrap_or_default().to_owned();
            let document = has_object(&symbol, size)
                .then(|| objects.documents.get(objects.at(symbol.extended_data)?))
                .flatten();
            let cost = document.map_or(0, |document| document.items().len());
            let document = document.filter(|_| cost <= left);
            left = left.saturating_sub(cost);
            let data = document.map(|document| ExtendedData::decode(symbol.symbol_type, document.root()));
            let has_register = symbol.flags.has(SymbolFlags::REGISTER);
            let register = has_register.then_some(symbol.register);
            all.add(symbol.symbol_type, register, name, data.as_ref());
        }
        all
    }

    fn add(&mut self, kind: SymbolType, register: Option<u8>, name: String, data: Option<&ExtendedData<'_>>) {
        let structure = data.and_then(ExtendedData::structure);
        let described = structure.map_or_else(Vec::new, members);
        let class = CLASSES.into_iter().find(|class| symbol_type(*class) == kind);
        match (kind, class, register) {
            (_, Some(class), Some(register)) => {
                let place = Place {
                    set: back::set(class),
                    binding: u32::from(register),
                };
                let resource = Resource {
                    name: name.clone(),
                    members: described.clone(),
                };
                self.given.resources.entry(place).or_insert(resource);
                self.bound.push(Bound {
                    class,
                    register,
                    name: name.clone(),
                });
            }
            (SymbolType::VERTEX_FORMAT, ..) => self.inputs = structure.map_or_else(BTreeMap::new, locations),
            (SymbolType::OUTPUT, _, Some(register)) => {
                self.outputs.insert(u32::from(register), name.clone());
            }
            (SymbolType::CONSTANT, ..) => {
                if let Some(ExtendedData::Constant(constant)) = data {
                    self.given.root.push(Member {
                        offset: constant.offset,
                        name: name.clone(),
                        structure: None,
                    });
                }
            }
            _ => {}
        }
        // References are numbers of symbols, so each symbol has its place among the structures.
        self.given.structures.push(Structure {
            name,
            members: described,
        });
    }

    /// The names for the module of a stage.
    pub(super) fn given(&self, stage: Stage) -> Given {
        let mut given = self.given.clone();
        match stage {
            Stage::Vertex => given.inputs.clone_from(&self.inputs),
            Stage::Fragment => given.outputs.clone_from(&self.outputs),
            _ => {}
        }
        given
    }

    /// The registers of what a stage uses: those of the symbols that have its names, or for SPIR-V the numbers in the code.
    ///
    /// # Errors
    /// What no symbol stands for.
    pub(super) fn slots(&self, shader: &Shader, is_spirv: bool) -> Result<Slots, Vec<Used>> {
        let mut slots = Slots::new();
        let mut missing = Vec::new();
        for used in back::resources(shader) {
            if used.place == ROOT {
                continue;
            }
            match self.symbol(&used, is_spirv) {
                Some(bound) => {
                    slots.insert(
                        used.place,
                        Slot {
                            class: used.class,
                            register: bound.register,
                            name: bound.name.clone(),
                        },
                    );
                }
                None => missing.push(used),
            }
        }
        match missing.is_empty() {
            true => Ok(slots),
            false => Err(missing),
        }
    }

    /// The symbol that a resource is.
    fn symbol(&self, used: &Used, is_spirv: bool) -> Option<&Bound> {
        let known = || self.bound.iter().filter(|bound| bound.class == used.class);
        let named = |name: &String| known().find(|bound| bound.name == *name);
        let numbered = || {
            let is_ours = is_spirv && used.place.set == back::set(used.class);
            known().find(|bound| is_ours && u32::from(bound.register) == used.place.binding)
        };
        // The sampler of a texture in OpenGL's code has no name of its own there.
        let only = || {
            let mut all = known();
            let first = all.next()?;
            let is_only = used.class == Class::Sampler && !is_spirv && all.next().is_none();
            is_only.then_some(first)
        };
        let names = || used.names.iter().find_map(named);
        names().or_else(numbered).or_else(only)
    }
}

fn members(structure: &extended::Structure<'_>) -> Vec<Member> {
    let members = structure.props.iter().map(|member| Member {
        offset: member.offset,
        name: String::from_utf8_lossy(&member.name).into_owned(),
        structure: member.ty.reference().map(usize::from),
    });
    members.collect()
}

/// The locations of a vertex format's members: one after the other, a matrix at one for each column.
fn locations(format: &extended::Structure<'_>) -> BTreeMap<u32, String> {
    let mut location = 0u32;
    let mut named = BTreeMap::new();
    for member in &format.props {
        named.insert(location, String::from_utf8_lossy(&member.name).into_owned());
        let columns = match member.ty {
            extended::MemberType::Plain(ty @ Plain::Matrix(_)) => ty.shape().1,
            _ => 1,
        };
        location = location.saturating_add(columns);
    }
    named
}
