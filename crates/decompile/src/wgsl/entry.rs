//! Spells the entry point: its parameters and result, and what is done before and after its statements.

use foldhash::HashSet;
use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::decoration;
use glassbox_spirv::module::{Id, Type};

use super::Wgsl;
use super::ports::{MAX_DEPTH, MAX_SLOTS, NO_VARIABLE, Outputs, Place, Port, SHARED_LOCATION};
use crate::interface::Role;
use crate::names::Name;
use crate::refusal::Reason;
use crate::text::{Scalar, Sign, Writer};
use crate::tree::{Body, Kind, Statement, Step, Var};
use crate::{DepthRange, YAxis};

impl Writer<'_, '_, Wgsl> {
    /// Parameters and result of the entry point.
    pub(super) fn entry_head(&mut self) -> String {
        let mut attribute = match self.stage {
            Stage::Vertex => "@vertex".to_owned(),
            Stage::Compute => format!("@compute @workgroup_size({})", self.workgroup_parts().join(", ")),
            _ => "@fragment".to_owned(),
        };
        attribute.push('\n');
        let name = self.language.entry_name.clone();
        let inputs = self.declared_ports(Role::Input);
        let outputs = self.declared_ports(Role::Output);
        let parameters = if self.language.input.is_empty() {
            inputs.join(", ")
        } else {
            let name = self.port_structure("Input", &inputs);
            format!("{}: {name}", self.language.input)
        };
        let result = match outputs.as_slice() {
            [] => String::new(),
            [only] => match only.rsplit_once(": ") {
                Some((head, ty)) => {
                    let attributes = head.rsplit_once(' ').map_or("", |(attributes, _)| attributes);
                    format!(" -> {attributes} {ty}")
                }
                None => String::new(),
            },
            _ => format!(" -> {}", self.port_structure("Output", &outputs)),
        };
        format!("{attribute}fn {name}({parameters}){result}")
    }

