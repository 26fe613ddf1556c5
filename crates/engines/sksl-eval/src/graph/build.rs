//! Adding to the graph: nodes, each once; regions; where a value is computed.

use std::collections::HashMap;

use super::{
    Axis, Carried, ChildCall, Content, Graph, Input, Item, Kind, List, Merge, Node, Rate, Region, Role, Value,
};
use crate::number::{FALSE, TRUE, bits, truth};
use crate::op::Op;

/// Branches that cost no more are computed for all lanes: a jump would cost as much.
const CHEAP: u32 = 24;

/// The same for branches that all lanes take or none.
const CHEAP_UNIFORM: u32 = 6;

impl Graph {
    /// A graph with an empty root region.
    pub(crate) fn new() -> Graph {
        Graph {
            values: Vec::new(),
            regions: vec![Content {
                parent: Region::ROOT,
                depth: 0,
                role: Role::Root,
                items: Vec::new(),
                cost: 0,
                is_weighty: false,
                merged: None,
            }],
            calls: Vec::new(),
            lists: Vec::new(),
            current: Region::ROOT,
            known: HashMap::new(),
            known_lists: HashMap::new(),
        }
    }

    /// A constant.
    pub(crate) fn constant(&mut self, bits: u32) -> Node {
        self.unplaced(Kind::Constant(bits), Rate::Constant)
    }

    /// A float constant.
    pub(crate) fn float(&mut self, value: f32) -> Node {
        self.constant(bits(value))
    }

    /// A truth value.
    pub(crate) fn truth(&mut self, value: bool) -> Node {
        self.constant(truth(value))
    }

    /// Whether a node is the constant `true`.
    pub(crate) fn is_true(&self, node: Node) -> bool {
        self.constant_of(node) == Some(TRUE)
    }

    /// Whether a node is the constant `false`.
    pub(crate) fn is_false(&self, node: Node) -> bool {
        self.constant_of(node) == Some(FALSE)
    }

    /// The value of a uniform.
    pub(crate) fn uniform(&mut self, place: u32) -> Node {
        self.unplaced(Kind::Uniform(place), Rate::Uniform)
    }

    /// What the renderer supplies.
    pub(crate) fn input(&mut self, input: Input) -> Node {
        self.unplaced(Kind::Input(input), Rate::Varying)
    }

    /// An operation of one operand.
    pub(crate) fn unary(&mut self, op: Op, a: Node) -> Node {
        self.op(op, [a, a, a])
    }

    /// An operation of two operands.
    pub(crate) fn binary(&mut self, op: Op, a: Node, b: Node) -> Node {
        self.op(op, [a, b, a])
    }

    /// An operation; operands that it does not take must repeat the first.
    pub(crate) fn op(&mut self, op: Op, operands: [Node; 3]) -> Node {
        let operands = self.ordered(op, operands);
        if let Some(simple) = self.simplify(op, operands) {
            return simple;
        }
        self.placed(Kind::Op(op, operands), op.cost(), &operands)
    }

    /// The node of a list at an index; indices past the end, negative ones among them, mean the last one.
    pub(crate) fn gather(&mut self, index: Node, nodes: &[Node]) -> Node {
        let last = nodes.len().saturating_sub(1);
        if let Some(index) = self.constant_of(index) {
            return nodes[(index as usize).min(last)];
        }
        if nodes.iter().all(|&node| node == nodes[0]) {
            return nodes[0];
        }
        let list = match self.known_lists.get(nodes) {
            Some(&list) => list,
            None => {
                let list = List(self.lists.len() as u32);
                self.lists.push(nodes.to_vec());
                self.known_lists.insert(nodes.into(), list);
                list
            }
        };
        let mut operands = nodes.to_vec();
        operands.push(index);
        self.placed(Kind::Gather(index, list), 20, &operands)
    }

    /// The difference between neighbours.
    pub(crate) fn difference(&mut self, axis: Axis, of: Node) -> Node {
        if self.rate(of) != Rate::Varying {
            return self.float(0.0);
        }
        self.placed(Kind::Difference(axis, of), 2, &[of])
    }

    /// The four results of a call of a child.
    pub(crate) fn call(&mut self, child: u32, arguments: &[Node]) -> [Node; 4] {
        let call = self.calls.len() as u32;
        self.calls.push(ChildCall { child, arguments: arguments.to_vec() });
        let region = self.current;
        self.regions[region.index()].is_weighty = true;
        let first = self.add(Kind::Call(call), Rate::Varying, region);
        self.regions[region.index()].items.push(Item::Node(first));
        [0, 1, 2, 3].map(|component| match component {
            0 => first,
            _ => self.add(Kind::Result(component), Rate::Varying, region),
        })
    }

    /// Begins a region inside the current one.
    pub(crate) fn open(&mut self, role: Role) -> Region {
        let region = Region(self.regions.len() as u32);
        self.regions.push(Content {
            parent: self.current,
            depth: self.regions[self.current.index()].depth + 1,
            role,
            items: Vec::new(),
            cost: 0,
            is_weighty: false,
            merged: None,
        });
        self.current = region;
        region
    }

