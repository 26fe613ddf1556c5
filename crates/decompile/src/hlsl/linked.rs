//! Decides what is declared because other stages have it too, and its place among the inputs and outputs.

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::{built_in, decoration, storage_class};
use glassbox_spirv::module::Id;

use super::Hlsl;
use super::ports::{Given, Key, Port};
use crate::interface::{element, is_of_patch};
use crate::names::{Name, Names, identifier};
use crate::refusal::Reason;
use crate::text::{Scalar, Writer, append, joined};
use crate::tree::Var;
use crate::{Link, SignatureElement};

/// Added to the order of what no other stage has, where it is known what others have.
const OWN: u32 = 4;

/// The built-in variable of the stage before that an input is.
const fn given_as(number: u32) -> u32 {
    if number == built_in::FRAG_COORD { built_in::POSITION } else { number }
}

/// The number of an element, counted from that of a semantic; `None` if its word is another.
fn number_in(semantic: &str, element: &SignatureElement) -> Option<u32> {
    let (word, rest) = semantic.split_at_checked(element.semantic.len())?;
    let number = if rest.is_empty() { 0 } else { rest.parse().ok()? };
    if word.eq_ignore_ascii_case(&element.semantic) { element.index.checked_sub(number) } else { None }
}

impl Writer<'_, '_, Hlsl> {
    fn is_link(&self, link: Link, is_output: bool) -> bool {
        let linked = &self.options.linked;
        if is_output { linked.outputs.contains(&link) } else { linked.inputs.contains_key(&link) }
    }

    /// True if it is known what the stage beside this one has.
    fn has_links(&self, is_output: bool) -> bool {
        let linked = &self.options.linked;
        !if is_output { linked.outputs.is_empty() } else { linked.inputs.is_empty() }
    }

    /// The vector that the stage before gives, if it has more components than what this stage takes.
    pub(super) fn wider_vector(&self, (location, component): (u32, u32), ty: Id) -> Option<Given> {
        let components = *self.options.linked.inputs.get(&Link::Location(location, component))?;
        let own = self.module.vector_size(ty).filter(|own| *own < components)?;
        let taken = match own {
            1 => ".x",
            2 => ".xy",
            _ => ".xyz",
        };
        Some(Given { components, taken })
    }

    /// True for inputs and outputs of the entry point that another stage has.
    pub(super) fn is_linked(&self, var: Var) -> bool {
        let is_output = match self.tree.class(var) {
            Some(storage_class::INPUT) => false,
            Some(storage_class::OUTPUT) => true,
            _ => return false,
        };
        if !self.has_links(is_output) {
            return false;
        }
        let variable = self.tree.variable(var);
        if !self.module.used_ids(self.entry.at).any(|id| id == variable.id) {
            return false;
        }
        // The array of all control points is what the outputs of one are written for.
        let is_point = |id: Id| self.language.hull.points.values().any(|own| *own == id);
        let is_of_patch = || is_of_patch(self.module, self.annotations, (variable.id, variable.ty));
        if is_output && self.stage == Stage::TessellationControl && !is_of_patch() && !is_point(variable.id) {
            return false;
        }
        if let Some(number) = self.annotations.value(variable.id, decoration::BUILT_IN) {
            return self.is_link(Link::BuiltIn(given_as(number)), is_output);
        }
        let inner = element(self.module, variable.ty);
        if self.has_built_in_members(variable.ty) {
            return self.linked_members(inner, is_output).next().is_some();
        }
        let value = |kind| self.annotations.value(variable.id, kind);
        let location =
            self.annotations.member_value(inner, 0, decoration::LOCATION).or(value(decoration::LOCATION));
        let component = value(decoration::COMPONENT).unwrap_or(0);
        location.is_some_and(|location| self.is_link(Link::Location(location, component), is_output))
    }

    /// Members of a block of built-in variables that another stage has.
    pub(super) fn linked_members(&self, ty: Id, is_output: bool) -> impl Iterator<Item = u32> {
        (0..self.module.component_count(ty).unwrap_or(0)).filter(move |index| {
            let number = self.annotations.member_value(ty, *index, decoration::BUILT_IN);
            number.is_some_and(|number| self.is_link(Link::BuiltIn(number), is_output))
        })
    }

    /// The place of an input or output of a location.
    pub(super) fn order_of_location(
        &self,
        (location, component): (u32, u32),
        is_output: bool,
    ) -> (u32, u32, u32) {
        (self.start(Link::Location(location, component), is_output), location, component)
    }

    /// The place of a system value.
    pub(super) fn order_of_built_in(&self, number: u32, is_output: bool) -> (u32, u32, u32) {
        (1 + self.start(Link::BuiltIn(given_as(number)), is_output), given_as(number), 0)
    }

    fn start(&self, link: Link, is_output: bool) -> u32 {
        if !self.has_links(is_output) || self.is_link(link, is_output) { 0 } else { OWN }
    }

    /// True if the stage gives a position that the module does not have, because the next stage takes one.
    pub(super) fn adds_position(&self) -> bool {
        let position = Link::BuiltIn(built_in::POSITION);
        self.options.linked.outputs.contains(&position) && !self.gives(position)
    }

