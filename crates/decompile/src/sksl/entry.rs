//! Spells the interface: the function `main` of an effect takes a coordinate and gives a color.

use glassbox_spirv::build::value::{built_in, decoration, execution_mode};
use glassbox_spirv::module::Type;

use super::Sksl;
use super::types::{PARTS, half_of};
use crate::Mapping;
use crate::interface::Role;
use crate::names::Name;
use crate::refusal::Reason;
use crate::text::{ANY, Scalar, Writer};
use crate::tree::{Body, Kind, List, NONE, Node, Statement, Step, Var};

impl Writer<'_, '_, Sksl> {
    /// Finds what the coordinate and the color are.
    pub(super) fn find_ports(&mut self, used: &[Var]) {
        for &var in used {
            self.at = self.module.definition(self.tree.variable(var).id).unwrap_or(self.at);
            match self.roles.get(&var).copied() {
                Some(Role::Input) if self.language.fragment != Some(var) => self.input(var),
                Some(Role::Output) => self.output(var),
                Some(Role::StorageBlock) => {
                    self.refuse(Reason::Interface, "an effect has no storage buffers; use uniforms");
                }
                _ => {}
            }
        }
        if self.language.output.is_none() {
            self.at = self.entry.at;
            self.refuse(
                Reason::Interface,
                "an effect gives a color, and the entry point writes none to location 0",
            );
        }
        let modes = &self.entry.modes;
        if self.language.fragment.is_some() && modes.contains_key(&execution_mode::ORIGIN_LOWER_LEFT) {
            let what = "an effect counts coordinates from the upper left";
            self.refuse(Reason::BuiltIn, what);
        }
    }

    /// The variable of a built-in value.
    pub(super) fn built_in(&mut self, var: Var, number: u32, role: Role) {
        if (number, role) == (built_in::FRAG_COORD, Role::Input) && self.options.coordinate.is_none() {
            self.language.fragment = Some(var);
            return;
        }
        let what = match (number, role) {
            (built_in::FRAG_COORD, Role::Input) => {
                "the coordinate of the effect is an input, so it has no place for gl_FragCoord; use one of them"
            }
            (built_in::FRAG_DEPTH, _) => "an effect gives no depth",
            (built_in::SAMPLE_ID | built_in::SAMPLE_POSITION | built_in::SAMPLE_MASK, _) => {
                "an effect knows no samples"
            }
            (built_in::FRONT_FACING, _) => "an effect has no sides; it is drawn in the plane",
            _ => {
                "an effect has no built-in value but the two first components of gl_FragCoord; pass a uniform"
            }
        };
        self.refuse(Reason::BuiltIn, what);
        // Whatever it is called, it is refused once.
        self.globals.insert(var, Name::default());
        self.language.refused.insert(var);
    }

    fn input(&mut self, var: Var) {
        if self.language.refused.contains(&var) {
            return;
        }
        let variable = self.tree.variable(var);
        let location = self.annotations.value(variable.id, decoration::LOCATION);
        let is_point = self.module.vector_size(variable.ty) == Some(2)
            && self.scalar(variable.ty) == Some(Scalar::Float(32));
        let name = self.globals.get(&var).cloned().unwrap_or_default();
        match location.filter(|location| Some(*location) == self.options.coordinate) {
            Some(location) if is_point => {
                self.language.coordinate = Some(var);
                let written = self.language.coord.clone();
                self.map_variable(var, &written, Mapping::Input(location));
            }
            Some(_) => {
                self.refuse(Reason::Interface, "the coordinate of an effect is an input of two floats")
            }
            None => {
                let what = format!(
                    "an effect has no inputs besides the coordinate; compute {name} of gl_FragCoord, pass it as a uniform, \
                     or name the location of two floats that are the coordinate"
                );
                self.refuse(Reason::Interface, &what);
            }
        }
    }

    fn output(&mut self, var: Var) {
        if self.language.refused.contains(&var) {
            return;
        }
        let variable = self.tree.variable(var);
        let value = |kind| self.annotations.value(variable.id, kind).unwrap_or(0);
        let is_first = [decoration::LOCATION, decoration::COMPONENT, decoration::INDEX].map(value) == [0; 3];
        let is_color = matches!(self.module.ty(variable.ty), Some(Type::Float { .. } | Type::Vector { .. }))
            && self.scalar(variable.ty) == Some(Scalar::Float(32));
        if !is_first || self.language.output.is_some() {
            return self.refuse(Reason::Interface, "an effect gives one color, at location 0");
        }
        if !is_color {
            return self.refuse(Reason::Interface, "an effect gives a color of floating-point numbers");
        }
        self.language.output = Some(var);
        self.map_variable(var, "main", Mapping::Output(0));
    }

    /// Writes the name of a variable outside of functions.
    pub(super) fn global_name(&mut self, var: Var) {
        if self.language.fragment == Some(var) {
            let what = "an effect knows x and y of gl_FragCoord alone, neither the depth nor 1/w";
            return self.refuse(Reason::BuiltIn, what);
        }
        let name = if self.language.coordinate == Some(var) {
            self.language.coord.clone()
        } else {
            self.globals.get(&var).cloned().unwrap_or_default()
        };
        self.out.push_str(&name);
    }

