//! Runs modules that several compilers made of one program, with the same inputs.

use std::collections::BTreeMap;

use glassbox_core::stage::Stage;
use glassbox_spirv::grammar::op;
use glassbox_spirv::grammar::value::decoration;
use glassbox_spirv::reflect::{Descriptor, ScalarClass};

use super::Run;
use crate::apart::glslang;
use crate::module::Subject;
use crate::module::capture::{instruction, instructions};
use crate::module::compare::Part;
use crate::module::resources::{Given, Originals, Source};
use crate::module::stages::vertex_for;
use crate::vulkan::gpu::Gpu;

/// Added to the bindings of a vertex stage that is drawn with: those of the fragment stage are others.
const FRONT: u32 = 10_000;

/// What one compiler made of a program: a stage, and for a fragment stage the vertex stage in front of it if the program has one.
pub struct Program {
    subject: Subject,
    front: Option<Subject>,
}

impl Program {
    /// A program of one module, or of a vertex and a fragment stage.
    ///
    /// # Errors
    /// Names what is no such program.
    pub fn of(mut modules: Vec<Vec<u32>>) -> Result<Program, String> {
        let last = modules.pop().ok_or("no module")?;
        let subject = Subject::of(last, None)?;
        let is_stage = |stage: Stage| stage == Stage::Vertex;
        let front = match modules.pop() {
            Some(words) => Some(Subject::of_stage(moved(&words), None, is_stage)?),
            None => None,
        };
        if front.is_some() && subject.stage != Stage::Fragment || !modules.is_empty() {
            return Err("not a vertex and a fragment stage".to_owned());
        }
        Ok(Program { subject, front })
    }

    /// The same with modules changed, where `words` changes them; `None` if they are no stages then.
    #[must_use]
    pub fn with(&self, words: impl Fn(&[u32]) -> Option<Vec<u32>>) -> Option<Program> {
        let stages: Vec<Stage> = self.subjects().map(|subject| subject.stage).collect();
        let mut changed = self.subjects().zip(stages).map(|(subject, stage)| {
            let words = words(&subject.words).unwrap_or_else(|| subject.words.clone());
            Subject::of_stage(words, None, |other| other == stage).ok()
        });
        let first = changed.next()??;
        match changed.next() {
            Some(subject) => Some(Program { subject: subject?, front: Some(first) }),
            None => Some(Program { subject: first, front: None }),
        }
    }

    fn subjects(&self) -> impl Iterator<Item = &Subject> {
        self.front.iter().chain([&self.subject])
    }
}

/// The words of a module whose bindings do not meet those of the stage behind it.
fn moved(words: &[u32]) -> Vec<u32> {
    let mut out = words[..words.len().min(5)].to_vec();
    for (opcode, range) in instructions(words) {
        match (opcode, words.get(range).unwrap_or_default()) {
            (op::DECORATE, [_, id, decoration::BINDING, binding]) => {
                instruction(
                    &mut out,
                    op::DECORATE,
                    &[*id, decoration::BINDING, binding.saturating_add(FRONT)],
                );
            }
            (_, own) => out.extend(own),
        }
    }
    out
}

/// What programs are given: one and the same, by the places of resources and the locations of inputs.
pub struct Peers {
    originals: Vec<Originals>,
    targets: BTreeMap<u32, (ScalarClass, u32)>,
    vertex: Option<Vec<u32>>,
    seed: u64,
}

impl Peers {
    /// Finds what programs need. Types are those of the first one that states any; a seed other than 0 moves floats by their last bits.
    ///
    /// # Errors
    /// Names what is not run.
    pub fn of(programs: &[&Program], seed: u64) -> Result<Peers, String> {
        let first = programs.first().ok_or("no program")?;
        if programs.iter().any(|program| program.subject.stage != first.subject.stage) {
            return Err("stages differ".to_owned());
        }
        let mut originals: Vec<Originals> = Vec::new();
        let mut targets = BTreeMap::new();
        for program in programs {
            for (index, subject) in program.subjects().enumerate() {
                let own = Originals::of(subject, Vec::new())?.with_words();
                match originals.get_mut(index) {
                    Some(all) => all.add(own),
                    None => originals.push(own),
                }
            }
            if program.subject.stage == Stage::Fragment {
                for (location, output) in program.subject.outputs()? {
                    targets.entry(location).or_insert(output);
                }
            }
        }
        let has_front = programs.iter().any(|program| program.front.is_some());
        let vertex = match first.subject.stage {
            Stage::Fragment if !has_front => {
                let fragments: Vec<&Subject> = programs.iter().map(|program| &program.subject).collect();
                Some(glslang(&vertex_for(&fragments, true, seed)?, "vert", &[])?)
            }
            _ => None,
        };
        Ok(Peers { originals, targets, vertex, seed })
    }

    /// Runs one of the programs.
    ///
    /// # Errors
    /// What the driver refuses, and what cannot be given to a stage here.
    pub fn run(&self, gpu: &Gpu, program: &Program) -> Result<Vec<Part>, String> {
        let mut given = Given::default();
        for (subject, originals) in program.subjects().zip(&self.originals) {
            let own = originals.given(subject, in_place)?;
            given.resources.extend(own.resources);
            given.push.extend(own.push);
        }
        if self.seed != 0 {
            given = given.nudged(self.seed);
        }
        gpu.run_module(&Run {
            subject: &program.subject,
            given: &given,
            vertex: self.vertex.as_deref(),
            front: program.front.as_ref(),
            targets: &self.targets,
            nudge: self.seed,
        })
    }
}

/// The resource of the same place.
fn in_place(one: &Descriptor) -> Option<Source> {
    Some(Source::Resource([one.set.unwrap_or(0), one.binding.unwrap_or(0)]))
}
