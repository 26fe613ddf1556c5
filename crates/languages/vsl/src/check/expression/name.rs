//! Resolves names of variables and checks that they can be read here.

use glassbox_core::suggest::similar;

use super::Found;
use crate::check::stage::{Entity, StageChecker};
use crate::model::{ExpressionKind, Place, Root, StageKind};
use crate::rules::expression as rules;
use crate::types::ValueType;
use crate::vocabulary::foreign;
use crate::vocabulary::functions::Function;
use crate::vocabulary::variables::{BuiltIn, VARIABLES};
use glassbox_core::span::Span;

impl StageChecker<'_, '_> {
    /// Resolves the name of a variable being read.
    pub(super) fn read_name(&mut self, name: &str, span: Span) -> Found {
        if name.starts_with('$') {
            return self.read_built_in(name, span);
        }
        let Some((entity, declared)) = self.find(name) else {
            if !self.source.wrong_names.contains(&name) {
                self.report_unknown(name, span);
            }
            return Found::Wrong;
        };
        let shader = &self.globals.shader;
        let is_vertex = self.kind == StageKind::Vertex;
        let found = match entity {
            Entity::Variable(id) | Entity::Counter(id) => {
                let ty = self.stage.variables.get(id.0 as usize).map(|variable| variable.ty);
                whole(Root::Variable(id), ty, None)
            }
            Entity::Input(_) if !is_vertex => {
                let help = "pass it on: declare `local(vert)`, write that in `@vert` and read it here";
                return self.refuse(name, span, declared, Refusal::Input, help);
            }
            Entity::Output(_) if is_vertex => {
                let help = "outputs belong to `@frag`";
                return self.refuse(name, span, declared, Refusal::Output, help);
            }
            Entity::Local(_) if is_vertex => {
                let help = "keep the value in a variable of the stage, and write the local once";
                return self.refuse(name, span, declared, Refusal::Local, help);
            }
            Entity::Subpass(_) if is_vertex => {
                return self.refuse(name, span, declared, Refusal::Subpass, "read it in `@frag`");
            }
            Entity::Constant => {
                return self.refuse(name, span, declared, Refusal::Constant, "write its value");
            }
            Entity::Input(at) => {
                let input = shader.inputs.get(usize::from(at));
                let size = input.and_then(|input| input.size);
                whole(Root::Input(at), input.map(|input| input.ty), size)
            }
            Entity::Output(at) => {
                let output = shader.outputs.get(usize::from(at));
                whole(Root::Output(at), output.map(|output| output.ty), None)
            }
            Entity::Local(at) => {
                let local = shader.locals.get(usize::from(at));
                whole(Root::Local(at), local.map(|local| local.ty), None)
            }
            Entity::Uniform => match &shader.uniform {
                Some(uniform) => Found::Structure(Root::Uniform, uniform.structure),
                None => Found::Wrong,
            },
            Entity::Binding(id) => Found::Resource(id),
            Entity::Subpass(at) => match shader.subpass_inputs.get(usize::from(at)) {
                Some(input) => {
                    let ty = ValueType::vector(input.scalar, 4);
                    Found::Value(self.add(ExpressionKind::Subpass(at), ty))
                }
                None => Found::Wrong,
            },
            Entity::Wrong => Found::Wrong,
        };
        self.uses.read(entity);
        found
    }

