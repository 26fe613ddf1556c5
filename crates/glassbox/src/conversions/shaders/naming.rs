//! Names for modules that were stripped of them: their numbers say what is what, and whoever knows what these mean gives the
//! names back before the module is read.
//!
//! What has a name keeps it. Source: the SPIR-V specification, version 1.6, sections 2.4 and 3.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_spirv::build::op::{
    DECORATE, MEMBER_DECORATE, MEMBER_NAME, NAME, TYPE_ARRAY, TYPE_POINTER, TYPE_RUNTIME_ARRAY, TYPE_SAMPLER,
    TYPE_STRUCT, VARIABLE,
};
use glassbox_spirv::build::value::decoration::{BINDING, DESCRIPTOR_SET, LOCATION, OFFSET};
use glassbox_spirv::build::value::storage_class::{INPUT, OUTPUT, PUSH_CONSTANT, UNIFORM, UNIFORM_CONSTANT};

use glassbox_core::name_map::{Class, Place};

/// Words before the first instruction.
const HEADER: usize = 5;
/// What stands before names: capabilities, extensions, memory model, entry points, execution modes, sources, names.
const BEFORE_NAMES: [u16; 14] = [3, 2, 4, 5, 6, 7, 8, 10, 11, 14, 15, 16, 17, 331];

/// Names by the numbers in a module.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Given {
    /// Of blocks, textures and samplers by their places.
    pub(super) resources: BTreeMap<Place, Resource>,
    /// Of the members of the block of push constants.
    pub(super) root: Vec<Member>,
    /// Of inputs by location.
    pub(super) inputs: BTreeMap<u32, String>,
    /// Of outputs by location.
    pub(super) outputs: BTreeMap<u32, String>,
    /// Structures that members are of, by the numbers in [`Member::structure`].
    pub(super) structures: Vec<Structure>,
}

/// A block, texture or sampler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Resource {
    /// Which of these it is; a variable of another kind at the place is not meant.
    pub(super) class: Class,
    /// Name of the variable.
    pub(super) name: String,
    /// Members of a block.
    pub(super) members: Vec<Member>,
}

/// A structure inside a block.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Structure {
    /// Name of the type.
    pub(super) name: String,
    /// Members.
    pub(super) members: Vec<Member>,
}

/// A member of a block or structure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Member {
    /// Offset in the block or structure, bytes.
    pub(super) offset: u32,
    /// Name.
    pub(super) name: String,
    /// Number in [`Given::structures`] of the structure that it or its elements are.
    pub(super) structure: Option<usize>,
}

/// The words of a module with names for what has none; `None` where nothing is to be added. The names stand in front of all that
/// instructions say of types and code, so these move by what is added.
pub(super) fn give(words: &[u32], given: &Given) -> Option<Vec<u32>> {
    let module = Module::of(words);
    let mut added = Added::default();
    for (variable, (class, pointer)) in &module.variables {
        let Some(pointee) = module.pointees.get(pointer) else {
            continue;
        };
        match *class {
            INPUT | OUTPUT => {
                let names = if *class == INPUT { &given.inputs } else { &given.outputs };
                let location = module.locations.get(variable);
                if let Some(name) = location.and_then(|location| names.get(location)) {
                    added.name(&module, *variable, name);
                }
            }
            PUSH_CONSTANT => added.members(&module, *pointee, &given.root, given),
            _ => {
                let place = module.bindings.get(variable).map(|binding| Place {
                    set: module.sets.get(variable).copied().unwrap_or(0),
                    binding: *binding,
                });
                let resource = place.and_then(|place| given.resources.get(&place));
                let kind = module.class(*class, *pointee);
                let Some(resource) = resource.filter(|resource| Some(resource.class) == kind) else {
                    continue;
                };
                // A block may be known by the name of its type.
                if !module.names.contains(pointee) {
                    added.name(&module, *variable, &resource.name);
                }
                added.members(&module, *pointee, &resource.members, given);
            }
        }
    }
    if added.words.is_empty() {
        return None;
    }
    let mut result = words.get(..module.names_end)?.to_vec();
    result.append(&mut added.words);
    result.extend_from_slice(words.get(module.names_end..)?);
    Some(result)
}

