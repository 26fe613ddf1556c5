//! The module while it is written. A program is lowered twice: the first time finds out how registers and resources are used.

use std::ops::Range as Bytes;
use std::rc::Rc;

use foldhash::HashMap;
use glassbox_core::diagnostic::{Rule, Severity};
use glassbox_dxbc::Opcode;
use glassbox_dxbc::declaration::{Declaration, ResourceKind, declaration};
use glassbox_dxbc::names::{GlobalFlags, OperandType};
use glassbox_lower_directx::bindings::RegisterClass;
use glassbox_lower_directx::interface::BuiltIns;
use glassbox_lower_directx::members::Layout;
use glassbox_lower_directx::resource::Variable;
use glassbox_lower_directx::{Outcome, Refusal, rules};
use glassbox_spirv::build::value::{addressing_model, capability, decoration, memory_model};
use glassbox_spirv::build::{Builder, Id};
use glassbox_spirv::check::{CheckOptions, Environment, Relaxation, Vulkan, check_module};
use glassbox_spirv::optimize::remove_dead;

use crate::arrays::{Array, Range};
use crate::flow::Scope;
use crate::plan::Label;
use crate::ports::Interface;
use crate::registers::File;
use crate::source::{Holds, Phase, PhaseKind, Source, ViewId};
use crate::uses::{Usage, Uses};
use crate::{Lowered, Options, ops};

/// A module that is written.
pub(crate) struct Writer<'a> {
    pub(crate) b: Builder,
    pub(crate) source: &'a Source<'a>,
    pub(crate) options: &'a Options,
    /// What the first time found.
    pub(crate) prior: Option<&'a Uses>,
    /// What is found.
    pub(crate) uses: Uses,
    /// Number of the instruction.
    pub(crate) index: usize,
    /// Number of the phase.
    pub(crate) phase: usize,
    /// Number of the instance of a phase.
    pub(crate) instance: Option<Id>,
    pub(crate) file: File,
    pub(crate) scopes: Vec<Scope>,
    pub(crate) ports: Interface,
    pub(crate) interface: Vec<Id>,
    /// Variables that are not of the interface before SPIR-V 1.4.
    pub(crate) globals: Vec<Id>,
    pub(crate) built_ins: BuiltIns,
    pub(crate) variables: HashMap<ViewId, Variable>,
    pub(crate) counters: HashMap<ViewId, Variable>,
    pub(crate) shared: HashMap<u32, Id>,
    pub(crate) arrays: HashMap<u32, Array>,
    pub(crate) ranges: Vec<Range>,
    pub(crate) outputs: Vec<(Range, Array)>,
    pub(crate) immediate: Option<Array>,
    pub(crate) functions: HashMap<Label, Id>,
    /// Members of constant buffers and of buffers of structures, where they are known.
    pub(crate) layouts: HashMap<ViewId, Rc<Layout>>,
}

/// Lowers a program.
pub(crate) fn lower(source: &Source<'_>, options: &Options) -> Outcome<Lowered> {
    let mut survey = Writer::new(source, options, None);
    survey.write()?;
    let mut uses = std::mem::take(&mut survey.uses);
    uses.settle();
    let mut writer = Writer::new(source, options, Some(&uses));
    writer.write()?;
    writer.finish()
}

/// The members of constant buffers and of buffers of structures that reflection has.
fn layouts(source: &Source<'_>, options: &Options) -> HashMap<ViewId, Rc<Layout>> {
    if options.without_members {
        return HashMap::default();
    }
    let found = source.declared.views.iter().filter_map(|(id, view)| {
        let layout = match view.content {
            Holds::View(ResourceKind::Structured { stride }, _) if options.structures => {
                Layout::of_elements(&options.interface, &view.name, stride, false)?
            }
            Holds::Rows(_) if id.0 == RegisterClass::Constants => {
                Layout::of_registers(&options.interface, &Writer::range_of(*id, view), false)?
            }
            _ => return None,
        };
        Some((*id, Rc::new(layout)))
    });
    found.collect()
}

