//! A stage with what all stages share, to GLSL 450 in Vulkan's form.

mod body;
mod declare;
mod gather;
mod item;
mod library;
mod main_function;
mod members;
mod names;
mod order;
mod samplers;
mod std140;
mod writer;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use glassbox_syntax::map::Provenance;
use glassbox_syntax::report::Reports;

use crate::AdaptedStage;
use crate::plan::Plan;
use crate::rules::LIMIT;
use crate::stage::{CombinedSampler, Place, ROOT};
use crate::stage_text::StageText;
use crate::syntax::{ItemKind, Tokens};
use crate::types::{Class, SamplerType, sampler_type};
pub use gather::Gather;
use main_function::Matrix;
use members::Access;
pub use names::is_builtin_function;
use order::Edits;
use writer::Writer;

/// Names that a block of a function declares, with the values of those that are constant whole numbers.
type Scope = HashMap<Rc<str>, Option<i64>>;

/// A call whose arguments are being written.
struct Call {
    /// The token that closes it.
    close: usize,
    /// Whether the function is one of the text: samplers are two arguments then.
    is_own: bool,
    /// Whether it is the call of a function at all.
    is_call: bool,
    /// What is written behind it.
    suffix: &'static str,
}

/// Writes a stage.
struct Emitter<'p> {
    number: usize,
    stage: &'p StageText,
    plan: &'p Plan,
    reports: &'p mut Reports,
    writer: Writer,
    /// Combined samplers that are uniforms.
    samplers: HashMap<Rc<str>, SamplerType>,
    /// Combined samplers that are parameters of the function that is being written.
    parameters: HashMap<Rc<str>, SamplerType>,
    /// Members and uniforms that are used otherwise than they are kept, by the names of their blocks' variables and their own.
    accesses: HashMap<(Rc<str>, Rc<str>), Access>,
    /// Variables of blocks that have such members.
    instances: HashSet<Rc<str>>,
    /// Names that are known everywhere.
    globals: HashSet<Rc<str>>,
    /// Members that have other names, by the names of their blocks' variables and their own.
    renamed: HashMap<(Rc<str>, Rc<str>), Rc<str>>,
    /// The same, by the tokens that declare them.
    called: HashMap<usize, Rc<str>>,
    scopes: Vec<Scope>,
    calls: Vec<Call>,
    /// Variables that get their values when `main` begins: the tokens of their names, and the values.
    initial: Vec<(usize, Tokens)>,
    /// Matrices that are inputs or outputs: naga knows their columns only.
    matrices: Vec<Matrix>,
    /// Names of structures that have none, by their first tokens.
    unnamed: HashMap<usize, Rc<str>>,
    /// Outputs that stand for `gl_FragColor` and the elements of `gl_FragData`, by their numbers.
    fragment: BTreeMap<u32, Rc<str>>,
    /// What has to be written otherwise because naga would do it in another order.
    edits: Edits,
    /// Functions that gather, by what they gather of which samplers, and at which offset.
    gathers: Vec<(gather::Key, Rc<str>)>,
    /// The same as the front end behind is told.
    found_gathers: Vec<Gather>,
    /// What has been said once and need not be said again.
    said: HashSet<&'static str>,
}

/// Writes a stage.
pub(crate) fn emit(number: usize, stage: &StageText, plan: &Plan, reports: &mut Reports) -> AdaptedStage {
    let mut emitter = Emitter {
        number,
        stage,
        plan,
        reports,
        writer: Writer::default(),
        samplers: HashMap::new(),
        parameters: HashMap::new(),
        accesses: HashMap::new(),
        instances: HashSet::new(),
        globals: HashSet::new(),
        renamed: HashMap::new(),
        called: HashMap::new(),
        scopes: Vec::new(),
        calls: Vec::new(),
        initial: Vec::new(),
        matrices: Vec::new(),
        unnamed: HashMap::new(),
        fragment: BTreeMap::new(),
        edits: Edits::default(),
        gathers: Vec::new(),
        found_gathers: Vec::new(),
        said: HashSet::new(),
    };
    emitter.collect();
    emitter.prologue();
    for item in &stage.items {
        emitter.item(item);
    }
    if emitter.writer.is_full {
        let finding = emitter.reports.of(
            &LIMIT,
            stage.unit.version_from,
            "found a stage that becomes larger than 64 MiB, expected a smaller one",
        );
        let finding = finding.help("look for samplers in arrays that are indexed by other samplers");
        emitter.reports.add(finding);
    }
    let (combined, explicit) = emitter.resources();
    let gathers = std::mem::take(&mut emitter.found_gathers);
    let renamed = emitter.renamed.iter();
    let mut renamed: Vec<(String, String)> =
        renamed.map(|((_, own), other)| (other.to_string(), own.to_string())).collect();
    renamed.sort_unstable();
    let (text, map) = emitter.writer.finish(stage.unit.version_from);
    AdaptedStage { stage: stage.stage, text, map, combined, explicit, gathers, renamed }
}

