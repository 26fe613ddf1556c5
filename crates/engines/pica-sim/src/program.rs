//! Loads and decodes programs.

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_pica::check::Stage;
use glassbox_pica::descriptor::Mask;
use glassbox_pica::float24;
use glassbox_shbin::model::{Binary, Executable, Geometry};
use glassbox_shbin::raw::{Constant, ConstantKind, Stage as FileStage};

use crate::names::Names;
use crate::operation::{Action, Operation};
use crate::rules;
use crate::trap::TrapKind;
use crate::uniforms::Uniforms;

/// Number of operand descriptors that an instruction can address.
const MAX_DESCRIPTORS: usize = 128;

/// Size of the address space in words; words beyond it never run.
pub const MAX_WORDS: usize = 4096;

/// Program with its entry point: code, descriptors, and register information from its file.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    operations: Vec<Operation>,
    /// For each word, the number of consecutive vector instructions from there on.
    straight: Vec<u16>,
    descriptors: Vec<u32>,
    entry: u32,
    stage: Stage,
    output_mask: u16,
    output_components: [Mask; 16],
    geometry: Geometry,
    constants: Vec<Constant>,
    names: Names,
    code_start: u64,
}

impl Program {
    /// Creates a program from code words, the first words of the operand descriptors, and the entry
    /// word. Words from 4096 and descriptors from 128 on are unreachable and omitted. Every output
    /// register used in the code is enabled.
    #[must_use]
    pub fn new(code: &[u32], descriptors: &[u32], entry: u32, stage: Stage) -> Program {
        let descriptors = &descriptors[..descriptors.len().min(MAX_DESCRIPTORS)];
        let operations: Vec<Operation> = code
            .iter()
            .take(MAX_WORDS)
            .map(|&word| {
                let operation = Operation::decode(word, descriptors);
                let emits = matches!(operation.action, Action::Emit | Action::SetEmit { .. });
                if emits && stage == Stage::Vertex {
                    let action = Action::Trap(TrapKind::EmitInVertex);
                    return Operation { action, ..operation };
                }
                operation
            })
            .collect();
        let output_mask = written_outputs(&operations);
        Program {
            straight: straight(&operations),
            operations,
            descriptors: descriptors.to_vec(),
            entry,
            stage,
            output_mask,
            output_components: [Mask(0); 16],
            geometry: Geometry::default(),
            constants: Vec::new(),
            names: Names::default(),
            code_start: 0,
        }
    }

    /// Loads an executable with its constants, names and geometry mode. The enabled outputs are
    /// those of the file's mask; if zero, those of its output table; if that is empty, those used
    /// in the code.
    ///
    /// # Errors
    ///
    /// If the file has no such executable, or its unit is unknown.
    pub fn from_shbin(binary: &Binary<'_>, executable: usize) -> Result<Program, LoadError> {
        let count = binary.executables.len();
        let Some(found) = binary.executables.get(executable) else {
            return Err(LoadError::NoExecutable { asked: executable, count });
        };
        let stage = match found.stage {
            FileStage::VERTEX => Stage::Vertex,
            FileStage::GEOMETRY => Stage::Geometry,
            FileStage(stage) => return Err(LoadError::UnknownStage { executable, stage }),
        };
        let code: Vec<u32> = binary.program.code.iter().take(MAX_WORDS).collect();
        let descriptors: Vec<u32> =
            binary.program.descriptors.iter().take(MAX_DESCRIPTORS).map(|entry| entry.operands.0).collect();
        let program = Program::new(&code, &descriptors, found.main, stage);
        Ok(Program {
            output_mask: enabled_outputs(found).unwrap_or(program.output_mask),
            output_components: mapped_components(found),
            geometry: found.geometry,
            constants: found.tables.constants.iter().collect(),
            names: Names::new(&found.tables),
            code_start: binary.program.code.start(),
            ..program
        })
    }

    /// Enables these output registers instead (bit 0 for o0).
    #[must_use]
    pub fn with_outputs(self, mask: u16) -> Program {
        Program { output_mask: mask, ..self }
    }

    /// Replaces the geometry input mode.
    #[must_use]
    pub fn with_geometry(self, geometry: Geometry) -> Program {
        Program { geometry, ..self }
    }

    /// Decoded words.
    #[must_use]
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// Consecutive vector instructions from a word on.
    #[inline]
    pub(crate) fn straight(&self, word: u32) -> &[Operation] {
        let first = word as usize;
        let count = self.straight.get(first).copied().unwrap_or(0);
        self.operations.get(first..first + usize::from(count)).unwrap_or_default()
    }

    /// Code word as stored.
    #[must_use]
    pub fn word(&self, word: u32) -> Option<u32> {
        self.operations.get(word as usize).map(|operation| operation.word)
    }

    /// First words of the operand descriptors.
    #[must_use]
    pub fn descriptors(&self) -> &[u32] {
        &self.descriptors
    }

    /// Entry word; may be outside the code.
    #[must_use]
    pub const fn entry(&self) -> u32 {
        self.entry
    }