    /// True for the variable of `gl_FragCoord`, as a place or as what is loaded from it.
    pub(super) fn is_fragment(&self, node: Node) -> bool {
        let place = match (self.tree.variable_of(node), self.tree.kind(node)) {
            (None, Kind::Load(place)) => place,
            _ => node,
        };
        self.language.fragment.is_some() && self.tree.variable_of(place) == self.language.fragment
    }

    /// Writes components of `gl_FragCoord`; false for other vectors.
    pub(super) fn fragment_components(&mut self, vector: Node, lanes: &[u8]) -> bool {
        if !self.is_fragment(vector) || lanes.iter().any(|lane| *lane > 1) {
            return false;
        }
        let coord = self.language.coord.clone();
        self.out.push_str(&coord);
        if lanes != [0, 1] {
            self.out.push('.');
            lanes.iter().for_each(|lane| self.out.push(if *lane == 0 { 'x' } else { 'y' }));
        }
        true
    }

    /// Writes a path that begins with `gl_FragCoord`; false for other paths.
    pub(super) fn fragment_path(&mut self, node: Node) -> bool {
        let Kind::Path(base, steps) = self.tree.kind(node) else { return false };
        let &[Step::Part(index)] = self.tree.steps(steps) else { return false };
        index < 2 && self.fragment_components(base, &[index as u8])
    }

    /// The line before the body of a function.
    pub(super) fn head_text(&mut self, body: &Body) -> String {
        if self.is_entry(body) {
            self.language.is_direct = self.gives_directly(body);
            self.language.declares_color = self.begins_with_color(body);
            let coord = if self.passes_coordinate() {
                self.language.point = self.names.take("point");
                &self.language.point
            } else {
                &self.language.coord
            };
            return format!("half4 main(float2 {coord})");
        }
        let function = &self.module.functions[body.index];
        let declaration = function.declaration();
        let result = self.module.get(declaration).ty;
        if matches!(self.module.ty(result), Some(Type::Array { .. })) {
            self.refuse(
                Reason::Type,
                "a function of SkSL does not give an array; pass it as an argument that is written",
            );
        }
        let text = self.type_text(result);
        let text =
            if self.is_relaxed(function.id, result) { half_of(text.to_string()) } else { text.to_string() };
        let name = self.function_name(function.id);
        let parameters: Vec<String> = body
            .parameters
            .iter()
            .zip(&body.directions)
            .map(|(var, direction)| {
                let name = self.local_name(*var);
                let qualifier = match direction {
                    crate::tree::Direction::In => return self.precise_declarator(*var, &name),
                    crate::tree::Direction::Out => "out",
                    crate::tree::Direction::InOut => "inout",
                };
                format!("{qualifier} {}", self.declarator_text(self.tree.variable(*var).ty, &name))
            })
            .collect();
        format!("{text} {name}({})", parameters.join(", "))
    }

    /// Statements before those of the entry point.
    pub(super) fn prologue_text(&mut self, body: &Body) -> String {
        if !self.is_entry(body) {
            return String::new();
        }
        let mut text = String::new();
        if self.passes_coordinate() {
            text.push_str(&format!("    {} = {};\n", self.language.coord, self.language.point));
        }
        text.push_str(&std::mem::take(&mut self.language.fills));
        if let Some(var) = self.language.output.filter(|_| !self.language.is_direct)
            && !self.language.usage.shared.contains(&var)
            && !self.begins_with_color(body)
        {
            let declared = self.variable_text(var);
            text.push_str(&format!("    {declared}"));
        }
        text
    }

    /// True if the first statement of the entry point assigns the color as a whole, which then declares it.
    pub(super) fn begins_with_color(&self, body: &Body) -> bool {
        let mut lines = self.tree.list(body.list).lines.iter().map(|line| line.statement);
        let first = lines.find(|statement| !matches!(statement, Statement::Nothing));
        let Some(Statement::Assign(place, value)) = first else { return false };
        let Some(var) = self.language.output.filter(|_| !self.language.is_direct) else { return false };
        let is_output = matches!(self.tree.kind(place), Kind::Variable(own) if self.tree.actual(own) == var);
        is_output
            && self.is_plain_value(value)
            && !self.tree.mentions(value, var)
            && !self.language.usage.shared.contains(&var)
            && !self.tree.declared.iter().any(|(list, line, _)| *list == body.list && *line == 0)
    }

    /// True if functions read the coordinate, which then is a variable outside of them.
    pub(super) fn passes_coordinate(&self) -> bool {
        let shared = &self.language.usage.shared;
        [self.language.fragment, self.language.coordinate]
            .into_iter()
            .flatten()
            .any(|var| shared.contains(&var))
    }

