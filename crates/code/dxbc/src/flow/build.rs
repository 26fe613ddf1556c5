//! From instructions to blocks.

use std::collections::HashMap;

use super::{Block, Edge, Graph, MAX_EDGES, Target};
use crate::names::OperandType;
use crate::opcode::Opcode;
use crate::operand::Operand;
use crate::print::{Options, Printer};
use crate::role::Role;
use crate::walk::{Instruction, Program};
use crate::{Declaration, declaration};

/// What is open around an instruction.
enum Open {
    If {
        from: usize,
        otherwise: String,
        /// Where the first branch ends, once the second has begun.
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

/// The type and the number of a label.
type Label = (u8, u32);

/// A call: its block, when it is made, and the labels that it can lead to.
struct Call {
    from: usize,
    condition: String,
    labels: Vec<Label>,
}

struct Builder<'p> {
    graph: Graph,
    open: Vec<Open>,
    /// The block that goes on; `None` behind a jump.
    current: Option<usize>,
    printer: Printer<'p>,
    /// Blocks of labels and function bodies, by operand type and number.
    labels: HashMap<Label, usize>,
    calls: Vec<Call>,
    /// How many labels all calls lead to.
    called: usize,
    /// Functions of tables, and tables of interfaces.
    tables: HashMap<u32, Vec<u32>>,
    interfaces: HashMap<u32, Vec<u32>>,
}

/// Builds the graph of a program.
pub(super) fn build(program: &Program<'_>) -> Graph {
    let options = Options::default();
    let mut builder = Builder {
        graph: Graph::default(),
        open: Vec::new(),
        current: None,
        printer: Printer::new(program, &options),
        labels: HashMap::new(),
        calls: Vec::new(),
        called: 0,
        tables: HashMap::new(),
        interfaces: HashMap::new(),
    };
    for instruction in program.walk() {
        if instruction.opcode.is_declaration() || instruction.opcode == Opcode::CUSTOMDATA {
            builder.declare(&instruction);
        } else {
            builder.instruction(&instruction);
        }
    }
    builder.finish()
}

impl Builder<'_> {
    fn declare(&mut self, instruction: &Instruction<'_>) {
        match declaration(instruction, false) {
            Some(Declaration::FunctionTable { number, bodies }) => {
                self.tables.insert(number, bodies);
            }
            Some(Declaration::Interface { number, tables, .. }) => {
                self.interfaces.insert(number, tables);
            }
            _ => {}
        }
    }

    fn block(&mut self, entry: Option<String>) -> usize {
        self.graph.blocks.push(Block {
            entry,
            lines: Vec::new(),
        });
        self.graph.blocks.len() - 1
    }

    fn edge(&mut self, from: usize, to: Target, condition: &str) {
        if self.graph.edges.len() < MAX_EDGES {
            self.graph.edges.push(Edge {
                from,
                to,
                condition: condition.to_owned(),
                is_call: false,
            });
        }
    }

    /// A new block that goes on from the current one, if that does.
    fn next(&mut self, condition: &str) -> usize {
        let before = self.current;
        let block = self.block(None);
        if let Some(before) = before {
            self.edge(before, Target::Block(block), condition);
        }
        self.current = Some(block);
        block
    }

    /// The current block; a new one where none goes on.
    fn here(&mut self) -> usize {
        if let Some(block) = self.current {
            return block;
        }
        let entry = self.graph.blocks.is_empty().then(|| "main".to_owned());
        let block = self.block(entry);
        self.current = Some(block);
        block
    }

    /// A block that is entered from outside.
    fn enter(&mut self, name: String) -> usize {
        let block = self.block(Some(name));
        self.current = Some(block);
        self.open.clear();
        block
    }

