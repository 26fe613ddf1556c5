//! Spells paths of members, components and indices: matrices that are stored by rows, wrapped elements, atomics.

use glassbox_spirv::module::{Id, Type};

use super::Wgsl;
use super::layout::is_row_major;
use super::ports::Port;
use crate::refusal::Reason;
use crate::text::{ANY, Access, POSTFIX, Scalar, Sign, Writer};
use crate::tree::{Kind, Node, Step};

/// What is special about a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// It is a matrix that is written transposed.
    pub(super) transposed: bool,
    /// It is a column of one.
    pub(super) row: bool,
    pub(super) atomic: bool,
}

impl Writer<'_, '_, Wgsl> {
    /// Writes what is read at a place, or a part of a value.
    pub(super) fn own_path(&mut self, node: Node, access: Access) -> bool {
        let is_load = access == Access::Read;
        match self.tree.kind(node) {
            Kind::Path(..) => {}
            Kind::Variable(_) if is_load && self.place_kind(node).atomic => {}
            _ => return false,
        }
        let start = self.out.len();
        let place = self.place_text(node);
        let (open, close) = match () {
            () if place.atomic && is_load => ("atomicLoad(&", ")"),
            () if place.transposed => ("transpose(", ")"),
            () => return true,
        };
        self.out.insert_str(start, open);
        self.out.push_str(close);
        true
    }

    /// What a place is.
    pub(super) fn place_kind(&self, node: Node) -> Place {
        let mut place = Place::default();
        let (base, steps) = match self.tree.kind(node) {
            Kind::Path(base, steps) => (base, self.tree.steps(steps)),
            Kind::Variable(_) => (node, [].as_slice()),
            _ => return place,
        };
        if let Kind::Variable(var) = self.tree.kind(base) {
            place.atomic = self.language.usage.atomic_variables.contains(&var);
        }
        let mut ty = self.tree.node(base).ty;
        let mut rows = false;
        for &step in steps {
            if rows && matches!(self.module.ty(ty), Some(Type::Matrix { .. })) {
                place.row = true;
                rows = false;
            } else {
                place.row = false;
            }
            if let (Some(Type::Struct { .. }), Step::Part(index)) = (self.module.ty(ty), step) {
                let own = self.canonical(ty);
                rows = is_row_major(self.annotations, own, index);
                place.atomic = self.language.usage.atomic_members.contains(&(own, index));
            }
            ty = self.step_type(ty, step);
        }
        place.transposed = rows && matches!(self.module.ty(ty), Some(Type::Matrix { .. }));
        place.atomic &= matches!(self.module.ty(ty), Some(Type::Int { .. }));
        place
    }

    /// Writes a place as WGSL stores it.
    pub(super) fn place_text(&mut self, node: Node) -> Place {
        let place = self.place_kind(node);
        let (base, steps) = match self.tree.kind(node) {
            Kind::Path(base, steps) => (base, self.tree.steps(steps).to_vec()),
            _ => {
                self.expr(node, POSTFIX);
                return place;
            }
        };
        let start = self.out.len();
        let mut ty = self.tree.node(base).ty;
        let mut rest = steps.as_slice();
        match self.tree.variable_of(base) {
            Some(var) => {
                let taken = self.path_in(var, rest);
                for step in &rest[..taken.min(rest.len())] {
                    ty = self.step_type(ty, *step);
                }
                rest = &rest[taken.min(rest.len())..];
            }
            None => self.expr(base, POSTFIX),
        }
        let letters = if steps.len() == 1 { self.letters(base) } else { ['x', 'y', 'z', 'w'] };
        let mut rows = false;
        while let Some((&step, after)) = rest.split_first() {
            let is_matrix = matches!(self.module.ty(ty), Some(Type::Matrix { .. }));
            if rows && is_matrix {
                rows = false;
                let column = self.step_type(ty, step);
                if let Some((&inner, last)) = after.split_first() {
                    self.bracket(inner);
                    self.bracket(step);
                    ty = self.step_type(column, inner);
                    rest = last;
                    continue;
                }
                self.out.insert_str(start, "transpose(");
                self.out.push(')');
            }
            self.step_text(ty, step, letters);
            if let (Some(Type::Struct { .. }), Step::Part(index)) = (self.module.ty(ty), step) {
                rows = is_row_major(self.annotations, self.canonical(ty), index);
            }
            ty = self.step_type(ty, step);
            rest = after;
        }
        place
    }

    fn bracket(&mut self, step: Step) {
        match step {
            Step::Part(index) => self.out.push_str(&format!("[{index}]")),
            Step::Index(index) => {
                self.out.push('[');
                self.expr(index, ANY);
                self.out.push(']');
            }
        }
    }

    fn step_text(&mut self, ty: Id, step: Step, letters: [char; 4]) {
        match (self.module.ty(ty), step) {
            (Some(Type::Struct { .. }), Step::Part(index)) => {
                let name = self.member_name(ty, index);
                self.out.push('.');
                self.out.push_str(&name);
            }
            (Some(Type::Vector { .. }), Step::Part(index @ 0..4)) => {
                self.out.push('.');
                self.out.push(letters[index as usize]);
            }
            (Some(Type::Array { .. } | Type::RuntimeArray { .. }), step) => {
                self.bracket(step);
                if self.padding(ty).is_some() {
                    self.out.push_str(".value");
                }
            }
            (_, step) => self.bracket(step),
        }
    }

