//! Spells the places where functions use inputs and outputs, and copies them at the start and end of the entry point.

use std::rc::Rc;

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::{built_in, decoration};
use glassbox_spirv::module::Type;

use super::Hlsl;
use super::ports::{Key, Port, Semantic, WHOLE};
use crate::interface::element;
use crate::names::Name;
use crate::refusal::Reason;
use crate::text::{Sign, Writer, append, joined};
use crate::tree::{Kind, Node, Step, Var};

impl Writer<'_, '_, Hlsl> {
    /// Writes an input or output; false if the variable is none.
    pub(super) fn port(&mut self, key: Key, steps: &[Step]) -> bool {
        if let Some(text) = self.language.ports.values.get(&key.0).cloned() {
            self.out.push_str(&text);
            return true;
        }
        let Some(port) = self.language.ports.all.get(&key) else { return false };
        let port = port.clone();
        match port.number {
            Some(built_in::FRAG_COORD) => {
                let text = self.port_text(key, &port);
                append!(self.out, "float4(", text, ".xyz, 1.0 / ", text, ".w)");
            }
            Some(built_in::TESS_COORD) if !self.has_three_coordinates() => {
                self.out.push_str("float3(");
                self.write_port(key, &port);
                self.out.push_str(", 0.0)");
            }
            _ if self.is_stated(key.0, decoration::PER_VERTEX_KHR) => {
                self.refuse(Reason::Interface, "the values of all vertices are used as a whole");
            }
            Some(built_in::SAMPLE_MASK) => {
                self.refuse(Reason::BuiltIn, "the sample mask is used as a whole array");
            }
            _ if port.single_vector().is_some() && steps.is_empty() => {
                self.refuse(Reason::BuiltIn, "the clip or cull distances are used as a whole array");
            }
            _ if self.is_unsigned_here(&port) && !port.is_output => {
                self.out.push_str("int(");
                self.write_port(key, &port);
                self.out.push(')');
            }
            _ => self.write_port(key, &port),
        }
        true
    }

    /// Writes components of the position of a fragment but the last, which is not what the module has; false for others.
    pub(super) fn position_swizzle(&mut self, vector: Node, lanes: &[u8]) -> bool {
        if self.tree.variable_of(vector).is_some() || lanes.contains(&3) {
            return false;
        }
        let Kind::Load(place) = self.tree.kind(vector) else { return false };
        let Kind::Variable(var) = self.tree.kind(place) else { return false };
        let key = (self.tree.actual(var), WHOLE);
        let Some(port) = self.language.ports.all.get(&key).cloned() else { return false };
        if port.number != Some(built_in::FRAG_COORD) {
            return false;
        }
        let text = self.port_text(key, &port);
        let letters: String = lanes.iter().map(|lane| ['x', 'y', 'z', 'w'][usize::from(*lane & 3)]).collect();
        self.out.push_str(&joined!(text, ".", letters));
        true
    }

    /// Writes a component of the position of a fragment but the last; false for other paths.
    pub(super) fn position_path(&mut self, node: Node) -> bool {
        let Kind::Path(base, steps) = self.tree.kind(node) else { return false };
        match self.tree.steps(steps) {
            [Step::Part(lane @ 0..3)] => self.position_swizzle(base, &[*lane as u8]),
            _ => false,
        }
    }

    /// True for system values that are unsigned in HLSL and signed in the module.
    pub(super) fn is_unsigned_here(&self, port: &Port) -> bool {
        port.number.is_some()
            && matches!(self.module.ty(port.ty), Some(Type::Int { width: 32, signed: true }))
    }

    /// True if a place is an output that is unsigned in HLSL alone.
    pub(super) fn assigns_unsigned(&self, place: Node) -> bool {
        let port = self.output_of(place).and_then(|key| self.language.ports.all.get(&key));
        port.is_some_and(|port| port.is_output && self.is_unsigned_here(port))
    }

    pub(super) fn port_text(&mut self, key: Key, port: &Port) -> String {
        self.capture(|writer| writer.write_port(key, port))
    }

    fn write_port(&mut self, key: Key, port: &Port) {
        self.write_whole_port(key, port);
        self.out.push_str(port.taken());
    }