/// The instructions of a module: numbers, and all words of each. A module that is cut short ends early.
fn instructions(words: &[u32]) -> impl Iterator<Item = (u16, &[u32])> {
    let mut rest = words.get(HEADER..).unwrap_or_default();
    std::iter::from_fn(move || {
        let first = *rest.first()?;
        let (instruction, behind) = rest.split_at_checked((first >> 16).max(1) as usize)?;
        rest = behind;
        Some((first as u16, instruction))
    })
}

/// What a module says of its variables and their types.
#[derive(Default)]
struct Module {
    names: BTreeSet<u32>,
    member_names: BTreeSet<(u32, u32)>,
    locations: BTreeMap<u32, u32>,
    sets: BTreeMap<u32, u32>,
    bindings: BTreeMap<u32, u32>,
    /// Offsets of members, by structure and member.
    offsets: BTreeMap<u32, Vec<(u32, u32)>>,
    /// Types of members.
    structures: BTreeMap<u32, Vec<u32>>,
    /// Types of elements.
    arrays: BTreeMap<u32, u32>,
    pointees: BTreeMap<u32, u32>,
    samplers: BTreeSet<u32>,
    /// Storage classes and types of variables.
    variables: BTreeMap<u32, (u32, u32)>,
    /// The word behind everything that stands before or among names.
    names_end: usize,
}

impl Module {
    fn of(words: &[u32]) -> Module {
        let mut module = Module { names_end: HEADER, ..Module::default() };
        let mut is_before = true;
        for (operation, words) in instructions(words) {
            is_before &= BEFORE_NAMES.contains(&operation);
            if is_before {
                module.names_end += words.len();
            }
            match (operation, words) {
                // A name without letters is none.
                (NAME, [_, id, first, ..]) if first & 0xff != 0 => {
                    module.names.insert(*id);
                }
                (MEMBER_NAME, [_, id, member, first, ..]) if first & 0xff != 0 => {
                    module.member_names.insert((*id, *member));
                }
                (DECORATE, [_, id, LOCATION, value]) => {
                    module.locations.insert(*id, *value);
                }
                (DECORATE, [_, id, BINDING, value]) => {
                    module.bindings.insert(*id, *value);
                }
                (DECORATE, [_, id, DESCRIPTOR_SET, value]) => {
                    module.sets.insert(*id, *value);
                }
                (MEMBER_DECORATE, [_, id, member, OFFSET, value]) => {
                    module.offsets.entry(*id).or_default().push((*member, *value));
                }
                (TYPE_SAMPLER, [_, id]) => {
                    module.samplers.insert(*id);
                }
                (TYPE_STRUCT, [_, id, members @ ..]) => {
                    module.structures.insert(*id, members.to_vec());
                }
                (TYPE_ARRAY, [_, id, element, _]) | (TYPE_RUNTIME_ARRAY, [_, id, element]) => {
                    module.arrays.insert(*id, *element);
                }
                (TYPE_POINTER, [_, id, _, to]) => {
                    module.pointees.insert(*id, *to);
                }
                (VARIABLE, [_, ty, id, class, ..]) => {
                    module.variables.insert(*id, (*class, *ty));
                }
                _ => {}
            }
        }
        module
    }

    /// What kind of register a variable has.
    fn class(&self, storage: u32, pointee: u32) -> Option<Class> {
        match storage {
            UNIFORM => Some(Class::ConstantBuffer),
            UNIFORM_CONSTANT if self.samplers.contains(&pointee) => Some(Class::Sampler),
            UNIFORM_CONSTANT => Some(Class::Texture),
            _ => None,
        }
    }

