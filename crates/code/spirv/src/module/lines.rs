//! Finds the source line of each instruction: `OpLine` and `DebugLine`.

use std::collections::HashSet;

use super::{At, Id, Module};
use crate::grammar::instruction::non_semantic_shader_debug_info as debug;
use crate::grammar::op;

/// A place in a source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The `OpString` with the name of the file, or the `DebugSource`.
    pub file: Id,
    /// Line, counted as the compiler did; from 1.
    pub line: u32,
    /// Column; 0 if not stated.
    pub column: u32,
}

/// Source lines by instruction.
#[derive(Clone, Debug)]
pub struct Lines {
    /// By instruction, one more than the index in `lines`; 0 for none.
    of: Vec<u32>,
    lines: Vec<Line>,
}

impl Lines {
    /// Collects the lines of a module.
    pub fn of(module: &Module) -> Lines {
        let mut lines = Lines { of: vec![0; module.count()], lines: Vec::new() };
        let mut state = 0;
        for &at in &module.globals {
            state = lines.step(module, at, state);
        }
        for function in &module.functions {
            for &at in function.before.iter().chain(&function.head) {
                state = lines.step(module, at, state);
            }
            for block in &function.blocks {
                // A line applies up to the end of its block.
                block.head.iter().chain(&block.body).fold(0, |state, at| lines.step(module, *at, state));
            }
            state = 0;
        }
        lines
    }

    /// Source line of an instruction.
    pub fn get(&self, at: At) -> Option<Line> {
        let index = self.of.get(at as usize)?.checked_sub(1)?;
        self.lines.get(index as usize).copied()
    }

    /// The files of the lines, each once, in the order of the module.
    pub fn files(&self) -> Vec<Id> {
        let mut seen = HashSet::new();
        self.lines.iter().map(|line| line.file).filter(|file| seen.insert(*file)).collect()
    }

    /// State after an instruction: the line of those that follow.
    fn step(&mut self, module: &Module, at: At, state: u32) -> u32 {
        self.of[at as usize] = state;
        match module.opcode(at) {
            op::NO_LINE => 0,
            op::LINE => self.push(module.word(at, 0), module.word(at, 1), module.word(at, 2)),
            op::EXT_INST => match shader_debug(module, at) {
                Some(debug::DEBUG_LINE) => {
                    let value = |index| module.constant_u32(module.word(at, index)).unwrap_or(0);
                    self.push(module.word(at, 2), value(3), value(5))
                }
                Some(debug::DEBUG_NO_LINE) => 0,
                _ => state,
            },
            _ => state,
        }
    }

    fn push(&mut self, file: Id, line: u32, column: u32) -> u32 {
        self.lines.push(Line { file, line, column });
        self.lines.len() as u32
    }
}

impl Module {
    /// Name of the file of a [`Line`]; empty if the module has none.
    pub fn file_name(&self, file: Id) -> String {
        let named = |at: At| match shader_debug(self, at) {
            Some(debug::DEBUG_SOURCE) => self.definition(self.word(at, 2)),
            _ => Some(at),
        };
        let at = self.definition(file).and_then(named).filter(|at| self.opcode(*at) == op::STRING);
        at.map_or_else(String::new, |at| self.string(at, 0))
    }
}

/// Number of an instruction of `NonSemantic.Shader.DebugInfo`.
fn shader_debug(module: &Module, at: At) -> Option<u32> {
    if module.opcode(at) != op::EXT_INST {
        return None;
    }
    let set = module.definition(module.word(at, 0))?;
    let is_debug = module.opcode(set) == op::EXT_INST_IMPORT
        && module.string_starts(set, "NonSemantic.Shader.DebugInfo.");
    is_debug.then(|| module.word(at, 1))
}
