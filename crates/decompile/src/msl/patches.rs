//! Spells tessellation: the control stage as a kernel that reads and writes buffers, the evaluation stage as a
//! post-tessellation vertex function.

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::{built_in, decoration, execution_mode};
use glassbox_spirv::module::{Id, Type};

use super::elements::{Field, Of};
use super::{Msl, Need};
use crate::interface::{Level, Role};
use crate::names::Name;
use crate::refusal::Reason;
use crate::text::{ANY, POSTFIX, Writer, append, joined};
use crate::tree::{Kind, Node, Step, Var};
use crate::{Domain, Mapped, MappedMember, Mapping, StageBuffer, Tessellation};

/// Names and indices of the buffers of a control stage.
#[derive(Default)]
pub(super) struct Patches {
    /// Buffers in use: name and index.
    buffers: Vec<(StageBuffer, Name, u32)>,
    /// The factors of the patch.
    levels: Name,
    /// Index of the patch, where the module has none.
    id: Name,
    /// Place in a quad, which has two numbers where the module has three.
    pub(super) place: String,
}

impl Domain {
    fn factors(self) -> &'static str {
        match self {
            Domain::Triangles => "MTLTriangleTessellationFactorsHalf",
            Domain::Quads | Domain::Isolines => "MTLQuadTessellationFactorsHalf",
        }
    }

    /// How many factors there are.
    fn count(self, level: Level) -> u32 {
        match (self, level) {
            (Domain::Triangles, Level::Outer) => 3,
            (Domain::Triangles, Level::Inner) => 1,
            (Domain::Quads | Domain::Isolines, Level::Outer) => 4,
            (Domain::Quads | Domain::Isolines, Level::Inner) => 2,
        }
    }

    /// Bytes of the factors of a patch.
    fn stride(self) -> u32 {
        2 * (self.count(Level::Outer) + self.count(Level::Inner))
    }
}

impl Writer<'_, '_, Msl> {
    /// What is known of the patches.
    fn tessellation(&self) -> Tessellation {
        Tessellation::of(self.module).or(self.options.tessellation)
    }

    /// The domain of patches.
    fn domain(&mut self) -> Domain {
        self.at = self.entry.at;
        match self.tessellation().domain {
            Some(Domain::Isolines) => {
                self.refuse(Reason::Stage, "Metal tessellates triangles and quads, no isolines");
                Domain::Quads
            }
            Some(known) => known,
            None => {
                self.refuse(
                    Reason::Interface,
                    "the module does not say whether its patches are triangles or quads, and MSL has other factors \
                     for each; state the domain",
                );
                Domain::Triangles
            }
        }
    }

    /// Number of output control points of the control stage.
    fn control_points(&self) -> Option<u32> {
        self.tessellation().control_points
    }

    /// The level that an output or input is.
    pub(super) fn level_of(&self, var: Var) -> Option<Level> {
        match self.built_in_number(var)? {
            built_in::TESS_LEVEL_OUTER => Some(Level::Outer),
            built_in::TESS_LEVEL_INNER => Some(Level::Inner),
            _ => None,
        }
    }

    /// True for levels that the stage reads: factors are too short to hold them.
    pub(super) fn keeps_levels(&self, var: Var) -> bool {
        self.stage == Stage::TessellationEvaluation
            || self.tree.nodes().any(|node| match self.tree.kind(node) {
                Kind::Load(place) => self.tree.root(place) == Some(var),
                _ => false,
            })
    }

    /// Names inputs and outputs of a tessellation stage, and chooses indices of its buffers.
    pub(super) fn name_patches(&mut self, used: &[Var]) {
        match self.stage {
            Stage::TessellationControl => self.name_control(used),
            Stage::TessellationEvaluation => self.name_evaluation(),
            _ => {}
        }
    }

