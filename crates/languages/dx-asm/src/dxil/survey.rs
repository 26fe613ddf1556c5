//! What has to be known of all functions before the first line can be written: the types that are used, in the order in which
//! they are met, the metadata, and the attributes of calls.
//!
//! Bodies are surveyed in pieces that do not know of each other, so that several threads can do it. A piece leaves out what
//! it has met before; putting the pieces together in order gives what one walk over everything would have given.

use std::borrow::Cow;
use std::collections::HashMap;

use glassbox_dxil::BitcodeError;
use glassbox_dxil::ir::{
    Attachment, AttributesId, Body, FunctionId, Instruction, InstructionId, KindId, List, Location, Metadata,
    MetadataId, Op, Scope, Text, TypeId, Typed, Value, ValueId,
};

use super::nodes;
use super::out::Out;

/// Bytes of text that each byte of a module becomes, about.
pub(super) const TEXT_PER_BYTE: usize = 3;

/// A set of small numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen(Vec<u64>);

impl Seen {
    /// An empty set that numbers below `count` fit into.
    pub(super) fn new(count: usize) -> Seen {
        Seen(vec![0; count.div_ceil(64)])
    }

    /// Adds a number; whether it is new. Numbers that do not fit are not.
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

/// Something that refers to metadata.
#[derive(Clone, Copy, Debug)]
pub(super) enum Root {
    /// A node of the module.
    Node(MetadataId),
    /// A place in source code.
    Location(Location),
}

/// Something that types are met in.
#[derive(Clone, Copy, Debug)]
pub(super) enum Met {
    /// A type.
    Type(TypeId),
    /// A node of metadata, with values in it.
    Node(MetadataId),
}

/// A body that was read, with the nodes attached to its instructions in order.
#[derive(Debug)]
pub(super) struct Surveyed<'m> {
    /// The body.
    pub(super) body: Cow<'m, Body>,
    /// Attachments to instructions, sorted by instruction and kind.
    pub(super) attachments: Vec<(InstructionId, Attachment)>,
}

impl Surveyed<'_> {
    /// The nodes that are attached to an instruction.
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

/// A function with its body: none for declarations, a fault for one that cannot be read.
pub(super) type Read<'m> = Result<Option<Surveyed<'m>>, BitcodeError>;

/// What a run of functions has.
#[derive(Debug, Default)]
pub(super) struct Piece {
    /// The text of the functions.
    pub(super) text: Out,
    /// Where types are met, without repetitions.
    pub(super) met: Vec<Met>,
    /// What refers to metadata, without repetitions; places in source code without those that follow each other.
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
    /// Place of each kind of attachments in the order in which they are written.
    kinds: HashMap<KindId, usize>,
    /// Constants of the body at hand.
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

    /// Surveys functions one after the other. `write` makes text of each while its body is there.
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

    /// Reads a function and takes down what it has.
    pub(super) fn function(&mut self, id: FunctionId) -> Read<'m> {
        let module = self.module;
        if let Some(function) = module.functions.get(id.index()) {
            self.met_type(function.ty);
            for value in [function.prefix, function.prologue, function.personality]
                .into_iter()
                .flatten()
            {
                self.value(&module.scope(None), value);
            }
        }
        let Some(body) = module.body(id)? else {
            return Ok(None);
        };
        let to_instruction = |item: &(Option<InstructionId>, Attachment)| Some((item.0?, item.1));
        let mut surveyed = Surveyed {
            attachments: body.attachments.iter().filter_map(to_instruction).collect(),
            body,
        };
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
        let scope = Scope {
            module: self.module,
            body: Some(body),
        };
        self.met_type(instruction.ty);
        let operands = body.operands(instruction);
        if let (Op::Store(_), [pointer, value]) = (instruction.op, operands) {
            self.value(&scope, *value);
            self.value(&scope, *pointer);
        } else {
            // The function that is called comes first, but it is no constant that types are met in.
            for &operand in operands {
                self.value(&scope, operand);
            }
        }
        if let Some(call) = instruction.call() {
            if let Some(list) = call.attributes.filter(|list| self.lists.insert(list.index())) {
                self.piece.calls.push(list);
            }
            if operands
                .first()
                .is_some_and(|callee| is_intrinsic(self.module, *callee))
            {
                for operand in operands {
                    if let List::Metadata(metadata) = operand.list() {
                        self.root(metadata);
                    }
                }
            }
        }
        if let Some(location) = body
            .location(instruction)
            .filter(|location| *last != Some(*location))
        {
            self.piece.roots.push(Root::Location(location));
            *last = Some(location);
        }
        for (_, attachment) in attached {
            self.root(attachment.node);
            self.piece.met.push(Met::Node(attachment.node));
        }
    }

    /// A node that gets a number.
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

    /// The types that a constant leads to: its own, then those of its parts.
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

    /// Metadata as an operand.
    fn operand(&mut self, scope: &Scope<'_>, metadata: MetadataId) {
        match self.module.metadata.get(metadata) {
            Some(found) if nodes::is_node(found) => self.piece.met.push(Met::Node(metadata)),
            _ => {
                let wrapped = scope
                    .wrapped(metadata)
                    .filter(|value| !matches!(value.list(), List::Metadata(_)));
                if let Some(value) = wrapped {
                    self.value(scope, value);
                }
            }
        }
    }
}

/// Calls `each` with the types of a constant and of what it is made of, parts behind the whole. Constants that were met
/// before are left out.
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
    // Nearly all constants are numbers; they need no list of what is left to do.
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

/// Whether a value is a function that LLVM itself knows.
fn is_intrinsic(module: &Typed<'_>, value: ValueId) -> bool {
    module.name(value).is_some_and(|name| name.starts_with(b"llvm."))
}

/// The kinds that LLVM numbers itself, in its order; others follow in the order of the file.
const KINDS: [&[u8]; 14] = [
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
    module
        .metadata
        .get(metadata)
        .filter(|found| nodes::is_node(*found))
}