impl<'a> Writer<'a> {
    fn new(source: &'a Source<'a>, options: &'a Options, prior: Option<&'a Uses>) -> Writer<'a> {
        let mut b = Builder::new(0x0001_0300);
        b.reserve(source.instructions.len() * 4);
        b.capability(capability::SHADER);
        b.memory_model(addressing_model::LOGICAL, memory_model::GLSL450);
        Writer {
            b,
            source,
            options,
            prior,
            uses: Uses::default(),
            index: 0,
            phase: 0,
            instance: None,
            file: File::default(),
            scopes: Vec::new(),
            ports: Interface::default(),
            interface: Vec::new(),
            globals: Vec::new(),
            built_ins: BuiltIns::of(source.stage),
            variables: HashMap::default(),
            counters: HashMap::default(),
            shared: HashMap::default(),
            arrays: HashMap::default(),
            ranges: Vec::new(),
            outputs: Vec::new(),
            immediate: None,
            functions: HashMap::default(),
            layouts: layouts(source, options),
        }
    }

    fn write(&mut self) -> Outcome<()> {
        self.declare_interface()?;
        for (label, _) in &self.source.plan.labels {
            let id = self.b.id();
            self.functions.insert(*label, id);
        }
        self.entry()
    }

    /// Writes the instructions of a phase in the function that is open.
    pub(crate) fn instructions(&mut self, number: usize, phase: Phase) -> Outcome<()> {
        self.phase = number;
        self.begin();
        for index in phase.first..phase.end {
            self.index = index;
            let Some(instruction) = self.source.instructions.get(index) else { break };
            let range = instruction.range();
            self.b.at(range.start + self.source.start..range.end + self.source.start);
            if instruction.opcode.is_declaration() {
                self.declaration()?;
            } else if self.b.is_open() || ops::is_flow(instruction.opcode) {
                ops::instruction(self, instruction.opcode)?;
            }
        }
        self.b.at(0..0);
        if self.b.is_open() {
            self.return_here()?;
        }
        Ok(())
    }

    /// Forgets what belongs to the function before.
    pub(crate) fn begin(&mut self) {
        self.new_file();
        self.scopes.clear();
        self.ports.new_function();
        if !self.has_functions() {
            self.arrays.clear();
            self.ranges.clear();
            self.outputs.clear();
        }
    }

    /// Declarations that hold from where they are: arrays of registers, of a phase or of the program.
    fn declaration(&mut self) -> Outcome<()> {
        let Some(instruction) = self.source.instructions.get(self.index) else { return Ok(()) };
        match declaration(instruction, self.source.program.has_spaces()) {
            Some(Declaration::IndexableTemp { number, count, .. }) => self.declare_array(number, count),
            Some(Declaration::IndexRange { register, count }) => {
                let is_input = register.operand_type != OperandType::OUTPUT;
                let first = register.number.unwrap_or(0);
                self.declare_range(Range { is_input, first, count: count.min(64) })?;
            }
            _ => {}
        }
        Ok(())
    }

    /// True if the program calls functions, so that registers are shared between them.
    pub(crate) fn has_functions(&self) -> bool {
        !self.source.plan.labels.is_empty()
    }

    pub(crate) fn phase_kind(&self) -> PhaseKind {
        self.source.phases.get(self.phase).map_or(PhaseKind::Main, |phase| phase.kind)
    }

    pub(crate) fn opcode(&self) -> Opcode {
        self.source.instructions.get(self.index).map_or(Opcode::NOP, |instruction| instruction.opcode)
    }

    /// Bytes of the instruction in the file.
    fn place(&self) -> Bytes<usize> {
        let range = self.source.instructions.get(self.index).map_or(0..0, |instruction| instruction.range());
        range.start + self.source.start..range.end + self.source.start
    }

    /// A refusal at the instruction.
    pub(crate) fn refuse(&self, rule: &'static Rule, message: String) -> Box<Refusal> {
        let message = format!("{message}, in `{}`", self.opcode());
        Refusal::new(rule, message).at(self.place())
    }

    /// Marks that arithmetic must not be contracted where the program says so.
    pub(crate) fn exact(&mut self, value: Id) -> Id {
        let precise =
            self.source.instructions.get(self.index).is_some_and(|instruction| instruction.precise() != 0);
        let may_change = self.source.declared.has_flag(GlobalFlags::REFACTORING_ALLOWED);
        if (precise || !may_change) && self.b.is_open() {
            self.b.decorate(value, decoration::NO_CONTRACTION, &[]);
        }
        value
    }

    /// Notes how a resource is used.
    pub(crate) fn note(&mut self, id: ViewId, note: impl FnOnce(&mut Usage)) {
        note(self.uses.views.entry(id).or_default());
    }

    fn finish(mut self) -> Outcome<Lowered> {
        self.b.declare_needs();
        let stage = self.source.stage;
        let module = self.b.finish_module().map_err(|error| {
            Refusal::new(&rules::INVALID, "found an instruction too long for SPIR-V").help(error.to_string())
        })?;
        let module = remove_dead(module);
        let mut options = CheckOptions::new(Environment::Vulkan(Vulkan::V1_1));
        if self.options.structures {
            options.relaxations = options.relaxations.with(Relaxation::ScalarBlockLayout);
        }
        let findings = check_module(&module, &options);
        match findings.into_iter().find(|finding| finding.severity == Severity::Error) {
            Some(finding) => {
                let message =
                    format!("the module breaks {}: {} ({})", finding.rule.id, finding.message, finding.text);
                let at = finding.at.map_or(0..0, |at| module.origin(at));
                Err(Refusal::new(&rules::INVALID, message).at(at))
            }
            None => Ok(Lowered { module, stage }),
        }
    }
}
