//! Assigns arrays, and structures that have some, part by part: versions before 120 and GLSL ES 300 assign no arrays, and the colors
//! of a fragment are no array of the module's length.

use foldhash::HashSet;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Id, Type};

use super::Glsl;
use crate::refusal::Reason;
use crate::text::{ANY, SUM, Writer, joined};
use crate::tree::{Kind, Node, Step, Var};

/// Assignments that stand for one.
const MAX_PARTS: usize = 128;
/// Deepest nesting of values that are looked at.
const MAX_DEPTH: u32 = 32;

impl Writer<'_, '_, Glsl> {
    /// True if arrays are assigned as a whole. Source: section 5.8 of the GLSL 1.10 and the GLSL ES 1.00 specification.
    pub(super) fn assigns_arrays(&self) -> bool {
        self.language.features.has(120, 300)
    }

    /// True for arrays, and structures with arrays.
    pub(super) fn has_array(&self, ty: Id) -> bool {
        let mut work = vec![ty];
        let mut seen = HashSet::default();
        while let Some(ty) = work.pop() {
            match self.module.ty(ty) {
                Some(Type::Array { .. }) => return true,
                Some(Type::Struct { members }) => {
                    work.extend(members.iter().copied().filter(|member| seen.insert(*member)));
                }
                _ => {}
            }
        }
        false
    }

    /// Writes an assignment of an array part by part; false if it is assigned as a whole.
    pub(super) fn assign_parts(&mut self, place: Node, value: Node) -> bool {
        let is_color = self.tree.variable_of(place).is_some_and(|var| self.has_colors(var));
        let ty = self.tree.node(place).ty;
        if !is_color && (self.assigns_arrays() || !self.has_array(ty)) {
            return false;
        }
        let name = |writer: &mut Self, steps: &[Step]| writer.part(place, steps, true);
        self.write_parts(ty, Vec::new(), (value, self.tree.root(place)), name);
        true
    }

    /// Writes a declaration with an array as its value part by part; false if it has the value as a whole.
    pub(super) fn declare_parts(&mut self, var: Var, value: Node) -> bool {
        let ty = self.tree.variable(var).ty;
        if self.assigns_arrays() || !self.has_array(ty) {
            return false;
        }
        let mut lines = Vec::new();
        if !self.tree.assigned_values.contains(&var) {
            lines.push(self.capture(|writer| writer.declaration(var)) + ";");
        }
        let name = |writer: &mut Self, steps: &[Step]| {
            let name = writer.local_name(var);
            writer.out.push_str(&name);
            writer.write_steps(ty, steps);
            true
        };
        self.write_parts(ty, lines, (value, Some(var)), name);
        true
    }

    /// Writes lines, and an assignment for each part of a value.
    fn write_parts(
        &mut self,
        ty: Id,
        mut lines: Vec<String>,
        (value, target): (Node, Option<Var>),
        place: impl Fn(&mut Self, &[Step]) -> bool,
    ) {
        let mut parts = Vec::new();
        self.find_parts(ty, &mut Vec::new(), &mut parts);
        let is_known =
            parts.len() <= MAX_PARTS && target.is_none_or(|target| self.is_apart(value, target, 0));
        for steps in parts.iter().take(MAX_PARTS) {
            let mut is_written = is_known;
            let line = self.capture(|writer| {
                is_written = is_written && place(writer, steps);
                writer.out.push_str(" = ");
                is_written = is_written && writer.part(value, steps, false);
            });
            lines.push(joined!(line, ";"));
            if !is_written {
                let what = "assignments of arrays that are no variables";
                return self.refuse_version(Reason::Instruction, what);
            }
        }
        // The statement ends the last one.
        let last = lines.pop().unwrap_or_default();
        self.insert_lines(&lines);
        self.out.push_str(last.trim_end_matches(';'));
    }

    /// The steps to each part of a type that has no arrays.
    fn find_parts(&self, ty: Id, steps: &mut Vec<Step>, found: &mut Vec<Vec<Step>>) {
        if !self.has_array(ty) || found.len() > MAX_PARTS {
            return found.push(steps.clone());
        }
        for index in 0..self.module.component_count(ty).unwrap_or(0) {
            steps.push(Step::Part(index));
            self.find_parts(self.module.component_type(ty, index).unwrap_or(0), steps, found);
            steps.pop();
            if found.len() > MAX_PARTS {
                return;
            }
        }
    }

    /// True if a value does not depend on a variable, and can be written several times.
    fn is_apart(&self, value: Node, target: Var, depth: u32) -> bool {
        if let Some(var) = self.tree.variable_of(value) {
            return var != target;
        }
        let mut is_apart =
            depth < MAX_DEPTH && !matches!(self.tree.kind(value), Kind::Operation(op::FUNCTION_CALL, _));
        self.tree.each_child(value, |child| is_apart = is_apart && self.is_apart(child, target, depth + 1));
        is_apart
    }

    /// Writes a part of a place or of a value; false for values that are no places.
    fn part(&mut self, node: Node, steps: &[Step], is_place: bool) -> bool {
        let tree = self.tree;
        if tree.variable_of(node).is_some() {
            self.path(node, steps);
            return true;
        }
        match (tree.kind(node), steps) {
            (Kind::Load(place), _) if !is_place => self.part(place, steps, true),
            (Kind::Path(base, span), _) if tree.variable_of(base).is_some() => {
                self.path(base, &[tree.steps(span), steps].concat());
                true
            }
            (Kind::Construct(span), [Step::Part(index), rest @ ..]) => {
                let Some(&part) = tree.operands(span).get(*index as usize) else { return false };
                match rest {
                    [] => self.expr(part, ANY),
                    _ => return self.part(part, rest, false),
                }
                true
            }
            _ => false,
        }
    }

    fn write_steps(&mut self, mut ty: Id, steps: &[Step]) {
        for step in steps {
            self.write_step(ty, *step);
            ty = self.step_type(ty, *step);
        }
    }

    /// True for an array of colors in versions whose fragments write `gl_FragData`.
    pub(super) fn has_colors(&self, var: Var) -> bool {
        self.old_output(var).is_some()
            && matches!(self.module.ty(self.tree.variable(var).ty), Some(Type::Array { .. }))
    }

    /// Writes an element of an array of colors; the number of steps that it took.
    pub(super) fn color(&mut self, var: Var, steps: &[Step]) -> usize {
        let Some(step) = steps.first() else {
            self.refuse(Reason::Interface, "an array of colors is read as a whole; copy its elements");
            return 0;
        };
        let first = self.first_color(var);
        let index = match *step {
            Step::Part(index) => (first + index).to_string(),
            Step::Index(index) => {
                let needed = if first == 0 { ANY } else { SUM + 1 };
                let index = self.capture(|writer| writer.expr(index, needed));
                if first == 0 { index } else { joined!(first, " + ", index) }
            }
        };
        let ty = self.module.component_type(self.tree.variable(var).ty, 0).unwrap_or(0);
        self.out.push_str(&joined!("gl_FragData[", index, "]", self.color_parts(ty)));
        1
    }
}