    fn write_whole_port(&mut self, key: Key, port: &Port) {
        if port.is_output && self.stage == Stage::Geometry {
            self.use_output();
            return append!(self.out, self.vertex_of(port.stream), ".", port.name);
        }
        if !self.in_entry() {
            self.language.ports.outside.insert(key);
        }
        if self.language.ports.outside.contains(&key) {
            let is_parameter = self.takes_parameters() && !port.is_output;
            if port.static_name.is_empty() || is_parameter && port.static_name == port.name {
                let name = self.names.take(&port.name);
                if let Some(port) = self.language.ports.all.get_mut(&key) {
                    port.static_name = name.clone();
                }
                return self.out.push_str(&name);
            }
            return self.out.push_str(&port.static_name);
        }
        let ports = &self.language.ports;
        match port.is_output {
            false if self.takes_parameters() => self.out.push_str(&port.name),
            true if ports.single.is_some() => self.out.push_str(&ports.output),
            true => append!(self.out, ports.output, ".", port.name),
            false => append!(self.out, ports.input, ".", port.name),
        }
    }

    /// True if the inputs of the invocation are parameters of the entry point, not members of a structure.
    pub(super) fn takes_parameters(&self) -> bool {
        self.stage.has_workgroups() || self.takes_points()
    }

    /// Writes the start of a path in an input or output; the number of steps that it took.
    pub(super) fn port_path(&mut self, var: Var, steps: &[Step]) -> Option<usize> {
        if let Some(taken) = self.mesh_path(var, steps).or_else(|| self.element_path(var, steps)) {
            return Some(taken);
        }
        let whole = self.language.ports.all.get(&(var, WHOLE)).cloned();
        if let Some(port) = whole {
            match (port.number, steps.first()) {
                (Some(built_in::SAMPLE_MASK), Some(_)) => {
                    let text = self.port_text((var, WHOLE), &port);
                    let signed = self.sign(element(self.module, port.ty)) == Sign::Signed && !port.is_output;
                    self.out.push_str(&if signed { joined!("int(", text, ")") } else { text });
                    return Some(1);
                }
                (None, Some(step)) if self.is_stated(var, decoration::PER_VERTEX_KHR) => {
                    if !self.in_entry() {
                        let what = "HLSL reads the value of a vertex in the entry point alone";
                        self.refuse(Reason::Interface, what);
                    }
                    let text = self.port_text((var, WHOLE), &port);
                    let index = match *step {
                        Step::Part(index) => index.to_string(),
                        Step::Index(index) => self.text_of(index),
                    };
                    self.out.push_str(&joined!("GetAttributeAtVertex(", text, ", ", index, ")"));
                    return Some(1);
                }
                (Some(built_in::FRAG_COORD), Some(Step::Part(index))) => {
                    let text = self.port_text((var, WHOLE), &port);
                    match index {
                        0..=2 => self.out.push_str(&joined!(text, ".", ["x", "y", "z"][*index as usize])),
                        _ => self.out.push_str(&joined!("(1.0 / ", text, ".w)")),
                    }
                    return Some(1);
                }
                (Some(built_in::TESS_COORD), Some(Step::Part(index))) if !self.has_three_coordinates() => {
                    let text = self.port_text((var, WHOLE), &port);
                    self.out.push_str(&match index {
                        0 => joined!(text, ".x"),
                        1 => joined!(text, ".y"),
                        _ => "0.0".to_owned(),
                    });
                    return Some(1);
                }
                _ => {}
            }
            self.port((var, WHOLE), steps);
            return Some(0);
        }
        if self.language.ports.values.contains_key(&var) {
            self.port((var, WHOLE), steps);
            return Some(0);
        }
        if !self.has_built_in_members(self.tree.variable(var).ty) {
            return None;
        }
        match steps.first() {
            Some(Step::Part(index)) => {
                if !self.port((var, *index), &steps[1..]) && self.refusals.is_empty() {
                    self.refuse(Reason::BuiltIn, "a built-in member cannot be written");
                }
                Some(1)
            }
            _ => {
                self.refuse(Reason::BuiltIn, "a block of built-in variables is used as a whole");
                Some(0)
            }
        }
    }

    /// What the position is called in the text, if the shader gives one.
    pub(super) fn position(&self) -> Option<String> {
        let port = self.language.ports.all.values().find(|port| {
            let is_shown = port.is_output && port.of.is_none() && port.stream == 0;
            is_shown && port.number == Some(built_in::POSITION)
        })?;
        Some(joined!(self.language.ports.output, ".", port.name))
    }

