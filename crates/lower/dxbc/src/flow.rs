//! Structured control flow: blocks of the program are blocks of the module.
//!
//! What registers hold before a block holds in it, and behind it where it has not been written; what other blocks read goes through variables.

use foldhash::{HashMap, HashSet};
use glassbox_core::stage::Stage;
use glassbox_dxbc::Opcode;
use glassbox_lower_directx::{Outcome, rules};
use glassbox_spirv::build::{Id, op};

use crate::part::Ty;
use crate::plan::label;
use crate::ports::Way;
use crate::registers::Known;
use crate::source::PhaseKind;
use crate::uses::Register;
use crate::writer::Writer;

/// A block that is open.
pub(crate) struct Scope {
    kind: Kind,
    /// True if something leads to it.
    is_reached: bool,
    /// What is known at its beginning.
    entry: Known,
    /// What has been written in it.
    pub(crate) written: HashSet<(Register, u8)>,
}

enum Kind {
    If { otherwise: Option<Id>, merge: Id },
    Loop { header: Id, next: Id, merge: Id },
    Switch { labels: HashMap<usize, Id>, opened: HashSet<Id>, merge: Id },
}

impl Scope {
    /// What is known behind it.
    fn behind(&self) -> Known {
        let mut known = self.entry.clone();
        if !self.written.is_empty() {
            known.retain(|key, _| !self.written.contains(key));
        }
        known
    }
}

