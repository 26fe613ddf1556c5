//! Writes GLSL and GLSL ES.

mod builtins;
mod combine;
mod expr;
mod features;
mod functions;
mod globals;
mod image;
mod keywords;
mod layout;
mod memory;
mod statements;
mod types;

use std::collections::{BTreeMap, HashMap, HashSet};

use glassbox_core::stage::Stage;
use glassbox_spirv::module::{Annotations, At, Id, Module};

use self::builtins::BuiltIn;
use self::features::Features;
use crate::interface::{self, Entry, Role};
use crate::names::Names;
use crate::refusal::{Reason, Refusal, Refusals};
use crate::tree::{self, List, Node, Tree, Var};
use crate::{Mapped, Options, Source, Target};

/// Most constants that a text may spell out; constants share parts, and texts cannot.
const MAX_CONSTANTS: u32 = 1 << 20;

/// Writes a text.
pub(crate) struct Writer<'t, 'm> {
    module: &'m Module,
    annotations: &'t Annotations<'m>,
    tree: &'t Tree<'m>,
    entry: &'t Entry,
    stage: Stage,
    options: &'t Options,
    features: Features,
    names: Names,
    refusals: Refusals,
    /// Text of the functions.
    out: String,
    /// Starts of lines in `out` and their instructions.
    marks: Vec<(usize, At)>,
    indent: usize,
    at: At,
    /// Names of specialization constants, and of the constant of the size of a workgroup.
    constants: HashMap<Id, String>,
    tables: HashMap<Id, String>,
    /// Declarations of constant arrays.
    table_text: String,
    locals: HashMap<Var, String>,
    globals: HashMap<Var, String>,
    roles: HashMap<Var, Role>,
    built_ins: HashMap<Var, BuiltIn>,
    /// Blocks whose members have no prefix.
    open_blocks: HashSet<Var>,
    functions: HashMap<Id, String>,
    structs: BTreeMap<Id, String>,
    members: HashMap<Id, Vec<String>>,
    canonical: Vec<Id>,
    dropped: HashSet<Var>,
    /// Combined samplers that compare.
    compared: HashSet<Var>,
    combined: combine::Combined,
    declared: HashMap<(List, u32), Vec<Var>>,
    /// Declarations of structures.
    struct_text: String,
    /// Declarations of specialization constants.
    constants_text: String,
    nesting: u32,
    map: Vec<Mapped>,
    spent: u32,
}

impl Writer<'_, '_> {
    fn refuse(&mut self, reason: Reason, what: &str) {
        self.refusals.add(reason, Some(self.at), what.to_owned());
    }

    /// Refuses what another version has.
    fn refuse_version(&mut self, reason: Reason, what: &str) {
        let name = if self.features.is_es() { "GLSL ES" } else { "GLSL" };
        let version = self.features.version;
        self.refuse(reason, &format!("{name} {version} has no {what}; a later version may"));
    }

    fn function_name(&mut self, id: Id) -> String {
        if let Some(name) = self.functions.get(&id) {
            return name.clone();
        }
        let wanted = self.annotations.name(id).filter(|name| !crate::names::says_nothing(name));
        let name = self.names.take(&wanted.unwrap_or_else(|| "function".to_owned()));
        self.functions.insert(id, name.clone());
        name
    }

    /// True for samplers that are part of a combined one.
    fn is_dropped_argument(&self, argument: Node) -> bool {
        self.tree.root(argument).is_some_and(|var| self.dropped.contains(&var))
    }
}

/// Writes an entry point as GLSL.
pub(crate) fn write(module: &Module, target: Target, options: &Options) -> Result<Source, Refusal> {
    let mut refusals = Refusals::default();
    let annotations = Annotations::of(module);
    let Some(entry) = interface::entry(module, options, &mut refusals) else { return Err(refusals.refuse()) };
    let features = Features::new(target);
    check_target(&features, &entry, &mut refusals);
    let tree = if refusals.is_empty() {
        tree::grow(module, &annotations, entry.function, options.patterns, &mut refusals)
    } else {
        None
    };
    let Some(tree) = tree else { return Err(refusals.refuse()) };
    let mut declared: HashMap<(List, u32), Vec<Var>> = HashMap::new();
    for &(list, line, var) in &tree.declared {
        declared.entry((list, line)).or_default().push(var);
    }
    let writer = Writer {
        module,
        annotations: &annotations,
        tree: &tree,
        stage: entry.stage,
        entry: &entry,
        options,
        features,
        names: Names::new(keywords::is_reserved),
        refusals,
        out: String::new(),
        marks: Vec::new(),
        indent: 0,
        at: entry.at,
        constants: HashMap::new(),
        tables: HashMap::new(),
        table_text: String::new(),
        locals: HashMap::new(),
        globals: HashMap::new(),
        roles: HashMap::new(),
        built_ins: HashMap::new(),
        open_blocks: HashSet::new(),
        functions: HashMap::new(),
        structs: BTreeMap::new(),
        members: HashMap::new(),
        canonical: Vec::new(),
        dropped: HashSet::new(),
        compared: HashSet::new(),
        combined: combine::Combined::default(),
        declared,
        struct_text: String::new(),
        constants_text: String::new(),
        nesting: 0,
        map: Vec::new(),
        spent: 0,
    };
    writer.all()
}

fn check_target(features: &Features, entry: &Entry, refusals: &mut Refusals) {
    if !features.is_known() {
        let what = format!("GLSL has no version {}", features.version);
        refusals.add(Reason::EntryPoint, None, what);
    }
    let available = match entry.stage {
        Stage::Vertex | Stage::Fragment => true,
        Stage::Compute => features.has(430, 310),
        _ => false,
    };
    if !available {
        let what = format!("a {} shader cannot be written in this version of GLSL", entry.stage);
        refusals.add(Reason::Stage, Some(entry.at), what);
    }
}

impl Writer<'_, '_> {
    fn all(mut self) -> Result<Source, Refusal> {
        self.prepare();
        for body in &self.tree.bodies {
            if !self.refusals.is_empty() && self.out.len() > 1 << 24 {
                break;
            }
            self.function(body);
        }
        let interface = self.interface();
        if !self.refusals.is_empty() {
            return Err(self.refusals.refuse());
        }
        let mut text = self.header();
        text.push_str(&interface);
        let shift = text.len();
        text.push_str(&self.out);
        let lines = lines(&text, shift, &self.marks);
        Ok(Source { text, stage: self.stage, map: self.map, lines })
    }
}

/// Lines, counted from 1, of marks in a text.
fn lines(text: &str, shift: usize, marks: &[(usize, At)]) -> Vec<(u32, At)> {
    let mut lines = Vec::with_capacity(marks.len());
    let mut line = 1;
    let mut seen = 0;
    for &(offset, at) in marks {
        let end = (offset + shift).clamp(seen, text.len());
        line += text.as_bytes()[seen..end].iter().filter(|byte| **byte == b'\n').count() as u32;
        seen = end;
        if lines.last().is_none_or(|(last, _)| *last != line) {
            lines.push((line, at));
        }
    }
    lines
}
