//! Spells heads and ends of functions, declarations and assignments.

use glassbox_core::stage::Stage;
use glassbox_spirv::module::{At, Id, Type};

use super::Hlsl;
use crate::refusal::Reason;
use crate::text::{ANY, Sign, UNARY, Writer, append, joined};
use crate::tree::{Body, Case, Direction, Kind, List, LoopParts, NONE, Node, Origin, Statement, Step, Var};

impl Writer<'_, '_, Hlsl> {
    pub(super) fn head(&mut self, body: &Body) -> String {
        self.find_unset(body);
        if self.is_patch(self.module.functions[body.index].id) {
            self.language.inside = 0;
            return self.patch_head();
        }
        if self.is_entry(body) {
            self.language.inside = 0;
            let attributes = self.attributes();
            let parameters = self.entry_parameters();
            if let Some((ty, semantic)) = self.single_output() {
                self.find_results(body);
                return joined!(attributes, ty, " main(", parameters, ") : ", semantic);
            }
            let result = match self.language.ports.output_type.as_str() {
                "" => "void",
                _ if !self.returns_output() => "void",
                name => name,
            };
            return joined!(attributes, result, " main(", parameters, ")");
        }
        let function = &self.module.functions[body.index];
        let result = self.returned(self.module.get(function.declaration()).ty);
        let name = self.function_name(function.id);
        let mut parameters = Vec::new();
        for (&var, direction) in body.parameters.iter().zip(&body.directions) {
            parameters.push(self.parameter(var, *direction));
        }
        parameters.extend(self.passed_streams(function.id));
        joined!(result, " ", name, "(", parameters.join(", "), ")")
    }

    fn parameter(&mut self, var: Var, direction: Direction) -> String {
        let name = self.local_name(var);
        let ty = self.tree.variable(var).ty;
        let qualifier = match direction {
            Direction::In => "",
            Direction::Out => "out ",
            Direction::InOut => "inout ",
        };
        let compares = self.language.compared.contains(&var);
        match self.module.ty(ty) {
            Some(Type::Sampler) if compares => joined!("SamplerComparisonState ", name),
            Some(Type::SampledImage { .. }) if self.has_sampler(ty) => {
                let sampler = self.names.take(&joined!(name, "_sampler"));
                self.language.samplers.insert(var, sampler.clone());
                let state = if compares { "SamplerComparisonState" } else { "SamplerState" };
                joined!(self.type_name(ty), " ", name, ", ", state, " ", sampler)
            }
            _ => joined!(qualifier, self.declarator(ty, &name)),
        }
    }

    /// Statements with which a function begins.
    pub(super) fn enter(&mut self, body: &Body) -> String {
        if !self.is_entry(body) {
            return String::new();
        }
        let ports = &self.language.ports;
        let mut text = String::new();
        if self.stage == Stage::Geometry {
            let vertices = if self.shares_vertex() { Vec::new() } else { self.vertices() };
            vertices.iter().for_each(|line| append!(text, "    ", line, "\n"));
        } else if !ports.output.is_empty() && !self.in_patch() {
            let (ty, name) = (&ports.output_type, &ports.output);
            if ports.single.is_none_or(|start| names_word(&self.out[start..], name)) {
                text.reserve(100);
                append!(text, "    ", ty, " ", name);
                if !self.assigns_all(body) {
                    append!(text, " = (", ty, ")0");
                }
                text.push_str(";\n");
            }
        }
        self.first_statements().iter().for_each(|line| append!(text, "    ", line, "\n"));
        text
    }

    /// True if the entry point returns its outputs; geometry shaders append them to a stream.
    fn returns_output(&self) -> bool {
        self.stage != Stage::Geometry
    }

    /// True if statements that are always reached assign all outputs before the entry point returns.
    fn assigns_all(&self, body: &Body) -> bool {
        if self.language.returns_early || self.has_added_output() {
            return false;
        }
        let mut missing = self.own_outputs();
        if missing.iter().any(|(var, _)| self.language.unset.contains_key(var)) {
            return false;
        }
        if missing.is_empty() && self.takes_points() {
            return false;
        }
        for line in &self.tree.list(body.list).lines {
            if let Statement::Assign(place, _) = line.statement
                && let Some(key) = self.output_of(place)
            {
                missing.retain(|other| *other != key);
            }
        }
        missing.is_empty()
    }