    fn name_control(&mut self, used: &[Var]) {
        self.language.domain = self.domain();
        let has_points = self.group_of(Of::PointIn).is_some();
        let asks = used.iter().any(|var| self.built_in_number(*var) == Some(built_in::PATCH_VERTICES));
        for (of, holder, ty, name, kind) in [
            (Of::PointIn, "in", "ControlPointIn", "points_in", StageBuffer::PointsIn),
            (Of::PointOut, "out", "ControlPointOut", "points_out", StageBuffer::PointsOut),
            (Of::Patch, "patch", "Patch", "patches", StageBuffer::Patches),
        ] {
            if self.group_of(of).is_none_or(|group| group.fields.is_empty()) {
                self.language.elements.remove(&of);
                continue;
            }
            let (holder, ty) = (self.names.take(holder), self.names.take(ty));
            if let Some(group) = self.language.elements.get_mut(&of) {
                (group.holder, group.ty) = (holder, ty);
            }
            self.add_stage_buffer(kind, name);
        }
        if used.iter().any(|var| self.level_of(*var).is_some()) {
            self.language.patches.levels = self.names.take("levels");
            self.add_stage_buffer(StageBuffer::Factors, "factors");
        }
        if has_points || asks {
            self.add_stage_buffer(StageBuffer::PointCount, "patch_points");
        }
    }

    fn add_stage_buffer(&mut self, kind: StageBuffer, name: &str) {
        let name = self.names.take(name);
        let index = self.take_buffer();
        self.language.patches.buffers.push((kind, name, index));
    }

    fn name_evaluation(&mut self) {
        self.language.domain = self.domain();
        if self.entry.modes.contains_key(&execution_mode::POINT_MODE) {
            self.at = self.entry.at;
            self.refuse(Reason::Stage, "Metal tessellates triangles and quads, no points");
        }
        let points = self.group_of(Of::PointIn).is_some();
        let asks = self.language.built_ins.values().any(|row| row.name == "patch_points");
        if !points && !asks && self.group_of(Of::Patch).is_none() {
            return;
        }
        self.language.ports.input = self.names.take("in");
        self.language.ports.input_type = self.names.take("PatchIn");
        let input = self.language.ports.input.clone();
        if let Some(group) = self.language.elements.get_mut(&Of::Patch) {
            group.holder.clone_from(&input);
        }
        if points || asks {
            let group = self.language.elements.entry(Of::PointIn).or_default();
            group.holder = joined!(input, ".points").into();
            group.ty = self.names.take("ControlPoint");
        }
    }

    fn stage_buffer(&self, kind: StageBuffer) -> (Name, u32) {
        let found = self.language.patches.buffers.iter().find(|buffer| buffer.0 == kind);
        found.map(|(_, name, index)| (name.clone(), *index)).unwrap_or_default()
    }

    /// Control points that a patch has at the start.
    pub(super) fn patch_points(&mut self) -> Name {
        if self.stage == Stage::TessellationEvaluation {
            self.language.needs.insert(Need::Inputs);
            return joined!(self.language.ports.input, ".points.size()").into();
        }
        self.language.needs.insert(Need::PatchPoints);
        self.stage_buffer(StageBuffer::PointCount).0
    }

    /// Name of the index of the patch.
    fn patch_id(&mut self) -> Name {
        let known = self.language.built_ins.iter().find(|(_, row)| row.name == "patch_id");
        if let Some((&var, _)) = known {
            self.language.needs.insert(Need::Var(var));
            return self.globals.get(&var).cloned().unwrap_or_default();
        }
        if self.language.patches.id.is_empty() {
            self.language.patches.id = self.names.take("patch_id");
        }
        self.language.needs.insert(Need::PatchId);
        self.language.patches.id.clone()
    }

    /// Parameter of a function besides the entry point.
    pub(super) fn patch_parameter(&self, need: Need) -> Option<String> {
        let group = |of: Of, before: &str, after: &str| {
            self.group_of(of).map(|group| joined!(before, " ", group.ty, after, " ", group.holder))
        };
        match need {
            Need::Group(Of::PointIn) => group(Of::PointIn, "const device", "*"),
            Need::Group(Of::PointOut) => group(Of::PointOut, "device", "*"),
            Need::Group(Of::Patch) => group(Of::Patch, "device", "&"),
            Need::Levels => {
                let factors = self.language.domain.factors();
                Some(joined!("device ", factors, "& ", self.language.patches.levels))
            }
            Need::PatchPoints => {
                Some(joined!("constant uint& ", self.stage_buffer(StageBuffer::PointCount).0))
            }
            Need::PatchId => Some(joined!("uint ", self.language.patches.id)),
            _ => None,
        }
    }

