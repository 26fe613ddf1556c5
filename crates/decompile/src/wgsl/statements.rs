//! Spells heads of functions, declarations, switches, loops and the ends of functions.

use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{At, Type};

use super::Wgsl;
use crate::refusal::Reason;
use crate::text::{ANY, Scalar, Writer};
use crate::tree::{
    Body, Case, Direction, Kind, List, LoopKind, LoopParts, NONE, Node, Origin, Statement, Var,
};

impl Writer<'_, '_, Wgsl> {
    /// The line before the body of a function.
    pub(super) fn head_text(&mut self, body: &Body) -> String {
        let is_entry = self.is_entry(body);
        self.language.in_entry = is_entry;
        self.language.returned = false;
        self.language.copied.clear();
        let function = &self.module.functions[body.index];
        self.language.result = self.module.get(function.declaration()).ty;
        if is_entry {
            self.language.direct = self.returns_directly(body);
            return self.entry_head();
        }
        let name = self.function_name(function.id);
        let mut parameters = Vec::new();
        for (&var, direction) in body.parameters.iter().zip(&body.directions) {
            self.parameter(var, *direction, &mut parameters);
        }
        let result = self.type_text(self.language.result);
        let result = if result.is_empty() { result } else { format!(" -> {result}").into() };
        format!("fn {name}({}){result}", parameters.join(", "))
    }

    fn parameter(&mut self, var: Var, direction: Direction, parameters: &mut Vec<String>) {
        let name = self.local_name(var);
        let ty = self.tree.variable(var).ty;
        if self.tree.is_opaque(ty) {
            let type_name = self.opaque_type(var);
            parameters.push(format!("{name}: {type_name}"));
            if self.language.samplers.contains_key(&var) {
                let sampler = self.names.take(&format!("{name}_sampler"));
                let type_name = self.sampler_type(var);
                parameters.push(format!("{sampler}: {type_name}"));
                if let Some(own) = self.language.samplers.get_mut(&var) {
                    own.name = sampler;
                }
            }
            return;
        }
        let type_name = self.type_text(ty);
        if direction != Direction::In {
            self.language.pointers.insert(var);
            self.locals.insert(var, format!("(*{name})").into());
            parameters.push(format!("{name}: ptr<function, {type_name}>"));
            return;
        }
        if self.language.usage.assigned.contains(&var) {
            let given = self.names.take(&format!("{name}_in"));
            parameters.push(format!("{given}: {type_name}"));
            self.language.copied.push((var, given));
            return;
        }
        parameters.push(format!("{name}: {type_name}"));
    }

    /// Statements before those of a function.
    pub(super) fn prologue_text(&mut self, body: &Body) -> String {
        if self.is_entry(body) {
            return self.entry_prologue();
        }
        let copied = std::mem::take(&mut self.language.copied);
        let lines =
            copied.iter().map(|(var, given)| format!("    var {} = {given};\n", self.local_name(*var)));
        lines.collect()
    }

    pub(super) fn declaration_text(&mut self, var: Var) -> String {
        let variable = self.tree.variable(var);
        let name = self.local_name(var);
        format!("var {name}: {}", self.local_type(variable.ty))
    }

    fn local_type(&mut self, ty: u32) -> String {
        if self.language.usage.atomic_members.iter().any(|(owner, _)| *owner == self.canonical(ty)) {
            self.refuse(Reason::Type, "WGSL has no local variables of structures with atomics; copy members");
        }
        self.check_length(ty);
        self.type_text(ty).to_string()
    }

    pub(super) fn initialized_text(&mut self, var: Var) -> String {
        let variable = self.tree.variable(var);
        let name = self.local_name(var);
        if variable.ty != 0 {
            self.local_type(variable.ty);
        }
        let is_fixed = !self.language.usage.assigned.contains(&self.tree.actual(var));
        if is_fixed { format!("let {name}") } else { format!("var {name}") }
    }

    /// Writes spaces to the current depth.
    pub(super) fn indentation(&mut self) {
        for _ in 0..self.indent {
            self.out.push_str("    ");
        }
    }

    pub(super) fn return_text(&mut self, value: Node) {
        if self.language.in_entry {
            if !self.language.returned {
                self.leave_entry();
            }
            return;
        }
        self.plain_return(value);
    }

