//! Builds the control-flow graph from the instructions.

use super::call::Calls;
use super::{Block, Edge, Graph, MAX_EDGES, Target};
use crate::opcode::Opcode;
use crate::operand::Operand;
use crate::print::{Options, Printer};
use crate::role::Role;
use crate::walk::{Instruction, Program};

/// An open structured block.
enum OpenBlock {
    If {
        from: usize,
        otherwise: String,
        /// Last block of the first branch, once the second has begun.
        first_end: Option<Option<usize>>,
    },
    Loop {
        head: usize,
        breaks: Vec<(usize, String)>,
    },
    Switch {
        from: usize,
        on: String,
        breaks: Vec<(usize, String)>,
        has_default: bool,
    },
}

struct Builder<'p> {
    graph: Graph,
    open: Vec<OpenBlock>,
    /// Current block; `None` after a jump.
    current: Option<usize>,
    printer: Printer<'p>,
    calls: Calls,
}

/// Builds the graph of a program.
pub(super) fn build(program: &Program<'_>) -> Graph {
    let options = Options::default();
    let mut builder = Builder {
        graph: Graph::default(),
        open: Vec::new(),
        current: None,
        printer: Printer::new(program, &options),
        calls: Calls::default(),
    };
    for instruction in program.walk() {
        if instruction.opcode.is_declaration() || instruction.opcode == Opcode::CUSTOMDATA {
            builder.calls.declare(&instruction);
        } else {
            builder.instruction(&instruction);
        }
    }
    builder.finish()
}