    /// Writes an assignment.
    pub(super) fn assign_place(&mut self, place: Node, value: Node) {
        let root = self.tree.root(place);
        if let Some(port) = root.and_then(|var| self.port(var, self.steps_of(place)))
            && port.place == super::ports::Place::PointSize
        {
            let is_one = matches!(self.tree.kind(value), Kind::Constant(id)
                if self.module.constant(id).is_some_and(|constant| matches!(constant.value,
                    glassbox_spirv::module::ConstantValue::Number(bits) if bits == u64::from(1f32.to_bits()))));
            if !is_one {
                let what = "WGSL draws points of the size 1 alone; draw larger ones as quads";
                self.refuse(Reason::BuiltIn, what);
            }
            return;
        }
        if root.is_some() && root == self.language.direct {
            self.out.push_str("return ");
            self.expr(value, ANY);
            self.language.returned = true;
            return;
        }
        if let Some(port) = root.and_then(|var| self.port(var, self.steps_of(place))).cloned()
            && port.built_in() == Some("sample_mask")
        {
            return self.assign_mask(&port, value);
        }
        let kind = self.place_kind(place);
        if kind.row {
            return self.assign_column(place, value);
        }
        if kind.atomic {
            self.out.push_str("atomicStore(&");
            self.place_text(place);
            self.out.push_str(", ");
            let sign = self.sign(self.tree.node(place).ty);
            self.integer(value, sign, ANY);
            self.out.push(')');
            return;
        }
        let is_pointer = root.is_some_and(|var| self.language.pointers.contains(&self.tree.actual(var)));
        if !kind.transposed && !self.changes_type(place, value) {
            let start = self.out.len();
            if !self.compound(place, value) {
                self.expr(place, ANY);
                self.out.push_str(" = ");
                self.expr(value, ANY);
            }
            if is_pointer {
                self.open_pointer(start);
            }
            return;
        }
        self.place_text(place);
        self.out.push_str(" = ");
        if kind.transposed {
            self.out.push_str("transpose(");
            self.expr(value, ANY);
            self.out.push(')');
        } else {
            self.expr(value, ANY);
        }
    }

    /// Writes an assignment to a column of a matrix that is stored by rows: one component of each row.
    fn assign_column(&mut self, place: Node, value: Node) {
        let Some(&step) = self.steps_of(place).last() else { return };
        let whole = self.capture(|writer| {
            writer.place_text(place);
        });
        let column = self.capture(|writer| writer.bracket(step));
        let matrix =
            whole.strip_prefix("transpose(").and_then(|rest| rest.strip_suffix(&format!("){column}")));
        let matrix = matrix.unwrap_or(&whole).to_owned();
        let text = self.capture(|writer| writer.expr(value, ANY));
        let is_name = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let held = if is_name {
            text
        } else {
            let name = self.names.take("column");
            self.before.push(format!("let {name} = {text};"));
            name.to_string()
        };
        let rows = self.tree.size(value).clamp(1, 4) as usize;
        let assigned = |(row, letter): (usize, char)| format!("{matrix}[{row}]{column} = {held}.{letter}");
        let mut lines: Vec<String> = "xyzw".chars().take(rows).enumerate().map(assigned).collect();
        let last = lines.pop().unwrap_or_default();
        self.before.extend(lines.into_iter().map(|line| format!("{line};")));
        self.out.push_str(&last);
    }

    /// Writes an assignment to the sample mask: the module has an array of one word, WGSL the word.
    fn assign_mask(&mut self, port: &Port, value: Node) {
        let text = self.port_text(port);
        self.out.push_str(&format!("{text} = "));
        let ty = self.tree.node(value).ty;
        if !matches!(self.module.ty(ty), Some(Type::Array { .. })) {
            return self.integer(value, Sign::Unsigned, ANY);
        }
        let array = self.capture(|writer| writer.expr(value, POSTFIX));
        let is_unsigned = self.sign(crate::interface::element(self.module, ty)) == Sign::Unsigned;
        self.out.push_str(&if is_unsigned { format!("{array}[0]") } else { format!("u32({array}[0])") });
    }

    /// Writes `*p = …` where a whole pointer is assigned.
    fn open_pointer(&mut self, start: usize) {
        let text = self.out.split_off(start);
        let open = text.strip_prefix("(*").and_then(|rest| rest.split_once(") "));
        match open {
            Some((name, rest)) if name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') => {
                self.out.push_str(&format!("*{name} {rest}"));
            }
            _ => self.out.push_str(&text),
        }
    }

    fn steps_of(&self, place: Node) -> &[Step] {
        match self.tree.kind(place) {
            Kind::Path(_, steps) => self.tree.steps(steps),
            _ => &[],
        }
    }

    /// True where a value has the same parts as a place but another type; refuses what cannot be converted.
    fn changes_type(&mut self, place: Node, value: Node) -> bool {
        let (to, from) = (self.tree.node(place).ty, self.tree.node(value).ty);
        let is_composite = |ty| {
            matches!(
                self.module.ty(ty),
                Some(Type::Struct { .. } | Type::Array { .. } | Type::RuntimeArray { .. })
            )
        };
        if to == from || !is_composite(to) || !is_composite(from) {
            return false;
        }
        if self.type_text(to) != self.type_text(from) {
            let what = "a structure or array is copied to one that is laid out differently; copy its members";
            self.refuse(Reason::Layout, what);
        }
        false
    }

    /// Kind of the scalars at a place.
    pub(super) fn place_scalar(&self, place: Node) -> Option<Scalar> {
        self.scalar(self.tree.node(place).ty)
    }
}
