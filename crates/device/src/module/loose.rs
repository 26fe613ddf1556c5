//! Makes modules of OpenGL ones that Vulkan runs: uniforms outside of blocks are put in one, and bindings are one list for all
//! kinds of resources.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_spirv::grammar::op;
use glassbox_spirv::grammar::value::{decoration, storage_class};
use glassbox_spirv::module::{Annotations, Id, Module, Type};
use glassbox_spirv::reflect::ScalarClass;

use super::layout::{Leaf, fill};
use super::mix;

/// Numbers of a uniform at most.
const MOST: usize = 1 << 12;
/// Where the words of instructions begin.
const HEAD: usize = 5;

/// A uniform outside of blocks.
#[derive(Clone, Debug)]
pub struct Loose {
    /// Its name.
    pub name: String,
    /// Its numbers in the order of its type, without a layout.
    pub leaves: Vec<Leaf>,
    /// Where they are one after the other.
    pub bytes: Vec<u8>,
}

/// Name of the block that holds them.
pub const BLOCK: &str = "LooseUniforms";

/// A module as it is written, and as it runs.
pub struct Prepared {
    /// The module with bindings of their own.
    pub written: Vec<u32>,
    /// The same, with the uniforms outside of blocks in one.
    pub run: Vec<u32>,
    /// These uniforms.
    pub loose: Vec<Loose>,
}

/// Prepares a module.
///
/// # Errors
/// Names uniforms that are not run.
pub fn prepare(mut words: Vec<u32>) -> Result<Prepared, String> {
    separate(&mut words)?;
    let module = Module::from_words(&words).map_err(|error| error.to_string())?;
    let annotations = Annotations::of(&module);
    let (mut loose, mut variables) = (Vec::new(), Vec::new());
    for at in module.globals.iter().copied().filter(|at| module.opcode(*at) == op::VARIABLE) {
        let variable = module.get(at).result;
        let Some((ty, storage_class::UNIFORM_CONSTANT)) = module.pointer(module.type_of(variable)) else {
            continue;
        };
        if is_opaque(&module, ty) {
            continue;
        }
        let mut leaves = Vec::new();
        numbers(&module, ty, None, &mut leaves)?;
        let bytes = fill(&leaves, mix(0x1005e, loose.len() as u64));
        let name = annotations.name(variable).unwrap_or_default().to_owned();
        loose.push(Loose { name, leaves, bytes });
        variables.push((variable, ty));
    }
    let run = match loose.is_empty() {
        true => words.clone(),
        false => Edit::of(&module, &annotations, &words, &variables, &loose),
    };
    Ok(Prepared { written: words, run, loose })
}

/// True for textures and samplers, and arrays of them.
fn is_opaque(module: &Module, ty: Id) -> bool {
    match module.ty(ty) {
        Some(
            Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Vector { .. } | Type::Matrix { .. },
        ) => false,
        Some(Type::Array { element, .. }) => is_opaque(module, element),
        Some(Type::Struct { members }) => members.iter().any(|member| is_opaque(module, *member)),
        _ => true,
    }
}

/// The numbers of a type, one after the other.
fn numbers(module: &Module, ty: Id, diagonal: Option<bool>, found: &mut Vec<Leaf>) -> Result<(), String> {
    if found.len() > MOST {
        return Err("a uniform of too many numbers".to_owned());
    }
    let class = match module.ty(ty) {
        Some(Type::Bool) => return Err("a boolean uniform outside of blocks".to_owned()),
        Some(Type::Int { width: 32, signed }) => {
            if signed {
                ScalarClass::Int
            } else {
                ScalarClass::Uint
            }
        }
        Some(Type::Float { width: 32, .. }) => ScalarClass::Float,
        Some(Type::Matrix { column, count }) => {
            let rows = module.vector_size(column).unwrap_or(1);
            let scalar = module.component_type(column, 0).ok_or("a matrix without rows")?;
            let places = (0..count).flat_map(|column| (0..rows).map(move |row| row == column));
            return places
                .into_iter()
                .try_for_each(|diagonal| numbers(module, scalar, Some(diagonal), found));
        }
        Some(_) => {
            let count = module.component_count(ty).ok_or("a uniform that is no number")?;
            let parts =
                (0..count).map(|index| module.component_type(ty, index).ok_or("a uniform without parts"));
            let parts = parts.collect::<Result<Vec<Id>, _>>()?;
            if parts == [ty] {
                return Err("a uniform of numbers that have not 32 bits".to_owned());
            }
            return parts.into_iter().try_for_each(|part| numbers(module, part, None, found));
        }
        None => return Err("a uniform without a type".to_owned()),
    };
    found.push(Leaf { offset: 4 * found.len() as u64, width: 32, class, diagonal });
    Ok(())
}

