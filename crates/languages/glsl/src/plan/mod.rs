//! What the stages of a program share: the block of loose uniforms, places of resources, locations.

mod ports;
mod resources;
mod root;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

pub(crate) use ports::direction;
pub(crate) use resources::Resource;
pub(crate) use root::{Root, is_loose};

use glassbox_syntax::report::Reports;

use crate::stage::Place;
use crate::stage_text::StageText;
use crate::syntax::{Member, TypeUse};
use crate::types::Class;

/// What the stages share.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// The block of loose uniforms.
    pub(crate) root: Root,
    /// Where resources are, by class and name.
    pub(crate) resources: HashMap<(Class, Rc<str>), Resource>,
    /// For each stage, the locations of its inputs and outputs by the token of their names.
    pub(crate) locations: Vec<HashMap<usize, u32>>,
    /// Names of samplers that were one with their textures, by the names of these.
    pub(crate) samplers: HashMap<Rc<str>, Rc<str>>,
    /// Names of the elements of arrays of combined samplers, by the names of the arrays.
    pub(crate) elements: HashMap<Rc<str>, Vec<Rc<str>>>,
    /// Every word of every stage, and every name that was made.
    names: HashSet<Rc<str>>,
}

impl Plan {
    /// Settles everything. What does not fit is reported.
    pub(crate) fn of(stages: &[StageText], reports: &mut Reports) -> Plan {
        let mut plan = Plan {
            names: stages.iter().flat_map(|stage| stage.words.keys().cloned()).collect(),
            ..Plan::default()
        };
        plan.root = Root::of(stages, &mut plan.names, reports);
        resources::settle(stages, &mut plan, reports);
        plan.locations = ports::settle(stages, reports);
        plan
    }

    /// A name that is in no stage: the wanted one, or the same with underscores.
    pub(crate) fn fresh(&mut self, wanted: &str) -> Rc<str> {
        fresh(&mut self.names, wanted)
    }

    /// The place of a resource.
    pub(crate) fn place(&self, class: Class, name: &Rc<str>) -> Option<Place> {
        Some(self.resources.get(&(class, name.clone()))?.place)
    }
}

fn fresh(names: &mut HashSet<Rc<str>>, wanted: &str) -> Rc<str> {
    let mut name = wanted.to_owned();
    while names.contains(&*name) {
        name.push('_');
    }
    let name: Rc<str> = Rc::from(name);
    names.insert(name.clone());
    name
}

/// A type as text, with the sizes of its arrays; the same for types that are the same.
fn spelt(stage: &StageText, ty: &TypeUse, behind_name: &[crate::syntax::Tokens]) -> String {
    let mut text = match ty.structure.as_ref().and_then(|structure| structure.name) {
        Some(name) => stage.word(name).to_owned(),
        None => stage.word(ty.name).to_owned(),
    };
    for dimension in behind_name.iter().chain(&ty.dimensions) {
        match stage.number(dimension.clone()) {
            Some(size) => text.push_str(&format!("[{size}]")),
            None => {
                let tokens = stage.tokens(dimension.clone()).iter();
                let inner: String = tokens.map(|token| &*token.text).collect();
                text.push_str(&format!("[{inner}]"));
            }
        }
    }
    text
}

/// Members as text; the same for members that are the same.
fn spelt_members(stage: &StageText, members: &[Member]) -> Vec<String> {
    let mut lines = Vec::new();
    for member in members {
        for declarator in &member.declarators {
            let ty = spelt(stage, &member.ty, &declarator.dimensions);
            lines.push(format!("{ty} {}", stage.word(declarator.name)));
        }
    }
    lines
}
