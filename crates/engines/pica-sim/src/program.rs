//! Programs, decoded and ready to run.

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_pica::check::Stage;
use glassbox_pica::descriptor::Mask;
use glassbox_pica::float24;
use glassbox_shbin::model::{Binary, Executable, Geometry};
use glassbox_shbin::raw::{Constant, ConstantKind, Stage as FileStage};

use crate::names::Names;
use crate::operation::{Action, Operation};
use crate::rules;
use crate::stop::TrapKind;
use crate::uniforms::Uniforms;

/// How many operand descriptors an instruction can name.
const MAX_DESCRIPTORS: usize = 128;

/// The words of the address space; a word beyond them never runs.
pub const MAX_WORDS: usize = 4096;

/// A program with its entry point: code, descriptors, and what its file says about registers.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    operations: Vec<Operation>,
    /// For each word, how many vector instructions follow each other from there on.
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
    /// A program of code words, the first words of the operand descriptors, and the word where it starts. Words from 4096
    /// and descriptors from 128 on cannot be reached and are left out. Every output register that the code names is enabled.
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

    /// An executable of a file, with its constants, names and geometry mode. The enabled outputs are those of the file's
    /// mask; where that is zero, those of its output table; where that is empty, those that the code names.
    ///
    /// # Errors
    ///
    /// When the file has no such executable, or it is for an unknown unit.
    pub fn from_shbin(binary: &Binary<'_>, executable: usize) -> Result<Program, LoadError> {
        let count = binary.executables.len();
        let Some(found) = binary.executables.get(executable) else {
            return Err(LoadError::NoExecutable {
                asked: executable,
                count,
            });
        };
        let stage = match found.stage {
            FileStage::VERTEX => Stage::Vertex,
            FileStage::GEOMETRY => Stage::Geometry,
            FileStage(stage) => return Err(LoadError::UnknownStage { executable, stage }),
        };
        let code: Vec<u32> = binary.program.code.iter().take(MAX_WORDS).collect();
        let descriptors: Vec<u32> = binary
            .program
            .descriptors
            .iter()
            .take(MAX_DESCRIPTORS)
            .map(|entry| entry.operands.0)
            .collect();
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

    /// The same program with these output registers enabled (bit 0 for o0).
    #[must_use]
    pub fn with_outputs(self, mask: u16) -> Program {
        Program {
            output_mask: mask,
            ..self
        }
    }

    /// The same program with this way of taking vertices.
    #[must_use]
    pub fn with_geometry(self, geometry: Geometry) -> Program {
        Program { geometry, ..self }
    }

    /// The decoded words.
    #[must_use]
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// The vector instructions that follow each other from a word on.
    #[inline]
    pub(crate) fn straight(&self, word: u32) -> &[Operation] {
        let first = word as usize;
        let count = self.straight.get(first).copied().unwrap_or(0);
        self.operations
            .get(first..first + usize::from(count))
            .unwrap_or_default()
    }

    /// A code word as stored.
    #[must_use]
    pub fn word(&self, word: u32) -> Option<u32> {
        self.operations.get(word as usize).map(|operation| operation.word)
    }

    /// The first words of the operand descriptors.
    #[must_use]
    pub fn descriptors(&self) -> &[u32] {
        &self.descriptors
    }

    /// The word where it starts; it may lie outside the code.
    #[must_use]
    pub const fn entry(&self) -> u32 {
        self.entry
    }

    /// The unit that runs it.
    #[must_use]
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// The enabled output registers, bit 0 for o0.
    #[must_use]
    pub const fn output_mask(&self) -> u16 {
        self.output_mask
    }

    /// The enabled output registers, ascending: the order in which they leave the unit.
    pub fn enabled_outputs(&self) -> impl Iterator<Item = usize> + '_ {
        (0..16).filter(|register| self.output_mask >> register & 1 != 0)
    }

    /// The components of an output register that the output table maps; empty when it maps none of them, or there is no
    /// table.
    #[must_use]
    pub fn mapped_components(&self, register: usize) -> Mask {
        self.output_components.get(register).copied().unwrap_or(Mask(0))
    }

    /// How a geometry program takes its vertices.
    #[must_use]
    pub const fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// The names of its inputs and uniforms.
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

    /// Sets the registers that the file sets. Later entries of its table win; registers that do not exist are left out.
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

    /// Where a word stands: its bytes in the file (in the code, when the program comes from no file).
    #[must_use]
    pub fn location(&self, word: u32) -> Location {
        let start = self.code_start + 4 * u64::from(word);
        Location::new(start, start + 4, format!("code[{word}]"))
    }
}

/// Registers that a file enables; `None` when it does not say.
fn enabled_outputs(executable: &Executable<'_>) -> Option<u16> {
    if executable.output_mask != 0 {
        return Some(executable.output_mask);
    }
    let outputs = executable.tables.outputs.iter();
    let mask = outputs
        .filter(|output| output.register < 16)
        .fold(0, |mask, output| mask | 1 << output.register);
    (mask != 0).then_some(mask)
}

/// The components of each output register that the output table maps.
fn mapped_components(executable: &Executable<'_>) -> [Mask; 16] {
    let mut components = [Mask(0); 16];
    for output in executable.tables.outputs.iter() {
        if let Some(mask) = components.get_mut(usize::from(output.register)) {
            mask.0 |= Mask(output.mask.0 as u8).reversed();
        }
    }
    components
}

/// For each word, how many vector instructions follow each other from there on.
fn straight(operations: &[Operation]) -> Vec<u16> {
    let mut count = 0;
    let counts = operations.iter().rev().map(|operation| {
        count = if operation.action.is_vector() {
            count + 1
        } else {
            0
        };
        count
    });
    let mut counts: Vec<u16> = counts.collect();
    counts.reverse();
    counts
}

/// Registers that some word of the code writes.
fn written_outputs(operations: &[Operation]) -> u16 {
    operations
        .iter()
        .filter_map(|operation| match operation.action {
            Action::Compute { destination, .. } => destination.as_output(),
            _ => None,
        })
        .fold(0, |mask, register| mask | 1 << register)
}

/// Why a file gives no program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoadError {
    /// There is no executable of this number.
    NoExecutable {
        /// The number asked for.
        asked: usize,
        /// How many there are.
        count: usize,
    },
    /// The executable is for a unit that nobody knows.
    UnknownStage {
        /// Its number.
        executable: usize,
        /// The value of its stage field.
        stage: u8,
    },
}

impl LoadError {
    /// The error as a finding.
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