/// A block for uniforms outside of blocks.
struct Edit<'m> {
    module: &'m Module,
    annotations: &'m Annotations<'m>,
    next: u32,
    names: Vec<u32>,
    decorations: Vec<u32>,
    laid: BTreeMap<Id, u32>,
}

impl<'m> Edit<'m> {
    /// The words of a module with these variables in a block.
    fn of(
        module: &'m Module,
        annotations: &'m Annotations<'m>,
        words: &[u32],
        variables: &[(Id, Id)],
        loose: &[Loose],
    ) -> Vec<u32> {
        let mut edit = Edit {
            module,
            annotations,
            next: module.bound() as u32,
            names: Vec::new(),
            decorations: Vec::new(),
            laid: BTreeMap::new(),
        };
        let [block, pointer, variable, int] = [(); 4].map(|()| edit.id());
        edit.names.extend(instruction(op::NAME, &[&[block], text(BLOCK).as_slice()].concat()));
        let mut offset = 0;
        for (index, ((_, ty), one)) in (0..).zip(variables.iter().zip(loose)) {
            edit.names.extend(instruction(
                op::MEMBER_NAME,
                &[&[block, index], text(&one.name).as_slice()].concat(),
            ));
            edit.member((block, index), *ty, &mut offset);
        }
        let binding =
            1 + bindings(module, annotations).into_iter().map(|(.., at)| at.unwrap_or(0)).max().unwrap_or(0);
        for operands in [
            vec![block, decoration::BLOCK],
            vec![variable, decoration::DESCRIPTOR_SET, 0],
            vec![variable, decoration::BINDING, binding],
        ] {
            edit.decorations.extend(instruction(op::DECORATE, &operands));
        }
        let members: Vec<u32> = variables.iter().map(|(_, ty)| module.number(*ty)).collect();
        let indices: Vec<u32> = variables.iter().map(|_| edit.id()).collect();
        let ints = module.globals.iter().map(|at| module.get(*at).result);
        let known = ints.into_iter().find(|id| module.ty(*id) == Some(Type::Int { width: 32, signed: true }));
        let int_type = known.map_or(int, |id| module.number(id));
        let mut block_words = Vec::new();
        if known.is_none() {
            block_words.extend(instruction(op::TYPE_INT, &[int, 32, 1]));
        }
        for (value, id) in (0..).zip(&indices) {
            block_words.extend(instruction(op::CONSTANT, &[int_type, *id, value]));
        }
        block_words.extend(instruction(op::TYPE_STRUCT, &[&[block], members.as_slice()].concat()));
        block_words.extend(instruction(op::TYPE_POINTER, &[pointer, storage_class::UNIFORM, block]));
        block_words.extend(instruction(op::VARIABLE, &[pointer, variable, storage_class::UNIFORM]));
        let places: BTreeMap<u32, (u32, u32)> = variables
            .iter()
            .zip(&indices)
            .map(|((id, _), index)| (module.number(*id), (*index, module.number(module.type_of(*id)))))
            .collect();
        edit.rewritten(words, &places, variable, &block_words)
    }

    fn id(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }

    /// Places a member of a structure after the others.
    fn member(&mut self, (of, index): (u32, u32), ty: Id, end: &mut u32) {
        let (size, align) = self.lay(ty);
        let offset = end.next_multiple_of(align);
        *end = offset + size;
        let mut decorate = |kind: u32, values: &[u32]| {
            let operands = [&[of, index, kind], values].concat();
            self.decorations.extend(instruction(op::MEMBER_DECORATE, &operands));
        };
        decorate(decoration::OFFSET, &[offset]);
        let mut inner = ty;
        while let Some(element) = self.module.array_element(inner) {
            inner = element;
        }
        if matches!(self.module.ty(inner), Some(Type::Matrix { .. })) {
            decorate(decoration::COL_MAJOR, &[]);
            decorate(decoration::MATRIX_STRIDE, &[16]);
        }
    }

    /// Size and alignment of a type; structures and arrays that have no layout get one.
    fn lay(&mut self, ty: Id) -> (u32, u32) {
        let module = self.module;
        match module.ty(ty) {
            Some(Type::Vector { count, .. }) => (4 * count, if count == 2 { 8 } else { 16 }),
            Some(Type::Matrix { count, .. }) => (16 * count, 16),
            Some(Type::Array { element, .. }) => {
                let stated =
                    self.annotations.value(ty, decoration::ARRAY_STRIDE).or(self.laid.get(&ty).copied());
                let stride = stated.unwrap_or_else(|| {
                    let stride = self.lay(element).0.next_multiple_of(16);
                    let operands = [module.number(ty), decoration::ARRAY_STRIDE, stride];
                    self.decorations.extend(instruction(op::DECORATE, &operands));
                    self.laid.insert(ty, stride);
                    stride
                });
                (stride * module.component_count(ty).unwrap_or(1), 16)
            }
            Some(Type::Struct { members }) => {
                if let Some(size) = self.laid.get(&ty) {
                    return (*size, 16);
                }
                let mut end = 0;
                for (index, member) in (0..).zip(members) {
                    match self.annotations.member_value(ty, index, decoration::OFFSET) {
                        Some(offset) => end = offset + self.lay(*member).0,
                        None => self.member((module.number(ty), index), *member, &mut end),
                    }
                }
                end = end.next_multiple_of(16);
                self.laid.insert(ty, end);
                (end, 16)
            }
            _ => (4, 4),
        }
    }

    /// The module with places in the block where it has the variables.
    fn rewritten(
        mut self,
        words: &[u32],
        places: &BTreeMap<u32, (u32, u32)>,
        block: u32,
        declared: &[u32],
    ) -> Vec<u32> {
        let module = self.module;
        let ids = module.globals.iter().map(|at| module.get(*at).result);
        let is_loose = |id: &Id| {
            let pointer = module.pointer(*id);
            pointer
                .is_some_and(|(ty, class)| class == storage_class::UNIFORM_CONSTANT && !is_opaque(module, ty))
        };
        let pointers: BTreeSet<u32> = ids.filter(is_loose).map(|id| module.number(id)).collect();
        let mut changed = words[..HEAD].to_vec();
        let (mut declared, mut decorated) = (Some(declared), false);
        for own in instructions(words) {
            let id = |index: usize| own.get(index).copied().unwrap_or(0);
            let opcode = (own[0] & 0xffff) as u16;
            let is_annotation = (op::DECORATE..=op::GROUP_MEMBER_DECORATE).contains(&opcode)
                || (op::TYPE_VOID..=op::TYPE_FORWARD_POINTER).contains(&opcode);
            if is_annotation && !decorated {
                changed.append(&mut self.names);
                changed.append(&mut self.decorations);
                decorated = true;
            }
            match opcode {
                op::DECORATE | op::NAME if places.contains_key(&id(1)) => {}
                op::TYPE_POINTER if pointers.contains(&id(1)) => {
                    changed.extend([own[0], id(1), storage_class::UNIFORM, id(3)]);
                }
                op::VARIABLE if places.contains_key(&id(2)) => {}
                op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN if places.contains_key(&id(3)) => {
                    let operands = [&[id(1), id(2), block, places[&id(3)].0], &own[4..]].concat();
                    changed.extend(instruction(opcode, &operands));
                }
                op::LOAD | op::FUNCTION_CALL => {
                    let mut own = own.to_vec();
                    for operand in own.iter_mut().skip(3) {
                        if let Some((index, pointer)) = places.get(operand) {
                            let place = self.id();
                            changed.extend(instruction(op::ACCESS_CHAIN, &[*pointer, place, block, *index]));
                            *operand = place;
                        }
                    }
                    changed.extend(own);
                }
                op::FUNCTION => {
                    changed.extend(declared.take().unwrap_or_default());
                    changed.extend_from_slice(own);
                }
                _ => changed.extend_from_slice(own),
            }
        }
        changed[3] = self.next;
        changed
    }
}