    /// True for a loop that nothing leaves, which DXC rejects.
    pub(super) fn is_endless(&self, parts: LoopParts) -> bool {
        let goes_on = parts.condition == NONE
            || matches!(self.tree.kind(parts.condition), Kind::Constant(id) if self.module.constant_bool(id) == Some(true));
        goes_on && !self.leaves_loop(parts.body, false)
    }

    /// True if a statement leaves the loop around a list; `break` may be that of a switch.
    fn leaves_loop(&self, list: List, is_nested: bool) -> bool {
        self.tree.list(list).lines.iter().any(|line| match line.statement {
            Statement::Break => !is_nested,
            Statement::Return(_) | Statement::End(_) => true,
            Statement::If(_, yes, no) => self.leaves_loop(yes, is_nested) || self.leaves_loop(no, is_nested),
            Statement::Switch(_, cases) => {
                self.tree.cases(cases).iter().any(|case| self.leaves_loop(case.body, true))
            }
            Statement::Loop(_, parts) => self.leaves_loop(parts.body, true),
            _ => false,
        })
    }

    pub(super) fn leave(&mut self, body: &Body) {
        let last = self.tree.list(body.list).lines.last().map(|line| line.statement);
        if matches!(last, Some(Statement::Return(_))) {
            return;
        }
        if !self.is_entry(body) {
            return;
        }
        if self.stage == Stage::Task && !self.language.dispatches {
            self.refuse(Reason::Control, "HLSL calls DispatchMesh once; emit the tasks at the end");
        }
        if self.in_patch() {
            return append!(self.out, "    return ", self.language.elements.patch.name, ";\n");
        }
        let ends = matches!(last, Some(Statement::End(_))) && self.stage.is_ray_tracing();
        let lines = if ends || !self.returns_output() { Vec::new() } else { self.last_statements() };
        lines.iter().for_each(|line| append!(self.out, "    ", line, "\n"));
        if self.returns_output()
            && !self.language.ports.output.is_empty()
            && !std::mem::take(&mut self.language.ports.returned)
        {
            append!(self.out, "    return ", self.language.ports.output, ";\n");
        }
    }

    pub(super) fn give_value_back(&mut self, value: Node) {
        if self.in_entry() && self.stage == Stage::Task {
            self.refuse(Reason::Control, "HLSL calls DispatchMesh on every way; return at the end alone");
        }
        if self.in_patch() {
            let text = joined!("return ", self.language.elements.patch.name);
            return self.out.push_str(&text);
        }
        if !self.in_entry() || self.language.ports.output.is_empty() || !self.returns_output() {
            if self.in_entry() {
                let lines = self.last_copies();
                self.insert_lines(&lines);
            }
            return self.plain_return(value);
        }
        if self.indent > 1 {
            self.language.returns_early = true;
        }
        if std::mem::take(&mut self.language.ports.returned) {
            return;
        }
        let lines = self.last_statements();
        self.insert_lines(&lines);
        append!(self.out, "return ", self.language.ports.output);
    }

    /// Finds the assignments of the only output after which the entry point returns.
    fn find_results(&mut self, body: &Body) {
        let mut lists = vec![body.list];
        let (mut last, mut others) = (Vec::new(), Vec::new());
        while let Some(list) = lists.pop() {
            let lines = &self.tree.list(list).lines;
            for (index, line) in lines.iter().enumerate() {
                let next = lines.get(index + 1).map(|line| line.statement);
                match line.statement {
                    Statement::Assign(place, value) if self.gives_result(place) => {
                        let ends = match next {
                            Some(Statement::Return(_)) => true,
                            None => list == body.list,
                            _ => false,
                        };
                        if ends { &mut last } else { &mut others }.push(value);
                    }
                    Statement::If(_, then, other) => lists.extend([then, other]),
                    Statement::Switch(_, span) => {
                        lists.extend(self.tree.cases(span).iter().map(|case| case.body));
                    }
                    Statement::Loop(_, parts) => lists.extend([parts.body, parts.step]),
                    _ => {}
                }
            }
        }
        others.sort_unstable();
        last.retain(|value| others.binary_search(value).is_err());
        last.sort_unstable();
        self.language.ports.results = last;
    }

