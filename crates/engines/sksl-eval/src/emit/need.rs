//! Which values are needed, and how often.

use crate::graph::{Graph, Item, Kind, Node, Region};
use crate::op::Op;

/// What makes a region happen.
#[derive(Clone, Debug, Default)]
struct Control {
    parent: Option<Region>,
    /// What has to be known for it: the condition of a branch, the exits of a loop.
    nodes: Vec<Node>,
}

/// What a phi is made of.
#[derive(Clone, Copy, Debug)]
enum Origin {
    Merge { then: Node, otherwise: Node, inside: Region },
    Carried { initial: Node, next: Node, inside: Region },
}

/// Which values are needed.
#[derive(Debug)]
pub(super) struct Need {
    uses: Vec<u32>,
    regions: Vec<bool>,
    /// Products that are computed where they are added.
    fused: Vec<bool>,
}

struct Search<'g> {
    graph: &'g Graph,
    controls: Vec<Control>,
    origins: Vec<Option<Origin>>,
    homes: Vec<Region>,
    need: Need,
    open: Vec<Node>,
}

impl Need {
    /// What the output needs.
    pub(super) fn of(graph: &Graph, output: [Node; 4]) -> Need {
        let mut search = Search {
            graph,
            controls: vec![Control::default(); graph.regions.len()],
            origins: vec![None; graph.values.len()],
            homes: vec![Region::ROOT; graph.values.len()],
            need: Need {
                uses: vec![0; graph.values.len()],
                regions: vec![false; graph.regions.len()],
                fused: Vec::new(),
            },
            open: Vec::new(),
        };
        search.survey();
        for node in output {
            search.use_node(node);
        }
        while let Some(node) = search.open.pop() {
            search.visit(node);
        }
        let mut need = search.need;
        need.fuse(graph, &search.homes);
        need
    }

    /// Whether a value is needed in a register or as a scalar.
    pub(super) fn has(&self, node: Node) -> bool {
        self.uses[node.index()] > 0
    }

    /// Whether a region does something that is needed.
    pub(super) fn has_region(&self, region: Region) -> bool {
        self.regions[region.index()]
    }

    /// Whether a product is computed where it is added.
    pub(super) fn is_fused(&self, node: Node) -> bool {
        self.fused[node.index()]
    }

    /// The factors of a product that is computed where it is added, by its only user.
    pub(super) fn factors(&self, graph: &Graph, node: Node) -> Option<[Node; 2]> {
        match graph.kind(node) {
            Kind::Op(Op::Multiply, [a, b, _]) if self.is_fused(node) => Some([a, b]),
            _ => None,
        }
    }

    /// Finds products that are used once, by an addition in the same region.
    fn fuse(&mut self, graph: &Graph, homes: &[Region]) {
        self.fused = vec![false; graph.values.len()];
        for (index, value) in graph.values.iter().enumerate() {
            let node = Node(index as u32);
            let Kind::Op(Op::Add | Op::Subtract, [a, b, _]) = value.kind else {
                continue;
            };
            if !self.has(node) || graph.rate(node) != crate::graph::Rate::Varying {
                continue;
            }
            let fits = |product: Node| {
                graph.rate(product) == crate::graph::Rate::Varying
                    && matches!(graph.kind(product), Kind::Op(Op::Multiply, _))
                    && self.uses[product.index()] == 1
                    && homes[product.index()] == homes[index]
            };
            if fits(a) {
                self.fused[a.index()] = true;
            } else if fits(b) {
                self.fused[b.index()] = true;
            }
        }
    }
}

impl Search<'_> {
    /// Walks all regions from the root: which region each value is in, what controls each region, what each phi is.
    fn survey(&mut self) {
        let graph = self.graph;
        let mut regions = vec![Region::ROOT];
        while let Some(region) = regions.pop() {
            for item in &graph.regions[region.index()].items {
                match item {
                    Item::Node(node) => self.homes[node.index()] = region,
                    Item::If { condition, mask, then, otherwise, merges } => {
                        for side in [*then, *otherwise] {
                            let control = &mut self.controls[side.index()];
                            control.parent = Some(region);
                            control.nodes.push(*condition);
                            control.nodes.extend(*mask);
                            regions.push(side);
                        }
                        for merge in merges {
                            self.homes[merge.phi.index()] = region;
                            self.origins[merge.phi.index()] = Some(Origin::Merge {
                                then: merge.then,
                                otherwise: merge.otherwise,
                                inside: *then,
                            });
                        }
                    }
                    Item::Loop { body, carried } => {
                        self.controls[body.index()].parent = Some(region);
                        regions.push(*body);
                        for carried in carried {
                            self.homes[carried.phi.index()] = *body;
                            self.origins[carried.phi.index()] = Some(Origin::Carried {
                                initial: carried.initial,
                                next: carried.next,
                                inside: *body,
                            });
                        }
                    }
                    Item::Exit(mask) => self.controls[region.index()].nodes.push(*mask),
                }
            }
        }
    }

    fn use_node(&mut self, node: Node) {
        let uses = &mut self.need.uses[node.index()];
        *uses = uses.saturating_add(1);
        if *uses == 1 {
            self.open.push(node);
        }
    }

    fn use_region(&mut self, region: Region) {
        let mut region = region;
        while !self.need.regions[region.index()] {
            self.need.regions[region.index()] = true;
            for node in self.controls[region.index()].nodes.clone() {
                self.use_node(node);
            }
            match self.controls[region.index()].parent {
                Some(parent) => region = parent,
                None => return,
            }
        }
    }

    fn visit(&mut self, node: Node) {
        if self.graph.rate(node) == crate::graph::Rate::Varying {
            self.use_region(self.homes[node.index()]);
        }
        match self.graph.kind(node) {
            Kind::Constant(_) | Kind::Uniform(_) | Kind::Input(_) => {}
            Kind::Op(op, operands) => {
                for &operand in &operands[..op.arity()] {
                    self.use_node(operand);
                }
            }
            Kind::Gather(index, list) => {
                self.use_node(index);
                for &choice in &self.graph.lists[list.0 as usize] {
                    self.use_node(choice);
                }
            }
            Kind::Difference(_, of) => self.use_node(of),
            Kind::Call(call) => {
                for &argument in &self.graph.calls[call as usize].arguments {
                    self.use_node(argument);
                }
            }
            Kind::Result(behind) => self.use_node(Node(node.0 - u32::from(behind))),
            Kind::Phi => match self.origins[node.index()] {
                Some(Origin::Merge { then, otherwise, inside }) => {
                    // The condition is needed even where both sides are empty.
                    for control in self.controls[inside.index()].nodes.clone() {
                        self.use_node(control);
                    }
                    self.use_node(then);
                    self.use_node(otherwise);
                }
                Some(Origin::Carried { initial, next, inside }) => {
                    self.use_region(inside);
                    self.use_node(initial);
                    self.use_node(next);
                }
                None => {}
            },
        }
    }
}
