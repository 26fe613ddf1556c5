//! Spells paths of members, components and indices.

use glassbox_spirv::grammar::op;
use glassbox_spirv::module::Id;

use super::operators::POSTFIX;
use super::{Language, Writer, append};
use crate::tree::{Kind, Node, Step};

const LETTERS: [char; 4] = ['x', 'y', 'z', 'w'];

/// True for names of colors.
fn says_color(name: &str) -> bool {
    let mut rest = name.as_bytes();
    while let [first, ..] = rest {
        let words: &[&str] = match first | 0x20 {
            b'c' => &["color", "colour"],
            b'a' => &["albedo"],
            b't' => &["texel", "tint"],
            _ => &[],
        };
        let begins = |word: &&str| {
            rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
        };
        if words.iter().any(begins) {
            return true;
        }
        rest = &rest[1..];
    }
    false
}

impl<L: Language> Writer<'_, '_, L> {
    /// Writes a path of members, components and indices in a value or variable.
    pub(crate) fn path(&mut self, base: Node, steps: &[Step]) {
        let mut ty = self.tree.node(base).ty;
        let mut rest = steps;
        match self.tree.variable_of(base) {
            Some(var) => {
                let skipped = L::path_start(self, var, rest);
                for step in &rest[..skipped] {
                    ty = self.step_type(ty, *step);
                }
                rest = &rest[skipped..];
            }
            None => {
                self.expr(base, POSTFIX);
            }
        }
        let letters = if steps.len() == 1 { self.letters(base) } else { LETTERS };
        for step in rest {
            ty = self.step(ty, *step, letters);
        }
    }

    /// The type of a part that a step leads to.
    pub(crate) fn step_type(&self, ty: Id, step: Step) -> Id {
        let Some(at) = self.module.definition(ty) else { return 0 };
        let part = match (self.module.opcode(at), step) {
            (op::TYPE_STRUCT, Step::Part(index)) => index as usize,
            _ => 0,
        };
        self.module.type_parts(at).get(part).copied().unwrap_or(0)
    }

    /// Letters of the components of a vector: those of colors for what is one.
    pub(crate) fn letters(&self, vector: Node) -> [char; 4] {
        const COLOR: [char; 4] = ['r', 'g', 'b', 'a'];
        let is_sample = |node: Node| {
            matches!(
                self.tree.kind(node),
                Kind::Operation(op::IMAGE_SAMPLE_IMPLICIT_LOD..=op::IMAGE_FETCH, _)
            )
        };
        let place = match self.tree.kind(vector) {
            Kind::Load(place) => place,
            _ => vector,
        };
        let Some(var) = self.tree.variable_of(vector).or_else(|| self.tree.variable_of(place)) else {
            return if is_sample(vector) { COLOR } else { LETTERS };
        };
        let name = self.locals.get(&var).or_else(|| self.globals.get(&var));
        if name.is_some_and(|name| says_color(name)) { COLOR } else { LETTERS }
    }

    /// Writes a step of a path in a value of a type.
    pub(crate) fn write_step(&mut self, ty: Id, step: Step) {
        self.step(ty, step, LETTERS);
    }

    /// Writes a step; the type that it leads to.
    fn step(&mut self, ty: Id, step: Step, letters: [char; 4]) -> Id {
        match (self.module.opcode_of(ty), step) {
            (op::TYPE_STRUCT, Step::Part(index)) => {
                let name = self.member_name(ty, index);
                self.out.push('.');
                self.out.push_str(&name);
            }
            (op::TYPE_VECTOR, Step::Part(index @ 0..4)) => {
                self.out.push('.');
                self.out.push(letters[index as usize]);
            }
            (_, Step::Part(index)) => append!(self.out, "[", index, "]"),
            (_, Step::Index(index)) => {
                self.out.push('[');
                L::index(self, index);
                self.out.push(']');
            }
        }
        self.step_type(ty, step)
    }
}
