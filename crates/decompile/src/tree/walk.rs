//! Walks the structure of a function and makes statements of it.

use foldhash::HashMap;
use glassbox_spirv::control::{self, BlockIndex, Default, Fall, Jump, NodeId, Nodes, Structure};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{At, Block, Function, Instruction};

use super::calls::Callee;
use super::nest::Change;
use super::phis::Fork;
use super::waiting::Scratch;
use super::{
    Body, Case, Contents, Kind, List, LoopKind, LoopParts, MAX_NESTING, NONE, Node, Origin, Span, Statement,
    Tree, Var,
};
use crate::refusal::{Reason, Refusals};

/// A branch: from a block to a block.
pub(super) type Edge = (BlockIndex, BlockIndex);

/// What an instruction does when its value is made.
#[derive(Clone, Copy)]
struct Acts {
    /// Whether its effect counts as a use.
    is_counted: bool,
    /// Whether it writes what its operands point to.
    writes_operands: bool,
}

/// A loop or switch that is open.
#[derive(Clone, Debug)]
struct Frame {
    node: NodeId,
    /// States that a loop is left, where a switch in it says so.
    flag: Option<Var>,
    /// Flags of loops that are left from inside this switch.
    passing: Vec<Var>,
}

pub(super) struct Walker<'t, 'm> {
    pub(super) tree: &'t mut Tree<'m>,
    pub(super) scratch: &'t mut Scratch,
    /// The list that statements are added to.
    pub(super) list: List,
    /// The innermost list that is done more than once.
    pub(super) round: List,
    pub(super) locals: Vec<Var>,
    /// By phi or value that shares a variable, the one that the variable is named by.
    pub(super) shared: HashMap<Node, Node>,
    /// Variables of phis by what they are named by.
    pub(super) leaders: HashMap<Node, Var>,
    /// What the function has so far.
    pub(super) contents: Contents,
    frames: Vec<Frame>,
    function: &'m Function,
    structure: &'t Structure,
    refusals: &'t mut Refusals,
}

/// The walk ends: a refusal says why.
pub(super) struct Refused;

pub(super) type Walked<T> = Result<T, Refused>;

/// Makes the statements of a function.
/// Of `scratch` nothing remains.
pub(super) fn function(tree: &mut Tree<'_>, index: usize, scratch: &mut Scratch, refusals: &mut Refusals) {
    let module = tree.module;
    let function = &module.functions[index];
    if function.blocks.is_empty() {
        if tree.imported(function.id).is_some() {
            return;
        }
        let at = Some(function.declaration());
        refusals.add(Reason::Interface, at, "a function is imported; link it first".to_owned());
        return;
    }
    let structure = match Structure::of(module, function) {
        Ok(structure) => structure,
        Err(fault) => {
            let at = function.blocks.get(fault.block as usize).map(Block::terminator);
            refusals.add(Reason::Control, at, format!("the flow of control is not structured: {fault}"));
            return;
        }
    };
    let list = tree.lists.len() as List;
    tree.add_list((list, 0), false);
    tree.lists[list as usize].nesting = 0;
    tree.lists[list as usize].lines.reserve(function.blocks[0].body.len());
    let shared = super::share::find(tree, function);
    scratch.prepare(tree);
    let mut walker = Walker {
        scratch,
        tree,
        list,
        round: list,
        locals: Vec::with_capacity(16),
        shared,
        leaders: HashMap::default(),
        contents: Contents::default(),
        frames: Vec::new(),
        function,
        structure: &structure,
        refusals,
    };
    let walked = walker.nodes(structure.list(structure.root()));
    let Walker { locals, contents, .. } = walker;
    scratch.clear(tree);
    if walked.is_ok()
        && let Some(callee) = tree.functions.get_mut(function.id)
    {
        callee.body = tree.bodies.len() as u32;
        let (parameters, directions) = (callee.parameters.clone().collect(), callee.directions.clone());
        tree.bodies.push(Body { index, parameters, directions, list, locals, contents });
    }
}

