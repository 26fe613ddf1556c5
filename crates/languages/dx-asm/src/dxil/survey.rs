//! Collects data of all functions that the first line already depends on: types in the order of first use,
//! metadata, and attributes of calls.
//!
//! Bodies are surveyed in independent pieces, so that several threads can work. A piece omits its own
//! repetitions; merging the pieces in order yields the result of a single walk.

use std::borrow::Cow;
use std::collections::HashMap;

use glassbox_dxil::BitcodeError;
use glassbox_dxil::ir::{
    Attachment, AttributesId, Body, FunctionId, Instruction, InstructionId, KindId, List, Location, Metadata,
    MetadataId, Op, Scope, Text, TypeId, Typed, Value, ValueId,
};

use super::nodes;
use super::out::Out;

/// Approximate text per byte of a module, bytes.
pub(super) const TEXT_PER_BYTE: usize = 3;

/// A set of small numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen(Vec<u64>);

impl Seen {
    /// An empty set for numbers below `count`.
    pub(super) fn new(count: usize) -> Seen {
        Seen(vec![0; count.div_ceil(64)])
    }

    /// Adds a number; true if it is new. Out-of-range numbers are ignored and never new.
    #[inline]
    pub(super) fn insert(&mut self, number: usize) -> bool {
        let Some(word) = self.0.get_mut(number / 64) else {
            return false;
        };
        let bit = 1 << (number % 64);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
}

/// A reference to metadata.
#[derive(Clone, Copy, Debug)]
pub(super) enum Root {
    /// A node of the module.
    Node(MetadataId),
    /// A source location.
    Location(Location),
}

/// A use of types.
#[derive(Clone, Copy, Debug)]
pub(super) enum Met {
    /// A type.
    Type(TypeId),
    /// A metadata node that contains values.
    Node(MetadataId),
}

/// A parsed body, with its instructions' attachments in order.
#[derive(Debug)]
pub(super) struct Surveyed<'m> {
    /// Function body.
    pub(super) body: Cow<'m, Body>,
    /// Attachments of instructions, sorted by instruction and kind.
    pub(super) attachments: Vec<(InstructionId, Attachment)>,
}

impl Surveyed<'_> {
    /// Attachments of an instruction.
    pub(super) fn attached(&self, to: InstructionId) -> &[(InstructionId, Attachment)] {
        // Most bodies have none.
        if self.attachments.is_empty() {
            return &[];
        }
        let start = self.attachments.partition_point(|item| item.0 < to);
        let rest = self.attachments.get(start..).unwrap_or_default();
        let count = rest.iter().take_while(|item| item.0 == to).count();
        rest.get(..count).unwrap_or_default()
    }
}

/// A function with its body: `None` for declarations, an error for unreadable ones.
pub(super) type Read<'m> = Result<Option<Surveyed<'m>>, BitcodeError>;

/// Result for a range of functions.
#[derive(Debug, Default)]
pub(super) struct Piece {
    /// Text of the functions.
    pub(super) text: Out,
    /// Uses of types, without repetitions.
    pub(super) met: Vec<Met>,
    /// References to metadata, without repetitions; for source locations, only consecutive ones are dropped.
    pub(super) roots: Vec<Root>,
    /// Attributes of calls, without repetitions.
    pub(super) calls: Vec<AttributesId>,
}

/// Surveys functions.
pub(super) struct Survey<'m> {
    module: &'m Typed<'m>,
    types: Seen,
    constants: Seen,
    nodes: Seen,
    lists: Seen,
    /// Rank of each metadata kind in output order.
    kinds: HashMap<KindId, usize>,
    /// Constants of the current body.
    locals: Seen,
    piece: Piece,
}