/// The words of an instruction.
fn instruction(opcode: u16, operands: &[u32]) -> Vec<u32> {
    let first = (operands.len() as u32 + 1) << 16 | u32::from(opcode);
    [&[first], operands].concat()
}

/// The words of a text.
fn text(text: &str) -> Vec<u32> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.resize((bytes.len() + 1).next_multiple_of(4), 0);
    bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
}

/// The words of each instruction.
fn instructions(words: &[u32]) -> impl Iterator<Item = &[u32]> {
    let mut rest = words.get(HEAD..).unwrap_or_default();
    std::iter::from_fn(move || {
        let length = (rest.first()? >> 16) as usize;
        let (own, after) = rest.split_at_checked(length.max(1))?;
        rest = after;
        Some(own)
    })
}

/// Gives each resource a binding of its own: OpenGL has a list of them for each kind.
fn separate(words: &mut Vec<u32>) -> Result<(), String> {
    let module = Module::from_words(words).map_err(|error| error.to_string())?;
    let all = bindings(&module, &Annotations::of(&module));
    let (mut places, mut moved) = (BTreeSet::new(), BTreeMap::new());
    let mut free = all.iter().filter_map(|(.., binding)| *binding).max().map_or(0, |last| last + 1);
    for (variable, set, binding) in all {
        if binding.is_none_or(|binding| !places.insert((set, binding))) {
            moved.insert(variable, (binding.is_some(), free));
            free += 1;
        }
    }
    let mut changed = words[..HEAD].to_vec();
    let mut added: Vec<u32> = Vec::new();
    for (variable, (has, binding)) in &moved {
        if !has {
            added.extend([4 << 16 | u32::from(op::DECORATE), *variable, decoration::BINDING, *binding]);
        }
    }
    for own in instructions(words) {
        let opcode = (own[0] & 0xffff) as u16;
        // Decorations are before all types.
        if (op::TYPE_VOID..=op::TYPE_FORWARD_POINTER).contains(&opcode) {
            changed.append(&mut added);
        }
        match own {
            [head, variable, decoration::BINDING, _]
                if opcode == op::DECORATE && moved.contains_key(variable) =>
            {
                changed.extend([*head, *variable, decoration::BINDING, moved[variable].1]);
            }
            _ => changed.extend_from_slice(own),
        }
    }
    if added.is_empty() {
        *words = changed;
    }
    Ok(())
}

/// Descriptor set and binding of each resource.
fn bindings(module: &Module, annotations: &Annotations<'_>) -> Vec<(u32, u32, Option<u32>)> {
    let mut all = Vec::new();
    for at in module.globals.iter().copied().filter(|at| module.opcode(*at) == op::VARIABLE) {
        let variable = module.get(at).result;
        let value = |kind| annotations.value(variable, kind);
        let Some((ty, class)) = module.pointer(module.type_of(variable)) else { continue };
        let classes =
            [storage_class::UNIFORM_CONSTANT, storage_class::UNIFORM, storage_class::STORAGE_BUFFER];
        let is_loose = class == storage_class::UNIFORM_CONSTANT && !is_opaque(module, ty);
        if classes.contains(&class) && !is_loose {
            let set = value(decoration::DESCRIPTOR_SET).unwrap_or(0);
            all.push((module.number(variable), set, value(decoration::BINDING)));
        }
    }
    all
}