    /// The place of an input or output in the signature of the program.
    pub(super) fn place_in_signature(&self, port: &Port) -> usize {
        let elements = self.elements(port.is_output);
        let own = joined!(port.semantic);
        elements.iter().position(|element| number_in(&own, element) == Some(0)).unwrap_or(elements.len())
    }

    /// Gives inputs and outputs the types of 16 bits and of minimum precision that the program declares: such elements have registers of their own.
    pub(super) fn keep_precision(&mut self) {
        let signature = &self.options.signature;
        let is_reduced = |element: &SignatureElement| element.ty.contains("16") || element.ty.contains("10");
        if !matches!(self.stage, Stage::Vertex | Stage::Fragment)
            || !signature.inputs.iter().chain(&signature.outputs).any(is_reduced)
        {
            return;
        }
        let keys: Vec<Key> = self.language.ports.all.iter().map(|(key, _)| *key).collect();
        for key in keys {
            let Some(port) = self.language.ports.all.get(&key).cloned() else { continue };
            let is_plain = port.number.is_none() && port.of.is_none() && port.given.is_none();
            let is_wide =
                matches!(self.scalar(port.ty), Some(Scalar::Float(32) | Scalar::Int(32) | Scalar::Uint(32)));
            let count = self.module.vector_size(port.ty).filter(|_| is_plain && is_wide);
            let Some(count) = count else { continue };
            let own = joined!(port.semantic);
            let mut elements = self.elements(port.is_output).iter();
            let found = elements.find(|element| is_reduced(element) && number_in(&own, element) == Some(0));
            let Some(found) = found else { continue };
            let scalar = found.ty.trim_end_matches(|c: char| matches!(c, '2'..='4'));
            let precision = if count > 1 { joined!(scalar, count) } else { joined!(scalar) };
            let name = self.globals.get(&key.0).cloned().unwrap_or_default();
            let name = self.names.take(&name);
            self.language.ports.outside.insert(key);
            if let Some(port) = self.language.ports.all.get_mut(&key) {
                port.precision = Name::new(&precision);
                port.static_name = name;
            }
        }
    }

    /// Elements of registers that the program declares and the module does not have.
    pub(super) fn find_unused(&mut self, is_output: bool, names: &mut Names) {
        let has_structure = match self.stage {
            Stage::Vertex | Stage::TessellationEvaluation => true,
            Stage::Fragment => !is_output,
            _ => false,
        };
        let signature = &self.options.signature;
        let elements = if is_output { &signature.outputs } else { &signature.inputs };
        if !has_structure || elements.is_empty() {
            return;
        }
        let ports = self.language.ports.all.values();
        let own: Vec<(String, u32)> = ports
            .filter(|port| port.is_output == is_output && port.of.is_none())
            .map(|port| (joined!(port.semantic), self.registers_of(port.ty, 0)))
            .collect();
        if own.is_empty() {
            return;
        }
        // An array has a number for each of its registers.
        let is_had = |element: &SignatureElement| {
            own.iter().any(|(own, rows)| number_in(own, element).is_some_and(|number| number < *rows))
        };
        let is_unused = |place: &usize| {
            let element = elements.get(*place);
            element.is_some_and(|element| element.has_registers && !element.ty.is_empty() && !is_had(element))
        };
        let unused: Vec<usize> = (0..elements.len()).filter(is_unused).collect();
        for place in unused {
            let semantic = elements.get(place).map_or("", |element| element.semantic.as_str());
            let name = names.take(&identifier(&semantic.to_ascii_lowercase()));
            self.language.ports.unused.push((is_output, place, name));
        }
    }

    /// The member of a structure that the program declares and the module does not have.
    pub(super) fn unused_line(&self, is_output: bool, place: usize, name: &str, text: &mut String) {
        let Some(element) = self.elements(is_output).get(place) else { return };
        text.push_str("    ");
        if !element.interpolation.is_empty() {
            append!(*text, element.interpolation, " ");
        }
        append!(*text, element.ty, " ", name);
        if element.rows > 1 {
            append!(*text, "[", element.rows, "]");
        }
        append!(*text, " : ", element.semantic);
        let is_system = element.semantic.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("SV_"));
        if element.index > 0 || !is_system {
            append!(*text, element.index);
        }
        text.push_str(";\n");
    }

    fn elements(&self, is_output: bool) -> &'_ [SignatureElement] {
        let signature = &self.options.signature;
        if is_output { &signature.outputs } else { &signature.inputs }
    }

    fn gives(&self, link: Link) -> bool {
        let is_it = |port: &Port| match link {
            Link::Location(location, component) => {
                port.number.is_none() && (port.order.1, port.order.2) == (location, component)
            }
            Link::BuiltIn(number) => port.number == Some(number),
        };
        self.language.ports.all.values().any(|port| port.is_output && is_it(port))
    }

    /// Refuses outputs that the next stage takes and no statement gives: without them its inputs would be those of other registers.
    pub(super) fn check_links(&mut self) {
        let missing = self.options.linked.outputs.iter().copied().find(|link| !self.gives(*link));
        if let Some(Link::Location(location, _)) = missing {
            self.at = self.entry.at;
            let what = format!("the next stage takes location {location}, which no statement writes");
            self.refuse(Reason::Interface, &what);
        }
    }
}
