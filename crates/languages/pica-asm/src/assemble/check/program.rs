//! Checks the code of each entry point; reports findings in terms of the source.

use std::collections::HashSet;

use glassbox_core::diagnostic::{Diagnostic, Location, Reporter, Rule, Severity};
use glassbox_pica::Opcode;
use glassbox_pica::check::{Entry, Finding, FindingKind, OutputMapping, Stage, check_entry};
use glassbox_pica::control::ControlGraph;
use glassbox_pica::flow::{Budget, WordSet};

use super::reads;
use crate::assemble::allocate::UniformClass;
use crate::assemble::state::{Assembler, Constant, Executable};
use crate::rules;

/// Most states of program counter and stacks explored per entry; real programs have far fewer.
const MAX_STATES: usize = 1 << 14;

impl<'a> Assembler<'a> {
    /// Checks the code that each executable runs, and finds unreachable code.
    pub(super) fn check_program(&mut self) {
        let descriptors: Vec<[u32; 2]> = self.descriptors.values().iter().map(|&value| [value, 0]).collect();
        let mut budget = Budget::for_code(self.code.len());
        let mut reachable = WordSet::default();
        let mut said = HashSet::new();
        let mut complete = true;
        for index in 0..self.executables.len() {
            let Some(executable) = self.executables.get(index).filter(|one| !one.is_omitted) else {
                continue;
            };
            let Some(procedure) = self.procedures.get(executable.entry) else {
                continue;
            };
            let main = procedure.start;
            let outputs = outputs(executable);
            let entry = Entry {
                outputs: &outputs,
                output_mask: executable.output_mask,
                input_mask: executable.input_mask,
                declared_inputs: executable.input_mask,
                known_integers: known_integers(executable),
                ..Entry::new(&self.code, &descriptors, main, stage(executable))
            };
            let report = check_entry(&entry, &mut budget);
            complete &= !report.flow.truncated;
            reachable.extend(&report.flow.reachable);
            let mut reads = Vec::new();
            if let Ok(graph) = ControlGraph::new(&self.code, main, MAX_STATES) {
                reads = reads::unwritten(&self.code, &descriptors, &graph, &outputs);
            }
            for finding in &report.findings {
                if let Some(diagnostic) = self.translate(finding, index)
                    && said.insert((
                        diagnostic.rule.id,
                        diagnostic.location.start,
                        diagnostic.message.clone(),
                    ))
                {
                    Reporter::push(self, diagnostic);
                }
            }
            for read in reads {
                if said.insert((rules::READ_BEFORE_WRITE.id, read.word as u64, read.what.clone())) {
                    self.unwritten(read.word, &read.what);
                }
            }
        }
        if complete {
            self.unreachable(&mut reachable, &mut budget);
        }
    }