    /// The structure that a type is, or an array of it. Types stand behind what they are made of, so the way ends.
    fn structure(&self, mut ty: u32) -> Option<u32> {
        for _ in 0..=self.arrays.len() {
            match self.arrays.get(&ty) {
                Some(element) => ty = *element,
                None => break,
            }
        }
        self.structures.contains_key(&ty).then_some(ty)
    }
}

/// Instructions to add.
#[derive(Default)]
struct Added {
    words: Vec<u32>,
    /// Structures whose members have been looked at.
    seen: BTreeSet<u32>,
}

impl Added {
    fn name(&mut self, module: &Module, id: u32, name: &str) {
        if !module.names.contains(&id) && !name.is_empty() {
            self.instruction(NAME, &[id], name);
        }
    }

    /// Names the members of a structure, and of the structures in it.
    fn members(&mut self, module: &Module, ty: u32, members: &[Member], given: &Given) {
        // Where the block is nothing but a structure, the members may be those of that.
        let is_nested = matches!(members, [only] if only.structure.is_some());
        let block = module.structure(ty).and_then(|id| Some((id, module.structures.get(&id)?)));
        let mut ty = ty;
        if let Some((id, [only])) = block.map(|(id, types)| (id, types.as_slice()))
            && !is_nested
            && !module.member_names.contains(&(id, 0))
            && module.structures.contains_key(only)
        {
            ty = *only;
        }
        let mut open = vec![(ty, members)];
        while let Some((ty, members)) = open.pop() {
            let Some(id) = module.structure(ty).filter(|id| self.seen.insert(*id)) else {
                continue;
            };
            let by_offset: BTreeMap<u32, &Member> =
                members.iter().map(|member| (member.offset, member)).collect();
            for (index, offset) in module.offsets.get(&id).into_iter().flatten() {
                let Some(member) = by_offset.get(offset) else {
                    continue;
                };
                if !module.member_names.contains(&(id, *index)) && !member.name.is_empty() {
                    self.instruction(MEMBER_NAME, &[id, *index], &member.name);
                }
                let types = module.structures.get(&id);
                let inner = types.and_then(|types| module.structure(*types.get(*index as usize)?));
                let structure = member.structure.and_then(|number| given.structures.get(number));
                if let (Some(inner), Some(structure)) = (inner, structure)
                    && !self.seen.contains(&inner)
                {
                    self.name(module, inner, &structure.name);
                    open.push((inner, &structure.members));
                }
            }
        }
    }

