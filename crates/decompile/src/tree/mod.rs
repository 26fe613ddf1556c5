//! Holds functions as statements and nested expressions, made once for all targets.
//!
//! [`grow`] makes a [`Tree`] from a module. Nodes of expressions keep the opcode of their instruction; a target spells
//! them. A node that [`Tree::variable_of`] gives a variable is printed as that variable, wherever it is used.
//! Nodes, statements and lists of statements are indices into arenas, so nothing here is recursive; the depth of
//! expressions and of statements is limited by [`MAX_DEPTH`] and [`MAX_NESTING`].

mod calls;
mod composites;
mod copies;
mod data;
mod declare;
mod live;
mod loops;
mod map;
mod matrices;
mod members;
mod nest;
mod outputs;
mod patterns;
mod phis;
mod pointers;
mod share;
mod starts;
mod tidy;
mod types;
mod unwrap;
mod values;
mod vectors;
mod waiting;
mod walk;

use foldhash::{HashMap, HashSet};
use glassbox_spirv::build::value::{decoration, storage_class};
use glassbox_spirv::grammar::{is_type, op};
use glassbox_spirv::module::{Annotations, At, Id, Module};
use smallvec::SmallVec;

use crate::Patterns;
use crate::refusal::{Reason, Refusals};

use calls::Functions;
pub(crate) use calls::{Direction, ends_or_writes, is_atomic};
pub(crate) use data::{
    Body, Case, Kind, Lanes, Line, ListData, LoopKind, LoopParts, NodeData, Origin, Span, Statement, Step,
    Variable,
};
use data::{Children, Contents};
pub(crate) use map::VarMap;
pub(crate) use matrices::Resizes;
pub(crate) use nest::{computes_level, has_two_results};
pub(crate) use types::Scalar;
use types::Types;

/// Index of a node.
pub(crate) type Node = u32;
/// Index of a variable.
pub(crate) type Var = u32;
/// Index of a list of statements.
pub(crate) type List = u32;
/// A few nodes.
pub(crate) type Nodes = SmallVec<[Node; 16]>;
/// A few lists of statements.
type Lists = SmallVec<[List; 16]>;

/// No node.
pub(crate) const NONE: Node = Node::MAX;
/// Deepest nesting of operands in an expression; a deeper one is cut by a variable.
pub(crate) const MAX_DEPTH: u16 = 48;
/// Operations that one statement may hold before its parts get variables.
pub(crate) const MAX_WEIGHT: u16 = 24;
/// Deepest nesting of statements.
pub(crate) const MAX_NESTING: u32 = 160;
/// Steps of a path.
pub(crate) const MAX_STEPS: usize = 64;

/// Functions of an entry point as statements and expressions.
pub(crate) struct Tree<'m> {
    pub(crate) module: &'m Module,
    patterns: Patterns,
    imports: &'static str,
    resizes: Resizes,
    distinct: Distinct,
    has_addresses: bool,
    written: Written,
    /// Whether the module asks for exact operations anywhere.
    has_precise: bool,
    types: Types,
    pub(crate) annotations: &'m Annotations<'m>,
    nodes: Vec<NodeData>,
    operands: Vec<Node>,
    steps: Vec<Step>,
    variables: Vec<Variable>,
    lists: Vec<ListData>,
    cases: Vec<Case>,
    /// By instruction without a result, what it does, or [`NONE`].
    effects: Vec<Node>,
    /// Instructions that may have an effect, by function in the order of `order`.
    acting: Vec<At>,
    /// By operation with two results, which is the first, the variable of the second.
    pairs: HashMap<Node, Node>,
    /// Variables whose value passes from one round of a loop to the next, with the body of the loop.
    carried: HashSet<(Var, List)>,
    /// By variable, true if a statement names it.
    pub(crate) used: Vec<bool>,
    /// Variables of values that are declared further out than they are assigned.
    pub(crate) assigned_values: HashSet<Var>,
    /// Variables that are written as another.
    aliases: HashMap<Var, Var>,
    /// Functions of the module by id.
    functions: Functions,
    /// By id, its node.
    values: Vec<Node>,
    /// Stores and loads that a direct argument replaces.
    skipped: HashSet<At>,
    /// By pointer that is a value, the place that it points to.
    pointees: HashMap<Node, Node>,
    /// Functions, the called before the caller; the entry point is the last.
    pub(crate) bodies: Vec<Body>,
    /// Declarations without a value, by list and line before which they stand.
    pub(crate) declared: Vec<(List, u32, Var)>,
}