impl Builder<'_> {
    fn block(&mut self, entry: Option<String>) -> usize {
        self.graph.blocks.push(Block { entry, lines: Vec::new() });
        self.graph.blocks.len() - 1
    }

    fn edge(&mut self, from: usize, to: Target, condition: &str) {
        if self.graph.edges.len() < MAX_EDGES {
            self.graph.edges.push(Edge { from, to, condition: condition.to_owned(), is_call: false });
        }
    }

    /// Starts a block, with an edge from the current one if there is one.
    fn next(&mut self, condition: &str) -> usize {
        let before = self.current;
        let block = self.block(None);
        if let Some(before) = before {
            self.edge(before, Target::Block(block), condition);
        }
        self.current = Some(block);
        block
    }

    /// The current block; starts a new one if there is none.
    fn current_block(&mut self) -> usize {
        if let Some(block) = self.current {
            return block;
        }
        let entry = self.graph.blocks.is_empty().then(|| "main".to_owned());
        let block = self.block(entry);
        self.current = Some(block);
        block
    }

    /// Starts a block that is entered from outside.
    fn enter(&mut self, name: String) -> usize {
        let block = self.block(Some(name));
        self.current = Some(block);
        self.open.clear();
        block
    }

    /// Adds an instruction to the current block.
    fn line(&mut self, instruction: &Instruction<'_>) -> usize {
        let block = self.current_block();
        let text = self.printer.line(instruction).trim_end().to_owned();
        if let Some(block) = self.graph.blocks.get_mut(block) {
            block.lines.push((instruction.word, text));
        }
        block
    }

    fn instruction(&mut self, instruction: &Instruction<'_>) {
        match instruction.opcode {
            Opcode::HS_DECLS => {}
            Opcode::HS_CONTROL_POINT_PHASE | Opcode::HS_FORK_PHASE | Opcode::HS_JOIN_PHASE => {
                self.enter(instruction.opcode.to_string());
            }
            Opcode::LABEL => {
                let name = self.printer.line(instruction);
                let block = self.enter(name);
                self.calls.label(instruction, block);
            }
            Opcode::IF => {
                let from = self.line(instruction);
                let (holds, otherwise) = self.condition(instruction);
                self.next(&holds);
                self.open.push(OpenBlock::If { from, otherwise, first_end: None });
            }
            Opcode::ELSE | Opcode::ENDIF => self.branch(instruction),
            Opcode::LOOP => {
                let head = match self.current {
                    // A loop at the start of a block needs no new one.
                    Some(block) if self.is_fresh(block) => block,
                    _ => {
                        self.current_block();
                        self.next("")
                    }
                };
                self.open.push(OpenBlock::Loop { head, breaks: Vec::new() });
            }
            Opcode::ENDLOOP => match self.open.pop() {
                Some(OpenBlock::Loop { head, breaks }) => {
                    if let Some(block) = self.current.take() {
                        self.edge(block, Target::Block(head), "again");
                    }
                    self.join(breaks);
                }
                other => self.keep_unmatched(other, instruction),
            },
            Opcode::BREAK | Opcode::BREAKC | Opcode::CONTINUE | Opcode::CONTINUEC => {
                self.jump_out(instruction)
            }
            Opcode::SWITCH => {
                let from = self.line(instruction);
                let on = instruction.operand(0).map(|operand| self.text(&operand));
                self.current = None;
                self.open.push(OpenBlock::Switch {
                    from,
                    on: on.unwrap_or_default(),
                    breaks: Vec::new(),
                    has_default: false,
                });
            }
            Opcode::CASE | Opcode::DEFAULT => self.case(instruction),
            Opcode::ENDSWITCH => match self.open.pop() {
                Some(OpenBlock::Switch { from, mut breaks, has_default, .. }) => {
                    breaks.extend(self.current.take().map(|block| (block, String::new())));
                    if !has_default {
                        breaks.push((from, "otherwise".to_owned()));
                    }
                    self.join(breaks);
                }
                other => self.keep_unmatched(other, instruction),
            },
            Opcode::RET => {
                self.line(instruction);
                self.current = None;
            }
            Opcode::RETC => {
                let block = self.line(instruction);
                let (holds, otherwise) = self.condition(instruction);
                self.edge(block, Target::Exit, &holds);
                self.next(&otherwise);
            }
            Opcode::CALL | Opcode::CALLC | Opcode::FCALL => {
                let block = self.line(instruction);
                let condition = match instruction.opcode {
                    Opcode::CALLC => self.condition(instruction).0,
                    _ => String::new(),
                };
                self.calls.add(block, condition, instruction);
            }
            _ => {
                self.line(instruction);
            }
        }
    }

    fn is_fresh(&self, block: usize) -> bool {
        self.graph.blocks.get(block).is_some_and(|block| block.lines.is_empty() && block.entry.is_none())
    }

    /// Keeps an instruction that closes nothing open as an ordinary line.
    fn keep_unmatched(&mut self, other: Option<OpenBlock>, instruction: &Instruction<'_>) {
        self.open.extend(other);
        self.line(instruction);
    }

    /// Starts a block with edges from the given ones; none if the list is empty.
    fn join(&mut self, from: Vec<(usize, String)>) {
        self.current = None;
        if from.is_empty() {
            return;
        }
        let block = self.block(None);
        for (from, condition) in from {
            self.edge(from, Target::Block(block), &condition);
        }
        self.current = Some(block);
    }

    fn branch(&mut self, instruction: &Instruction<'_>) {
        match (self.open.pop(), instruction.opcode) {
            (Some(OpenBlock::If { from, otherwise, first_end: None }), Opcode::ELSE) => {
                let first_end = Some(self.current.take());
                let block = self.block(None);
                self.edge(from, Target::Block(block), &otherwise);
                self.current = Some(block);
                self.open.push(OpenBlock::If { from, otherwise, first_end });
            }
            (Some(OpenBlock::If { from, otherwise, first_end }), Opcode::ENDIF) => {
                let mut ends = Vec::new();
                match first_end {
                    Some(first_end) => ends.extend(first_end.map(|block| (block, String::new()))),
                    None => ends.push((from, otherwise)),
                }
                ends.extend(self.current.take().map(|block| (block, String::new())));
                self.join(ends);
            }
            (other, _) => self.keep_unmatched(other, instruction),
        }
    }

    /// Handles `break`, `continue` and their conditional forms.
    fn jump_out(&mut self, instruction: &Instruction<'_>) {
        let block = self.line(instruction);
        let opcode = instruction.opcode;
        let is_break = matches!(opcode, Opcode::BREAK | Opcode::BREAKC);
        let (holds, otherwise) =
            if opcode.has_test() { self.condition(instruction) } else { Default::default() };
        let around = self.open.iter_mut().rev().find(|open| match open {
            OpenBlock::Loop { .. } => true,
            OpenBlock::Switch { .. } => is_break,
            OpenBlock::If { .. } => false,
        });
        match around {
            Some(OpenBlock::Loop { breaks, .. } | OpenBlock::Switch { breaks, .. }) if is_break => {
                breaks.push((block, holds));
            }
            Some(OpenBlock::Loop { head, .. }) => {
                let head = *head;
                self.edge(block, Target::Block(head), &holds);
            }
            // Outside any block its effect is undefined.
            _ => return,
        }
        if opcode.has_test() {
            self.next(&otherwise);
        } else {
            self.current = None
        }
    }

    fn case(&mut self, instruction: &Instruction<'_>) {
        let value = instruction.operand(0).map(|operand| self.text(&operand));
        let condition = match self.open.last_mut() {
            Some(OpenBlock::Switch { from, on, has_default, .. }) => {
                let condition = match value {
                    Some(value) => format!("{on} == {value}"),
                    None => "default".to_owned(),
                };
                *has_default |= instruction.opcode == Opcode::DEFAULT;
                (*from, condition)
            }
            _ => {
                self.line(instruction);
                return;
            }
        };
        let block = match self.current {
            // Several cases share the code.
            Some(block) if self.is_fresh(block) => block,
            _ => self.next(""),
        };
        self.edge(condition.0, Target::Block(block), &condition.1);
    }

    fn text(&self, operand: &Operand<'_>) -> String {
        self.printer.operand(operand, Role::Integer)
    }

    /// Condition of a testing instruction, and its negation.
    fn condition(&self, instruction: &Instruction<'_>) -> (String, String) {
        let tested = instruction.operand(0).map(|operand| self.text(&operand)).unwrap_or_default();
        let of = |nonzero: bool| format!("{tested} {} 0", if nonzero { "!=" } else { "==" });
        let nonzero = instruction.tests_nonzero();
        (of(nonzero), of(!nonzero))
    }

    fn finish(mut self) -> Graph {
        self.calls.add_edges(&mut self.graph);
        self.graph
    }
}