    fn instruction(&mut self, operation: u16, operands: &[u32], name: &str) {
        // A zero would end the name, and it always has one at its end.
        let mut letters: Vec<u8> = name.bytes().take_while(|byte| *byte != 0).collect();
        letters.resize((letters.len() / 4 + 1) * 4, 0);
        let text = letters.as_chunks::<4>().0.iter().map(|letters| u32::from_le_bytes(*letters));
        let length = 1 + operands.len() + text.len();
        // An instruction has as many words as 16 bits count; a longer name is left out.
        let Ok(length) = u16::try_from(length) else { return };
        self.words.push(u32::from(length) << 16 | u32::from(operation));
        self.words.extend_from_slice(operands);
        self.words.extend(text);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use glassbox_spirv::assemble;

    use super::super::source::words;
    use super::{Class, Given, MEMBER_NAME, Member, NAME, Place, Resource, Structure, give, instructions};

    /// The text in some words, up to its zero.
    fn text(words: &[u32]) -> String {
        let bytes = words.iter().flat_map(|word| word.to_le_bytes());
        let letters: Vec<u8> = bytes.take_while(|byte| *byte != 0).collect();
        String::from_utf8_lossy(&letters).into_owned()
    }

    /// Two members of a nested structure in an array, one of them named; a block, an input and push constants without names.
    const STRIPPED: &str = "
        OpCapability Shader
        OpMemoryModel Logical GLSL450
        OpEntryPoint Vertex %main \"main\" %input
        OpMemberName %lamp 1 \"kept\"
        OpDecorate %input Location 3
        OpDecorate %block DescriptorSet 0
        OpDecorate %block Binding 2
        OpDecorate %sampler DescriptorSet 0
        OpDecorate %sampler Binding 3
        OpMemberDecorate %lamp 0 Offset 0
        OpMemberDecorate %lamp 1 Offset 16
        OpMemberDecorate %scene 0 Offset 0
        OpMemberDecorate %root 0 Offset 64
        %void = OpTypeVoid
        %float = OpTypeFloat 32
        %uint = OpTypeInt 32 0
        %two = OpConstant %uint 2
        %lamp = OpTypeStruct %float %float
        %lamps = OpTypeArray %lamp %two
        %scene = OpTypeStruct %lamps
        %root = OpTypeStruct %float
        %to_scene = OpTypePointer Uniform %scene
        %to_root = OpTypePointer PushConstant %root
        %to_float = OpTypePointer Input %float
        %sampler_type = OpTypeSampler
        %to_sampler = OpTypePointer UniformConstant %sampler_type
        %sampler = OpVariable %to_sampler UniformConstant
        %block = OpVariable %to_scene Uniform
        %constants = OpVariable %to_root PushConstant
        %input = OpVariable %to_float Input
        ";

    fn member(offset: u32, name: &str, structure: Option<usize>) -> Member {
        let name = name.to_owned();
        Member { offset, name, structure }
    }

    fn given() -> Given {
        let place = Place { set: 0, binding: 2 };
        let block = Resource {
            class: Class::ConstantBuffer,
            name: "Scene".to_owned(),
            members: vec![member(0, "lamps", Some(0)), member(512, "absent", None)],
        };
        let texture = Resource { class: Class::Texture, name: "albedo".to_owned(), members: Vec::new() };
        Given {
            resources: BTreeMap::from([(place, block), (Place { binding: 3, ..place }, texture)]),
            root: vec![member(64, "tint", None), member(0, "world", None)],
            inputs: BTreeMap::from([(3, "normal".to_owned()), (4, "uv".to_owned())]),
            outputs: BTreeMap::from([(3, "color".to_owned())]),
            structures: vec![Structure {
                name: "Lamp".to_owned(),
                members: vec![member(0, "power", Some(0)), member(16, "other", None)],
            }],
        }
    }

    fn stripped() -> Vec<u32> {
        let bytes = assemble(STRIPPED).expect("the module is assembled");
        words(&bytes)
    }

    #[test]
    fn what_has_no_name_gets_the_one_that_is_given() {
        let named = give(&stripped(), &given()).expect("names are added");
        let names: Vec<String> = instructions(&named)
            .filter(|(operation, _)| [NAME, MEMBER_NAME].contains(operation))
            .map(|(operation, words)| {
                let operands = if operation == NAME { 2 } else { 3 };
                text(words.get(operands..).unwrap_or_default())
            })
            .collect();
        // Those that were there come first, then those of variables in the order of their numbers.
        let (kept, added) = names.split_first().expect("there are names");
        let added: BTreeSet<&str> = added.iter().map(String::as_str).collect();
        assert_eq!(kept, "kept");
        assert_eq!(added, BTreeSet::from(["Lamp", "Scene", "lamps", "normal", "power", "tint"]));
        assert!(names.len() == 7, "{names:?}");
        // Names are there once; nothing is added to a module that has them.
        assert_eq!(give(&named, &given()), None);
    }

    #[test]
    fn a_module_that_is_cut_short_is_no_trouble() {
        let words = stripped();
        for end in 0..words.len() {
            let _ = give(&words[..end], &given());
        }
        assert_eq!(give(&words, &Given::default()), None);
    }
}