    /// Ends the current region.
    pub(crate) fn close(&mut self) {
        self.current = self.regions[self.current.index()].parent;
    }

    /// A value that the current region's loop carries, of which the loop says later what it is.
    pub(crate) fn phi(&mut self) -> Node {
        self.add(Kind::Phi, Rate::Varying, self.current)
    }

    /// Puts a loop behind what the current region does.
    pub(crate) fn put_loop(&mut self, body: Region, carried: Vec<Carried>) {
        let content = &mut self.regions[self.current.index()];
        content.is_weighty = true;
        content.items.push(Item::Loop { body, carried });
    }

    /// Leaves the loop of the current region when no lane is left.
    pub(crate) fn put_exit(&mut self, mask: Node) {
        self.regions[self.current.index()].items.push(Item::Exit(mask));
    }

    /// Puts a branch behind what the current region does, and gives what its pairs of values become. Cheap branches become
    /// part of the current region.
    pub(crate) fn put_branch(
        &mut self,
        condition: Node,
        mask: Option<Node>,
        then: Region,
        otherwise: Region,
        pairs: &[(Node, Node)],
    ) -> Vec<Node> {
        let current = self.current;
        let sides = [then, otherwise];
        let cost: u32 = sides.iter().map(|side| self.regions[side.index()].cost).sum();
        let is_weighty = sides.iter().any(|side| self.regions[side.index()].is_weighty);
        let limit = match self.rate(condition) {
            Rate::Varying => CHEAP,
            _ => CHEAP_UNIFORM,
        };
        if !is_weighty && cost <= limit {
            for side in sides {
                let items = std::mem::take(&mut self.regions[side.index()].items);
                self.regions[side.index()].merged = Some(current);
                self.regions[current.index()].items.extend(items);
            }
            let content = &mut self.regions[current.index()];
            content.cost = content.cost.saturating_add(cost);
            return pairs
                .iter()
                .map(|&(then, otherwise)| self.op(Op::Select, [condition, then, otherwise]))
                .collect();
        }
        let merges: Vec<Merge> = pairs
            .iter()
            .map(|&(then, otherwise)| Merge {
                phi: if then == otherwise { then } else { self.add(Kind::Phi, Rate::Varying, current) },
                then,
                otherwise,
            })
            .collect();
        let results = merges.iter().map(|merge| merge.phi).collect();
        let content = &mut self.regions[current.index()];
        content.cost = content.cost.saturating_add(cost);
        content.is_weighty |= is_weighty;
        content.items.push(Item::If {
            condition,
            mask,
            then,
            otherwise,
            merges: merges.into_iter().filter(|merge| merge.then != merge.otherwise).collect(),
        });
        results
    }

    fn add(&mut self, kind: Kind, rate: Rate, region: Region) -> Node {
        let node = Node(self.values.len() as u32);
        self.values.push(Value { kind, rate, region });
        node
    }

    /// A node that no region computes.
    fn unplaced(&mut self, kind: Kind, rate: Rate) -> Node {
        if let Some(&node) = self.known.get(&kind) {
            return node;
        }
        let node = self.add(kind, rate, Region::ROOT);
        self.known.insert(kind, node);
        node
    }

    /// A node that is computed where its operands are known, outside of as many loops as possible.
    fn placed(&mut self, kind: Kind, cost: u32, operands: &[Node]) -> Node {
        if let Some(&node) = self.known.get(&kind)
            && self.is_visible(node)
        {
            return node;
        }
        let rate = operands.iter().map(|&node| self.rate(node)).max();
        let rate = rate.unwrap_or(Rate::Constant).max(Rate::Uniform);
        if rate == Rate::Uniform {
            return self.unplaced(kind, rate);
        }
        let mut region = self.current;
        while self.regions[region.index()].role == Role::Loop
            && operands.iter().all(|&node| !self.is_inside(node, region))
        {
            region = self.regions[region.index()].parent;
        }
        let node = self.add(kind, rate, region);
        let content = &mut self.regions[region.index()];
        content.cost = content.cost.saturating_add(cost);
        content.items.push(Item::Node(node));
        self.known.insert(kind, node);
        node
    }

    /// The region that holds now what a region held.
    fn home(&self, region: Region) -> Region {
        let mut home = region;
        while let Some(merged) = self.regions[home.index()].merged {
            home = merged;
        }
        home
    }

    /// Whether a node is computed in a region or inside of it.
    fn is_inside(&self, node: Node, region: Region) -> bool {
        let value = &self.values[node.index()];
        value.rate == Rate::Varying && self.encloses(region, self.home(value.region))
    }

    /// Whether a node is computed before everything that comes now.
    fn is_visible(&self, node: Node) -> bool {
        let value = &self.values[node.index()];
        value.rate != Rate::Varying || self.encloses(self.home(value.region), self.current)
    }

    fn encloses(&self, outer: Region, inner: Region) -> bool {
        let depth = self.regions[outer.index()].depth;
        let mut region = inner;
        while self.regions[region.index()].depth > depth {
            region = self.home(self.regions[region.index()].parent);
        }
        region == outer
    }
}