impl<'t, 'm> Walker<'t, 'm> {
    pub(super) fn refuse<T>(&mut self, reason: Reason, at: At, what: &str) -> Walked<T> {
        self.refusals.add(reason, Some(at), what.to_owned());
        Err(Refused)
    }

    pub(super) fn block(&self, block: BlockIndex) -> &'m Block {
        &self.function.blocks[block as usize]
    }

    /// Adds the statements of a list of the structure.
    fn nodes(&mut self, nodes: Nodes<'_>) -> Walked<()> {
        if self.tree.list(self.list).nesting > MAX_NESTING {
            let at = self.function.declaration();
            return self.refuse(Reason::Depth, at, "statements are nested too deep");
        }
        let structure = self.structure;
        for id in nodes {
            match structure.node(id) {
                control::Node::Block(block) => self.instructions(self.block(*block)),
                control::Node::If { block, then, otherwise } => self.select(*block, [*then, *otherwise])?,
                control::Node::Switch { block, cases } => self.switch(id, *block, cases)?,
                control::Node::Loop { header, body, continuing } => {
                    self.walk_loop(id, *header, [*body, *continuing])?;
                }
                control::Node::Edge { from, to, jump } => {
                    self.pass((*from, *to))?;
                    self.jump(*jump, self.block(*from).terminator());
                }
                control::Node::End(block) => self.end(self.block(*block))?,
            }
        }
        Ok(())
    }

    /// Adds the statements of a list of the structure to a list of their own.
    fn inner(&mut self, list: List, nodes: Nodes<'_>) -> Walked<()> {
        let outer = std::mem::replace(&mut self.list, list);
        let round = self.round;
        if self.tree.list(list).repeats {
            self.round = list;
        }
        let walked = self.nodes(nodes);
        self.list = outer;
        self.round = round;
        walked
    }

    /// Adds the statements of a side of a selection. The branch that ends it is left to the caller if the control goes
    /// where the list ends.
    fn side(&mut self, list: List, nodes: control::List) -> Walked<Option<Edge>> {
        let structure = self.structure;
        if let Some(last) = structure.last(nodes)
            && let control::Node::Edge { from, to, jump: Jump::Next } = structure.node(last)
        {
            self.inner(list, structure.list(nodes).before(last))?;
            return Ok(Some((*from, *to)));
        }
        self.inner(list, structure.list(nodes))?;
        Ok(None)
    }

    fn jump(&mut self, jump: Jump, at: At) {
        match jump {
            Jump::Next => {}
            Jump::Continue(_) => self.push(Statement::Continue, at),
            Jump::Break(node) => {
                let last = self.frames.len();
                let position = self.frames.iter().rposition(|frame| frame.node == node).unwrap_or(last);
                if position + 1 < last {
                    self.raise_flag(position, at);
                }
                self.push(Statement::Break, at);
            }
        }
    }

    /// Before a loop is left from inside a switch: says so after the switch.
    fn raise_flag(&mut self, position: usize, at: At) {
        let flag = match self.frames[position].flag {
            Some(flag) => flag,
            None => {
                let flag = self.tree.add_variable(Origin::Flag, 0, 0);
                self.frames[position].flag = Some(flag);
                flag
            }
        };
        for frame in &mut self.frames[position + 1..] {
            if !frame.passing.contains(&flag) {
                frame.passing.push(flag);
            }
        }
        let truth = self.truth(true, at);
        let place = self.tree.add_node(Kind::Variable(flag), 0, at);
        self.push(Statement::Assign(place, truth), at);
    }

    fn instructions(&mut self, block: &'m Block) {
        let module = self.tree.module;
        let Some((_, body)) = block.body.split_last() else { return };
        for &at in body {
            if !self.tree.skipped.contains(&at) {
                self.instruction(at, module.get(at));
            }
        }
    }

    fn instruction(&mut self, at: At, instruction: Instruction) {
        let module = self.tree.module;
        match instruction.opcode {
            op::PHI | op::SELECTION_MERGE | op::LOOP_MERGE | op::NOP | op::UNDEF => {}
            op::VARIABLE => self.variable(at),
            op::STORE | op::COPY_MEMORY => {
                let Some(place) = self.tree.place(module.word(at, 0)) else { return };
                let value = match instruction.opcode {
                    op::STORE => self.tree.value(module.word(at, 1)),
                    _ => self.tree.effect(at),
                };
                let Some(value) = value else { return };
                if self.tree.uses(place) == 0 {
                    return;
                }
                if instruction.opcode == op::COPY_MEMORY {
                    self.make(value, at);
                }
                self.assign(place, value, at);
            }
            _ if instruction.result != 0 => self.result(at, instruction),
            _ => {
                if let Some(node) = self.tree.effect(at) {
                    self.effect(node, at);
                }
            }
        }
    }

    fn variable(&mut self, at: At) {
        let module = self.tree.module;
        let Some(node) = self.tree.value(module.get(at).result) else { return };
        let Kind::Variable(var) = self.tree.kind(node) else { return };
        if self.tree.uses(node) == 0 {
            return;
        }
        self.locals.push(var);
        if let Some(value) = module.operands(at).get(1).and_then(|id| self.tree.value(*id)) {
            self.push(Statement::Assign(node, value), at);
        }
    }

    fn result(&mut self, at: At, instruction: Instruction) {
        let Some(node) = self.tree.value(instruction.result) else { return };
        // Copies and parts that cancelled are the node of another instruction.
        if self.tree.node(node).at != at {
            return;
        }
        let pair = self.tree.pair_in(node);
        let node = pair.map_or(node, |(first, _)| first);
        let uses = self.tree.uses(node);
        if uses == 0 || self.fixed(node).is_some() {
            return;
        }
        if let Some((_, second)) = pair
            && let Kind::Variable(var) = self.tree.kind(second)
        {
            self.locals.push(var);
        }
        let acts = self.acts(node, instruction, at);
        // What has an effect is counted once for that.
        let is_used = uses > u32::from(acts.is_counted);
        let is_void = self.tree.module.opcode_of(instruction.ty) == op::TYPE_VOID;
        if is_void || !is_used {
            self.effect(node, at);
            return;
        }
        if acts.writes_operands {
            self.before_writing(node);
        }
        self.make(node, at);
        // The arguments that a call writes are read by what follows.
        if pair.is_some() || acts.writes_operands && instruction.opcode != op::RAY_QUERY_PROCEED_KHR {
            self.hold(node);
        }
    }

    /// What an instruction does when its value is made.
    fn acts(&self, node: Node, instruction: Instruction, at: At) -> Acts {
        match instruction.opcode {
            op::FUNCTION_CALL => {
                let callee = self.tree.functions.get(self.tree.module.word(at, 0));
                let writes_operands = callee.is_some_and(Callee::writes_back);
                let writes = callee.is_none_or(Callee::writes);
                Acts { is_counted: writes || writes_operands, writes_operands }
            }
            op::EXT_INST => {
                let writes = super::live::writes_through(self.tree.kind(node));
                Acts { is_counted: writes, writes_operands: writes }
            }
            opcode => Acts {
                is_counted: super::calls::ends_or_writes(opcode),
                writes_operands: opcode == op::RAY_QUERY_PROCEED_KHR,
            },
        }
    }

    /// Holds the values that read the places that a value writes when it is made.
    fn before_writing(&mut self, node: Node) {
        let mut children = self.tree.children(node);
        while let Some(child) = children.next(self.tree) {
            if self.is_place(child)
                && let Some(change) = self.tree.root(child).and_then(|var| self.change_of(var))
            {
                self.change(change);
            }
        }
    }

    /// Adds a statement that evaluates a node for its effect.
    fn effect(&mut self, node: Node, at: At) {
        let mut keys = Vec::new();
        let mut children = self.tree.children(node);
        while let Some(child) = children.next(self.tree) {
            self.take(child);
            if self.is_place(child)
                && let Some(var) = self.tree.root(child)
            {
                keys.extend(self.change_of(var));
            }
        }
        for change in [Change::Globals, Change::Memory, Change::Effects].into_iter().chain(keys) {
            self.change(change);
        }
        self.push(Statement::Effect(node), at);
    }

    /// Adds an assignment.
    fn assign(&mut self, place: Node, value: Node, at: At) {
        self.take(value);
        self.take(place);
        self.change(Change::Effects);
        match self.tree.root(place).and_then(|var| self.change_of(var)) {
            Some(Change::Memory) | None => self.change(Change::Memory),
            Some(change) => self.change(change),
        }
        self.push(Statement::Assign(place, value), at);
    }

    /// The end of a block that leaves the function.
    fn end(&mut self, block: &Block) -> Walked<()> {
        let module = self.tree.module;
        let at = block.terminator();
        let statement = match module.opcode(at) {
            op::RETURN => Statement::Return(NONE),
            op::RETURN_VALUE => {
                let Some(value) = self.tree.value(module.word(at, 0)) else { return Ok(()) };
                self.take(value);
                Statement::Return(value)
            }
            op::UNREACHABLE => return Ok(()),
            opcode @ (op::KILL
            | op::TERMINATE_INVOCATION
            | op::IGNORE_INTERSECTION_KHR
            | op::TERMINATE_RAY_KHR) => Statement::End(opcode),
            opcode @ op::EMIT_MESH_TASKS_EXT => {
                if let Some(node) = self.tree.effect(at) {
                    self.effect(node, at);
                }
                Statement::End(opcode)
            }
            _ => {
                return self.refuse(Reason::Instruction, at, "this way to end a block cannot be written");
            }
        };
        self.change_all();
        self.push(statement, at);
        Ok(())
    }

    fn change_all(&mut self) {
        for change in [Change::Effects, Change::Globals, Change::Memory] {
            self.change(change);
        }
    }

    fn new_list(&mut self, repeats: bool) -> List {
        let parent = (self.list, self.tree.list(self.list).lines.len() as u32);
        self.tree.add_list(parent, repeats)
    }

    fn select(&mut self, block: BlockIndex, [yes, no]: [control::List; 2]) -> Walked<()> {
        let at = self.block(block).terminator();
        let Some(condition) = self.tree.value(self.tree.module.word(at, 0)) else { return Ok(()) };
        self.take(condition);
        self.change(Change::Effects);
        let sides = [self.new_list(false), self.new_list(false)];
        let line = self.tree.list(self.list).lines.len();
        self.push(Statement::If(condition, sides[0], sides[1]), at);
        let edges = [self.side(sides[0], yes)?, self.side(sides[1], no)?];
        self.meet(&Fork { line, condition, sides }, edges)
    }

    fn walk_loop(
        &mut self,
        id: NodeId,
        header: BlockIndex,
        [body_nodes, step_nodes]: [control::List; 2],
    ) -> Walked<()> {
        let at = self.block(header).terminator();
        self.change_all();
        let init = self.new_list(false);
        let outer = std::mem::replace(&mut self.list, init);
        let body = self.new_list(true);
        self.list = outer;
        // Values of a round may be nested into the step.
        let step = self.tree.add_list((body, u32::MAX), false);
        let parts = LoopParts { init, condition: NONE, step, body };
        self.push(Statement::Loop(LoopKind::While, parts), at);
        for (phi, _) in self.own_phis(header) {
            let var = self.shared_variable(phi);
            self.tree.carried.insert((var, body));
        }
        self.frames.push(Frame { node: id, flag: None, passing: Vec::new() });
        let structure = self.structure;
        self.inner(body, structure.list(body_nodes))?;
        let round = std::mem::replace(&mut self.round, body);
        self.inner(step, structure.list(step_nodes))?;
        self.round = round;
        if let Some(flag) = self.frames.pop().and_then(|frame| frame.flag) {
            self.lower_flag(init, flag, at);
        }
        Ok(())
    }

    /// Sets a flag to false before the loop that it belongs to.
    fn lower_flag(&mut self, init: List, flag: Var, at: At) {
        self.locals.push(flag);
        let no = self.truth(false, at);
        let place = self.tree.add_node(Kind::Variable(flag), 0, at);
        let lines = &mut self.tree.lists[init as usize].lines;
        lines.push(super::Line { statement: Statement::Assign(place, no), at });
    }

    fn switch(&mut self, id: NodeId, block: BlockIndex, cases: &[control::Case]) -> Walked<()> {
        let at = self.block(block).terminator();
        let Some(selector) = self.tree.value(self.tree.module.word(at, 0)) else { return Ok(()) };
        // A case that another falls into cannot assign its phis itself.
        for pair in cases.windows(2).filter(|pair| pair[0].fall == Fall::IntoNext) {
            self.pass((block, pair[1].target))?;
        }
        self.take(selector);
        self.change(Change::Effects);
        let line = self.tree.list(self.list).lines.len();
        self.push(Statement::Nothing, at);
        self.contents.switches = true;
        self.frames.push(Frame { node: id, flag: None, passing: Vec::new() });
        let mut made = Vec::with_capacity(cases.len());
        let mut is_fallen_into = false;
        for case in cases {
            let body = self.tree.add_list((self.list, line as u32), false);
            let mut nodes = self.structure.list(case.body);
            if is_fallen_into {
                nodes.next();
            }
            self.inner(body, nodes)?;
            is_fallen_into = case.fall == Fall::IntoNext;
            if !is_fallen_into && !super::tidy::leaves(self.tree, body) {
                let lines = &mut self.tree.lists[body as usize].lines;
                lines.push(super::Line { statement: Statement::Break, at });
            }
            made.push(Case { values: case.literals.clone(), default: case.default == Default::Yes, body });
        }
        let passing = self.frames.pop().map(|frame| frame.passing).unwrap_or_default();
        let does_nothing = |case: &Case| {
            let only = super::tidy::only(self.tree, case.body);
            case.default && case.values.is_empty() && matches!(only, Some((Statement::Break, _)))
        };
        let is_fallen_into =
            cases.len() > 1 && cases.get(cases.len() - 2).is_some_and(|case| case.fall == Fall::IntoNext);
        if made.len() > 1 && !is_fallen_into && made.last().is_some_and(does_nothing) {
            made.pop();
        }
        let span = Span { start: self.tree.cases.len() as u32, length: made.len() as u32 };
        self.tree.cases.extend(made);
        self.tree.lists[self.list as usize].lines[line].statement = Statement::Switch(selector, span);
        for flag in passing {
            self.check_flag(flag, at);
        }
        Ok(())
    }

    /// After a switch that may have left a loop around it.
    fn check_flag(&mut self, flag: Var, at: At) {
        let node = self.tree.add_node(Kind::Variable(flag), 0, at);
        let (then, other) = (self.new_list(false), self.new_list(false));
        self.tree.lists[then as usize].lines.push(super::Line { statement: Statement::Break, at });
        self.push(Statement::If(node, then, other), at);
    }
}

impl Tree<'_> {
    /// The opposite of a condition that was taken.
    pub(super) fn negate_condition(&mut self, condition: Node, at: At) -> Node {
        let ty = self.node(condition).ty;
        if self.held(condition).is_some() {
            let span = self.add_operands(&[condition]);
            return self.add_node(Kind::Operation(op::LOGICAL_NOT, span), ty, at);
        }
        self.negate(condition, ty, at)
    }

    /// True if a list has no statements.
    pub(crate) fn is_empty(&self, list: List) -> bool {
        self.list(list).lines.iter().all(|line| matches!(line.statement, Statement::Nothing))
    }
}