    /// Declaration of a variable outside of functions, or of the color, as a line.
    pub(super) fn variable_text(&mut self, var: Var) -> String {
        let name = self.globals.get(&var).cloned().unwrap_or_default();
        let declared = self.precise_declarator(var, &name);
        match self.initial_value(var) {
            Some(value) => {
                let value = self.constant_text(value);
                if value.contains(PARTS) {
                    self.refuse_version(Reason::Type, "constructors of arrays");
                }
                format!("{declared} = {value};\n")
            }
            None => format!("{declared};\n"),
        }
    }

    /// Writes a return. The entry point gives the color.
    pub(super) fn return_text(&mut self, value: Node) {
        if !self.in_entry() {
            return self.plain_return(value);
        }
        if !self.language.is_direct {
            let name =
                self.language.output.and_then(|var| self.globals.get(&var)).cloned().unwrap_or_default();
            let color = self.color(&name);
            self.out.push_str(&format!("return {color}"));
        }
    }

    /// Four components of what the output holds. Those that the module does not write may be anything.
    fn color(&self, text: &str) -> String {
        let count = self.language.output.and_then(|var| self.module.vector_size(self.tree.variable(var).ty));
        match count {
            Some(4) => text.to_owned(),
            Some(3) => format!("half4({text}, 1.0)"),
            Some(2) => format!("half4({text}, 0.0, 1.0)"),
            _ => format!("half4({text}, 0.0, 0.0, 1.0)"),
        }
    }

    /// Writes an assignment to the color as the return that it is.
    pub(super) fn give_color(&mut self, value: Node) {
        let text = self.half_text(value);
        let text = self.color(&text);
        self.out.push_str(&format!("return {text}"));
    }

    /// Text of a value that becomes `half`, so that what makes it may be `half` at once.
    pub(super) fn half_text(&mut self, value: Node) -> String {
        let text = self.capture(|writer| writer.expr(value, ANY));
        let is_made = self.tree.variable_of(value).is_none()
            && matches!(self.tree.kind(value), Kind::Construct(_) | Kind::Constant(_));
        if is_made { half_of(text) } else { text }
    }

    /// Writes the end of a function where it may be reached.
    pub(super) fn finish(&mut self, body: &Body) {
        let is_entry = self.is_entry(body);
        let result = self.module.get(self.module.functions[body.index].declaration()).ty;
        if is_entry && self.language.is_direct || self.ends(body.list) {
            return;
        }
        if is_entry {
            self.out.push_str("    ");
            self.return_text(NONE);
            self.out.push_str(";\n");
        } else if !matches!(self.module.ty(result), Some(Type::Void) | None) {
            // No invocation comes here, which the compiler does not see.
            let zero = self.zero(result, 0);
            self.out.push_str(&format!("    return {zero};\n"));
        }
    }

    /// True if no statement after a list is reached, as compilers see it.
    fn ends(&self, list: List) -> bool {
        let lines = &self.tree.list(list).lines;
        let last = lines.iter().rev().find(|line| !matches!(line.statement, Statement::Nothing));
        match last.map(|line| line.statement) {
            Some(Statement::Return(_) | Statement::End(_)) => true,
            Some(Statement::If(_, then, other)) => self.ends(then) && self.ends(other),
            _ => false,
        }
    }

    /// True if the color is assigned as a whole where the entry point ends, and nowhere else named: each assignment then is
    /// a return.
    fn gives_directly(&self, body: &Body) -> bool {
        let Some(var) = self.language.output else { return false };
        let usage = &self.language.usage;
        let is_own = !usage.read.contains(&var) && !usage.shared.contains(&var);
        is_own && !usage.given.contains(&var) && self.gives(body.list, true)
    }

    /// True if each end of the entry point in a list, and the end of the list if that is one, follows an assignment to
    /// the color, and no other statement does.
    fn gives(&self, list: List, is_last: bool) -> bool {
        let lines = &self.tree.list(list).lines;
        let lines: Vec<Statement> = lines
            .iter()
            .map(|line| line.statement)
            .filter(|statement| !matches!(statement, Statement::Nothing))
            .collect();
        let is_output = |place: Node| {
            let root = self.tree.root(place).map(|var| self.tree.actual(var));
            root.is_some() && root == self.language.output
        };
        for (index, statement) in lines.iter().enumerate() {
            let next = lines.get(index + 1);
            let ends = next.map_or(is_last, |next| matches!(next, Statement::Return(_)));
            let is_right = match *statement {
                Statement::Assign(place, _) if is_output(place) => {
                    ends && matches!(self.tree.kind(place), Kind::Variable(_))
                }
                Statement::Return(_) => {
                    let before = index.checked_sub(1).map(|index| lines[index]);
                    matches!(before, Some(Statement::Assign(place, _)) if is_output(place))
                        || matches!(before, Some(Statement::If(..)))
                }
                Statement::If(_, then, other) => self.gives(then, ends) && self.gives(other, ends),
                Statement::Switch(_, span) => {
                    !ends && self.tree.cases(span).iter().all(|case| self.gives(case.body, false))
                }
                Statement::Loop(_, parts) => !ends && self.gives(parts.body, false),
                _ => !ends || next.is_some() && !matches!(next, Some(Statement::Return(_))),
            };
            if !is_right {
                return false;
            }
        }
        !is_last || !lines.is_empty()
    }
}
