//! Spells what shaders pass to each other beside inputs and outputs: payloads, attributes of hits, data of calls.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_core::stage::Stage;
use glassbox_spirv::module::{Id, Type};

use super::Hlsl;
use crate::interface::{Passed, Role};
use crate::names::Name;
use crate::text::{Empty, Scalar, Writer, joined};
use crate::tree::Var;

/// Variables that are passed.
#[derive(Default)]
pub(super) struct PassedValues {
    /// Structures around those that are none, and the member that holds the value.
    wrapped: BTreeMap<Var, (Name, &'static str)>,
    /// Those that functions besides the entry point use.
    outside: BTreeSet<Var>,
    /// Names of the parameters of these.
    parameters: BTreeMap<Var, Name>,
    /// Types of the payloads of rays.
    payloads: BTreeSet<Id>,
    /// What a task shader without a payload passes.
    nothing: Name,
}

impl Empty for PassedValues {
    const EMPTY: &'static Self = &PassedValues {
        wrapped: BTreeMap::new(),
        outside: BTreeSet::new(),
        parameters: BTreeMap::new(),
        payloads: BTreeSet::new(),
        nothing: Name::new_static(""),
    };
}

/// Structure of the attributes that hits of triangles have.
const BARYCENTRICS: &str = "BuiltInTriangleIntersectionAttributes";

/// Attribute of the structures of payloads.
const PAYLOAD: &str = "[raypayload] ";
/// What their members say: all shaders of a ray read and write them.
const ACCESS: &str = " : read(caller, anyhit, closesthit, miss) : write(caller, anyhit, closesthit, miss)";

impl Writer<'_, '_, Hlsl> {
    /// Declares structures around what is passed and is none itself.
    pub(super) fn wrap_passed(&mut self, used: &[Var]) {
        for &var in used {
            let Some(Role::Passed(passed)) = self.roles.get(&var).copied() else { continue };
            let ty = self.tree.variable(var).ty;
            let is_payload = matches!(passed, Passed::RayPayload | Passed::IncomingRayPayload);
            if matches!(self.module.ty(ty), Some(Type::Struct { .. })) {
                if is_payload {
                    let ty = self.canonical(ty);
                    self.language.passed.payloads.insert(ty);
                }
                continue;
            }
            let is_hit = passed == Passed::HitAttribute && self.stage != Stage::Intersection;
            let is_pair =
                self.module.vector_size(ty) == Some(2) && self.scalar(ty) == Some(Scalar::Float(32));
            if is_hit && is_pair {
                self.language.passed.wrapped.insert(var, (BARYCENTRICS.into(), "barycentrics"));
                continue;
            }
            let wanted = match passed {
                Passed::HitAttribute => "Attributes",
                Passed::CallableData | Passed::IncomingCallableData => "CallData",
                _ => "Payload",
            };
            let name = self.names.take(wanted);
            let declared = self.declarator(ty, "value");
            let (attribute, access) = self.words_of_payload(is_payload);
            let text = joined!("\nstruct ", attribute, name, " {\n    ", declared, access, ";\n};\n");
            self.struct_text.push_str(&text);
            self.language.passed.wrapped.insert(var, (name, "value"));
        }
    }

    /// Attribute of a structure and what its members say, if a ray passes it: from shader model 6.7 on payloads state which
    /// shaders read and write them.
    pub(super) fn payload_words(&self, ty: Id) -> (&'static str, &'static str) {
        self.words_of_payload(self.language.passed.payloads.contains(&self.canonical(ty)))
    }

    fn words_of_payload(&self, is_payload: bool) -> (&'static str, &'static str) {
        if is_payload && self.language.version >= 67 { (PAYLOAD, ACCESS) } else { ("", "") }
    }

    /// Writes the value of a variable that is passed.
    pub(super) fn passed_value(&mut self, var: Var) {
        let name = self.passed_name(var);
        self.out.push_str(&name);
        if let Some((_, member)) = self.language.passed.wrapped.get(&var) {
            self.out.push('.');
            self.out.push_str(member);
        }
    }

    /// Name of a variable that is passed, with its structure.
    pub(super) fn passed_name(&mut self, var: Var) -> Name {
        if !self.in_entry() {
            self.language.passed.outside.insert(var);
        }
        self.globals.get(&var).cloned().unwrap_or_default()
    }

    fn passed_type(&mut self, var: Var) -> String {
        match self.language.passed.wrapped.get(&var) {
            Some((name, _)) => name.to_string(),
            None => self.type_text(self.tree.variable(var).ty).to_string(),
        }
    }

    /// True for what the entry point takes as a parameter.
    fn is_parameter(&self, passed: Passed) -> bool {
        match passed {
            Passed::TaskPayload => self.stage == Stage::Mesh,
            Passed::HitAttribute => self.stage != Stage::Intersection,
            Passed::IncomingRayPayload | Passed::IncomingCallableData => true,
            Passed::RayPayload | Passed::CallableData => false,
        }
    }