impl Emitter<'_> {
    /// Notes what the whole text has to be looked through for.
    fn collect(&mut self) {
        for item in &self.stage.items {
            let ItemKind::Variables { qualifiers, ty, declarators } = &item.kind else {
                continue;
            };
            if self.stage.has(qualifiers, "uniform")
                && let Some(ty) = sampler_type(self.stage.word(ty.name))
            {
                for declarator in declarators {
                    self.samplers.insert(self.stage.text(declarator.name), ty);
                }
            }
        }
        self.collect_fragment_outputs();
        self.collect_globals();
        self.collect_members();
    }

    /// The lines before everything else.
    fn prologue(&mut self) {
        let unit = &self.stage.unit;
        let from = unit.version_from;
        let is_newest = unit.version.number == 460 && !unit.version.is_embedded;
        let version = if is_newest { "#version 460" } else { "#version 450" };
        self.writer.whole_line(version, from);
        if !self.stage.is_for_naga() {
            for (name, behaviour, from) in &unit.extensions {
                let line = format!("#extension {name} : {behaviour}");
                self.writer.whole_line(&line, *from);
            }
        }
        let root = &self.plan.root;
        if root.is_used_by(self.number) && !root.is_empty() {
            for (line, from) in root.structure_lines() {
                let line = self.turned(line);
                self.writer.whole_line(&line, *from);
            }
            let first = root.member_lines().next().map_or(from, |(_, from)| *from);
            let head = format!(
                "layout(std140, set = {}, binding = {}) uniform {} {{",
                ROOT.set, ROOT.binding, root.name
            );
            self.writer.whole_line(&head, first);
            for (line, from) in root.member_lines() {
                let line = format!("    {}", self.turned(line));
                self.writer.whole_line(&line, *from);
            }
            self.writer.whole_line("};", first);
        }
        self.write_fragment_outputs(from);
        self.write_library(from);
        self.write_gathers();
    }

    /// A line that declares a member, with the sizes of arrays of arrays in the order in which naga reads them: from the
    /// inside out.
    fn turned(&self, line: &str) -> String {
        let sizes = line.strip_suffix(';').filter(|line| self.stage.is_for_naga() && line.ends_with(']'));
        let Some((head, sizes)) = sizes.and_then(|line| line.split_at_checked(line.find('[')?)) else {
            return line.to_owned();
        };
        let turned: String = sizes.split_inclusive(']').rev().collect();
        format!("{head}{turned};")
    }

    /// The combined samplers of the stage, and the places that the source gave itself.
    fn resources(&self) -> (Vec<CombinedSampler>, Vec<Place>) {
        let mut combined = Vec::new();
        let mut explicit = Vec::new();
        let mut note = |class: Class, name: &Rc<str>| {
            let resource = self.plan.resources.get(&(class, name.clone()))?;
            if resource.is_explicit && !explicit.contains(&resource.place) {
                explicit.push(resource.place);
            }
            Some(resource.place)
        };
        for item in &self.stage.items {
            match &item.kind {
                ItemKind::Block { name, .. } => {
                    let name = self.stage.text(*name);
                    note(Class::Block, &name);
                    note(Class::Storage, &name);
                }
                ItemKind::Variables { qualifiers, declarators, .. }
                    if self.stage.has(qualifiers, "uniform") =>
                {
                    for declarator in declarators {
                        let own = self.stage.text(declarator.name);
                        note(Class::Image, &own);
                        note(Class::Sampler, &own);
                        let is_combined = self.samplers.contains_key(&own);
                        let elements = self.plan.elements.get(&own);
                        let elements = elements.filter(|_| self.stage.is_for_naga());
                        for name in elements.map_or(std::slice::from_ref(&own), |elements| elements) {
                            let Some(texture_place) = note(Class::Texture, name) else {
                                continue;
                            };
                            let Some(sampler) = self.plan.samplers.get(name).filter(|_| is_combined) else {
                                continue;
                            };
                            if let Some(sampler_place) = note(Class::Sampler, sampler) {
                                combined.push(CombinedSampler {
                                    name: name.to_string(),
                                    sampler: sampler.to_string(),
                                    texture_place,
                                    sampler_place,
                                });
                            }
                        }
                    }
                }
                _ => {}
            }
        }
        explicit.sort_unstable();
        (combined, explicit)
    }

    /// Where a token comes from.
    fn from(&self, at: usize) -> Provenance {
        self.stage.from(at)
    }
}
