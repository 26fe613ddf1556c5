//! Instructions in order, each value in a register of its own.

use std::collections::{HashMap, HashSet};

use super::need::Need;
use super::{Assembly, Call, Derived, Instruction, Operand};
use crate::graph::{Carried, Graph, Item, Kind, Merge, Node, Rate, Region};
use crate::op::Op;

struct Writer<'g> {
    graph: &'g Graph,
    need: &'g Need,
    assembly: Assembly,
    /// Where each value is.
    places: Vec<Option<Operand>>,
    lists: HashMap<u32, u32>,
}

pub(super) fn write(graph: &Graph, need: &Need, output: [Node; 4]) -> Assembly {
    let mut writer = Writer {
        graph,
        need,
        assembly: Assembly {
            instructions: Vec::new(),
            constants: Vec::new(),
            derived: Vec::new(),
            lists: Vec::new(),
            calls: Vec::new(),
            inputs: Vec::new(),
            output: [Operand::Scalar(0); 4],
            registers: 0,
        },
        places: vec![None; graph.values.len()],
        lists: HashMap::new(),
    };
    writer.scalars();
    writer.inputs();
    writer.region(Region::ROOT);
    writer.assembly.output = output.map(|node| writer.operand(node));
    writer.assembly
}

impl Writer<'_> {
    /// Gives every value that all lanes share its scalar: constants first, then what is made of uniforms. A value stands
    /// behind what it is made of.
    fn scalars(&mut self) {
        let values = || (0u32..).zip(&self.graph.values);
        for (index, value) in values() {
            if let Kind::Constant(bits) = value.kind
                && self.need.has(Node(index))
            {
                let place = self.assembly.constants.len() as u32;
                self.assembly.constants.push(bits);
                self.places[index as usize] = Some(Operand::Scalar(place));
            }
        }
        for (index, value) in values() {
            if value.rate != Rate::Uniform || !self.need.has(Node(index)) {
                continue;
            }
            let derived = match value.kind {
                Kind::Uniform(place) => Derived::Uniform(place),
                Kind::Op(op, mut operands) => {
                    let first = operands[0];
                    for operand in &mut operands[op.arity()..] {
                        *operand = first;
                    }
                    Derived::Op(op, operands.map(|operand| self.scalar(operand)))
                }
                Kind::Gather(index, list) => Derived::Gather(self.scalar(index), self.list(list.0)),
                _ => continue,
            };
            let place = (self.assembly.constants.len() + self.assembly.derived.len()) as u32;
            self.assembly.derived.push(derived);
            self.places[index as usize] = Some(Operand::Scalar(place));
        }
    }

    fn scalar(&self, node: Node) -> u32 {
        match self.places[node.index()] {
            Some(Operand::Scalar(place)) => place,
            _ => 0,
        }
    }

    fn inputs(&mut self) {
        for (index, value) in (0u32..).zip(&self.graph.values) {
            if let Kind::Input(input) = value.kind
                && self.need.has(Node(index))
            {
                let register = self.register(Node(index));
                self.assembly.inputs.push((input, register));
            }
        }
    }

    fn new_register(&mut self) -> u32 {
        self.assembly.registers += 1;
        self.assembly.registers - 1
    }

    /// The register of a value.
    fn register(&mut self, node: Node) -> u32 {
        if let Some(Operand::Register(register)) = self.places[node.index()] {
            return register;
        }
        let register = self.new_register();
        self.places[node.index()] = Some(Operand::Register(register));
        register
    }

    fn operand(&mut self, node: Node) -> Operand {
        match self.places[node.index()] {
            Some(operand) => operand,
            None => Operand::Register(self.register(node)),
        }
    }

    /// The operands of a list that gathers choose from.
    fn list(&mut self, list: u32) -> u32 {
        if let Some(&known) = self.lists.get(&list) {
            return known;
        }
        let nodes = &self.graph.lists[list as usize];
        let operands = nodes.iter().map(|&node| self.operand(node)).collect();
        let number = self.assembly.lists.len() as u32;
        self.assembly.lists.push(operands);
        self.lists.insert(list, number);
        number
    }

    fn push(&mut self, instruction: Instruction) {
        self.assembly.instructions.push(instruction);
    }

    fn here(&self) -> u32 {
        self.assembly.instructions.len() as u32
    }

    /// Lets a jump lead to here.
    fn land(&mut self, jump: u32) {
        let here = self.here();
        if let Some(Instruction::Skip { target, .. }) = self.assembly.instructions.get_mut(jump as usize) {
            *target = here;
        }
    }

    /// Writes a region; gives the jumps that leave the loop whose body it is. Regions nest no deeper than the program does.
    fn region(&mut self, region: Region) -> Vec<u32> {
        let graph = self.graph;
        let mut exits = Vec::new();
        for item in &graph.regions[region.index()].items {
            match item {
                Item::Node(node) => self.node(*node),
                Item::If { condition, mask, then, otherwise, merges } => {
                    self.branch(*condition, *mask, [*then, *otherwise], merges)
                }
                Item::Loop { body, carried } => self.repeat(*body, carried),
                Item::Exit(mask) => {
                    exits.push(self.here());
                    let condition = self.operand(*mask);
                    self.push(Instruction::Skip { condition, is_inverted: false, mask: None, target: 0 });
                }
            }
        }
        exits
    }

    fn node(&mut self, node: Node) {
        let graph = self.graph;
        let kind = graph.kind(node);
        if let Kind::Call(call) = kind {
            let results = [0, 1, 2, 3].map(|component| Node(node.0 + component));
            if !results.iter().any(|&result| self.need.has(result)) {
                return;
            }
            let arguments = &graph.calls[call as usize].arguments;
            let arguments = arguments.iter().map(|&argument| self.operand(argument)).collect();
            let child = graph.calls[call as usize].child;
            let call = self.assembly.calls.len() as u32;
            self.assembly.calls.push(Call { child, arguments });
            let to = results.map(|result| self.register(result));
            self.push(Instruction::Call { to, call });
            return;
        }
        if !self.need.has(node) || self.need.is_fused(node) {
            return;
        }
        match kind {
            Kind::Op(op, operands) => {
                let (op, operands) = self.fused(op, operands);
                let operands = operands.map(|operand| self.operand(operand));
                let to = self.register(node);
                self.push(Instruction::Op { op, to, operands });
            }
            Kind::Gather(index, list) => {
                let index = self.operand(index);
                let list = self.list(list.0);
                let to = self.register(node);
                self.push(Instruction::Gather { to, index, list });
            }
            Kind::Difference(axis, of) => {
                let of = self.operand(of);
                let to = self.register(node);
                self.push(Instruction::Difference { to, axis, of });
            }
            _ => {}
        }
    }

    /// An operation with the product that it is computed with.
    fn fused(&self, op: Op, operands: [Node; 3]) -> (Op, [Node; 3]) {
        let [a, b, _] = operands;
        if matches!(op, Op::Add | Op::Subtract) {
            if let Some([x, y]) = self.need.factors(self.graph, a) {
                let op = if op == Op::Add { Op::MultiplyAdd } else { Op::MultiplySubtract };
                return (op, [x, y, b]);
            }
            if let Some([x, y]) = self.need.factors(self.graph, b) {
                let op = if op == Op::Add { Op::MultiplyAdd } else { Op::SubtractProduct };
                return (op, [x, y, a]);
            }
        }
        match op.arity() {
            1 => (op, [a, a, a]),
            2 => (op, [a, b, a]),
            _ => (op, operands),
        }
    }

    fn branch(&mut self, condition: Node, mask: Option<Node>, sides: [Region; 2], merges: &[Merge]) {
        let merges: Vec<Merge> = merges.iter().copied().filter(|merge| self.need.has(merge.phi)).collect();
        let [has_then, has_else] = sides.map(|side| self.need.has_region(side));
        if merges.is_empty() && !has_then && !has_else {
            return;
        }
        let condition = self.operand(condition);
        let mask = mask.map(|mask| self.operand(mask));
        // One side is copied for all lanes before the other is done for some of them; where both sides do something, the
        // first one's values are copied behind it.
        let [then, otherwise] = sides;
        let skip = |is_inverted| Instruction::Skip { condition, is_inverted, mask, target: 0 };
        if has_then && has_else {
            let jump = self.here();
            self.push(skip(false));
            self.region(then);
            self.merge(&merges, |merge| merge.then);
            self.land(jump);
        } else if has_then {
            self.merge(&merges, |merge| merge.otherwise);
        } else {
            self.merge(&merges, |merge| merge.then);
        }
        let is_inverted = !has_then || has_else;
        let jump = self.here();
        self.push(skip(is_inverted));
        self.region(if is_inverted { otherwise } else { then });
        for merge in &merges {
            let from = self.operand(if is_inverted { merge.otherwise } else { merge.then });
            let to = self.register(merge.phi);
            self.push(Instruction::Update { to, mask: condition, is_inverted, from });
        }
        self.land(jump);
    }

    fn merge(&mut self, merges: &[Merge], value: impl Fn(&Merge) -> Node) {
        for merge in merges {
            let from = self.operand(value(merge));
            let to = self.register(merge.phi);
            self.push(Instruction::Move { to, from });
        }
    }

    fn repeat(&mut self, body: Region, carried: &[Carried]) {
        if !self.need.has_region(body) {
            return;
        }
        let carried: Vec<Carried> =
            carried.iter().copied().filter(|carried| self.need.has(carried.phi)).collect();
        for value in &carried {
            let from = self.operand(value.initial);
            let to = self.register(value.phi);
            self.push(Instruction::Move { to, from });
        }
        let top = self.here();
        let exits = self.region(body);
        // All phis change at once: a value that is another phi is kept before that one changes.
        let phis: HashSet<Node> = carried.iter().map(|value| value.phi).collect();
        let nexts: Vec<Operand> = carried
            .iter()
            .map(|value| {
                let from = self.operand(value.next);
                if !phis.contains(&value.next) || value.next == value.phi {
                    return from;
                }
                let to = self.new_register();
                self.push(Instruction::Move { to, from });
                Operand::Register(to)
            })
            .collect();
        for (value, from) in carried.iter().zip(nexts) {
            if value.next != value.phi {
                let to = self.register(value.phi);
                self.push(Instruction::Move { to, from });
            }
        }
        self.push(Instruction::Repeat { target: top });
        for exit in exits {
            self.land(exit);
        }
    }
}
