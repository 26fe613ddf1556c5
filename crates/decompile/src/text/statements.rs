//! Spells functions and statements.

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::{built_in, decoration};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{At, Type};

use super::{ANY, Language, Scalar, Sign, UNARY, Writer, append, joined};
use crate::interface::element;
use crate::names::{Name, guess, says_nothing};
use crate::refusal::Reason;
use crate::tree::{Body, Kind, List, LoopKind, LoopParts, NONE, Node, Origin, Statement, Step, Var};
use crate::{DepthRange, YAxis};

/// The second component.
const Y: u8 = 1;

impl<L: Language> Writer<'_, '_, L> {
    /// Writes a function.
    pub(super) fn function(&mut self, body: &Body) {
        let taken = self.name_locals(body);
        let head = L::head(self, body);
        self.write_function(body, &head, |writer| writer.list(body.list));
        self.names.release(&taken);
        L::after(self, body);
    }

    /// Writes a function of this head and these statements.
    pub(crate) fn write_function(&mut self, body: &Body, head: &str, statements: impl FnOnce(&mut Self)) {
        self.out.push('\n');
        self.marks.extend(self.module.functions[body.index].head.first().map(|at| (self.out.len(), *at)));
        self.out.push_str(head);
        let end_of_head = self.out.len();
        self.out.push_str(L::OPEN);
        let start = self.out.len();
        self.indent = 1;
        let marks = self.marks.len();
        statements(self);
        L::epilogue(self, body);
        self.indent = 0;
        self.out.push_str("}\n");
        let prologue = L::prologue(self, body);
        self.insert(start, &prologue, marks);
        let parameters = L::hidden_parameters(self, body);
        self.insert(end_of_head - usize::from(!parameters.is_empty()), &parameters, marks);
    }

    /// Inserts text before lines that are written; their marks are those from this one on.
    fn insert(&mut self, offset: usize, text: &str, marks: usize) {
        if text.is_empty() {
            return;
        }
        self.out.insert_str(offset, text);
        self.marks[marks..].iter_mut().for_each(|mark| mark.0 += text.len());
    }

    /// True for the function of the entry point.
    pub(crate) fn is_entry(&self, body: &Body) -> bool {
        let id = self.module.functions[body.index].id;
        id == self.entry.function || self.language.second_entry() == Some(id)
    }

    /// Names what a function declares; the names that were given.
    fn name_locals(&mut self, body: &Body) -> Vec<Name> {
        let mut taken = Vec::with_capacity(body.parameters.len() + body.locals.len());
        if let Some(&last) = body.locals.iter().max() {
            self.locals.reserve_to(last);
        }
        for &var in body.parameters.iter().chain(&body.locals) {
            if self.locals.contains_key(&var)
                || !self.tree.used.get(var as usize).copied().unwrap_or(false)
                    && self.tree.variable(var).origin != Origin::Parameter
            {
                continue;
            }
            let id = self.tree.variable(var).id;
            let stated = self.annotations.name(id).filter(|name| !says_nothing(name));
            let name = match stated {
                Some(stated) => self.names.take(stated),
                None if self.is_counter(var) => self.names.take_word("i"),
                None => self.names.take_word(guess(self.tree, var)),
            };
            taken.push(name.clone());
            self.locals.insert(var, name);
        }
        taken
    }

    /// True for integers that a loop counts.
    fn is_counter(&self, var: Var) -> bool {
        let variable = self.tree.variable(var);
        variable.origin == Origin::Phi && matches!(self.module.ty(variable.ty), Some(Type::Int { .. }))
    }

    /// Name of a local variable.
    pub(crate) fn local_name(&self, var: Var) -> Name {
        self.locals.get(&var).cloned().unwrap_or_else(|| "unnamed".into())
    }

    /// Begins a line that comes from an instruction.
    pub(crate) fn begin(&mut self, at: At) {
        self.at = at;
        self.marks.push((self.out.len(), at));
        for _ in 0..self.indent {
            self.out.push_str("    ");
        }
    }