impl Writer<'_> {
    /// Whether the first component of an operand has the bits that the instruction tests for.
    fn condition(&mut self) -> Outcome<Id> {
        let value = self.value(0, &[0], Ty::Bool)?;
        let tests_nonzero =
            self.source.instructions.get(self.index).is_none_or(|found| found.tests_nonzero());
        if tests_nonzero {
            return Ok(value);
        }
        let truth = self.b.bool();
        Ok(self.b.value(op::LOGICAL_NOT, truth, &[value]))
    }

    /// A block that is run on the condition of the instruction, then what follows.
    fn guarded(&mut self, run: impl FnOnce(&mut Self) -> Outcome<()>) -> Outcome<()> {
        let condition = self.condition()?;
        let (then, rest) = (self.b.id(), self.b.id());
        self.flush();
        self.b.select_block(condition, then, rest, rest);
        self.b.open(then);
        let known = self.file.known.clone();
        run(self)?;
        self.file.known = known;
        self.b.open(rest);
        Ok(())
    }

    fn close(&mut self, scope: Scope) {
        self.file.known = scope.behind();
        if let Some(outer) = self.scopes.last_mut() {
            outer.written.extend(scope.written);
        }
    }

    pub(crate) fn flow(&mut self, opcode: Opcode) -> Outcome<()> {
        match opcode {
            Opcode::IF => self.begin_if(),
            Opcode::ELSE => {
                self.flush();
                if let Some(Scope { kind: Kind::If { otherwise, merge }, entry, .. }) = self.scopes.last_mut()
                {
                    let (merge, label) = (*merge, otherwise.take());
                    self.file.known = entry.clone();
                    self.b.branch(merge);
                    if let Some(label) = label {
                        self.b.open(label);
                    }
                }
                Ok(())
            }
            Opcode::LOOP => {
                self.begin_loop();
                Ok(())
            }
            Opcode::SWITCH => self.begin_switch(),
            Opcode::CASE | Opcode::DEFAULT => {
                self.case();
                Ok(())
            }
            Opcode::ENDIF | Opcode::ENDLOOP | Opcode::ENDSWITCH => {
                self.end_block();
                Ok(())
            }
            Opcode::BREAK => self.leave(true),
            Opcode::CONTINUE => self.leave(false),
            Opcode::BREAKC => self.guarded(|w| w.leave(true)),
            Opcode::CONTINUEC => self.guarded(|w| w.leave(false)),
            Opcode::RET => self.return_here(),
            Opcode::RETC => self.guarded(Writer::return_here),
            Opcode::LABEL => self.begin_label(),
            Opcode::CALL => self.call(),
            Opcode::CALLC => self.guarded(Writer::call).map(|()| self.forget()),
            Opcode::FCALL => self.interface_call(),
            _ => self.discard(),
        }
    }

    fn begin_if(&mut self) -> Outcome<()> {
        let (then, otherwise, merge) = (self.b.id(), self.b.id(), self.b.id());
        let has_else = self.source.plan.has_else(self.index);
        if self.b.is_open() {
            let condition = self.condition()?;
            self.flush();
            self.b.select_block(condition, then, if has_else { otherwise } else { merge }, merge);
            self.b.open(then);
        }
        let is_reached = self.b.is_open();
        let otherwise = (has_else && is_reached).then_some(otherwise);
        self.push(Kind::If { otherwise, merge }, is_reached);
        Ok(())
    }

    fn push(&mut self, kind: Kind, is_reached: bool) {
        let entry = self.snapshot();
        self.file.known = entry.clone();
        self.scopes.push(Scope { kind, is_reached, entry, written: HashSet::default() });
    }

    fn begin_loop(&mut self) {
        let (header, body, next, merge) = (self.b.id(), self.b.id(), self.b.id(), self.b.id());
        let first = self.index;
        self.flush();
        let plan = &self.source.plan;
        self.file.known.retain(|(register, component), _| !plan.is_written_in(first, *register, *component));
        let is_reached = self.b.is_open();
        if is_reached {
            self.b.open_loop(header, body, next, merge);
            self.b.open(body);
        }
        self.push(Kind::Loop { header, next, merge }, is_reached);
    }

    fn begin_switch(&mut self) -> Outcome<()> {
        let merge = self.b.id();
        let mut labels: HashMap<usize, Id> = HashMap::default();
        let is_reached = self.b.is_open();
        if is_reached {
            let selector = self.value(0, &[0], Ty::Uint)?;
            self.flush();
            let (mut cases, mut default) = (Vec::new(), merge);
            let mut seen: HashSet<u32> = HashSet::default();
            let mut last: Option<(usize, Id)> = None;
            for (index, value) in self.source.plan.cases(self.index) {
                // Cases without instructions between them are one block.
                let label = match last {
                    Some((before, label)) if before + 1 == *index => label,
                    _ => self.b.id(),
                };
                last = Some((*index, label));
                labels.insert(*index, label);
                match value {
                    None => default = label,
                    Some(value) if seen.insert(*value) => cases.push((u64::from(*value), label)),
                    Some(_) => {}
                }
            }
            self.b.switch(selector, default, &cases, merge);
        }
        self.push(Kind::Switch { labels, opened: HashSet::default(), merge }, is_reached);
        Ok(())
    }

    fn case(&mut self) {
        let index = self.index;
        self.flush();
        let Some(scope) = self.scopes.last_mut() else { return };
        let known = scope.behind();
        let Kind::Switch { labels, opened, .. } = &mut scope.kind else { return };
        let Some(label) = labels.get(&index).copied() else { return };
        if opened.insert(label) {
            self.file.known = known;
            self.b.open(label);
        }
    }

    fn end_block(&mut self) {
        self.flush();
        let Some(scope) = self.scopes.pop() else { return };
        if scope.is_reached {
            match &scope.kind {
                Kind::If { merge, .. } | Kind::Switch { merge, .. } => self.b.open(*merge),
                Kind::Loop { header, next, merge } => {
                    self.b.open(*next);
                    self.b.branch(*header);
                    self.b.open(*merge);
                }
            }
        }
        self.close(scope);
    }

    /// Leaves the innermost loop or switch, or goes to the next round of the innermost loop.
    fn leave(&mut self, is_break: bool) -> Outcome<()> {
        let mut scopes = self.scopes.iter().rev();
        let target = scopes.find_map(|scope| match (&scope.kind, is_break) {
            (Kind::Loop { merge, .. } | Kind::Switch { merge, .. }, true) => Some(*merge),
            (Kind::Loop { next, .. }, false) => Some(*next),
            _ => None,
        });
        let Some(target) = target else {
            return Err(self.refuse(&rules::SHAPE, "found a jump outside of a loop".to_owned()));
        };
        self.flush();
        self.b.branch(target);
        Ok(())
    }

    /// Returns from the function: what outputs hold goes to the interface.
    pub(crate) fn return_here(&mut self) -> Outcome<()> {
        if !self.b.is_open() {
            return Ok(());
        }
        if self.is_subroutine() {
            self.flush();
        } else {
            self.leave_outputs()?;
        }
        self.b.end(op::RETURN);
        Ok(())
    }

    fn leave_outputs(&mut self) -> Outcome<()> {
        match (self.source.stage, self.phase_kind()) {
            (Stage::Geometry | Stage::Compute, _) => Ok(()),
            (_, PhaseKind::Fork | PhaseKind::Join) => self.store_outputs(Way::Patch, 0, None),
            (Stage::TessellationControl, _) => {
                let vertex = self.invocation();
                self.store_outputs(Way::Output, 0, Some(vertex))
            }
            _ => self.store_outputs(Way::Output, 0, None),
        }
    }

    /// True in the functions that labels open.
    fn is_subroutine(&self) -> bool {
        self.source.plan.labels.first().is_some_and(|(_, first)| self.index >= *first)
    }

    fn begin_label(&mut self) -> Outcome<()> {
        if self.b.is_open() {
            self.return_here()?;
        }
        let instruction = self.source.instructions.get(self.index);
        let id = instruction.and_then(label).and_then(|label| self.functions.get(&label).copied());
        let Some(id) = id else {
            return Err(self.refuse(&rules::SHAPE, "found a label without a number".to_owned()));
        };
        let void = self.b.void();
        let signature = self.b.function_type(void, &[]);
        self.b.begin_function_as(id, void, signature);
        self.begin();
        Ok(())
    }

    fn call(&mut self) -> Outcome<()> {
        let instruction = self.source.instructions.get(self.index);
        let id = instruction.and_then(label).and_then(|label| self.functions.get(&label).copied());
        match id {
            Some(id) => {
                self.call_function(id);
                Ok(())
            }
            None => Err(self.refuse(&rules::SHAPE, "found a call of no label of the program".to_owned())),
        }
    }

    pub(crate) fn call_function(&mut self, id: Id) {
        self.flush();
        let void = self.b.void();
        self.b.value(op::FUNCTION_CALL, void, &[id]);
        self.forget();
    }

    /// A function may write all registers.
    fn forget(&mut self) {
        self.file.known.clear();
    }

    /// What an invocation leaves behind is dropped; it goes on as a helper of its neighbours.
    fn discard(&mut self) -> Outcome<()> {
        self.guarded(|w| {
            w.b.effect(op::DEMOTE_TO_HELPER_INVOCATION, &[]);
            Ok(())
        })
    }
}