impl<'m> Tree<'m> {
    fn new(
        module: &'m Module,
        annotations: &'m Annotations<'m>,
        functions: Functions,
        shape: Shape,
    ) -> Tree<'m> {
        Tree {
            module,
            patterns: shape.patterns,
            imports: shape.imports,
            resizes: shape.resizes,
            distinct: shape.distinct,
            has_precise: annotations.is_anywhere(decoration::NO_CONTRACTION),
            has_addresses: shape.has_addresses,
            written: shape.written,
            types: Types::new(module, shape.has_addresses && pointers::are_values(module)),
            annotations,
            nodes: Vec::with_capacity(module.count()),
            operands: Vec::with_capacity(module.count()),
            // Lists that most shaders do not outgrow, of sizes that allocators serve fast.
            steps: Vec::with_capacity(64),
            variables: Vec::with_capacity(32),
            lists: Vec::with_capacity(16),
            cases: Vec::new(),
            effects: vec![NONE; module.count()],
            acting: Vec::with_capacity(128),
            pairs: HashMap::default(),
            carried: HashSet::default(),
            used: Vec::new(),
            assigned_values: HashSet::default(),
            aliases: HashMap::default(),
            functions,
            values: vec![NONE; module.bound()],
            skipped: HashSet::default(),
            pointees: HashMap::default(),
            bodies: Vec::new(),
            declared: Vec::new(),
        }
    }

    #[inline]
    pub(crate) fn node(&self, node: Node) -> NodeData {
        self.nodes[node as usize]
    }

    /// All nodes; some are not written.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = Node> + use<> {
        0..self.nodes.len() as Node
    }

    pub(crate) fn kind(&self, node: Node) -> Kind {
        self.node(node).kind
    }

    pub(crate) fn operands(&self, span: Span) -> &[Node] {
        &self.operands[span.range()]
    }

    pub(crate) fn steps(&self, span: Span) -> &[Step] {
        &self.steps[span.range()]
    }

    pub(crate) fn cases(&self, span: Span) -> &[Case] {
        &self.cases[span.range()]
    }

    pub(crate) fn variable(&self, var: Var) -> Variable {
        self.variables[var as usize]
    }

    pub(crate) fn variables(&self) -> &[Variable] {
        &self.variables
    }

    pub(crate) fn list(&self, list: List) -> &ListData {
        &self.lists[list as usize]
    }

    /// The variable that holds a node.
    #[inline]
    pub(crate) fn variable_of(&self, node: Node) -> Option<Var> {
        let NodeData { kind, held, .. } = self.nodes[node as usize];
        match kind {
            Kind::Variable(var) => Some(self.actual(var)),
            _ => (held != NONE).then(|| self.actual(held)),
        }
    }

    /// The variable that a node other than a variable was given.
    fn held(&self, node: Node) -> Option<Var> {
        Some(self.nodes[node as usize].held).filter(|var| *var != NONE)
    }

    /// How often what has an effect uses a node.
    fn uses(&self, node: Node) -> u32 {
        self.nodes[node as usize].uses
    }

    /// What an instruction without a result does.
    fn effect(&self, at: At) -> Option<Node> {
        self.effects.get(at as usize).copied().filter(|node| *node != NONE)
    }

    /// The variable that one is written as.
    pub(crate) fn actual(&self, mut var: Var) -> Var {
        if self.aliases.is_empty() {
            return var;
        }
        while let Some(next) = self.aliases.get(&var) {
            var = *next;
        }
        var
    }

    /// Name of an imported function that the target has itself, without what such names begin with.
    pub(crate) fn imported(&self, function: Id) -> Option<String> {
        let linkage = self.annotations.decoration(function, decoration::LINKAGE_ATTRIBUTES)?;
        let name = self.module.string(linkage.at, 2);
        let own = name.strip_prefix(self.imports).filter(|_| !self.imports.is_empty());
        own.map(str::to_owned)
    }

    /// The function with this id.
    pub(crate) fn body_of(&self, function: Id) -> Option<&Body> {
        self.bodies.get(self.functions.get(function)?.body as usize)
    }

    /// The node of an id, if it is a value, place or constant that the tree has.
    pub(crate) fn value(&self, id: Id) -> Option<Node> {
        self.values.get(id as usize).copied().filter(|node| *node != NONE)
    }

    fn add_node(&mut self, kind: Kind, ty: Id, at: At) -> Node {
        self.nodes.push(NodeData { kind, ty, at, held: NONE, uses: 0, made: NONE });
        (self.nodes.len() - 1) as Node
    }

    fn add_operands(&mut self, operands: &[Node]) -> Span {
        let start = self.operands.len() as u32;
        self.operands.extend_from_slice(operands);
        Span { start, length: operands.len() as u32 }
    }

    fn add_steps(&mut self, steps: &[Step]) -> Span {
        let start = self.steps.len() as u32;
        self.steps.extend_from_slice(steps);
        Span { start, length: steps.len() as u32 }
    }

    fn add_variable(&mut self, origin: Origin, id: Id, ty: Id) -> Var {
        let is_reference = origin == Origin::Parameter && self.is_reference(ty);
        let pointer = self.module.pointer(self.module.type_of(id)).filter(|_| !is_reference);
        let class = pointer.map_or(NONE, |(_, class)| class);
        let is_constant = origin == Origin::Global
            && (values::is_read_only(class) || class == storage_class::UNIFORM && !self.is_buffer_block(ty));
        self.variables.push(Variable { origin, id, ty, class, is_constant });
        (self.variables.len() - 1) as Var
    }

    /// True for storage buffers in the older notation, and arrays of these.
    fn is_buffer_block(&self, mut ty: Id) -> bool {
        while let Some(element) = self.module.array_element(ty) {
            ty = element;
        }
        self.annotations.has(ty, decoration::BUFFER_BLOCK)
    }

    fn add_list(&mut self, parent: (List, u32), repeats: bool) -> List {
        let nesting = self.lists.get(parent.0 as usize).map_or(0, |list| list.nesting + 1);
        self.lists.push(ListData { parent, nesting, repeats, lines: Vec::new() });
        (self.lists.len() - 1) as List
    }

    /// Type of a part of a composite; arrays whose length a specialization constant gives have any.
    pub(crate) fn part_type(&self, ty: Id, index: u32) -> Option<Id> {
        self.module.component_type(ty, index)
    }

    /// Number of components of a scalar or vector; 0 of anything else.
    pub(crate) fn size(&self, node: Node) -> u32 {
        match self.kind(node) {
            Kind::Swizzle(_, lanes) => u32::from(lanes.count),
            _ => self.types.size(self.node(node).ty),
        }
    }

    /// The scalar of a scalar, vector or matrix type.
    pub(crate) fn scalar(&self, ty: Id) -> Option<Scalar> {
        self.types.scalar(ty)
    }

    /// Declarations of types, in order.
    pub(crate) fn types(&self) -> &[At] {
        &self.types.all
    }

    /// The children of a node, for those who change the tree meanwhile.
    #[inline]
    fn children(&self, node: Node) -> Children {
        let (base, span, is_path) = match self.kind(node) {
            Kind::Constant(_) | Kind::Variable(_) | Kind::Phi(_) => (NONE, Span::default(), false),
            Kind::Load(child) | Kind::Pointee(child) | Kind::Address(child) | Kind::Swizzle(child, _) => {
                (child, Span::default(), false)
            }
            Kind::Construct(span) | Kind::Operation(_, span) | Kind::Extended(_, span) => (NONE, span, false),
            Kind::Path(base, steps) => (base, steps, true),
        };
        Children { base, next: span.start, end: span.start + span.length, is_path }
    }

    /// Calls `visit` with each child of a node.
    #[inline]
    pub(crate) fn each_child(&self, node: Node, visit: impl FnMut(Node)) {
        self.kind(node).each_child(&self.operands, &self.steps, visit);
    }

    /// The variable that a place is in.
    pub(crate) fn root(&self, place: Node) -> Option<Var> {
        match self.kind(place) {
            Kind::Variable(var) => Some(var),
            Kind::Path(base, _) => self.root_of_base(base),
            Kind::Address(place) => self.root(place),
            _ => None,
        }
    }

    /// A path's base is never a path of a place.
    fn root_of_base(&self, base: Node) -> Option<Var> {
        match self.kind(base) {
            Kind::Variable(var) => Some(var),
            _ => None,
        }
    }

    /// Storage class of a variable.
    pub(crate) fn class(&self, var: Var) -> Option<u32> {
        Some(self.variables[var as usize].class).filter(|class| *class != NONE)
    }

    /// True for samplers, images, and other types that a variable of a function cannot have.
    pub(crate) fn is_opaque(&self, ty: Id) -> bool {
        match self.module.opcode_of(ty) {
            op::TYPE_VOID..=op::TYPE_MATRIX
            | op::TYPE_ARRAY..=op::TYPE_STRUCT
            | op::TYPE_FUNCTION
            | op::TYPE_COOPERATIVE_MATRIX_KHR
            | op::TYPE_COOPERATIVE_MATRIX_NV => false,
            op::TYPE_POINTER => !self.is_reference(ty),
            opcode => is_type(opcode),
        }
    }

    /// True for vector types.
    pub(super) fn is_vector(&self, ty: Id) -> bool {
        self.module.opcode_of(ty) == op::TYPE_VECTOR
    }
}