    /// Writes what ends an invocation: WGSL goes on as a helper, so the function is left too.
    pub(super) fn discard(&mut self) {
        self.out.push_str("discard;\n");
        self.indentation();
        self.give_anything();
    }

    /// Returns some value.
    fn give_anything(&mut self) {
        if self.language.in_entry {
            return self.leave_entry();
        }
        self.out.push_str("return");
        let ty = self.language.result;
        if !matches!(self.module.ty(ty), Some(Type::Void) | None) {
            let zero = self.zero(ty, 0);
            self.out.push_str(&format!(" {zero}"));
        }
    }

    /// Writes the last statement of a function, where its end is reached.
    pub(super) fn finish(&mut self, body: &Body) {
        let is_void = matches!(self.module.ty(self.language.result), Some(Type::Void) | None);
        let gives = if self.language.in_entry {
            self.language.outputs != super::ports::Outputs::None
        } else {
            !is_void
        };
        // naga takes what follows a loop for reached, although nothing leaves the loop.
        let is_reached = self.goes_past(body.list) || gives && self.ends_with_loop(body.list);
        if !is_reached || self.language.returned {
            if !gives && self.out.ends_with("    return;\n") && self.ends_with_return(body.list) {
                let length = self.out.len() - "    return;\n".len();
                self.out.truncate(length);
            }
            return;
        }
        if gives {
            self.indentation();
            self.give_anything();
            self.out.push_str(";\n");
        }
    }

    fn ends_with_return(&self, list: List) -> bool {
        let last = self.tree.list(list).lines.last();
        last.is_some_and(|line| matches!(line.statement, Statement::Return(NONE)))
    }

    /// True if a list, or the end of a side of it, ends with a loop.
    fn ends_with_loop(&self, list: List) -> bool {
        let lines = self.tree.list(list).lines.iter().rev();
        let last = lines.map(|line| line.statement).find(|last| !matches!(last, Statement::Nothing));
        match last {
            Some(Statement::Loop(..)) => true,
            Some(Statement::If(_, then, other)) => self.ends_with_loop(then) || self.ends_with_loop(other),
            Some(Statement::Switch(_, span)) => {
                self.tree.cases(span).iter().any(|case| self.ends_with_loop(case.body))
            }
            _ => false,
        }
    }

    pub(super) fn switch_text(&mut self, at: At, selector: Node, cases: &[Case]) {
        let unsigned = matches!(self.scalar_of(selector), Some(Scalar::Uint(_)));
        self.begin(at);
        self.out.push_str("switch ");
        self.expr(selector, ANY);
        self.out.push_str(" {\n");
        let mut labels: Vec<String> = Vec::new();
        let has_default = cases.iter().any(|case| case.default);
        self.indent += 1;
        for (index, case) in cases.iter().enumerate() {
            for value in &case.values {
                let scalar = if unsigned { Scalar::Uint(32) } else { Scalar::Int(32) };
                labels.push(self.number(scalar, *value));
            }
            if case.default {
                labels.push("default".to_owned());
            }
            if self.falls(cases, index) && self.tree.is_empty(case.body) {
                continue;
            }
            self.begin(at);
            let all = std::mem::take(&mut labels);
            match all.as_slice() {
                [only] if only == "default" => self.out.push_str("default: {\n"),
                _ => self.out.push_str(&format!("case {}: {{\n", all.join(", "))),
            }
            self.indent += 1;
            self.case_bodies(cases, index, Self::drop_break);
            self.indent -= 1;
            self.begin(at);
            self.out.push_str("}\n");
        }
        if !has_default {
            self.begin(at);
            self.out.push_str("default: {\n");
            self.begin(at);
            self.out.push_str("}\n");
        }
        self.indent -= 1;
        self.begin(at);
        self.out.push_str("}\n");
    }

    /// Removes the `break` that ends a case.
    fn drop_break(&mut self, list: List) {
        let ends = self
            .tree
            .list(list)
            .lines
            .iter()
            .rev()
            .find(|line| !matches!(line.statement, Statement::Nothing))
            .is_some_and(|line| matches!(line.statement, Statement::Break));
        let line = format!("{}break;\n", "    ".repeat(self.indent));
        if ends && self.out.ends_with(&line) {
            let length = self.out.len() - line.len();
            self.out.truncate(length);
        }
    }