    /// Type and semantic of the only output, if the entry point can return it as it is.
    pub(super) fn single_output(&mut self) -> Option<(Name, Semantic)> {
        if !matches!(self.stage, Stage::Vertex | Stage::Fragment) || self.has_added_output() {
            return None;
        }
        let mut outputs = self.language.ports.all.iter().filter(|(_, port)| port.is_output);
        let (Some((key, port)), None) = (outputs.next(), outputs.next()) else { return None };
        let (key, port) = (*key, port.clone());
        let is_plain = matches!(port.number, None | Some(built_in::POSITION | built_in::FRAG_DEPTH))
            && matches!(
                self.module.ty(port.ty),
                Some(Type::Float { .. } | Type::Int { .. } | Type::Vector { .. })
            );
        let is_own =
            port.of.is_none() && port.words.is_empty() && !self.language.ports.outside.contains(&key);
        if !is_plain || !is_own || !self.position_changes("").is_empty() || !self.last_copies().is_empty() {
            return None;
        }
        let ty = self.port_declarator(&port, "").ty;
        // No other function names the variable, so that its name is free.
        self.language.ports.output =
            if port.static_name.is_empty() { self.names.take(&port.name) } else { port.static_name.clone() };
        self.language.ports.output_type = ty.clone();
        self.language.ports.single = Some(self.out.len());
        Some((ty, port.semantic.clone()))
    }

    /// Statements before the entry point returns.
    pub(super) fn last_statements(&self) -> Vec<String> {
        let output = &self.language.ports.output;
        let mut lines = Vec::new();
        for port in self.outside_ports(true) {
            match port.vectors.len() {
                2 => lines.extend(distance_vectors(port, output)),
                _ => lines.push(joined!(output, ".", port.name, " = ", port.static_name, ";")),
            }
        }
        lines.extend(self.last_copies());
        let changes = self.stage != Stage::TessellationControl && !self.position_changes("").is_empty();
        if let Some(position) = if changes { self.position() } else { None } {
            lines.extend(self.position_changes(&position));
        }
        lines
    }

    pub(super) fn outside_ports(&self, is_output: bool) -> impl Iterator<Item = &Rc<Port>> {
        let ports = &self.language.ports;
        ports
            .outside
            .iter()
            .filter_map(|key| ports.all.get(key))
            .filter(move |port| port.is_output == is_output)
    }

    /// Statements with which the entry point begins.
    pub(super) fn first_statements(&mut self) -> Vec<String> {
        let mut lines = self.first_elements();
        let (input, dot) =
            if self.takes_parameters() { ("", "") } else { (self.language.ports.input.as_str(), ".") };
        for port in self.outside_ports(false).filter(|port| self.takes_value(port.number)) {
            match port.vectors.len() {
                2 => {
                    let distances = (0..).zip(port.distances());
                    lines.extend(distances.map(|(index, distance)| {
                        joined!(port.static_name, "[", index, "] = ", input, dot, distance, ";")
                    }));
                }
                _ => lines.push(joined!(port.static_name, " = ", input, dot, port.name, ";")),
            }
        }
        lines.extend(self.first_copies());
        lines
    }

    /// True if the structure of the outputs has a member that no statement assigns.
    pub(super) fn has_added_output(&self) -> bool {
        let ports = &self.language.ports;
        !ports.added_position.is_empty() || ports.unused.iter().any(|(is_output, ..)| *is_output)
    }

    /// Outputs that are variables of the entry point's structure.
    pub(super) fn own_outputs(&self) -> Vec<Key> {
        let ports = &self.language.ports;
        let own = ports.all.iter().filter(|(key, port)| port.is_output && !ports.outside.contains(key));
        own.map(|(key, _)| *key).collect()
    }

    /// True for an input that functions read as a copy.
    pub(super) fn is_copied_input(&self, var: Var) -> bool {
        self.language.ports.all.contains_key(&(var, WHOLE))
            && (!self.in_entry() || self.language.ports.outside.contains(&(var, WHOLE)))
    }

    /// The key of the output that a place is as a whole.
    pub(super) fn output_of(&self, place: Node) -> Option<Key> {
        match self.tree.kind(place) {
            Kind::Variable(var) => Some((self.tree.actual(var), WHOLE)),
            Kind::Path(base, steps) => match (self.tree.variable_of(base), self.tree.steps(steps)) {
                (Some(var), steps) if self.stage == Stage::Mesh => self.mesh_output(var, steps),
                (Some(var), [Step::Part(index)]) if self.has_built_in_members(self.tree.variable(var).ty) => {
                    Some((var, *index))
                }
                _ => None,
            },
            _ => None,
        }
    }
}

/// Statements that give distances as vectors.
fn distance_vectors(port: &Port, output: &str) -> Vec<String> {
    let name = &port.static_name;
    let mut first = 0;
    let mut lines = Vec::new();
    for (vector, count) in &port.vectors {
        let parts: Vec<String> = (first..first + count).map(|index| joined!(name, "[", index, "]")).collect();
        let parts = parts.join(", ");
        let value = if *count > 1 { joined!("float", count, "(", parts, ")") } else { parts };
        lines.push(joined!(output, ".", vector, " = ", value, ";"));
        first += count;
    }
    lines
}