    /// Adds an instruction to the current block.
    fn line(&mut self, instruction: &Instruction<'_>) -> usize {
        let block = self.here();
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
                if let Some(label) = instruction.operand(0).and_then(|operand| numbered(&operand)) {
                    self.labels.insert(label, block);
                }
            }
            Opcode::IF => {
                let from = self.line(instruction);
                let (holds, otherwise) = self.condition(instruction);
                self.next(&holds);
                self.open.push(Open::If {
                    from,
                    otherwise,
                    first_end: None,
                });
            }
            Opcode::ELSE | Opcode::ENDIF => self.branch(instruction),
            Opcode::LOOP => {
                let head = match self.current {
                    // A loop at the start of a block needs no other one.
                    Some(block) if self.is_fresh(block) => block,
                    _ => {
                        self.here();
                        self.next("")
                    }
                };
                self.open.push(Open::Loop {
                    head,
                    breaks: Vec::new(),
                });
            }
            Opcode::ENDLOOP => match self.open.pop() {
                Some(Open::Loop { head, breaks }) => {
                    if let Some(block) = self.current.take() {
                        self.edge(block, Target::Block(head), "again");
                    }
                    self.join(breaks);
                }
                other => self.keep(other, instruction),
            },
            Opcode::BREAK | Opcode::BREAKC | Opcode::CONTINUE | Opcode::CONTINUEC => self.leave(instruction),
            Opcode::SWITCH => {
                let from = self.line(instruction);
                let on = instruction.operand(0).map(|operand| self.text(&operand));
                self.current = None;
                self.open.push(Open::Switch {
                    from,
                    on: on.unwrap_or_default(),
                    breaks: Vec::new(),
                    has_default: false,
                });
            }
            Opcode::CASE | Opcode::DEFAULT => self.case(instruction),
            Opcode::ENDSWITCH => match self.open.pop() {
                Some(Open::Switch {
                    from,
                    mut breaks,
                    has_default,
                    ..
                }) => {
                    breaks.extend(self.current.take().map(|block| (block, String::new())));
                    if !has_default {
                        breaks.push((from, "otherwise".to_owned()));
                    }
                    self.join(breaks);
                }
                other => self.keep(other, instruction),
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
            Opcode::CALL | Opcode::CALLC => {
                let block = self.line(instruction);
                let (place, condition) = match instruction.opcode {
                    Opcode::CALLC => (1, self.condition(instruction).0),
                    _ => (0, String::new()),
                };
                let label = instruction.operand(place).and_then(|operand| numbered(&operand));
                self.calls.push(Call {
                    from: block,
                    condition,
                    labels: label.into_iter().collect(),
                });
            }
            Opcode::FCALL => {
                let block = self.line(instruction);
                let bodies = self.functions(instruction);
                self.called += bodies.len();
                self.calls.push(Call {
                    from: block,
                    condition: String::new(),
                    labels: bodies,
                });
            }
            _ => {
                self.line(instruction);
            }
        }
    }

    fn is_fresh(&self, block: usize) -> bool {
        self.graph
            .blocks
            .get(block)
            .is_some_and(|block| block.lines.is_empty() && block.entry.is_none())
    }

    /// An instruction that closes what is not open.
    fn keep(&mut self, other: Option<Open>, instruction: &Instruction<'_>) {
        self.open.extend(other);
        self.line(instruction);
    }

    /// A new block behind some others; none goes on when there are none.
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
            (
                Some(Open::If {
                    from,
                    otherwise,
                    first_end: None,
                }),
                Opcode::ELSE,
            ) => {
                let first_end = Some(self.current.take());
                let block = self.block(None);
                self.edge(from, Target::Block(block), &otherwise);
                self.current = Some(block);
                self.open.push(Open::If {
                    from,
                    otherwise,
                    first_end,
                });
            }
            (
                Some(Open::If {
                    from,
                    otherwise,
                    first_end,
                }),
                Opcode::ENDIF,
            ) => {
                let mut ends = Vec::new();
                match first_end {
                    Some(first_end) => ends.extend(first_end.map(|block| (block, String::new()))),
                    None => ends.push((from, otherwise)),
                }
                ends.extend(self.current.take().map(|block| (block, String::new())));
                self.join(ends);
            }
            (other, _) => self.keep(other, instruction),
        }
    }

    /// `break`, `continue` and their conditional forms.
    fn leave(&mut self, instruction: &Instruction<'_>) {
        let block = self.line(instruction);
        let opcode = instruction.opcode;
        let is_break = matches!(opcode, Opcode::BREAK | Opcode::BREAKC);
        let (holds, otherwise) = match opcode.has_test() {
            true => self.condition(instruction),
            false => Default::default(),
        };
        let around = self.open.iter_mut().rev().find(|open| match open {
            Open::Loop { .. } => true,
            Open::Switch { .. } => is_break,
            Open::If { .. } => false,
        });
        match around {
            Some(Open::Loop { breaks, .. } | Open::Switch { breaks, .. }) if is_break => {
                breaks.push((block, holds));
            }
            Some(Open::Loop { head, .. }) => {
                let head = *head;
                self.edge(block, Target::Block(head), &holds);
            }
            // Outside of any block it does nothing that is known.
            _ => return,
        }
        match opcode.has_test() {
            true => {
                self.next(&otherwise);
            }
            false => self.current = None,
        }
    }

    fn case(&mut self, instruction: &Instruction<'_>) {
        let value = instruction.operand(0).map(|operand| self.text(&operand));
        let condition = match self.open.last_mut() {
            Some(Open::Switch {
                from,
                on,
                has_default,
                ..
            }) => {
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
            // Several cases of the same code.
            Some(block) if self.is_fresh(block) => block,
            _ => self.next(""),
        };
        self.edge(condition.0, Target::Block(block), &condition.1);
    }

    fn text(&self, operand: &Operand<'_>) -> String {
        self.printer.operand(operand, Role::Integer)
    }

    /// What has to hold for an instruction that tests, and the opposite.
    fn condition(&self, instruction: &Instruction<'_>) -> (String, String) {
        let tested = instruction
            .operand(0)
            .map(|operand| self.text(&operand))
            .unwrap_or_default();
        let of = |nonzero: bool| format!("{tested} {} 0", if nonzero { "!=" } else { "==" });
        let nonzero = instruction.tests_nonzero();
        (of(nonzero), of(!nonzero))
    }

    /// The functions that a call through an interface can lead to.
    fn functions(&self, instruction: &Instruction<'_>) -> Vec<Label> {
        let interface = instruction.operand(0).and_then(|operand| operand.index(0));
        let (Some(interface), Some(function)) = (interface, instruction.called_function()) else {
            return Vec::new();
        };
        let tables = self.interfaces.get(&interface).into_iter().flatten();
        tables
            .filter_map(|table| self.tables.get(table)?.get(function as usize))
            .map(|body| (OperandType::FUNCTION_BODY.0, *body))
            .take(MAX_EDGES.saturating_sub(self.called))
            .collect()
    }

    fn finish(mut self) -> Graph {
        for call in std::mem::take(&mut self.calls) {
            for label in call.labels {
                if let Some(to) = self.labels.get(&label)
                    && self.graph.edges.len() < MAX_EDGES
                {
                    self.graph.edges.push(Edge {
                        from: call.from,
                        to: Target::Block(*to),
                        condition: call.condition.clone(),
                        is_call: true,
                    });
                }
            }
        }
        self.graph
    }
}

/// The kind and the number of a label.
fn numbered(operand: &Operand<'_>) -> Option<Label> {
    Some((operand.operand_type().0, operand.index(0)?))
}