    /// Writes statements.
    pub(crate) fn list(&mut self, list: List) {
        let count = self.tree.list(list).lines.len();
        for index in 0..count {
            self.declarations(list, index);
            let line = self.tree.list(list).lines[index];
            self.statement(line.statement, line.at);
        }
        self.declarations(list, count);
    }

    /// Declares the variables that are declared before a line.
    fn declarations(&mut self, list: List, line: usize) {
        if !self.declaring.get(list as usize).copied().unwrap_or(false) {
            return;
        }
        let Some(vars) = self.declared.remove(&(list, line as u32)) else { return };
        for var in vars {
            self.begin(self.at);
            L::declaration(self, var);
            self.out.push_str(";\n");
        }
    }

    fn statement(&mut self, statement: Statement, at: At) {
        match statement {
            Statement::Nothing => {}
            Statement::If(condition, then, other) => self.if_chain(at, condition, then, other),
            Statement::Switch(selector, span) => {
                let cases = self.tree.cases(span).to_vec();
                L::switch(self, at, selector, &cases);
            }
            Statement::Loop(kind, parts) => L::round(self, at, kind, parts),
            _ => {
                let start = self.out.len();
                self.begin(at);
                let empty = self.out.len();
                self.simple(statement);
                self.place_before(empty);
                if self.out.len() == empty {
                    self.out.truncate(start);
                    self.marks.pop();
                } else {
                    // A block has none.
                    self.out.push_str(if self.out.ends_with("    }") { "\n" } else { ";\n" });
                }
            }
        }
    }

    /// True for a place that a condition chooses.
    fn is_chosen(&self, mut place: Node) -> bool {
        while self.tree.variable_of(place).is_none() {
            match self.tree.node(place).kind {
                Kind::Path(base, _) | Kind::Swizzle(base, _) => place = base,
                kind => return matches!(kind, Kind::Operation(op::SELECT, _)),
            }
        }
        false
    }

    /// Writes a statement without its semicolon.
    pub(crate) fn simple(&mut self, statement: Statement) {
        match statement {
            Statement::Declare(var, value) => L::declare(self, var, value),
            Statement::Assign(place, _) if self.is_chosen(place) => {
                let what = "a place that depends on a condition is written; write both places";
                self.refuse(Reason::Pointer, what);
            }
            Statement::Assign(place, value) if self.assign_position(place, value) => {}
            Statement::Assign(place, value) => L::assign(self, place, value),
            Statement::Effect(node) => self.fresh(node, ANY),
            Statement::Break => self.out.push_str("break"),
            Statement::Continue => L::go_on(self),
            Statement::Return(value) => L::give_back(self, value),
            Statement::End(opcode) => L::end(self, opcode),
            _ => {}
        }
    }

    /// Writes an assignment to the position of a vertex of a mesh with the changes that the options want; false if it is none.
    fn assign_position(&mut self, place: Node, value: Node) -> bool {
        if self.stage != Stage::Mesh || self.position_changes("").is_empty() {
            return false;
        }
        let Some(rest) = self.steps_in_position(place) else { return false };
        if let (1, DepthRange::Keep, Some(lane)) = (rest, self.options.depth_range, self.lane_of(place)) {
            if lane != Y {
                return false;
            }
            self.expr(place, ANY);
            self.out.push_str(" = -");
            self.expr(value, UNARY);
            return true;
        }
        if rest > 0 {
            let what =
                "a component of a position is assigned alone, and positions are to change; assign it whole";
            self.refuse(Reason::BuiltIn, what);
        }
        let name = self.names.take("position");
        let ty = self.vector_name(Scalar::Float(32), 4);
        let value = self.capture(|writer| writer.expr(value, ANY));
        let mut lines = vec![joined!(ty, " ", name, " = ", value, ";")];
        lines.extend(self.position_changes(&name));
        self.insert_lines(&lines);
        self.expr(place, ANY);
        self.out.push_str(&joined!(" = ", name));
        true
    }