    fn read_built_in(&mut self, name: &str, span: Span) -> Found {
        let Some(variable) = BuiltIn::named(name) else {
            let similar = similar(name, VARIABLES.iter().map(|row| row.name));
            let help = match similar {
                Some(similar) => format!("did you mean `{similar}`?"),
                None => format!("readable here are {}", self.readable_built_ins()),
            };
            let message = format!("there is no built-in variable `{name}`");
            self.report(&rules::UNKNOWN_VARIABLE, span, message).help(help);
            return Found::Wrong;
        };
        let row = variable.row();
        if row.is_fragment != (self.kind == StageKind::Fragment) {
            let other = if row.is_fragment { "fragment" } else { "vertex" };
            let message = format!("`{name}` belongs to the {other} stage");
            let help = format!("readable here are {}", self.readable_built_ins());
            self.report(&rules::UNKNOWN_VARIABLE, span, message).help(help);
            return Found::Wrong;
        }
        if row.is_written {
            let message = format!("`{name}` can be written and not read");
            let help = "keep the value in a variable of the stage and use that";
            self.report(&rules::NOT_READABLE, span, message).help(help);
            return Found::Wrong;
        }
        if variable.needs_draw_parameters() && !self.options.draw_parameters {
            let message = format!("`{name}` needs draw parameters, which the runtime does not enable");
            let help = "`$VertexIndex` and `$InstanceIndex` include their bases; numbers of draws can come from a uniform";
            self.report(&rules::DRAW_PARAMETERS, span, message).help(help);
            return Found::Wrong;
        }
        whole(Root::BuiltIn(variable), Some(row.ty), None)
    }

    fn readable_built_ins(&self) -> String {
        let is_fragment = self.kind == StageKind::Fragment;
        let names: Vec<String> = VARIABLES
            .iter()
            .filter(|row| row.is_fragment == is_fragment && !row.is_written)
            .filter(|row| self.options.draw_parameters || !row.variable.needs_draw_parameters())
            .map(|row| format!("`{}`", row.name))
            .collect();
        names.join(", ")
    }

    fn report_unknown(&mut self, name: &str, span: Span) {
        let built_in = format!("${name}");
        let help = if let Some(here) = foreign::here(&foreign::VARIABLES, name) {
            format!("it is called {} here", words_of(here))
        } else if BuiltIn::named(&built_in).is_some() {
            format!("built-in variables begin with `$`: `{built_in}`")
        } else if Function::named(name).is_some() || ValueType::named(name).is_some() {
            format!("arguments follow in parentheses: `{name}(…)`")
        } else if let Some(similar) = similar(name, self.names()) {
            format!("did you mean `{similar}`?")
        } else {
            "declare it before; a name is visible until the end of its block, but not in its own initialiser"
                .to_owned()
        };
        let message = format!("`{name}` is not declared here");
        self.report(&rules::UNKNOWN_VARIABLE, span, message).help(help);
    }

    fn refuse(&mut self, name: &str, span: Span, declared: Span, refusal: Refusal, help: &str) -> Found {
        let (rule, message) = match refusal {
            Refusal::Input => (
                &rules::UNKNOWN_VARIABLE,
                format!("`{name}` is an input of the vertex stage, which the fragment stage does not see"),
            ),
            Refusal::Output => (
                &rules::UNKNOWN_VARIABLE,
                format!("`{name}` is an output of the fragment stage, which the vertex stage does not see"),
            ),
            Refusal::Local => (
                &rules::NOT_READABLE,
                format!("the vertex stage writes the local `{name}` and cannot read it"),
            ),
            Refusal::Subpass => (
                &rules::SUBPASS_STAGE,
                format!("the subpass input `{name}` has no value in the vertex stage"),
            ),
            Refusal::Constant => (
                &rules::CONSTANT_READ,
                format!(
                    "the constant `{name}` is for sizes of arrays and bounds of loops, it is not a value"
                ),
            ),
        };
        self.report(rule, span, message).label(declared, "it is declared here").help(help);
        Found::Wrong
    }
}

/// Reason why a name cannot be read.
enum Refusal {
    Input,
    Output,
    Local,
    Subpass,
    Constant,
}

fn whole(root: Root, ty: Option<ValueType>, size: Option<u8>) -> Found {
    let Some(ty) = ty else {
        return Found::Wrong;
    };
    let place = Place { root, path: Vec::new(), ty };
    match size {
        Some(size) => Found::Array(place, size),
        None => Found::Place(place),
    }
}

/// Formats a word as code, a description verbatim.
fn words_of(here: &str) -> String {
    if here.contains(": ") { here.to_owned() } else { format!("`{here}`") }
}