    /// True for the output that is the result of the entry point, as a whole.
    fn gives_result(&self, place: Node) -> bool {
        self.output_of(place)
            .is_some_and(|key| self.language.ports.all.get(&key).is_some_and(|port| port.is_output))
    }

    /// Writes the end of an invocation. `discard` alone does not leave a function or a loop.
    pub(super) fn end_invocation(&mut self) {
        self.out.push_str("discard");
        let in_entry = self.in_entry();
        let body = self.current_body();
        let result = body.map(|body| self.module.get(self.module.functions[body.index].declaration()).ty);
        let is_void = result.is_none_or(|ty| matches!(self.module.ty(ty), Some(Type::Void)));
        let at_end = self.indent == 1;
        if in_entry {
            if self.language.inside > 0 {
                self.out.push_str(";\n");
                self.out.push_str(&"    ".repeat(self.indent));
                match self.language.ports.output.as_str() {
                    "" => self.out.push_str("return"),
                    _ => self.give_value_back(NONE),
                }
            }
        } else if !is_void {
            let name = self.returned(result.unwrap_or(0));
            self.out.push_str(&joined!(";\n", "    ".repeat(self.indent), "return (", name, ")0"));
        } else if self.language.inside > 0 && !at_end {
            self.out.push_str(&joined!(";\n", "    ".repeat(self.indent), "return"));
        }
    }

    /// Writes a declaration; lists in braces make arrays and structures.
    pub(super) fn declare_with(&mut self, var: Var, value: Node) {
        let is_held = self.tree.variable(var).origin == Origin::Value(value);
        let is_fresh = is_held || self.tree.variable_of(value).is_none();
        let is_new = !self.tree.assigned_values.contains(&var);
        if is_fresh && is_new && (self.declare_old(var, value) || self.declare_residency(var, value)) {
            return;
        }
        let ty = self.tree.node(value).ty;
        let is_list = matches!(self.module.ty(ty), Some(Type::Array { .. } | Type::Struct { .. }));
        match self.tree.kind(value) {
            Kind::Construct(parts) if is_fresh && is_new && is_list => {
                let parts = self.tree.operands(parts).to_vec();
                if parts.is_empty() {
                    return self.plain_declare(var, value);
                }
                let name = self.local_name(var);
                let declared = self.declarator(self.tree.variable(var).ty, &name);
                let list = self.list_text(ty, &parts);
                append!(self.out, declared, " = ", list);
            }
            _ => match self.splat(value).filter(|_| is_fresh) {
                Some(number) if is_new => {
                    let name = self.local_name(var);
                    let declared = self.declarator(self.tree.variable(var).ty, &name);
                    append!(self.out, declared, " = ");
                    self.expr(number, ANY);
                }
                _ => self.plain_declare(var, value),
            },
        }
    }

    /// An array or a structure as a list in braces; what its parts are made of is one too.
    fn list_text(&mut self, list: Id, parts: &[Node]) -> String {
        let mut texts = Vec::with_capacity(parts.len());
        for &part in parts {
            let ty = self.tree.node(part).ty;
            let is_list = matches!(self.module.ty(ty), Some(Type::Array { .. } | Type::Struct { .. }));
            texts.push(match self.tree.kind(part) {
                Kind::Construct(inner) if is_list && self.tree.variable_of(part).is_none() => {
                    let inner = self.tree.operands(inner).to_vec();
                    self.list_text(ty, &inner)
                }
                _ => self.text_of(part),
            });
        }
        let padded = self.with_pads(list, &texts);
        joined!("{ ", padded.as_deref().unwrap_or(&texts).join(", "), " }")
    }

    pub(super) fn assign_place(&mut self, place: Node, value: Node) {
        if self.language.ports.single.is_some()
            && self.language.ports.results.binary_search(&value).is_ok()
            && self.gives_result(place)
        {
            self.out.push_str("return ");
            self.language.ports.returned = true;
            return self.expr(self.splat(value).unwrap_or(value), ANY);
        }
        if self.store_bytes(place, value) || self.assign_level(place, value) {
            return;
        }
        if self.assigns_unsigned(place) {
            self.expr(place, ANY);
            self.out.push_str(" = ");
            return self.integer(value, Sign::Unsigned, ANY);
        }
        if self.language.version < 60 && self.assign_component(place, value) || self.compound(place, value) {
            return;
        }
        self.expr(place, ANY);
        self.out.push_str(" = ");
        // A number becomes a vector of it.
        self.expr(self.splat(value).unwrap_or(value), ANY);
    }