    /// The component that a place is, if it is one by number.
    fn lane_of(&self, place: Node) -> Option<u8> {
        match self.tree.kind(place) {
            Kind::Swizzle(_, lanes) => match *lanes.as_slice() {
                [lane] => Some(lane),
                _ => None,
            },
            Kind::Path(_, steps) => match self.tree.steps(steps).last() {
                Some(Step::Part(lane)) => u8::try_from(*lane).ok(),
                _ => None,
            },
            _ => None,
        }
    }

    /// Steps of a place inside of the position of a vertex of a mesh; `None` for other places.
    fn steps_in_position(&self, place: Node) -> Option<usize> {
        let (Kind::Path(base, _) | Kind::Swizzle(base, _)) = self.tree.kind(place) else { return None };
        if let Kind::Swizzle(..) = self.tree.kind(place) {
            return self.steps_in_position(base).map(|rest| rest + 1);
        }
        let Kind::Path(_, steps) = self.tree.kind(place) else { return None };
        let var = self.tree.variable_of(base)?;
        let variable = self.tree.variable(var);
        let is_position = |number: Option<u32>| number == Some(built_in::POSITION);
        let steps = self.tree.steps(steps);
        if is_position(self.value_of(var, decoration::BUILT_IN)) {
            return steps.len().checked_sub(1);
        }
        let block = element(self.module, variable.ty);
        match steps {
            [_, Step::Part(member), rest @ ..]
                if is_position(self.annotations.member_value(block, *member, decoration::BUILT_IN)) =>
            {
                Some(rest.len())
            }
            _ => None,
        }
    }

    /// Writes what must stand before a statement that began at this offset.
    pub(super) fn place_before(&mut self, start: usize) {
        if self.before.is_empty() {
            return;
        }
        let indent = "    ".repeat(self.indent);
        let lines: String =
            std::mem::take(&mut self.before).iter().map(|line| joined!(line, "\n", indent)).collect();
        self.out.insert_str(start, &lines);
    }

    /// Refuses statements before what is evaluated more than once.
    fn nothing_before(&mut self) {
        if !self.before.is_empty() {
            self.before.clear();
            self.lacks(Reason::Instruction, "an operation in a condition");
        }
    }

    /// Writes a declaration with a value as most targets have it.
    pub(crate) fn plain_declare(&mut self, var: Var, value: Node) {
        let is_held = self.tree.variable(var).origin == Origin::Value(value);
        if self.tree.assigned_values.contains(&var) {
            let name = self.local_name(var);
            self.out.push_str(&name);
        } else {
            L::initialized(self, var);
        }
        self.out.push_str(" = ");
        if is_held { self.fresh(value, ANY) } else { self.expr(value, ANY) }
    }

    /// Writes an assignment as most targets have it.
    pub(crate) fn plain_assign(&mut self, place: Node, value: Node) {
        if self.compound(place, value) {
            return;
        }
        self.expr(place, ANY);
        self.out.push_str(" = ");
        self.expr(value, ANY);
    }

    /// Writes `return` as most targets have it.
    pub(crate) fn plain_return(&mut self, value: Node) {
        self.out.push_str("return");
        if value != NONE {
            self.out.push(' ');
            self.expr(value, ANY);
        }
    }