    /// Maps a finding on words to one on the source.
    fn translate(&self, finding: &Finding, executable: usize) -> Option<Diagnostic> {
        let rule: &'static Rule = match finding.kind {
            FindingKind::TwoInputs => &rules::TWO_INPUTS,
            FindingKind::Recursion | FindingKind::NestingDepth => &rules::DEPTH,
            FindingKind::RunsPastEnd | FindingKind::TargetOutside => &rules::RUNS_PAST_END,
            FindingKind::AdjacentMova => &rules::ADJACENT_MOVA,
            FindingKind::LoopRegister | FindingKind::UnknownLoopCount => &rules::LOOP_REGISTER,
            FindingKind::MisplacedBreak => &rules::BREAK_PLACE,
            FindingKind::EmitInVertex | FindingKind::MissingEmit | FindingKind::EmitBeforeSetEmit => {
                &rules::GEOMETRY_CODE
            }
            // Without automatic NOPs, each missing one was reported at its block.
            FindingKind::BlockEnd if self.options.auto_nop => &rules::PADDING,
            FindingKind::OutputNotOnEveryPath
            | FindingKind::OutputNeverWritten
            | FindingKind::OutputRewritten => &rules::OUTPUT_WRITES,
            FindingKind::CrossingJump => &rules::CROSSING_JUMP,
            FindingKind::InputNotInMask => &rules::UNDECLARED_INPUT,
            // The others concern bits that this language cannot set, or have been reported during parsing.
            _ => return None,
        };
        let executable = self.executables.get(executable)?;
        let location = self.location(finding, executable);
        let mut diagnostic = Diagnostic::new(rule, location, message(finding));
        diagnostic.severity = severity(finding);
        for (word, remark) in &finding.related {
            if let Some(word) = self.sources.get(*word) {
                diagnostic = diagnostic.label(self.place_of(word), remark.clone());
            }
        }
        Some(match help(finding.kind) {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        })
    }

    /// Location of a finding in the source: the declaration for outputs, the statement otherwise.
    fn location(&self, finding: &Finding, executable: &Executable<'a>) -> Location {
        if let Some(output) = finding.output {
            let declared = executable.outputs.iter().find(|known| known.register == i32::from(output));
            if let Some(declared) = declared {
                return self.place_in(executable.input, declared.part);
            }
        }
        if finding.kind == FindingKind::MissingEmit {
            return self.place_in(executable.input, executable.part);
        }
        match self.sources.get(finding.word) {
            Some(word) => self.place_of(word),
            None => self.place_in(executable.input, executable.part),
        }
    }

    fn unwritten(&mut self, word: usize, what: &str) {
        let Some(source) = self.sources.get(word).copied() else {
            return;
        };
        let message = format!("{what} is read here, but never written before");
        let help = if what.starts_with('r') {
            "write the components first, or select others"
        } else {
            "address registers are written by `mova`, `aL` by `for`, the compare flags by `cmp` and `litp`"
        };
        self.remark_at(&rules::READ_BEFORE_WRITE, self.place_of(&source), message).help(help);
    }

    /// Reports procedures that are never called, and unreachable runs of words.
    fn unreachable(&mut self, reachable: &mut WordSet, budget: &mut Budget) {
        let names = self.procedure_order.clone();
        let mut unused = Vec::new();
        for name in names {
            let Some(&procedure) = self.procedures.get(name) else {
                continue;
            };
            if procedure.size > 0 && !reachable.contains(procedure.start) {
                unused.push(procedure);
            }
        }
        // Procedures called only from an unused one get no finding of their own.
        let called: HashSet<&str> = self.calls.iter().map(|call| call.name).collect();
        for procedure in &unused {
            let flow = glassbox_pica::flow::FlowGraph::new(&self.code, procedure.start, budget);
            reachable.extend(&flow.reachable);
            if called.contains(procedure.name) || self.options.object {
                continue;
            }
            let place = self.place_in(procedure.input, procedure.name);
            let message = format!("procedure `{}` is never called", procedure.name);
            self.remark_at(&rules::UNREACHABLE, place, message)
                .severity(Severity::Info)
                .help("remove it, or call it");
        }
        let mut at = 0;
        while at < self.code.len() {
            if reachable.contains(at) {
                at += 1;
                continue;
            }
            let start = at;
            while at < self.code.len() && !reachable.contains(at) {
                at += 1;
            }
            // Unreachable NOPs pad code that never ends.
            let is_work = |word: &u32| Opcode::of(*word) != Opcode::NOP;
            let run = self.code.get(start..at).unwrap_or_default();
            let Some(first) = run.iter().position(is_work) else {
                continue;
            };
            let count = run.iter().filter(|word| is_work(word)).count();
            let Some(source) = self.sources.get(start + first).copied() else {
                continue;
            };
            let message = match count {
                1 => "this instruction never runs".to_owned(),
                _ => format!("this instruction never runs, nor do the {} after it", count - 1),
            };
            self.remark_at(&rules::UNREACHABLE, self.place_of(&source), message)
                .help("remove them, or look for an `end` or `break` before them that comes too early");
        }
    }
}

fn stage(executable: &Executable<'_>) -> Stage {
    if executable.is_geometry { Stage::Geometry } else { Stage::Vertex }
}