    fn stage_word(&self) -> &'static str {
        match self.stage {
            Stage::Vertex => "Vertex",
            Stage::Fragment => "Fragment",
            _ => "Compute",
        }
    }

    fn port_structure(&mut self, suffix: &str, members: &[String]) -> Name {
        let name = self.names.take(&format!("{}{suffix}", self.stage_word()));
        let members: String = members.iter().map(|member| format!("    {member},\n")).collect();
        self.struct_text.push_str(&format!("\nstruct {name} {{\n{members}}}\n"));
        if suffix == "Output" {
            self.language.output_type = name.clone();
        }
        name
    }

    /// Declarations of the values that an entry point takes or gives.
    fn declared_ports(&mut self, role: Role) -> Vec<String> {
        let ports: Vec<Port> = self.language.ports.iter().filter(|port| port.is(role)).cloned().collect();
        let mut all = Vec::new();
        let mut taken = HashSet::default();
        for port in &ports {
            let names = port.parts.clone();
            let mut slots = self.slots(port).into_iter();
            for name in names {
                let (place, ty) = match port.place {
                    Place::BuiltIn(built_in, sign) => {
                        let ty = match (sign, built_in) {
                            (_, "sample_mask") => "u32".to_owned(),
                            (Sign::Unsigned, _) => {
                                let count = self.module.vector_size(port.ty).unwrap_or(1);
                                self.vector_text(Scalar::Uint(32), count).to_owned()
                            }
                            _ => self.held_type(port),
                        };
                        (format!("@builtin({built_in})"), ty)
                    }
                    Place::Location(_) => {
                        let Some(slot) = slots.next() else { continue };
                        let source =
                            self.annotations.value(self.tree.variable(port.var).id, decoration::INDEX);
                        if !taken.insert((slot.location, source.unwrap_or(0))) {
                            self.refuse(Reason::Interface, SHARED_LOCATION);
                        }
                        let is_integer =
                            matches!(self.scalar(slot.ty), Some(Scalar::Int(_) | Scalar::Uint(_)));
                        let is_end = role == Role::Input && self.stage == Stage::Vertex
                            || role == Role::Output && self.stage == Stage::Fragment;
                        // Of a structure, members differ.
                        let flat = is_integer && !is_end && port.attributes.is_empty();
                        let word = if flat { " @interpolate(flat)" } else { "" };
                        let place = format!("@location({}){word}", slot.location);
                        (place, self.type_text(slot.ty).to_string())
                    }
                    Place::PointSize => continue,
                };
                all.push(format!("{place}{} {name}: {ty}", port.attributes));
            }
        }
        all
    }

    /// Names of the values of a port: its own, or those of its parts.
    pub(super) fn slot_names(&mut self, port: &Port) -> Vec<Name> {
        let is_whole = self.is_simple(port);
        let is_own =
            is_whole && (port.role == Role::Output || !port.shared || !self.language.input.is_empty());
        if is_own {
            return vec![port.name.clone()];
        }
        let stem = port.name.trim_end_matches('_');
        if is_whole {
            return vec![self.names.take(&format!("{stem}_in"))];
        }
        let count = self.slots(port).len();
        (0..count).map(|index| self.names.take(&format!("{stem}_{index}"))).collect()
    }

    /// Statements before those of the entry point: outputs, inputs that other functions see or that have parts.
    pub(super) fn entry_prologue(&mut self) -> String {
        let mut text = String::new();
        let ports = self.language.ports.clone();
        for port in ports.iter().filter(|port| port.is(Role::Input)) {
            if self.is_simple(port) && !port.shared {
                continue;
            }
            let names = &port.parts;
            let held = |name: &str, holder: &str| match holder {
                "" => name.to_owned(),
                holder => format!("{holder}.{name}"),
            };
            let parts: Vec<String> = names.iter().map(|name| held(name, &self.language.input)).collect();
            let value = self.gathered(port, port.ty, &mut parts.into_iter(), 0);
            let word = if port.shared { "" } else { "let " };
            text.push_str(&format!("    {word}{} = {value};\n", port.name));
        }
        if self.language.outputs == Outputs::Structure {
            text.push_str(&format!("    var {}: {};\n", self.language.output, self.language.output_type));
        }
        for port in ports.iter().filter(|port| port.is(Role::Output)) {
            let is_held = matches!(self.language.outputs, Outputs::Single | Outputs::Each) && !port.shared;
            if !is_held || self.language.direct.is_some() {
                continue;
            }
            text.push_str(&format!("    var {}: {};\n", port.name, self.held_type(port)));
        }
        text
    }

    /// Type of the variable that holds a port.
    fn held_type(&mut self, port: &Port) -> String {
        if port.var == NO_VARIABLE {
            return "vec4f".to_owned();
        }
        if port.built_in() == Some("sample_mask") && port.role == Role::Output {
            return "u32".to_owned();
        }
        self.type_text(port.ty).to_string()
    }

    /// The value of an input from its parts.
    pub(super) fn gathered(
        &mut self,
        port: &Port,
        ty: Id,
        parts: &mut impl Iterator<Item = String>,
        depth: u32,
    ) -> String {
        // Of a refused port there are fewer.
        if parts.size_hint().1 == Some(0) {
            return String::new();
        }
        if let Place::BuiltIn(_, sign) = port.place {
            let part = parts.next().unwrap_or_default();
            if sign == Sign::Unsigned && port.built_in() == Some("sample_mask") {
                let name = self.type_text(ty);
                let element = self.module.component_type(ty, 0).unwrap_or(ty);
                let element = self.type_text(element);
                return format!("{name}({element}({part}))");
            }
            if sign == Sign::Unsigned && self.sign(ty) == Sign::Signed {
                return format!("{}({part})", self.type_text(ty));
            }
            return part;
        }
        let (element, count) = match self.module.ty(ty) {
            Some(Type::Matrix { column, count }) => (column, count),
            Some(Type::Array { element, length }) => (element, self.module.constant_u32(length).unwrap_or(0)),
            Some(Type::Struct { members }) if depth <= MAX_DEPTH => {
                let inner: Vec<String> =
                    members.iter().map(|member| self.gathered(port, *member, parts, depth + 1)).collect();
                return self.composite_text(ty, &inner);
            }
            _ => return parts.next().unwrap_or_default(),
        };
        if depth > MAX_DEPTH || count > MAX_SLOTS {
            return String::new();
        }
        let inner: Vec<String> = (0..count).map(|_| self.gathered(port, element, parts, depth + 1)).collect();
        self.composite_text(ty, &inner)
    }

    /// Declarations of inputs and outputs that other functions see.
    pub(super) fn shared_ports(&mut self) -> String {
        let ports: Vec<Port> = self
            .language
            .ports
            .iter()
            .filter(|port| port.shared && port.place != Place::PointSize)
            .cloned()
            .collect();
        let mut text = String::new();
        for port in ports {
            let ty = self.held_type(&port);
            text.push_str(&format!("var<private> {}: {ty};\n", port.name));
        }
        text
    }

    /// Writes the end of the entry point: changes of the position, and `return` with the outputs.
    pub(super) fn leave_entry(&mut self) {
        let position = self.language.ports.iter().find(|port| {
            self.stage == Stage::Vertex && port.is(Role::Output) && port.built_in() == Some("position")
        });
        if let Some(port) = position.cloned() {
            let name = self.port_text(&port);
            if self.options.y_axis == YAxis::Flip {
                self.out.push_str(&format!("{name}.y = -{name}.y;\n"));
                self.indentation();
            }
            let depth = match self.options.depth_range {
                DepthRange::Keep => None,
                DepthRange::ToZeroToOne => Some(format!("({name}.z + {name}.w) * 0.5")),
                DepthRange::ToMinusOneToOne => Some(format!("{name}.z * 2.0 - {name}.w")),
            };
            if let Some(depth) = depth {
                self.out.push_str(&format!("{name}.z = {depth};\n"));
                self.indentation();
            }
        }
        self.out.push_str("return");
        match self.language.outputs {
            Outputs::None => {}
            Outputs::Structure => self.out.push_str(&format!(" {}", self.language.output)),
            Outputs::Single | Outputs::Each => {
                let ports: Vec<Port> =
                    self.language.ports.iter().filter(|port| port.is(Role::Output)).cloned().collect();
                let mut parts = Vec::new();
                for port in &ports {
                    let slots = self.slots(port);
                    if self.is_simple(port) {
                        parts.push(port.name.to_string());
                    } else {
                        parts.extend(slots.iter().map(|slot| format!("{}{}", port.name, slot.path)));
                    }
                }
                match parts.as_slice() {
                    [] => {}
                    [only] => self.out.push_str(&format!(" {only}")),
                    _ => {
                        let text = format!(" {}({})", self.language.output_type, parts.join(", "));
                        self.out.push_str(&text);
                    }
                }
            }
        }
    }

    /// The output that the entry point gives as its last statement, where nothing else names it.
    pub(super) fn returns_directly(&self, body: &Body) -> Option<Var> {
        if self.language.outputs != Outputs::Single || self.options.y_axis != YAxis::Keep {
            return None;
        }
        if self.options.depth_range != DepthRange::Keep {
            return None;
        }
        let port = self.language.ports.iter().find(|port| port.is(Role::Output))?;
        let is_output = |place| match self.tree.kind(place) {
            Kind::Variable(var) => var == port.var && port.member.is_none(),
            Kind::Path(base, steps) => {
                let is_own = matches!(self.tree.kind(base), Kind::Variable(var) if var == port.var);
                is_own && port.member.is_some_and(|member| self.tree.steps(steps) == [Step::Part(member)])
            }
            _ => false,
        };
        let lines = &self.tree.list(body.list).lines;
        let mut rest = lines.iter().rev().filter(|line| !matches!(line.statement, Statement::Nothing));
        let mut last = rest.next()?;
        if matches!(last.statement, Statement::Return(_)) {
            last = rest.next()?;
        }
        let Statement::Assign(place, _) = last.statement else { return None };
        let usage = &self.language.usage;
        let is_only = usage.mentions.get(&port.var) == Some(&1) && usage.exits == 0;
        (is_output(place) && is_only).then_some(port.var)
    }
}