    /// Writes `x += y` and `x++` where the value begins with the place.
    pub(crate) fn compound(&mut self, place: Node, value: Node) -> bool {
        if self.tree.variable_of(value).is_some() {
            return false;
        }
        let Kind::Operation(opcode, span) = self.tree.kind(value) else { return false };
        let &[left, right] = self.tree.operands(span) else { return false };
        let ty = self.tree.node(place).ty;
        let operator = match opcode {
            op::F_ADD | op::I_ADD => "+",
            op::F_SUB | op::I_SUB => "-",
            op::F_MUL | op::I_MUL | op::VECTOR_TIMES_SCALAR | op::MATRIX_TIMES_SCALAR => "*",
            op::F_DIV => "/",
            op::S_DIV if self.sign(ty) == Sign::Signed => "/",
            op::U_DIV if self.sign(ty) == Sign::Unsigned => "/",
            op::BITWISE_AND => "&",
            op::BITWISE_OR => "|",
            op::BITWISE_XOR => "^",
            _ => return false,
        };
        if !self.same_text(place, left)
            || self.tree.node(left).ty != ty
            || !self.is_number(right) && self.sign(self.tree.node(right).ty) != self.sign(ty)
        {
            return false;
        }
        self.expr(place, ANY);
        let is_step = matches!(opcode, op::I_ADD | op::I_SUB)
            && self.is_constant(right, 1)
            && self.tree.size(right) == 1;
        if is_step {
            self.out.push_str(operator);
            self.out.push_str(operator);
            return true;
        }
        append!(self.out, " ", operator, "= ");
        let spreads = matches!(
            opcode,
            op::F_ADD | op::F_SUB | op::F_MUL | op::F_DIV | op::I_ADD | op::I_SUB | op::I_MUL
        );
        let right = if spreads { self.splat(right).unwrap_or(right) } else { right };
        self.integer(right, self.sign(ty), ANY);
        true
    }

    /// True if a value is what a place holds, by the same words.
    fn same_text(&self, place: Node, value: Node) -> bool {
        if let (Kind::Swizzle(a, m), Kind::Swizzle(b, n), None) =
            (self.tree.kind(place), self.tree.kind(value), self.tree.variable_of(value))
        {
            return m == n && self.same_text(a, b);
        }
        let value = match (self.tree.variable_of(value), self.tree.kind(value)) {
            (Some(var), _) => {
                return matches!(self.tree.kind(place), Kind::Variable(own) if self.tree.actual(own) == var);
            }
            (None, Kind::Load(inner)) => inner,
            _ => return false,
        };
        match (self.tree.kind(place), self.tree.kind(value)) {
            (Kind::Variable(a), Kind::Variable(b)) => a == b,
            (Kind::Path(a, m), Kind::Path(b, n)) => {
                self.same_root(a, b) && self.tree.steps(m) == self.tree.steps(n)
            }
            (Kind::Pointee(_), Kind::Pointee(_)) => self.same_root(place, value),
            _ => false,
        }
    }

    /// True if two places are the same variable, or what one pointer points to.
    fn same_root(&self, a: Node, b: Node) -> bool {
        let root = |place: Node| match self.tree.kind(place) {
            Kind::Pointee(pointer) => self.tree.variable_of(pointer).map(|var| (var, true)),
            _ => self.tree.variable_of(place).map(|var| (var, false)),
        };
        root(a).is_some() && root(a) == root(b)
    }

    /// Writes a list in braces.
    pub(crate) fn block(&mut self, list: List) {
        self.out.push_str("{\n");
        self.indent += 1;
        self.list(list);
        self.indent -= 1;
        for _ in 0..self.indent {
            self.out.push_str("    ");
        }
        self.out.push('}');
    }

    fn if_chain(&mut self, at: At, condition: Node, then: List, other: List) {
        self.begin(at);
        let start = self.out.len();
        let (mut condition, mut then, mut other) = (condition, then, other);
        let mut is_first = true;
        loop {
            let [open, close] = L::CONDITION;
            append!(self.out, "if ", open);
            self.expr(condition, ANY);
            append!(self.out, close, " ");
            if is_first {
                self.place_before(start);
            }
            self.nothing_before();
            is_first = false;
            self.block(then);
            let lines = &self.tree.list(other).lines;
            if lines.is_empty() {
                break;
            }
            self.out.push_str(" else ");
            if let [line] = lines.as_slice()
                && let Statement::If(next, yes, no) = line.statement
                && !self.declared.contains_key(&(other, 0))
            {
                (condition, then, other) = (next, yes, no);
                self.marks.push((self.out.len(), line.at));
                continue;
            }
            self.block(other);
            break;
        }
        self.out.push('\n');
    }