/// What a tree may have, by target and options.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) patterns: Patterns,
    /// Whether several components of a vector may be assigned at once.
    pub(crate) assignments: Assignments,
    /// What the names of imported functions begin with that the target has itself; empty if it has none.
    pub(crate) imports: &'static str,
    /// From which matrices others are made.
    pub(crate) resizes: Resizes,
    /// Whether structures are values of expressions.
    pub(crate) constructs: bool,
    /// Which structures with the same members are two types to the target.
    pub(crate) distinct: Distinct,
    /// Whether a pointer to a place in memory is a value to the target.
    pub(crate) has_addresses: bool,
    /// What functions may be given to write to.
    pub(crate) written: Written,
}

/// What functions may be given to write to; a variable is given for the rest, and copied before and after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// Every place.
    Places,
    /// Places but components of vectors.
    Elements,
    /// Whole variables.
    Variables,
}

/// Which structures with the same members are two types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Distinct {
    /// None.
    None,
    /// Those whose members are in other places of memory, where both have places.
    Layouts,
    /// Those too whose matrices have rows and not columns, in memory or not.
    Orders,
}

/// How components of vectors are assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Assignments {
    /// One for each component.
    Single,
    /// To a swizzle.
    Swizzled,
}

/// Makes the tree of the functions that the API runs; the entry point is the last.
pub(crate) fn grow<'m>(
    module: &'m Module,
    annotations: &'m Annotations<'m>,
    entries: &[Id],
    shape: Shape,
    refusals: &mut Refusals,
) -> Option<Tree<'m>> {
    let functions = Functions::of(module);
    let order = calls::order(module, &functions, entries, refusals)?;
    let mut tree = Tree::new(module, annotations, functions, shape);
    values::globals(&mut tree);
    for &index in &order {
        values::function(&mut tree, index, refusals);
    }
    if !refusals.is_empty() {
        return None;
    }
    calls::direct(&mut tree, &order);
    live::count(&mut tree, &order);
    let lengths = order.iter().map(|index| {
        let blocks = &module.functions[*index].blocks;
        blocks.iter().map(|block| block.body.len()).sum()
    });
    let mut scratch = waiting::Scratch::new(lengths.max().unwrap_or(0));
    for &index in &order {
        walk::function(&mut tree, index, &mut scratch, refusals);
    }
    if !refusals.is_empty() {
        return None;
    }
    outputs::begin(&mut tree, entries);
    let mut scopes = declare::Scopes::new(&tree);
    for body in 0..tree.bodies.len() {
        let has = tree.bodies[body].contents;
        tidy::body(&mut tree, body);
        if has.switches {
            unwrap::body(&mut tree, body);
        }
        if has.branches {
            starts::conditions(&mut tree, body);
            copies::conditions(&mut tree, body);
        }
        if has.starts {
            starts::body(&mut tree, body);
            starts::sink(&mut tree, body);
        }
        if has.parts {
            members::body(&mut tree, body, shape.constructs);
            if shape.assignments == Assignments::Swizzled {
                vectors::body(&mut tree, body);
            }
        }
        if has.values {
            copies::body(&mut tree, body);
        }
        if has.copies {
            copies::rename(&mut tree, body);
        }
        if has.copies || has.branches || has.switches || has.loops {
            tidy::body(&mut tree, body);
        }
        if has.loops {
            loops::body(&mut tree, body);
        }
        declare::body(&mut tree, body, &mut scopes);
    }
    refusals.is_empty().then_some(tree)
}

/// The refusal of a module whose words do not make sense.
fn malformed(refusals: &mut Refusals, at: At, what: &str) {
    refusals.add(Reason::Malformed, Some(at), what.to_owned());
}