    /// The counter of a loop between numbers that are known, which fxc unrolls where it has to.
    pub(super) fn counter(&self, parts: LoopParts) -> Option<Var> {
        let is_known = |node: Node| {
            matches!(self.tree.kind(node), Kind::Constant(_)) || self.counter_read(node).is_some()
        };
        let start = self.tree.list(parts.init).lines.iter().rev().find_map(|line| match line.statement {
            Statement::Declare(var, value) => Some((var, value)),
            Statement::Assign(place, value) => Some((self.tree.variable_of(place)?, value)),
            _ => None,
        });
        let (var, _) = start.filter(|(_, value)| is_known(*value))?;
        if parts.condition == NONE {
            return None;
        }
        let Kind::Operation(_, span) = self.tree.kind(parts.condition) else { return None };
        let &[counter, end] = self.tree.operands(span) else { return None };
        let var = self.tree.actual(var);
        (self.variable_read(counter) == Some(var) && is_known(end)).then_some(var)
    }

    /// The variable that a value is.
    fn variable_read(&self, value: Node) -> Option<Var> {
        self.tree.variable_of(value).or_else(|| match self.tree.kind(value) {
            Kind::Load(place) => self.tree.variable_of(place),
            _ => None,
        })
    }

    /// The counter of a loop around that a value is.
    fn counter_read(&self, value: Node) -> Option<Var> {
        self.variable_read(value).filter(|var| self.language.counters.contains(var))
    }

    /// Writes the assignment of a component whose number only the run knows, which fxc has no place for; false if it is none.
    fn assign_component(&mut self, place: Node, value: Node) -> bool {
        let tree = self.tree;
        let Kind::Path(base, steps) = tree.kind(place) else { return false };
        let Some((Step::Index(index), whole)) = tree.steps(steps).split_last() else { return false };
        if self.counter_read(*index).is_some() {
            return false;
        }
        let ty = whole.iter().fold(tree.node(base).ty, |ty, step| self.step_type(ty, *step));
        let Some(Type::Vector { count, .. }) = self.module.ty(ty) else { return false };
        let vector = self.capture(|writer| writer.path(base, whole));
        let numbers: Vec<String> = (0..count).map(|number| joined!(number, "u")).collect();
        append!(self.out, vector, " = uint", count, "(", numbers.join(", "), ") == ");
        self.integer(*index, Sign::Unsigned, UNARY);
        self.out.push_str(" ? ");
        self.expr(value, UNARY);
        append!(self.out, " : ", vector);
        true
    }

    /// Writes a switch that goes on with the loop around it: it sets a flag and is left, before shader model 6 that is all it can do.
    pub(super) fn switch_with_flag(&mut self, at: At, selector: Node, cases: &[Case]) {
        let outer = self.language.goes_on.clone();
        let flag = outer.clone().unwrap_or_else(|| {
            let flag = self.names.take("goesOn");
            self.begin(at);
            self.out.push_str(&joined!("bool ", flag, " = false;\n"));
            flag
        });
        self.language.goes_on = Some(flag.clone());
        self.plain_switch(at, selector, cases);
        self.language.goes_on = outer;
        let leave = if self.language.goes_on.is_some() { "break" } else { "continue" };
        let inner = "    ".repeat(self.indent + 1);
        self.begin(at);
        self.out.push_str(&joined!("if (", flag, ") {\n", inner, leave, ";\n"));
        self.begin(at);
        self.out.push_str("}\n");
    }

    /// Writes an expression as text.
    pub(super) fn text_of(&mut self, node: Node) -> String {
        self.capture(|writer| writer.expr(node, ANY))
    }
}

/// True if a text has a name as a word.
fn names_word(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(start, _)| {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let (before, after) = (text[..start].chars().next_back(), text[start + name.len()..].chars().next());
        !before.is_some_and(|c| is_word(c) || c == '.') && !after.is_some_and(is_word)
    })
}
