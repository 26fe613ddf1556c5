//! Extracts facts about the code from the symbols of a package: registers, and names for stripped modules.

use std::collections::BTreeMap;

use glassbox_bpx::extended::{self, ExtendedData, Plain};
use glassbox_bpx::file::{File, Role, has_object};
use glassbox_bpx::raw::{SymbolFlags, SymbolType};
use glassbox_bpx_build::code::set;
use glassbox_bpx_build::shader::{Class, Place, ROOT, Shader, Slot, Slots, Stage};
use glassbox_bpx_build::symbols::table::{flag, symbol_type};
use glassbox_spirv::reflect::Bound as Used;

use super::naming::{Given, Member, Resource, Structure};

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
    /// Stages that use it.
    stages: SymbolFlags,
    register: u8,
    name: String,
}

impl Symbols {
    /// The symbols of a package; unreadable ones are skipped. At most `most` values are read.
    pub(super) fn of(file: &File<'_>, most: usize) -> Symbols {
        let mut all = Symbols::default();
        let objects = file.objects(most);
        let size = file.content_of(Role::ExtendedData).map_or(0, |section| section.content.len());
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
            all.add((symbol.symbol_type, symbol.flags), register, name, data.as_ref());
        }
        all
    }

    fn add(
        &mut self,
        (kind, flags): (SymbolType, SymbolFlags),
        register: Option<u8>,
        name: String,
        data: Option<&ExtendedData<'_>>,
    ) {
        let structure = data.and_then(ExtendedData::structure);
        let described = structure.map_or_else(Vec::new, members);
        let class = CLASSES.into_iter().find(|class| symbol_type(*class) == kind);
        match (kind, class, register) {
            (_, Some(class), Some(register)) => {
                let place = Place { set: set(class), binding: u32::from(register) };
                let resource = Resource { class, name: name.clone(), members: described.clone() };
                self.given.resources.entry(place).or_insert(resource);
                self.bound.push(Bound { class, stages: flags, register, name: name.clone() });
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
        // References are symbol numbers, so each symbol keeps its index among the structures.
        self.given.structures.push(Structure { name, members: described });
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

    /// The registers a stage uses: those of symbols with the same names, or for SPIR-V the numbers in the code. If
    /// neither is known, and code and symbols each have exactly one of a kind, the two are matched.
    ///
    /// # Errors
    /// Resources without a matching symbol.
    pub(super) fn slots(&self, shader: &Shader, is_spirv: bool) -> Result<Registers, Vec<Used>> {
        let mut registers = Registers::default();
        let mut unknown = Vec::new();
        for used in shader.reflection.bound(shader.entry_point()) {
            match self.symbol(&used, is_spirv) {
                _ if used.place == ROOT => {}
                Some(bound) => registers.insert(&used, bound),
                None => unknown.push(used),
            }
        }
        let mut missing = Vec::new();
        for used in &unknown {
            // Samplers have no names in OpenGL's code, where each texture has its own; they may all be one symbol.
            let is_nameless = !is_spirv && used.class == Class::Sampler;
            let is_only = unknown.iter().filter(|other| other.class == used.class).count() == 1;
            let is_free = |bound: &&Bound| registers.slots.values().all(|slot| slot.name != bound.name);
            let only = self.only(used.class, shader.stage);
            let only = only.filter(|bound| is_nameless || (is_only && is_free(bound)));
            match only {
                Some(bound) => {
                    registers.insert(used, bound);
                    if !is_nameless {
                        registers.assumed.push((used.clone(), bound.name.clone()));
                    }
                }
                None => missing.push(used.clone()),
            }
        }
        if missing.is_empty() { Ok(registers) } else { Err(missing) }
    }

    /// Registers and names of the resources of a module that are symbols, by set and binding.
    pub(super) fn registers(&self, used: &[Used], is_spirv: bool) -> BTreeMap<[u32; 2], (u8, &str)> {
        let known = used.iter().filter_map(|used| {
            let bound = self.symbol(used, is_spirv)?;
            Some(([used.place.set, used.place.binding], (bound.register, bound.name.as_str())))
        });
        known.collect()
    }

    /// The symbol that a resource is.
    fn symbol(&self, used: &Used, is_spirv: bool) -> Option<&Bound> {
        let known = || self.bound.iter().filter(|bound| bound.class == used.class);
        let named = |name: &String| known().find(|bound| bound.name == *name);
        let is_ours = is_spirv && used.place.set == set(used.class);
        let numbered = || known().find(|bound| is_ours && u32::from(bound.register) == used.place.binding);
        used.names.iter().find_map(named).or_else(numbered)
    }

    /// The symbol of a kind that a stage uses, if there is one alone.
    fn only(&self, class: Class, stage: Stage) -> Option<&Bound> {
        let known = self.bound.iter().filter(|bound| bound.class == class);
        let mut known = known.filter(|bound| bound.stages.has(flag(stage)));
        let first = known.next()?;
        known.next().is_none().then_some(first)
    }
}

/// The registers of a stage.
#[derive(Default)]
pub(super) struct Registers {
    /// Registers by binding in the code.
    pub(super) slots: Slots,
    /// Resources matched to the only symbol of their kind, with the name of that symbol.
    pub(super) assumed: Vec<(Used, String)>,
}

impl Registers {
    fn insert(&mut self, used: &Used, bound: &Bound) {
        let slot = Slot { class: bound.class, register: bound.register, name: bound.name.clone() };
        self.slots.insert(used.place, slot);
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

/// The locations of a vertex format's members: consecutive, with one per column for a matrix.
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