    /// Argument of a call for it.
    pub(super) fn patch_argument(&self, need: Need) -> Option<Name> {
        match need {
            Need::Group(of) => self.group_of(of).map(|group| group.holder.clone()),
            Need::Levels => Some(self.language.patches.levels.clone()),
            Need::PatchPoints => Some(self.stage_buffer(StageBuffer::PointCount).0),
            Need::PatchId => Some(self.language.patches.id.clone()),
            _ => None,
        }
    }

    /// Parameters of the kernel; adds buffers to the map.
    pub(super) fn control_parameter(&mut self, need: Need) -> Vec<String> {
        let (kind, of, space) = match need {
            Need::PatchId => {
                return vec![joined!("uint ", self.language.patches.id, " [[threadgroup_position_in_grid]]")];
            }
            Need::Group(of @ Of::PointIn) => (StageBuffer::PointsIn, Some(of), "const device"),
            Need::Group(of @ Of::PointOut) => (StageBuffer::PointsOut, Some(of), "device"),
            Need::Group(of) => (StageBuffer::Patches, Some(of), "device"),
            Need::Levels => (StageBuffer::Factors, None, "device"),
            _ => (StageBuffer::PointCount, None, "constant"),
        };
        let (name, index) = self.stage_buffer(kind);
        let group = of.and_then(|of| self.group_of(of)).cloned();
        let ty = match (&group, kind) {
            (Some(group), _) => joined!(group.ty, "*"),
            (None, StageBuffer::Factors) => joined!(self.language.domain.factors(), "*"),
            _ => "uint&".to_owned(),
        };
        let mut mapped = Mapped::new(String::new(), &name, Mapping::StageBuffer(kind));
        mapped.bound = joined!("[[buffer(", index, ")]]");
        mapped.stride = match kind {
            StageBuffer::Factors => self.language.domain.stride(),
            StageBuffer::PointCount => 4,
            _ => 0,
        };
        if let Some(group) = group {
            (mapped.members, mapped.stride) = self.mapped_fields(&group.fields);
        }
        self.map.push(mapped);
        vec![joined!(space, " ", ty, " ", name, " [[buffer(", index, ")]]")]
    }

    /// Where the members of a structure are, and its size.
    fn mapped_fields(&mut self, fields: &[Field]) -> (Vec<MappedMember>, u32) {
        let (mut members, mut end, mut largest) = (Vec::new(), 0u32, 1);
        for field in fields {
            let (size, align) = self.natural(field.ty, 0);
            let offset = end.next_multiple_of(align);
            (end, largest) = (offset.saturating_add(size), largest.max(align));
            let location = field.number.is_none().then(|| self.location_of(field));
            let leaf =
                Leaf { name: self.field_name(field), written: field.name.to_string(), offset, location };
            self.map_leaf(leaf, field.ty, &mut members);
        }
        (members, end.next_multiple_of(largest))
    }

    /// Name in the module of a member.
    pub(super) fn field_name(&self, field: &Field) -> String {
        let variable = self.tree.variable(field.var);
        let stated = match field.member {
            Some(member) => {
                let block = self.module.component_type(variable.ty, 0).unwrap_or(0);
                self.annotations.member_name(block, member)
            }
            None => self.annotations.name(variable.id),
        };
        stated.unwrap_or_default().to_owned()
    }

