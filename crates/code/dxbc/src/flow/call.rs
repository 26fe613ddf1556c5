//! Resolves calls once all blocks are known.

use std::collections::HashMap;

use super::{Edge, Graph, MAX_EDGES, Target};
use crate::names::OperandType;
use crate::opcode::Opcode;
use crate::operand::Operand;
use crate::walk::Instruction;
use crate::{Declaration, declaration};

/// Operand type and number of a label.
type Label = (u8, u32);

/// A call: its block, condition, and possible callees.
struct Call {
    from: usize,
    condition: String,
    labels: Vec<Label>,
}

/// Calls of a program and their callees.
#[derive(Default)]
pub(super) struct Calls {
    /// Blocks of labels and function bodies, by operand type and number.
    labels: HashMap<Label, usize>,
    calls: Vec<Call>,
    /// Number of callees of interface calls.
    called: usize,
    /// Functions by table, and tables by interface.
    tables: HashMap<u32, Vec<u32>>,
    interfaces: HashMap<u32, Vec<u32>>,
}

impl Calls {
    /// Records a function table or interface declaration.
    pub(super) fn declare(&mut self, instruction: &Instruction<'_>) {
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

    /// Records a label and its block.
    pub(super) fn label(&mut self, instruction: &Instruction<'_>, block: usize) {
        if let Some(label) = instruction.operand(0).and_then(|operand| numbered(&operand)) {
            self.labels.insert(label, block);
        }
    }

    /// Records a call in a block.
    pub(super) fn add(&mut self, from: usize, condition: String, instruction: &Instruction<'_>) {
        let labels = match instruction.opcode {
            Opcode::FCALL => {
                let bodies = self.functions(instruction);
                self.called += bodies.len();
                bodies
            }
            opcode => {
                let index = usize::from(opcode == Opcode::CALLC);
                let label = instruction.operand(index).and_then(|operand| numbered(&operand));
                label.into_iter().collect()
            }
        };
        self.calls.push(Call { from, condition, labels });
    }

    /// Possible callees of an interface call.
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

    /// Adds an edge for each possible callee.
    pub(super) fn add_edges(&self, graph: &mut Graph) {
        for call in &self.calls {
            for label in &call.labels {
                if let Some(to) = self.labels.get(label)
                    && graph.edges.len() < MAX_EDGES
                {
                    graph.edges.push(Edge {
                        from: call.from,
                        to: Target::Block(*to),
                        condition: call.condition.clone(),
                        is_call: true,
                    });
                }
            }
        }
    }
}

/// Type and number of a label.
fn numbered(operand: &Operand<'_>) -> Option<Label> {
    Some((operand.operand_type().0, operand.index(0)?))
}