    /// Declaration of a variable that is passed; empty if it is a parameter alone.
    pub(super) fn passed_text(&mut self, var: Var, passed: Passed, name: &str) -> String {
        let ty = self.passed_type(var);
        match passed {
            Passed::TaskPayload if self.stage == Stage::Task => joined!("groupshared ", ty, " ", name, ";\n"),
            _ if self.is_parameter(passed) && !self.language.passed.outside.contains(&var) => String::new(),
            _ => joined!("static ", ty, " ", name, ";\n"),
        }
    }

    /// Variables that are parameters, in order.
    fn passed_parameters(&mut self) -> Vec<(Var, Passed)> {
        let all = self.globals_in_order();
        let mut found: Vec<(Var, Passed)> = all
            .iter()
            .filter_map(|&(var, role)| match role {
                Role::Passed(passed) if self.is_parameter(passed) => Some((var, passed)),
                _ => None,
            })
            .collect();
        // Attributes stand behind the payload.
        found.sort_by_key(|(_, passed)| *passed == Passed::HitAttribute);
        found
    }

    /// Parameters of the entry point for what it is passed; those that its stage has without a use are declared too.
    pub(super) fn passed_declarations(&mut self) -> Vec<String> {
        let found = self.passed_parameters();
        let mut texts = Vec::new();
        let has = |wanted: Passed| found.iter().any(|(_, passed)| *passed == wanted);
        let hit = matches!(self.stage, Stage::AnyHit | Stage::ClosestHit);
        let (takes_payload, takes_data) = (hit || self.stage == Stage::Miss, self.stage == Stage::Callable);
        if takes_payload && !has(Passed::IncomingRayPayload)
            || takes_data && !has(Passed::IncomingCallableData)
        {
            let (ty, name) = (self.nothing(), self.names.take("unused"));
            texts.push(joined!("inout ", ty, " ", name));
        }
        for &(var, passed) in &found {
            let word = match passed {
                Passed::TaskPayload => "in payload",
                Passed::HitAttribute => "in",
                _ => "inout",
            };
            let own = self.globals.get(&var).cloned().unwrap_or_default();
            let name = if self.language.passed.outside.contains(&var) {
                let name = self.names.take(&joined!(own, "_passed"));
                self.language.passed.parameters.insert(var, name.clone());
                name
            } else {
                own
            };
            texts.push(joined!(word, " ", self.passed_type(var), " ", name));
        }
        if hit && !has(Passed::HitAttribute) {
            let name = self.names.take("attributes");
            texts.push(joined!("in ", BARYCENTRICS, " ", name));
        }
        texts
    }

    /// Name of a structure without content.
    fn nothing(&mut self) -> Name {
        if self.language.passed.nothing.is_empty() {
            let name = self.names.take("Nothing");
            let (attribute, access) = self.words_of_payload(self.stage.is_ray_tracing());
            let text = joined!("\nstruct ", attribute, name, " {\n    uint unused", access, ";\n};\n");
            self.struct_text.push_str(&text);
            self.language.passed.nothing = name;
        }
        self.language.passed.nothing.clone()
    }

    /// A variable of a structure without content, for calls that need one.
    pub(super) fn nothing_passed(&mut self, words: &str) -> Name {
        let (ty, name) = (self.nothing(), self.names.take("nothing"));
        self.language.made.push_str(&joined!("\n", words, " ", ty, " ", name, ";\n"));
        name
    }

    /// Statements with which the entry point copies what other functions use.
    pub(super) fn first_copies(&self) -> Vec<String> {
        if self.language.passed.parameters.is_empty() {
            return Vec::new();
        }
        let copied = self.language.passed.parameters.iter();
        let mut lines: Vec<String> = copied
            .map(|(var, parameter)| {
                joined!(self.globals.get(var).map_or("", Name::as_str), " = ", parameter, ";")
            })
            .collect();
        lines.sort();
        lines
    }

    /// Statements that give back what other functions may have changed.
    pub(super) fn last_copies(&self) -> Vec<String> {
        if self.language.passed.parameters.is_empty() {
            return Vec::new();
        }
        let copied = self.language.passed.parameters.iter();
        let changed = copied.filter(|(var, _)| {
            matches!(
                self.roles.get(var),
                Some(Role::Passed(Passed::IncomingRayPayload | Passed::IncomingCallableData))
            )
        });
        let mut lines: Vec<String> = changed
            .map(|(var, parameter)| {
                joined!(parameter, " = ", self.globals.get(var).map_or("", Name::as_str), ";")
            })
            .collect();
        lines.sort();
        lines
    }

    /// The variable of the attributes that an intersection shader gives, if it has one.
    pub(super) fn hit_attributes(&mut self) -> Option<String> {
        let all = self.globals_in_order();
        let found = all.iter().find(|(_, role)| *role == Role::Passed(Passed::HitAttribute));
        found.map(|&(var, _)| self.passed_name(var).to_string())
    }
}