    fn condition(&mut self, node: Node, word: &str, wanted: bool) {
        self.out.push_str(word);
        self.out.push(' ');
        let inner = match (wanted, self.tree.variable_of(node), self.tree.kind(node)) {
            (false, None, Kind::Operation(op::LOGICAL_NOT, span)) => Some(self.tree.operands(span)[0]),
            _ => None,
        };
        match (wanted, inner) {
            (true, _) => self.expr(node, ANY),
            (false, Some(inner)) => self.expr(inner, ANY),
            (false, None) => {
                self.out.push_str("!(");
                self.expr(node, ANY);
                self.out.push(')');
            }
        }
    }

    /// Writes a loop.
    pub(super) fn loop_text(&mut self, at: At, kind: LoopKind, parts: LoopParts) {
        let count = |list: List| {
            self.tree
                .list(list)
                .lines
                .iter()
                .filter(|line| !matches!(line.statement, Statement::Nothing))
                .count()
        };
        let (starts, steps) = (count(parts.init), count(parts.step));
        let in_head = kind == LoopKind::For && starts <= 1 && steps <= 1 && !self.has_calls(parts.step);
        if !in_head {
            self.list(parts.init);
        }
        self.begin(at);
        match kind {
            LoopKind::For if in_head => {
                self.out.push_str("for (");
                self.for_part(parts.init);
                self.out.push(';');
                if parts.condition != NONE {
                    self.out.push(' ');
                    self.expr(parts.condition, ANY);
                }
                self.out.push_str("; ");
                self.for_part(parts.step);
                self.out.push_str(") ");
                self.block(parts.body);
            }
            LoopKind::While if parts.condition != NONE => {
                self.condition(parts.condition, "while", true);
                self.out.push(' ');
                self.block(parts.body);
            }
            LoopKind::While => {
                // A `loop` must have an end; the compiler does not look into the condition of a `while`.
                let ends = self.breaks(parts.body) || self.returns(parts.body);
                self.out.push_str(if ends { "loop " } else { "while true " });
                self.block(parts.body);
            }
            LoopKind::DoWhile | LoopKind::For => self.continuing(at, kind, parts),
        }
        self.out.push('\n');
    }

    /// Writes a loop with statements between its rounds.
    fn continuing(&mut self, at: At, kind: LoopKind, parts: LoopParts) {
        self.out.push_str("loop {\n");
        self.indent += 1;
        if kind == LoopKind::For && parts.condition != NONE {
            self.begin(at);
            self.condition(parts.condition, "if", false);
            self.out.push_str(" {\n");
            self.indent += 1;
            self.begin(at);
            self.out.push_str("break;\n");
            self.indent -= 1;
            self.begin(at);
            self.out.push_str("}\n");
        }
        self.list(parts.body);
        let plain = kind == LoopKind::DoWhile && !self.goes_on(parts.body);
        if plain {
            self.begin(at);
            self.condition(parts.condition, "if", false);
            self.out.push_str(" {\n");
            self.indent += 1;
            self.begin(at);
            self.out.push_str("break;\n");
            self.indent -= 1;
            self.begin(at);
            self.out.push_str("}\n");
        } else {
            self.out.push('\n');
            self.begin(at);
            self.out.push_str("continuing {\n");
            self.indent += 1;
            self.list(parts.step);
            if kind == LoopKind::DoWhile {
                self.begin(at);
                self.condition(parts.condition, "break if", false);
                self.out.push_str(";\n");
            }
            self.indent -= 1;
            self.begin(at);
            self.out.push_str("}\n");
        }
        self.indent -= 1;
        self.begin(at);
        self.out.push('}');
    }

    /// True if the step of a loop is not one simple assignment.
    fn has_calls(&self, step: List) -> bool {
        self.tree.list(step).lines.iter().any(|line| {
            !matches!(line.statement, Statement::Assign(..) | Statement::Nothing | Statement::Effect(_))
        })
    }

    /// True for variables of functions.
    pub(super) fn is_local(&self, var: Var) -> bool {
        self.tree.variable(var).origin != Origin::Global
    }
}
