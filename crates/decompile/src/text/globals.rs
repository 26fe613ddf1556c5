//! Names what stands outside of functions.

use std::borrow::Cow;
use std::collections::hash_map::Entry;
use std::rc::Rc;

use foldhash::HashMap;
use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::{built_in, decoration, execution_mode};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Id, Type};

use super::stated::Stated;
use super::{Language, Writer, joined};
use crate::interface::{Passed, Role, element, role};
use crate::names::{Name, Names, identifier, says_nothing};
use crate::refusal::Reason;
use crate::tree::{Origin, Var};
use crate::{Mapped, MappedMember, Mapping};

/// Deepest nesting of structures.
const MAX_NESTING: u32 = 24;

/// What types that are written alike have in common: how many members, the first and the last of them; an array has an element and a
/// length.
type Parts = (u32, Id, u32);

/// What is written of a type: name, types and names of members, and what the target adds.
type Written<'t> = (&'t str, Vec<(Id, Cow<'t, str>)>, String);

impl<L: Language> Writer<'_, '_, L> {
    /// Variables outside of functions that the functions use, or that are declared without that.
    fn used_globals(&self) -> Vec<Var> {
        let is_used = |var: Var| self.tree.used.get(var as usize).copied().unwrap_or(false);
        (0..self.tree.variables().len() as Var)
            .filter(|var| self.tree.variable(*var).origin == Origin::Global)
            .filter(|var| is_used(*var) || L::declares(self, *var))
            .collect()
    }

    /// Takes the names by which programs find variables.
    pub(super) fn take_bound(&mut self) {
        if self.options.names.is_empty() {
            return;
        }
        for var in self.used_globals() {
            let id = self.tree.variable(var).id;
            if let Some(wanted) = self.options.names.get(&id) {
                let name =
                    if L::NAMES_BLOCKS { self.names.take_as_stated(wanted) } else { self.names.take(wanted) };
                self.bound.insert(id, name);
            }
        }
    }

    /// Names the variables outside of functions that the functions use, and these.
    pub(super) fn name_globals(&mut self) -> Vec<Var> {
        self.canonical = self.canonical_types();
        if self.options.comments {
            for (id, &first) in (0..).zip(&self.canonical) {
                if id != first {
                    self.alike.entry(first).or_default().push(id);
                }
            }
        }
        let tree = self.tree;
        let used = self.used_globals();
        self.map.reserve(used.len());
        if let Some(&last) = used.last() {
            self.roles.reserve_to(last);
            self.stated.reserve_to(last);
            self.globals.reserve_to(last);
        }
        for &var in &used {
            let variable = self.tree.variable(var);
            self.at = self.module.definition(variable.id).unwrap_or(self.at);
            let class = self.tree.class(var).unwrap_or(u32::MAX);
            let Some(role) = role(self.module, self.annotations, variable.ty, class) else {
                self.lacks(Reason::Interface, "a variable of this storage class");
                continue;
            };
            if role == Role::AtomicCounter && !L::HAS_COUNTERS {
                self.lacks(Reason::Interface, "an atomic counter");
                continue;
            }
            if !role.is_of_stage(self.stage) {
                self.lacks(Reason::Interface, "a variable of this storage class in this stage");
                continue;
            }
            let inner = element(self.module, variable.ty);
            if !L::TRACES_RAYS && matches!(self.module.ty(inner), Some(Type::AccelerationStructure)) {
                self.lacks(Reason::Type, "a scene that rays are traced in");
                continue;
            }
            self.roles.insert(var, role);
            self.stated.insert(var, Stated::of(self.annotations, variable.id));
            if let Some(number) = self.value_of(var, decoration::BUILT_IN) {
                L::built_in(self, var, number, role);
            } else if !matches!(role, Role::Input | Role::Output) || !self.has_built_in_members(variable.ty) {
                self.name_global(var, role);
            }
        }
        for body in &tree.bodies {
            let id = self.module.functions[body.index].id;
            if id != self.entry.function {
                self.function_name(id);
            }
        }
        used
    }

    /// Name of a function.
    pub(crate) fn function_name(&mut self, id: Id) -> Name {
        if let Some(name) = self.functions.get(&id) {
            return name.clone();
        }
        let wanted = self.annotations.name(id).filter(|name| !says_nothing(name));
        let name = self.names.take(wanted.unwrap_or("function"));
        self.functions.insert(id, name.clone());
        name
    }

    /// Names a function.
    pub(crate) fn name_function(&mut self, id: Id, wanted: &str) {
        let name = self.names.take(wanted);
        self.functions.insert(id, name);
    }

    /// Refuses places of fragments that the target counts otherwise.
    pub(super) fn check_centers(&mut self) {
        let is_whole = self.entry.modes.contains_key(&execution_mode::PIXEL_CENTER_INTEGER);
        if !is_whole || self.language.has_whole_centers() {
            return;
        }
        let is_place = |(var, role): (&Var, &Role)| {
            let number = self.value_of(*var, decoration::BUILT_IN);
            *role == Role::Input && number == Some(built_in::FRAG_COORD)
        };
        if self.roles.iter().any(is_place) {
            self.at = self.entry.at;
            let what = "the centers of pixels have whole numbers, and this target has them at halves; compile the shader \
                        without `pixel_center_integer`, and subtract 0.5";
            self.refuse(Reason::BuiltIn, what);
        }
    }

    /// True for blocks of built-in variables.
    pub(crate) fn has_built_in_members(&self, ty: Id) -> bool {
        let inner = element(self.module, ty);
        self.annotations.member_decoration(inner, 0, decoration::BUILT_IN).is_some()
    }

    fn name_global(&mut self, var: Var, role: Role) {
        let variable = self.tree.variable(var);
        let inner = element(self.module, variable.ty);
        let stated = self.annotations.name(variable.id).filter(|name| !says_nothing(name));
        let is_block = matches!(
            role,
            Role::UniformBlock | Role::StorageBlock | Role::PushConstants | Role::ShaderRecord
        ) || matches!(role, Role::Input | Role::Output)
            && self.annotations.has(inner, decoration::BLOCK);
        let bound = self.bound.get(&variable.id).cloned();
        let is_found = bound.is_some();
        if let Some(name) = bound.filter(|_| !is_block || !L::NAMES_BLOCKS) {
            self.globals.insert(var, name);
            return;
        }
        if is_block
            && !is_found
            && L::opens_blocks(self, role)
            && stated.is_none()
            && self.annotations.member_name(inner, 0).is_some()
            && inner == variable.ty
        {
            self.open_block(var, inner);
            return;
        }
        if role == Role::UniformBlock && L::opens_all_blocks(self) {
            if inner != variable.ty || self.members.contains_key(&inner) {
                self.lacks(Reason::Interface, "several uniform blocks of one type, in this version,");
            }
            self.open_block(var, inner);
            return;
        }
        let wanted = match stated {
            Some(name) => from_compiler(name),
            None => match self.annotations.name(inner).filter(|name| is_block && !says_nothing(name)) {
                Some(name) if !L::opens_blocks(self, role) => variable_of_type(&from_compiler(name)),
                _ => self.guess_global(var, role),
            }
            .into(),
        };
        let name = self.names.take(&wanted);
        self.globals.insert(var, name);
    }

    /// A block whose members are named like variables.
    fn open_block(&mut self, var: Var, block: Id) {
        let count = self.module.component_count(block).unwrap_or(0);
        let names: Vec<Name> = (0..count)
            .map(|index| match self.annotations.member_name(block, index) {
                Some(stated) => self.names.take(stated),
                None => self.names.take(&joined!("member", index)),
            })
            .collect();
        self.members.insert(block, names);
        self.open_blocks.insert(var);
        self.globals.insert(var, Name::default());
    }

    fn guess_global(&self, var: Var, role: Role) -> String {
        let id = self.tree.variable(var).id;
        if let Some(semantic) = self.annotations.decoration(id, decoration::USER_SEMANTIC) {
            return identifier(&self.module.string(semantic.at, 2)).to_lowercase();
        }
        let location = self.value_of(var, decoration::LOCATION).unwrap_or(0);
        let binding = self.value_of(var, decoration::BINDING).unwrap_or(0);
        match role {
            Role::Input if self.stage == Stage::Vertex => joined!("attribute", location),
            Role::Output if self.stage == Stage::Fragment && location == 0 => "color".to_owned(),
            Role::Output if self.stage == Stage::Fragment => joined!("color", location),
            Role::Input | Role::Output => joined!("varying", location),
            Role::UniformBlock => joined!("uniforms", binding),
            Role::StorageBlock => joined!("buffer", binding),
            Role::PushConstants => "constants".to_owned(),
            Role::ShaderRecord => "record".to_owned(),
            Role::Passed(Passed::HitAttribute) => "attributes".to_owned(),
            Role::Passed(Passed::CallableData | Passed::IncomingCallableData) => "data".to_owned(),
            Role::Passed(_) => "payload".to_owned(),
            Role::AtomicCounter => format!("counter{binding}"),
            Role::Plain => "parameter".to_owned(),
            Role::Shared => "shared_values".to_owned(),
            Role::Private => "state".to_owned(),
            Role::Opaque => match self.module.ty(element(self.module, self.tree.variable(var).ty)) {
                Some(Type::Sampler) => joined!("sampler", binding),
                Some(Type::Image(image)) if image.usage == 2 => joined!("image", binding),
                Some(Type::AccelerationStructure) => joined!("scene", binding),
                _ => joined!("texture", binding),
            },
        }
    }

    /// The first of the types that are the same when they are written, by id; nothing if no two are.
    fn canonical_types(&self) -> Vec<Id> {
        let mut canonical: Vec<Id> = Vec::new();
        // Types whose parts are alike are few: what they are called is looked at only there.
        let mut first: HashMap<Parts, Id> = HashMap::default();
        let mut known: HashMap<Written<'_>, Id> = HashMap::default();
        for &at in self.tree.types() {
            let id = self.module.get(at).result;
            let canonical_of = |ty: Id| canonical.get(ty as usize).copied().unwrap_or(ty);
            let parts = match (self.module.opcode(at), self.module.operands(at)) {
                (op::TYPE_STRUCT, members) if members.len() <= 1024 => {
                    let last = members.last().map_or(0, |member| canonical_of(*member));
                    (members.len() as u32, members.first().map_or(0, |member| canonical_of(*member)), last)
                }
                (op::TYPE_ARRAY, &[element, length, ..]) => {
                    let length = self.module.constant_u32(length).unwrap_or(length);
                    (u32::MAX, canonical_of(element), length)
                }
                _ => continue,
            };
            match first.entry(parts) {
                Entry::Vacant(place) => {
                    place.insert(id);
                }
                Entry::Occupied(other) => {
                    let other = *other.get();
                    known.entry(self.written_type(&canonical, other)).or_insert(other);
                    let own = *known.entry(self.written_type(&canonical, id)).or_insert(id);
                    if canonical.is_empty() {
                        canonical.extend(0..self.module.bound() as Id);
                    }
                    canonical[id as usize] = own;
                }
            }
        }
        canonical
    }

    /// What is written of a structure or array.
    fn written_type(&self, canonical: &[Id], id: Id) -> Written<'_> {
        let canonical_of = |ty: Id| canonical.get(ty as usize).copied().unwrap_or(ty);
        match self.module.ty(id) {
            Some(Type::Struct { members }) => {
                let name = self.annotations.name(id).unwrap_or_default();
                let members = (0..).zip(members).map(|(index, member)| {
                    let name = self.annotations.member_name(id, index).unwrap_or_default();
                    (canonical_of(*member), name.into())
                });
                (name, members.collect(), L::layout_key(self, id))
            }
            Some(Type::Array { element, length }) => {
                let length = match self.module.constant_u32(length) {
                    Some(value) => joined!(value),
                    None => joined!("%", length),
                };
                ("[]", vec![(canonical_of(element), length.into())], L::layout_key(self, id))
            }
            _ => ("", Vec::new(), String::new()),
        }
    }

    /// The first of the types that are written like this one.
    pub(crate) fn canonical(&self, ty: Id) -> Id {
        self.canonical.get(ty as usize).copied().unwrap_or(ty)
    }

    /// Name of a structure, which is declared if it was not.
    pub(crate) fn struct_name(&mut self, ty: Id) -> Name {
        let ty = self.canonical(ty);
        if let Some(name) = self.structs.get(&ty) {
            return name.clone();
        }
        if self.nesting > MAX_NESTING {
            self.refuse(Reason::Depth, "a structure is nested too deep");
            return Name::default();
        }
        let wanted = self.annotations.name(ty).filter(|name| !says_nothing(name));
        let name = self.names.take(&wanted.map_or("Data".into(), from_compiler));
        self.structs.insert(ty, name.clone());
        self.nesting += 1;
        let declared = L::structure(self, ty, &name);
        self.nesting -= 1;
        self.struct_text.push_str(&declared);
        name
    }

    /// Name of a member.
    pub(crate) fn member_name(&mut self, ty: Id, index: u32) -> Name {
        let canonical = self.canonical(ty);
        let known = self.members.get(&ty).or_else(|| self.members.get(&canonical));
        if let Some(names) = known {
            return names.get(index as usize).cloned().unwrap_or_default();
        }
        let names = self.names_of_members(canonical);
        let name = names.get(index as usize).cloned().unwrap_or_default();
        self.members.insert(canonical, names);
        name
    }

    /// Names for the members of a structure.
    fn names_of_members(&self, ty: Id) -> Vec<Name> {
        let count = self.module.component_count(ty).unwrap_or(0);
        let mut names = Names::new(L::is_reserved_member, count as usize);
        let all = (0..count).map(|index| {
            let stated = self.annotations.member_name(ty, index).filter(|name| !says_nothing(name));
            match stated {
                Some(stated) => names.take(stated),
                None => names.take(&joined!("member", index)),
            }
        });
        all.collect()
    }

    /// Variables outside of functions in the order of their declarations.
    pub(crate) fn globals_in_order(&mut self) -> Rc<[(Var, Role)]> {
        // All that get a role keep it.
        let count = self.roles.keys().count();
        if self.in_order.len() != count {
            let key = |var: Var, role: Role| (role.order(), self.place_key(var), var);
            let mut vars: Vec<(Var, Role)> = Vec::with_capacity(count);
            vars.extend(self.roles.iter().map(|(var, role)| (*var, *role)));
            vars.sort_unstable_by_key(|(var, role)| key(*var, *role));
            self.in_order = vars.into();
        }
        self.in_order.clone()
    }

    /// Adds a variable to the map of names.
    pub(crate) fn map_variable(&mut self, var: Var, written: &str, kind: Mapping) {
        let id = self.tree.variable(var).id;
        let ty = element(self.module, self.tree.variable(var).ty);
        // Blocks may have the name alone.
        let own = self.annotations.name(id).filter(|name| !name.is_empty());
        let name = own.or_else(|| self.annotations.name(ty)).unwrap_or_default();
        let mut mapped = Mapped::new(name.to_owned(), written, kind);
        mapped.index = self.value_of(var, decoration::INDEX).unwrap_or(0);
        self.add_members(ty, ("", 0), &mut mapped.members);
        self.map.push(mapped);
    }

    /// States where the text binds what was mapped last.
    pub(crate) fn map_bound(&mut self, bound: String) {
        if let Some(mapped) = self.map.last_mut() {
            mapped.bound = bound;
        }
    }

    /// Adds the members of a structure that have offsets. Those of a member without a name are its own.
    fn add_members(&mut self, ty: Id, (path, start): (&str, u32), found: &mut Vec<MappedMember>) {
        let Some(Type::Struct { members }) = self.module.ty(ty) else { return };
        for (index, &member) in (0..).zip(members) {
            let Some(offset) = self.annotations.member_value(ty, index, decoration::OFFSET) else { continue };
            found.reserve(members.len() - index as usize);
            let name = self.annotations.member_name(ty, index).unwrap_or_default();
            let written = joined!(path, self.member_name(ty, index));
            let offset = start.saturating_add(offset);
            let is_struct = matches!(self.module.ty(member), Some(Type::Struct { .. }));
            if name.is_empty() && is_struct && path.is_empty() {
                self.add_members(member, (&joined!(written, "."), offset), found);
            } else {
                found.push(MappedMember { name: name.to_owned(), written, offset, location: None });
            }
        }
    }

    /// Descriptor set and binding of a variable.
    pub(crate) fn binding_of(&self, var: Var) -> Option<[u32; 2]> {
        let binding = self.value_of(var, decoration::BINDING)?;
        Some([self.value_of(var, decoration::DESCRIPTOR_SET).unwrap_or(0), binding])
    }

    /// True if nothing writes to a storage block or image.
    pub(crate) fn is_read_only(&self, var: Var) -> bool {
        let variable = self.tree.variable(var);
        let block = element(self.module, variable.ty);
        let count = self.module.component_count(block).unwrap_or(0);
        self.is_stated(var, decoration::NON_WRITABLE)
            || matches!(self.module.ty(block), Some(Type::Struct { .. }))
                && count > 0
                && (0..count).all(|index| {
                    self.annotations.member_decoration(block, index, decoration::NON_WRITABLE).is_some()
                })
    }

    /// True if fragments of one place run critical sections one after the other.
    pub(crate) fn is_interlocked(&self) -> bool {
        const MODES: [u32; 4] = [
            execution_mode::PIXEL_INTERLOCK_ORDERED_EXT,
            execution_mode::PIXEL_INTERLOCK_UNORDERED_EXT,
            execution_mode::SAMPLE_INTERLOCK_ORDERED_EXT,
            execution_mode::SAMPLE_INTERLOCK_UNORDERED_EXT,
        ];
        MODES.iter().any(|mode| self.entry.modes.contains_key(mode))
    }

    /// Initial value of a variable; outputs get theirs by statements.
    pub(crate) fn initial_value(&self, var: Var) -> Option<Id> {
        if self.roles.get(&var) == Some(&Role::Output) {
            return None;
        }
        let at = self.module.definition(self.tree.variable(var).id)?;
        self.module.operands(at).get(1).copied()
    }

    fn place_key(&self, var: Var) -> (u32, u32) {
        let value = |kind| self.value_of(var, kind);
        match value(decoration::LOCATION) {
            Some(location) => (0, location),
            None => (value(decoration::DESCRIPTOR_SET).unwrap_or(0), value(decoration::BINDING).unwrap_or(0)),
        }
    }
}

/// What a variable of a type is called: the type with a small first letter, or in small letters if it has no others.
fn variable_of_type(name: &str) -> String {
    if name.chars().any(|c| c.is_ascii_lowercase()) {
        let mut letters = name.chars();
        let first = letters.next().map(|c| c.to_ascii_lowercase());
        return first.into_iter().chain(letters).collect();
    }
    name.to_lowercase()
}

/// A name without what a compiler put before it.
pub(crate) fn from_compiler(name: &str) -> Cow<'_, str> {
    // Most names are not looked at.
    if !name.starts_with(['i', 'o', 't']) {
        return name.into();
    }
    let stem = ["in.var.", "out.var.", "type."].iter().find_map(|prefix| name.strip_prefix(prefix));
    match stem {
        Some(stem) if name.starts_with("type.") => stem.into(),
        Some(stem) => stem.to_lowercase().into(),
        None => name.into(),
    }
}