    /// Adds a value to the map, or the members of a structure.
    fn map_leaf(&mut self, leaf: Leaf, ty: Id, found: &mut Vec<MappedMember>) {
        let Leaf { name, written, offset, mut location } = leaf;
        let Some(Type::Struct { members }) = self.module.ty(ty) else {
            return found.push(MappedMember { name, written, offset, location });
        };
        let mut end = offset;
        for (index, &member) in (0..).zip(members) {
            let (size, align) = self.natural(member, 0);
            let start = end.next_multiple_of(align);
            end = start.saturating_add(size);
            let own = self.annotations.member_value(ty, index, decoration::LOCATION);
            location = own.or(location);
            let path = joined!(written, ".", self.member_name(ty, index));
            let inner = self.annotations.member_name(ty, index).unwrap_or_default();
            let leaf = Leaf { name: joined!(name, ".", inner), written: path, offset: start, location };
            self.map_leaf(leaf, member, found);
            location = location.map(|location| location.saturating_add(self.locations(member)));
        }
    }

    /// Locations that a type takes.
    fn locations(&mut self, ty: Id) -> u32 {
        let parts = self.parts_of(Name::default(), ty, 0);
        parts.len() as u32
    }

    /// Declarations at the start of the kernel: what belongs to its patch.
    pub(super) fn control_prologue(&mut self) -> String {
        let mut text = String::new();
        if !matches!(self.stage, Stage::TessellationControl | Stage::TessellationEvaluation) {
            return text;
        }
        let needs = self.language.needs.clone();
        let count = self.control_points().unwrap_or(1);
        for need in needs {
            match need {
                Need::Group(of) => {
                    let Some(group) = self.group_of(of).cloned() else { continue };
                    let id = self.patch_id();
                    let (ty, name) = (&group.ty, &group.holder);
                    text.push_str(&match of {
                        Of::PointIn => {
                            let (buffer, _) = self.stage_buffer(StageBuffer::PointsIn);
                            let points = self.patch_points();
                            joined!(
                                "    const device ",
                                ty,
                                "* ",
                                name,
                                " = &",
                                buffer,
                                "[",
                                id,
                                " * ",
                                points,
                                "];\n"
                            )
                        }
                        Of::PointOut => {
                            let (buffer, _) = self.stage_buffer(StageBuffer::PointsOut);
                            joined!(
                                "    device ",
                                ty,
                                "* ",
                                name,
                                " = &",
                                buffer,
                                "[",
                                id,
                                " * ",
                                count,
                                "u];\n"
                            )
                        }
                        _ => {
                            let (buffer, _) = self.stage_buffer(StageBuffer::Patches);
                            joined!("    device ", ty, "& ", name, " = ", buffer, "[", id, "];\n")
                        }
                    });
                }
                Need::Levels => {
                    let id = self.patch_id();
                    let (buffer, _) = self.stage_buffer(StageBuffer::Factors);
                    let factors = self.language.domain.factors();
                    let name = &self.language.patches.levels;
                    append!(text, "    device ", factors, "& ", name, " = ", buffer, "[", id, "];\n");
                }
                _ => {}
            }
        }
        text
    }

    /// Writes an assignment of levels; false for other places.
    pub(super) fn assign_level(&mut self, place: Node, value: Node) -> bool {
        if self.stage != Stage::TessellationControl {
            return false;
        }
        let Some(var) = self.tree.root(place) else { return false };
        let (Some(level), Some(Role::Output)) = (self.level_of(var), self.roles.get(&var)) else {
            return false;
        };
        let step = match self.tree.kind(place) {
            Kind::Path(_, steps) => self.tree.steps(steps).first().copied(),
            _ => None,
        };
        let length = self.module.component_count(self.tree.variable(var).ty).unwrap_or(0).min(4);
        let mut statements = Vec::new();
        match step {
            Some(step) => {
                let value = self.capture(|writer| writer.expr(value, ANY));
                self.level_statements((var, level), step, &value, &mut statements);
            }
            None => {
                let parts = match self.tree.kind(value) {
                    Kind::Construct(span) if self.tree.variable_of(value).is_none() => {
                        self.tree.operands(span).to_vec()
                    }
                    _ => Vec::new(),
                };
                let whole = self.capture(|writer| writer.expr(value, POSTFIX));
                for index in 0..length {
                    let value = match parts.get(index as usize) {
                        Some(&part) => self.capture(|writer| writer.expr(part, ANY)),
                        None => joined!(whole, "[", index, "]"),
                    };
                    self.level_statements((var, level), Step::Part(index), &value, &mut statements);
                }
            }
        }
        if statements.is_empty() {
            // The factors have no such level; the empty statement ends the line.
            return true;
        }
        let is_one = matches!(statements.as_slice(), [only] if !only.starts_with("if "));
        if !is_one && !self.is_alone() {
            self.refuse(Reason::Interface, "a level of tessellation is written in a loop's head");
        }
        self.out.push_str(&statements.join(&joined!(";\n", "    ".repeat(self.indent))));
        true
    }