fn outputs(executable: &Executable<'_>) -> Vec<OutputMapping> {
    let outputs = executable.outputs.iter().map(|output| OutputMapping {
        register: output.register as u16,
        mask: u16::from(output.mask),
        semantic: output.semantic,
    });
    outputs.collect()
}

/// Integer registers that the file names or initializes.
fn known_integers(executable: &Executable<'_>) -> u8 {
    let mut known = 0;
    for constant in &executable.constants {
        if let Constant::Integer(register, _) = constant {
            known |= bit(*register);
        }
    }
    for uniform in &executable.uniforms {
        if uniform.class == UniformClass::Integer {
            known |= (0..uniform.size).fold(0, |bits, offset| bits | bit(uniform.register + offset));
        }
    }
    known
}

fn bit(register: i32) -> u8 {
    let number = u32::try_from(register - UniformClass::Integer.base()).unwrap_or(u32::MAX);
    1u8.checked_shl(number).unwrap_or(0)
}

fn severity(finding: &Finding) -> Severity {
    match (finding.kind, finding.severity) {
        // A declared output is meant to be written.
        (FindingKind::OutputNeverWritten, _) => Severity::Warning,
        // picasso assembles all of these, so they are not errors.
        (_, glassbox_pica::check::Severity::Error | glassbox_pica::check::Severity::Warning)
            if finding.kind != FindingKind::InputNotInMask =>
        {
            Severity::Warning
        }
        _ => Severity::Info,
    }
}

fn message(finding: &Finding) -> String {
    match finding.kind {
        FindingKind::RunsPastEnd => {
            "execution can run past the end of the code from here, without `end`".to_owned()
        }
        FindingKind::TargetOutside => "this goes past the end of the code".to_owned(),
        FindingKind::InputNotInMask => {
            let input = finding.message.split(',').next().unwrap_or(&finding.message);
            format!("this {input}, which no `.in` of the file declares")
        }
        FindingKind::Recursion => "a procedure calls itself, directly or through others".to_owned(),
        // Word numbers mean nothing in a source.
        FindingKind::CrossingJump => match finding.message.split_once(" goes ") {
            Some((_, rest)) => format!("this jump goes {rest}"),
            None => finding.message.clone(),
        },
        FindingKind::BlockEnd => match finding.message.split_once(" at word ") {
            Some((before, rest)) => {
                let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
                format!("{before} here{rest}")
            }
            None => finding.message.clone(),
        },
        _ => finding.message.clone(),
    }
}

fn help(kind: FindingKind) -> Option<&'static str> {
    Some(match kind {
        FindingKind::TwoInputs => "copy one of them to a temporary register first",
        FindingKind::Recursion => "the hardware keeps 4 calls and loses the oldest; use a loop",
        FindingKind::NestingDepth => "the oldest entry is lost; flatten the nesting",
        FindingKind::RunsPastEnd => "end the entry procedure with `end`",
        FindingKind::TargetOutside => "put an instruction there, or a `nop`",
        FindingKind::AdjacentMova => {
            "write both address registers at once, `mova a0.xy, r0.xy`, or put a `nop` between"
        }
        FindingKind::LoopRegister => "the integer registers are i0-i3",
        FindingKind::UnknownLoopCount => "declare it with `.ivec` or `.consti`",
        FindingKind::MisplacedBreak => "leave the loop by `breakc` on the level of the loop itself",
        FindingKind::EmitInVertex => "make the file a geometry shader with `.gsh`",
        FindingKind::MissingEmit => "`setemit` names a vertex slot, `emit` fills it",
        FindingKind::EmitBeforeSetEmit => "name the slot with `setemit` first",
        FindingKind::BlockEnd => "put a `nop` before the end of the block",
        FindingKind::OutputNeverWritten => "write it, or remove its declaration: the hardware waits for it",
        FindingKind::OutputNotOnEveryPath => "write it on every path: the hardware waits for it",
        FindingKind::OutputRewritten => "collect the value in a temporary register and write the output once",
        FindingKind::CrossingJump => "jump within the block, or use `ifc`, `.else` and `breakc`",
        FindingKind::InputNotInMask => "declare it with `.in`",
        _ => return None,
    })
}