impl<'m> Survey<'m> {
    pub(super) fn new(module: &'m Typed<'m>) -> Survey<'m> {
        Survey {
            module,
            types: Seen::new(module.types.len()),
            constants: Seen::new(module.values.len()),
            nodes: Seen::new(module.metadata.items.len()),
            lists: Seen::new(module.attributes.lists.len()),
            kinds: kinds(module),
            locals: Seen::default(),
            piece: Piece::default(),
        }
    }

    /// Surveys functions in order. `write` formats each while its body is loaded.
    pub(super) fn run(
        mut self,
        functions: std::ops::Range<usize>,
        write: impl Fn(&mut Out, FunctionId, &Read<'m>),
    ) -> Piece {
        let module = self.module;
        let share = functions.len() as f64 / module.functions.len().max(1) as f64;
        let text = module.bytes.len().saturating_mul(TEXT_PER_BYTE) as f64 * share;
        self.piece.text = Out::with_capacity(text as usize);
        for id in functions.map(FunctionId::at) {
            let read = self.function(id);
            write(&mut self.piece.text, id, &read);
        }
        self.piece
    }

    /// Parses a function and records its data.
    pub(super) fn function(&mut self, id: FunctionId) -> Read<'m> {
        let module = self.module;
        if let Some(function) = module.functions.get(id.index()) {
            self.met_type(function.ty);
            for value in [function.prefix, function.prologue, function.personality].into_iter().flatten() {
                self.value(&module.scope(None), value);
            }
        }
        let Some(body) = module.body(id)? else {
            return Ok(None);
        };
        let to_instruction = |item: &(Option<InstructionId>, Attachment)| Some((item.0?, item.1));
        let mut surveyed =
            Surveyed { attachments: body.attachments.iter().filter_map(to_instruction).collect(), body };
        surveyed.attachments.sort_by_key(|(instruction, attachment)| {
            (*instruction, self.kinds.get(&attachment.kind).copied())
        });
        self.locals = Seen::new(surveyed.body.locals.len());
        for attachment in surveyed.body.attachments(None) {
            self.root(attachment.node);
        }
        let body = &*surveyed.body;
        let mut last = None;
        for (index, instruction) in body.instructions.iter().enumerate() {
            let attached = surveyed.attached(InstructionId::at(index));
            self.instruction(body, instruction, attached, &mut last);
        }
        Ok(Some(surveyed))
    }

    fn instruction(
        &mut self,
        body: &Body,
        instruction: &Instruction,
        attached: &[(InstructionId, Attachment)],
        last: &mut Option<Location>,
    ) {
        let scope = Scope { module: self.module, body: Some(body) };
        self.met_type(instruction.ty);
        let operands = body.operands(instruction);
        if let (Op::Store(_), [pointer, value]) = (instruction.op, operands) {
            self.value(&scope, *value);
            self.value(&scope, *pointer);
        } else {
            // The callee comes first, but does not count as a constant here.
            for &operand in operands {
                self.value(&scope, operand);
            }
        }
        if let Some(call) = instruction.call() {
            if let Some(list) = call.attributes.filter(|list| self.lists.insert(list.index())) {
                self.piece.calls.push(list);
            }
            if operands.first().is_some_and(|callee| is_intrinsic(self.module, *callee)) {
                for operand in operands {
                    if let List::Metadata(metadata) = operand.list() {
                        self.root(metadata);
                    }
                }
            }
        }
        if let Some(location) = body.location(instruction).filter(|location| *last != Some(*location)) {
            self.piece.roots.push(Root::Location(location));
            *last = Some(location);
        }
        for (_, attachment) in attached {
            self.root(attachment.node);
            self.piece.met.push(Met::Node(attachment.node));
        }
    }

    /// Records a node to be numbered.
    fn root(&mut self, metadata: MetadataId) {
        let found = self.module.metadata.get(metadata);
        if found.is_some_and(nodes::is_node) && self.nodes.insert(metadata.index()) {
            self.piece.roots.push(Root::Node(metadata));
        }
    }

    #[inline]
    fn met_type(&mut self, ty: TypeId) {
        if self.types.insert(ty.index()) {
            self.piece.met.push(Met::Type(ty));
        }
    }

    /// Records the types of a constant: its own, then those of its parts.
    fn value(&mut self, scope: &Scope<'_>, value: ValueId) {
        match value.list() {
            List::Metadata(metadata) => self.operand(scope, metadata),
            _ => constants(scope, value, &mut self.constants, &mut self.locals, |ty| {
                if self.types.insert(ty.index()) {
                    self.piece.met.push(Met::Type(ty));
                }
            }),
        }
    }

    /// Records metadata used as an operand.
    fn operand(&mut self, scope: &Scope<'_>, metadata: MetadataId) {
        match self.module.metadata.get(metadata) {
            Some(found) if nodes::is_node(found) => self.piece.met.push(Met::Node(metadata)),
            _ => {
                let wrapped =
                    scope.wrapped(metadata).filter(|value| !matches!(value.list(), List::Metadata(_)));
                if let Some(value) = wrapped {
                    self.value(scope, value);
                }
            }
        }
    }
}

/// Calls `each` with the types of a constant and its parts, in preorder. Constants seen before are skipped.
pub(super) fn constants(
    scope: &Scope<'_>,
    value: ValueId,
    globals: &mut Seen,
    locals: &mut Seen,
    mut each: impl FnMut(TypeId),
) {
    let mut new = |value: ValueId| match value.list() {
        List::Module(index) => globals.insert(index as usize),
        List::Local(index) => locals.insert(index as usize),
        List::Metadata(_) => false,
    };
    // Nearly all constants are numbers, which need no worklist.
    let Some(Value::Constant(_)) = scope.value(value) else {
        return;
    };
    if !new(value) {
        return;
    }
    let mut left = vec![];
    let mut at = Some(value);
    while let Some(value) = at {
        if let Some((constant, list)) = scope.constant(value) {
            if let Some(ty) = scope.type_of(value) {
                each(ty);
            }
            let from = left.len();
            list.references(constant, |part| left.push(part));
            if let Some(parts) = left.get_mut(from..) {
                parts.reverse();
            }
        }
        at = loop {
            match left.pop() {
                Some(part) if matches!(scope.value(part), Some(Value::Constant(_))) && new(part) => {
                    break Some(part);
                }
                Some(_) => {}
                None => break None,
            }
        };
    }
}

/// True for an LLVM intrinsic.
fn is_intrinsic(module: &Typed<'_>, value: ValueId) -> bool {
    module.name(value).is_some_and(|name| name.starts_with(b"llvm."))
}

/// Metadata kinds with fixed LLVM numbers, in order; others follow in file order.
pub(super) const KINDS: [&[u8]; 14] = [
    b"dbg",
    b"tbaa",
    b"prof",
    b"fpmath",
    b"range",
    b"tbaa.struct",
    b"invariant.load",
    b"alias.scope",
    b"noalias",
    b"nontemporal",
    b"llvm.mem.parallel_loop_access",
    b"nonnull",
    b"dereferenceable",
    b"dereferenceable_or_null",
];

fn kinds(module: &Typed<'_>) -> HashMap<KindId, usize> {
    let order = |(place, kind): (usize, &(KindId, Text))| {
        let name = module.text(kind.1);
        let known = KINDS.iter().position(|known| *known == name);
        (kind.0, known.unwrap_or(KINDS.len() + place))
    };
    module.kinds.iter().enumerate().map(order).collect()
}

/// Metadata of a module, if it is a node.
pub(super) fn node(module: &Typed<'_>, metadata: MetadataId) -> Option<Metadata> {
    module.metadata.get(metadata).filter(|found| nodes::is_node(*found))
}