    fn level_statements(
        &mut self,
        (var, level): (Var, Level),
        step: Step,
        value: &str,
        statements: &mut Vec<String>,
    ) {
        let index = self.step_text(step);
        let mut value = value.to_owned();
        if self.keeps_levels(var) {
            let kept = self.element_start(var, Of::Patch, &[]).0;
            statements.push(joined!(kept, "[", index, "] = ", value));
            value = joined!(kept, "[", index, "]");
        }
        let count = self.language.domain.count(level);
        if matches!(step, Step::Part(index) if index >= count) {
            return;
        }
        let length = self.module.component_count(self.tree.variable(var).ty).unwrap_or(0);
        let guard = match step {
            Step::Index(_) if count < length => joined!("if (uint(", index, ") < ", count, "u) "),
            _ => String::new(),
        };
        self.language.needs.insert(Need::Levels);
        let levels = &self.language.patches.levels;
        let place = match (level, count) {
            (Level::Outer, _) => joined!(levels, ".edgeTessellationFactor[", index, "]"),
            (Level::Inner, 1) => joined!(levels, ".insideTessellationFactor"),
            (Level::Inner, _) => joined!(levels, ".insideTessellationFactor[", index, "]"),
        };
        statements.push(joined!(guard, place, " = half(", value, ")"));
    }

    /// An attribute of a post-tessellation function, and the number of steps of the path that it covers.
    pub(super) fn attribute_value(
        &mut self,
        (holder, field): (&str, &Field),
        steps: &[Step],
    ) -> (String, usize) {
        let (mut name, mut ty) = (joined!(holder, ".", field.name), field.ty);
        let mut taken = 0;
        let is_level = matches!(field.number, Some(built_in::TESS_LEVEL_OUTER | built_in::TESS_LEVEL_INNER));
        while let (false, Some(&step @ Step::Part(index))) = (is_level, steps.get(taken)) {
            match self.module.ty(ty) {
                Some(Type::Struct { .. }) => name = joined!(name, "_", self.member_name(ty, index)),
                Some(Type::Array { .. } | Type::Matrix { .. }) => name = joined!(name, "_", index),
                _ => break,
            }
            ty = self.step_type(ty, step);
            taken += 1;
        }
        if self.module.vector_size(ty).is_some() || is_level && steps.len() > taken {
            return (name, taken);
        }
        if is_level {
            let length = self.module.component_count(ty).unwrap_or(0).min(4);
            let parts: Vec<String> = (0..length).map(|index| joined!(name, "[", index, "]")).collect();
            return (self.composite_text(ty, &parts), taken);
        }
        let parts = self.parts_of(name.into(), ty, 0);
        let mut values = parts.into_iter().map(|part| part.name.to_string());
        let value = self.built_value(ty, &mut values, 0).unwrap_or_else(|| {
            self.refuse(Reason::Type, "a structure of an input is read as a whole; read its members");
            String::new()
        });
        (value, taken)
    }

    /// What stands before the head of a post-tessellation function.
    pub(super) fn patch_attribute(&mut self) -> String {
        let domain = match self.language.domain {
            Domain::Triangles => "triangle",
            Domain::Quads | Domain::Isolines => "quad",
        };
        match self.control_points() {
            Some(count) => joined!("[[patch(", domain, ", ", count, ")]]\n"),
            None => joined!("[[patch(", domain, ")]]\n"),
        }
    }
}

/// A value in a structure.
struct Leaf {
    name: String,
    written: String,
    offset: u32,
    location: Option<u32>,
}
