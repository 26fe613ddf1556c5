//! Decodes a plan into operations on rows of the register file.

use glassbox_pica::register::{Comparison, Destination, Index};

use super::file::{self, Row};
use crate::operation::{Compute, Operand};
use crate::plan::{End, Plan, Step};

/// Program for groups of vertices.
#[derive(Clone, Debug)]
pub(super) struct Code {
    pub(super) blocks: Vec<Block>,
    /// Registers read or written, by class.
    pub(super) inputs: Vec<u8>,
    pub(super) outputs: Vec<u8>,
    pub(super) temporaries: Vec<u8>,
    /// Uniforms read without an index.
    pub(super) uniforms: Vec<u8>,
}

/// Decoded block of the plan.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) steps: Vec<Micro>,
    pub(super) length: u32,
    pub(super) order: u32,
    pub(super) end: End,
}

/// Decoded step of the plan.
#[derive(Clone, Debug)]
pub(super) enum Micro {
    /// Vector instruction.
    Compute {
        compute: Compute,
        /// Operand to gather first; the sources name the rows it is gathered to.
        gather: Option<Gather>,
        sources: [Source; 3],
        /// Components written.
        lanes: Writes,
    },
    /// MOVA, by component.
    Address { gather: Option<Gather>, mask: [bool; 2], source: Source },
    /// CMP.
    Compare { gather: Option<Gather>, operators: [Comparison; 2], sources: [Source; 2] },
    /// See [`Step::Enter`](crate::plan::Step::Enter).
    Enter { slot: usize, register: u8 },
    /// See [`Step::Leave`](crate::plan::Step::Leave).
    Leave { slot: usize, restore: bool },
}

/// Rows of an operand's components after selection, and whether to negate them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    pub(super) rows: [Row; 4],
    pub(super) negate: bool,
}

/// Indexed operand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gather {
    pub(super) base: u8,
    pub(super) index: Index,
    /// Required components, after selection.
    pub(super) swizzle: [u8; 4],
}

/// Components and their destination rows; `count` of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Writes {
    pub(super) count: usize,
    pub(super) components: [u8; 4],
    pub(super) rows: [Row; 4],
}

impl Code {
    pub(super) fn new(plan: &Plan) -> Code {
        let mut used = Used::default();
        let blocks = plan
            .blocks
            .iter()
            .map(|block| Block {
                steps: block.steps.iter().map(|step| used.micro(step)).collect(),
                length: block.length,
                order: block.order,
                end: block.end,
            })
            .collect();
        Code {
            blocks,
            inputs: plan.inputs.clone(),
            outputs: plan.outputs.clone(),
            temporaries: numbers(&used.temporaries),
            uniforms: numbers(&used.uniforms),
        }
    }
}

fn numbers(used: &[bool]) -> Vec<u8> {
    (0..=u8::MAX).zip(used).filter(|(_, used)| **used).map(|(number, _)| number).collect()
}

struct Used {
    temporaries: [bool; 16],
    uniforms: [bool; 96],
}

impl Default for Used {
    fn default() -> Used {
        Used { temporaries: [false; 16], uniforms: [false; 96] }
    }
}

impl Used {
    fn micro(&mut self, step: &Step) -> Micro {
        match *step {
            Step::Compute { compute, destination, mask, ref sources } => {
                let (gather, sources) = self.sources(sources);
                let mut lanes = Writes { count: 0, components: [0; 4], rows: [0; 4] };
                for component in (0..4).filter(|&component| mask.contains(component)) {
                    lanes.components[lanes.count] = component;
                    lanes.rows[lanes.count] = self.destination(destination, component);
                    lanes.count += 1;
                }
                Micro::Compute { compute, gather, sources, lanes }
            }
            Step::Address { mask, ref source } => {
                let (gather, [source]) = self.sources(std::array::from_ref(source));
                Micro::Address { gather, mask: [mask.contains(0), mask.contains(1)], source }
            }
            Step::Compare { operators, ref sources } => {
                let (gather, sources) = self.sources(sources);
                Micro::Compare { gather, operators, sources }
            }
            Step::Enter { slot, register } => Micro::Enter { slot: usize::from(slot & 3), register },
            Step::Leave { slot, restore } => Micro::Leave { slot: usize::from(slot & 3), restore },
        }
    }

    fn destination(&mut self, destination: Destination, component: u8) -> Row {
        match destination.as_output() {
            Some(number) => file::output(number, component),
            None => {
                let number = destination.0 & 15;
                self.temporaries[usize::from(number)] = true;
                file::temporary(number, component)
            }
        }
    }

    /// Sources, and the indexed one among them: only the wide source can be.
    fn sources<const N: usize>(&mut self, operands: &[Operand; N]) -> (Option<Gather>, [Source; N]) {
        let mut gather = None;
        let sources = operands.each_ref().map(|operand| {
            let negate = operand.negate;
            if let (Some(base), true) = (operand.register.as_uniform(), operand.index != Index::None) {
                gather = Some(Gather { base, index: operand.index, swizzle: operand.swizzle });
                let rows = [0, 1, 2, 3].map(|place| file::GATHERED + place);
                return Source { rows, negate };
            }
            Source { rows: operand.swizzle.map(|component| self.row(operand, component)), negate }
        });
        (gather, sources)
    }

    fn row(&mut self, operand: &Operand, component: u8) -> Row {
        let register = operand.register;
        if let Some(number) = register.as_input() {
            return file::input(number, component);
        }
        if let Some(number) = register.as_temporary() {
            self.temporaries[usize::from(number & 15)] = true;
            return file::temporary(number, component);
        }
        let number = register.as_uniform().unwrap_or(0).min(95);
        self.uniforms[usize::from(number)] = true;
        file::uniform(number, component)
    }
}
