//! Decides and spells inputs and outputs of control points and patches: members of structures.

use std::collections::BTreeMap;

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::{built_in, decoration};
use glassbox_spirv::module::{Id, Type};

use super::{Msl, Need};
use crate::interface::{Role, element, is_of_patch};
use crate::names::{Name, Names};
use crate::refusal::Reason;
use crate::text::{ANY, Language, Writer, joined};
use crate::tree::{Kind, Step, Var};

/// What a value belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Of {
    /// An input control point.
    PointIn,
    /// An output control point.
    PointOut,
    /// A patch.
    Patch,
}

/// A member of a structure.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub(super) var: Var,
    /// Member of the block of built-in variables that it is.
    pub(super) member: Option<u32>,
    pub(super) name: Name,
    pub(super) ty: Id,
    /// The built-in variable that it is.
    pub(super) number: Option<u32>,
}

/// A structure of values, and what holds the structures.
#[derive(Clone, Debug, Default)]
pub(super) struct Group {
    /// Name of the variable that holds them: of one for patches, else of an array.
    pub(super) holder: Name,
    pub(super) ty: Name,
    pub(super) fields: Vec<Field>,
}

impl Writer<'_, '_, Msl> {
    /// What an input or output belongs to; `None` for those of the invocation.
    pub(super) fn element_of(&self, var: Var) -> Option<Of> {
        let role = *self.roles.get(&var)?;
        let is_array = || matches!(self.module.ty(self.tree.variable(var).ty), Some(Type::Array { .. }));
        match (self.stage, role) {
            (Stage::TessellationControl, Role::Output) | (Stage::TessellationEvaluation, Role::Input)
                if self.is_of_patch(var) =>
            {
                Some(Of::Patch)
            }
            (Stage::TessellationControl | Stage::TessellationEvaluation, Role::Input) if is_array() => {
                Some(Of::PointIn)
            }
            (Stage::TessellationControl, Role::Output) if is_array() => Some(Of::PointOut),
            _ => None,
        }
    }

    fn is_of_patch(&self, var: Var) -> bool {
        let variable = self.tree.variable(var);
        is_of_patch(self.module, self.annotations, (variable.id, variable.ty))
    }

    /// The group of some values.
    pub(super) fn group_of(&self, of: Of) -> Option<&Group> {
        self.language.elements.get(&of)
    }

    /// Lists the members of structures.
    pub(super) fn name_elements(&mut self, used: &[Var]) {
        let mut names: BTreeMap<Of, Names> = BTreeMap::new();
        for &var in used {
            let Some(of) = self.element_of(var) else { continue };
            let variable = self.tree.variable(var);
            self.at = self.module.definition(variable.id).unwrap_or(self.at);
            let names = names.entry(of).or_insert_with(|| Names::new(Msl::is_reserved, 4));
            let fields = self.fields_of(var, of, names);
            self.language.elements.entry(of).or_default().fields.extend(fields);
        }
        let groups = std::mem::take(&mut self.language.elements);
        for (of, mut group) in groups {
            group.fields.sort_by_key(|field| (field.number.is_none(), self.location_of(field), field.member));
            self.language.elements.insert(of, group);
        }
    }

    fn fields_of(&mut self, var: Var, of: Of, names: &mut Names) -> Vec<Field> {
        let variable = self.tree.variable(var);
        let ty = match of {
            Of::Patch => variable.ty,
            _ => self.module.component_type(variable.ty, 0).unwrap_or(0),
        };
        if let Some(number) = self.annotations.value(variable.id, decoration::BUILT_IN) {
            // Levels that nobody reads are factors alone.
            if self.level_of(var).is_some() && !self.keeps_levels(var) {
                return Vec::new();
            }
            return self.built_in_field((var, None), number, ty, names).into_iter().collect();
        }
        if !self.has_built_in_members(ty) {
            let name = names.take(&self.globals.get(&var).cloned().unwrap_or_default());
            self.globals.insert(var, name.clone());
            return vec![Field { var, member: None, name, ty, number: None }];
        }
        let mut fields = Vec::new();
        for index in self.members_of_elements(var) {
            let number = self.annotations.member_value(ty, index, decoration::BUILT_IN).unwrap_or(u32::MAX);
            let inner = self.tree.part_type(ty, index).unwrap_or(0);
            fields.extend(self.built_in_field((var, Some(index)), number, inner, names));
        }
        fields
    }

    fn built_in_field(
        &mut self,
        (var, member): (Var, Option<u32>),
        number: u32,
        ty: Id,
        names: &mut Names,
    ) -> Option<Field> {
        let name = match number {
            built_in::POSITION => "position",
            built_in::POINT_SIZE => "point_size",
            built_in::CLIP_DISTANCE => "clip_distance",
            built_in::CULL_DISTANCE => "cull_distance",
            built_in::LAYER => "layer",
            built_in::VIEWPORT_INDEX => "viewport",
            built_in::TESS_LEVEL_OUTER => "outer_levels",
            built_in::TESS_LEVEL_INNER => "inner_levels",
            _ => {
                self.refuse_built_in(number);
                return None;
            }
        };
        Some(Field { var, member, name: names.take(name), ty, number: Some(number) })
    }