    /// Statements that change a position as the options want it; none in a fragment or compute shader.
    pub(crate) fn position_changes(&self, position: &str) -> Vec<String> {
        let mut changes = Vec::new();
        let gives_positions = match self.stage {
            Stage::Vertex | Stage::TessellationEvaluation | Stage::Geometry | Stage::Mesh => true,
            Stage::TessellationControl | Stage::Task | Stage::Fragment | Stage::Compute => false,
            Stage::RayGeneration
            | Stage::Intersection
            | Stage::AnyHit
            | Stage::ClosestHit
            | Stage::Miss
            | Stage::Callable => false,
        };
        if !gives_positions {
            return changes;
        }
        if self.options.y_axis == YAxis::Flip {
            changes.push(joined!(position, ".y = -", position, ".y;"));
        }
        match self.options.depth_range {
            DepthRange::Keep => {}
            DepthRange::ToZeroToOne => {
                changes.push(joined!(position, ".z = (", position, ".z + ", position, ".w) * 0.5;"));
            }
            DepthRange::ToMinusOneToOne => {
                changes.push(joined!(position, ".z = ", position, ".z * 2.0 - ", position, ".w;"));
            }
        }
        changes
    }

    /// Writes statements before the one that begins here.
    pub(crate) fn insert_lines(&mut self, lines: &[String]) {
        let indent = "    ".repeat(self.indent);
        for line in lines {
            self.out.push_str(&joined!(line, "\n", indent));
        }
    }

    /// True if a list declares variables itself.
    pub(crate) fn declares(&self, list: List) -> bool {
        let lines = &self.tree.list(list).lines;
        let is_declaration = |statement: Statement| match statement {
            Statement::Declare(..) => true,
            // What a loop starts with stands before it.
            Statement::Loop(kind, parts) => kind != LoopKind::For && self.declares(parts.init),
            _ => false,
        };
        lines.iter().any(|line| is_declaration(line.statement))
            || self.declaring.get(list as usize).copied().unwrap_or(false)
                && (0..=lines.len() as u32).any(|line| self.declared.contains_key(&(list, line)))
    }

    /// Writes a loop as C has it.
    pub(crate) fn plain_round(&mut self, at: At, kind: LoopKind, parts: LoopParts) {
        if kind != LoopKind::For {
            self.list(parts.init);
        }
        self.begin(at);
        match kind {
            LoopKind::DoWhile => {
                self.out.push_str("do ");
                self.block(parts.body);
                self.marks.push((self.out.len(), at));
                self.out.push_str(" while (");
                self.expr(parts.condition, ANY);
                self.nothing_before();
                self.out.push_str(");\n");
                return;
            }
            LoopKind::While if parts.condition == NONE => self.out.push_str("for (;;) "),
            LoopKind::While => {
                self.out.push_str("while (");
                self.expr(parts.condition, ANY);
                self.nothing_before();
                self.out.push_str(") ");
            }
            LoopKind::For => {
                self.out.push_str("for (");
                self.for_part(parts.init);
                self.out.push(';');
                if parts.condition != NONE {
                    self.out.push(' ');
                    self.expr(parts.condition, ANY);
                }
                self.out.push_str("; ");
                self.for_part(parts.step);
                self.nothing_before();
                self.out.push_str(") ");
            }
        }
        self.block(parts.body);
        self.out.push('\n');
    }

    /// Writes statements of the head of a `for`.
    pub(crate) fn for_part(&mut self, list: List) {
        for (index, line) in self.tree.list(list).lines.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.simple(line.statement);
        }
    }
}