    /// Unit that runs it.
    #[must_use]
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// Mask of the enabled output registers, bit 0 for o0.
    #[must_use]
    pub const fn output_mask(&self) -> u16 {
        self.output_mask
    }

    /// Enabled output registers, ascending: the order in which they leave the unit.
    pub fn enabled_outputs(&self) -> impl Iterator<Item = usize> + '_ {
        (0..16).filter(|register| self.output_mask >> register & 1 != 0)
    }

    /// Components of an output register that the output table maps; empty if it maps none of them,
    /// or there is no table.
    #[must_use]
    pub fn mapped_components(&self, register: usize) -> Mask {
        self.output_components.get(register).copied().unwrap_or(Mask(0))
    }

    /// Input mode of a geometry program.
    #[must_use]
    pub const fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// Names of its inputs and uniforms.
    #[must_use]
    pub const fn names(&self) -> &Names {
        &self.names
    }

    /// Zero uniforms with the program's constants.
    #[must_use]
    pub fn uniforms(&self) -> Uniforms {
        let mut uniforms = Uniforms::ZERO;
        self.apply_constants(&mut uniforms);
        uniforms
    }

    /// Sets the registers initialised by the file. Later table entries win; invalid registers are
    /// ignored.
    pub fn apply_constants(&self, uniforms: &mut Uniforms) {
        for constant in &self.constants {
            let register = usize::from(constant.register);
            match constant.kind {
                ConstantKind::BOOL if register < 16 => {
                    uniforms.set_bool(register as u8, constant.data[0].0 & 1 != 0);
                }
                ConstantKind::INT => {
                    if let Some(int) = uniforms.int.get_mut(register) {
                        *int = constant.data[0].0.to_le_bytes();
                    }
                }
                ConstantKind::FLOAT => {
                    if let Some(float) = uniforms.float.get_mut(register) {
                        *float = constant.data.map(|word| float24::decode(word.0));
                    }
                }
                _ => {}
            }
        }
    }

    /// Location of a word: its bytes in the file, or in the code if the program has no file.
    #[must_use]
    pub fn location(&self, word: u32) -> Location {
        let start = self.code_start + 4 * u64::from(word);
        Location::new(start, start + 4, format!("code[{word}]"))
    }
}

/// Registers enabled by a file; `None` if not stated.
fn enabled_outputs(executable: &Executable<'_>) -> Option<u16> {
    if executable.output_mask != 0 {
        return Some(executable.output_mask);
    }
    let outputs = executable.tables.outputs.iter();
    let mask =
        outputs.filter(|output| output.register < 16).fold(0, |mask, output| mask | 1 << output.register);
    (mask != 0).then_some(mask)
}

/// Components of each output register that the output table maps.
fn mapped_components(executable: &Executable<'_>) -> [Mask; 16] {
    let mut components = [Mask(0); 16];
    for output in executable.tables.outputs.iter() {
        if let Some(mask) = components.get_mut(usize::from(output.register)) {
            mask.0 |= Mask(output.mask.0 as u8).reversed();
        }
    }
    components
}

/// For each word, the number of consecutive vector instructions from there on.
fn straight(operations: &[Operation]) -> Vec<u16> {
    let mut count = 0;
    let counts = operations.iter().rev().map(|operation| {
        count = if operation.action.is_vector() { count + 1 } else { 0 };
        count
    });
    let mut counts: Vec<u16> = counts.collect();
    counts.reverse();
    counts
}

/// Registers written by any word of the code.
fn written_outputs(operations: &[Operation]) -> u16 {
    operations
        .iter()
        .filter_map(|operation| match operation.action {
            Action::Compute { destination, .. } => destination.as_output(),
            _ => None,
        })
        .fold(0, |mask, register| mask | 1 << register)
}

/// Reason why a file cannot be loaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoadError {
    /// The executable does not exist.
    NoExecutable {
        /// Index requested.
        asked: usize,
        /// Number of executables.
        count: usize,
    },
    /// The executable is for an unknown unit.
    UnknownStage {
        /// Index of the executable.
        executable: usize,
        /// Value of its stage field.
        stage: u8,
    },
}

impl LoadError {
    /// Converts the error to a finding.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        match *self {
            LoadError::NoExecutable { asked, count } => Diagnostic::new(
                &rules::NO_EXECUTABLE,
                Location::default(),
                format!("executable {asked} was asked for, but the file has {count}"),
            )
            .help("count executables from 0; `glassbox info` lists them"),
            LoadError::UnknownStage { executable, stage } => Diagnostic::new(
                &rules::UNKNOWN_STAGE,
                Location {
                    path: format!("dvle[{executable}].stage"),
                    ..Location::default()
                },
                format!("executable {executable} is for unit {stage}, but only vertex (0) and geometry (1) are known"),
            )
            .help("set the stage to `vertex` or `geometry`"),
        }
    }
}

impl std::fmt::Display for LoadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.diagnostic().message)
    }
}

impl std::error::Error for LoadError {}