    /// Members of an array of blocks of built-in variables that are used.
    fn members_of_elements(&self, var: Var) -> Vec<u32> {
        let mut found: Vec<u32> = self
            .tree
            .nodes()
            .filter_map(|node| match self.tree.kind(node) {
                Kind::Path(base, steps) if self.tree.variable_of(base) == Some(var) => {
                    match self.tree.steps(steps) {
                        [_, Step::Part(index), ..] => Some(*index),
                        _ => None,
                    }
                }
                _ => None,
            })
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Location of a member; 0 for built-in variables.
    pub(super) fn location_of(&self, field: &Field) -> u32 {
        let variable = self.tree.variable(field.var);
        let inner = element(self.module, variable.ty);
        let own = self.annotations.value(variable.id, decoration::LOCATION);
        own.or_else(|| self.annotations.member_value(inner, 0, decoration::LOCATION)).unwrap_or(0)
    }

    /// What makes the holder of a group known to the function that is written; its name.
    pub(super) fn holder(&mut self, of: Of) -> Name {
        if self.stage == Stage::TessellationEvaluation {
            self.language.needs.insert(Need::Inputs);
        } else {
            self.language.needs.insert(Need::Group(of));
        }
        self.group_of(of).map(|group| group.holder.clone()).unwrap_or_default()
    }

    /// The start of a path in a variable of vertices, primitives or patches, and the number of steps that it took.
    pub(super) fn element_start(&mut self, var: Var, of: Of, steps: &[Step]) -> (String, usize) {
        let mut taken = 0;
        let mut text = self.holder(of);
        if of != Of::Patch {
            let Some(step) = steps.first() else { return (self.all_elements(var, of), 0) };
            let index = self.step_text(*step);
            // Built-in indices are unsigned here.
            let bare = index.strip_prefix("int(").and_then(|index| index.strip_suffix(')'));
            let is_name = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            let index = bare.filter(|bare| is_name(bare)).unwrap_or(&index);
            text = joined!(text, "[", index, "]").into();
            taken = 1;
        }
        let member = match steps.get(taken) {
            Some(Step::Part(index)) if self.has_built_in_members(self.tree.variable(var).ty) => {
                taken += 1;
                Some(*index)
            }
            _ => None,
        };
        let fields = self.group_of(of).map(|group| &group.fields);
        let found = fields.and_then(|fields| {
            fields.iter().find(|field| field.var == var && field.member == member).cloned()
        });
        let Some(field) = found else {
            self.refuse(Reason::Interface, "a block of built-in variables is used as a whole");
            return (text.to_string(), steps.len());
        };
        if self.stage == Stage::TessellationEvaluation {
            let (text, more) = self.attribute_value((&text, &field), &steps[taken..]);
            return (text, taken + more);
        }
        (joined!(text, ".", field.name), taken)
    }

    /// The text of a step.
    pub(super) fn step_text(&mut self, step: Step) -> String {
        match step {
            Step::Part(index) => index.to_string(),
            Step::Index(index) => self.capture(|writer| writer.expr(index, ANY)),
        }
    }

    /// The values of all elements as an array.
    fn all_elements(&mut self, var: Var, of: Of) -> String {
        let ty = self.tree.variable(var).ty;
        let count = match self.module.ty(ty) {
            Some(Type::Array { length, .. }) if !self.has_built_in_members(ty) => self.length(length),
            _ => {
                self.refuse(Reason::Interface, "a block of built-in variables is used as a whole");
                0
            }
        };
        let count = count.min(MAX_ELEMENTS);
        let parts: Vec<String> =
            (0..count).map(|index| self.element_start(var, of, &[Step::Part(index)]).0).collect();
        self.composite_text(ty, &parts)
    }

    /// The natural size and alignment of a type in memory.
    pub(super) fn natural(&mut self, ty: Id, depth: u32) -> (u32, u32) {
        if depth > super::types::MAX_DEPTH {
            self.refuse(Reason::Depth, "a type is nested too deep");
            return (1, 1);
        }
        match self.module.ty(ty) {
            Some(Type::Array { element, length }) => {
                let (size, align) = self.natural(element, depth + 1);
                (size.saturating_mul(self.length(length)), align)
            }
            Some(Type::Matrix { column, count }) => {
                let (size, align) = self.natural(column, depth + 1);
                (size.saturating_mul(count), align)
            }
            Some(Type::Struct { members }) => {
                let (mut end, mut align) = (0u32, 1);
                for &member in members {
                    let (size, own) = self.natural(member, depth + 1);
                    end = end.next_multiple_of(own).saturating_add(size);
                    align = align.max(own);
                }
                (end.next_multiple_of(align), align)
            }
            _ => {
                let bytes = match self.module.scalar(ty) {
                    Some(Type::Int { width, .. } | Type::Float { width, .. }) => width / 8,
                    _ => 1,
                };
                let count = match self.module.vector_size(ty).unwrap_or(1) {
                    3 => 4,
                    count => count,
                };
                (bytes * count, bytes * count)
            }
        }
    }
}

/// Most elements of an array that is read as a whole.
const MAX_ELEMENTS: u32 = 32;
