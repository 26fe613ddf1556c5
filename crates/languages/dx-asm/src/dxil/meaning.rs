//! What the statements of a module mean, for comparing modules.
//!
//! Numbers and names of values, the order of functions, metadata and of instructions that do not depend on each other, and debug
//! information do not count.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use glassbox_core::diff::{Effect, Statement, Use, hash, order};
use glassbox_dxil::ir::{
    Attribute, AttributeKind, AttributesId, Body, Function, FunctionId, Instruction, InstructionId, LabelId,
    List, Metadata, MetadataId, Op, Slot, Typed, ValueId,
};

use super::attributes;
use super::context::{Context, Locals};
use super::error::Error;
use super::function;
use super::out::{Hole, Out};
use super::spelling;
use super::value::Writer;

/// Longest text of a statement, bytes; lists are cut off behind it.
const MAX_TEXT: usize = 4096;

/// Nodes nested deeper mean the same.
const MAX_DEPTH: u32 = 16;

/// Where the text of a statement is from.
#[derive(Debug)]
enum Place {
    Text(String),
    Instruction(FunctionId, InstructionId),
}

/// A module as statements, in an order that depends on what they mean.
#[derive(Debug)]
pub struct Meanings<'b> {
    module: Typed<'b>,
    statements: Vec<Statement>,
    /// By statement.
    places: Vec<Place>,
}

impl<'b> Meanings<'b> {
    /// The statements of a bare module.
    ///
    /// # Errors
    ///
    /// If the module cannot be parsed.
    pub fn of(bitcode: &'b [u8]) -> Result<Meanings<'b>, Error> {
        let module = Typed::read(bitcode).map_err(Error::Module)?;
        let context = super::context(&module);
        let mut gather = Gather {
            context: &context,
            statements: Vec::new(),
            places: Vec::new(),
            nodes: HashMap::new(),
            effects: effects(&module),
        };
        gather.module();
        let Gather { statements, places, .. } = gather;
        drop(context);
        Ok(Meanings { module, statements, places })
    }

    /// The statements.
    pub fn statements(&self) -> &[Statement] {
        &self.statements
    }

    /// Texts of statements by their numbers: the line of the listing, with a source line if the module has it.
    pub fn texts(&self, numbers: impl Iterator<Item = usize>) -> Vec<String> {
        let context = super::context(&self.module);
        let mut places = numbers.filter_map(|number| self.places.get(number)).peekable();
        let mut texts = Vec::new();
        while let Some(place) = places.next() {
            let (function, mut id) = match place {
                Place::Text(text) => {
                    texts.push(text.clone());
                    continue;
                }
                Place::Instruction(function, id) => (*function, *id),
            };
            // The body is read once for what is wanted of it.
            let body = self.module.body(function).ok().flatten();
            let body = body.as_deref();
            let locals = body.map(Locals::new);
            loop {
                texts.push(
                    locals.as_ref().map(|locals| instruction(&context, locals, id)).unwrap_or_default(),
                );
                match places.next_if(|next| matches!(next, Place::Instruction(of, _) if *of == function)) {
                    Some(Place::Instruction(_, next)) => id = *next,
                    _ => break,
                }
            }
        }
        texts
    }
}

/// The line of an instruction.
fn instruction(context: &Context<'_>, locals: &Locals<'_>, id: InstructionId) -> String {
    let body = locals.body;
    let Some(instruction) = body.instruction(id) else { return String::new() };
    let mut out = Out::default();
    let mut writer = writer(&mut out, context, Some(locals));
    if let Some(result) = instruction.result {
        locals.value(writer.out, result);
        writer.out.text(" = ");
    }
    writer.operation(instruction, body.operands(instruction), body.labels(instruction));
    writer.comment(instruction, body.operands(instruction), body.location(instruction));
    text(&out)
}

fn writer<'o, 'm>(
    out: &'o mut Out,
    context: &'m Context<'m>,
    locals: Option<&'m Locals<'m>>,
) -> Writer<'o, 'm> {
    Writer { limit: out.len() + MAX_TEXT, out, context, locals }
}

/// A text whose numbers are not known.
fn text(out: &Out) -> String {
    let mut text = Vec::new();
    out.parts(|part, hole| {
        text.extend_from_slice(part);
        if hole.is_some() {
            text.extend_from_slice("…".as_bytes());
        }
    });
    String::from_utf8_lossy(&text).into_owned()
}

/// Operations that read what no program writes, wherever they stand.
const CONSTANT: [&[u8]; 3] = [b"dx.op.createHandle", b"dx.op.cbufferLoad", b"dx.op.getDimensions"];

/// What calls of each function do, by the value of the function.
fn effects(module: &Typed<'_>) -> HashMap<ValueId, Effect> {
    let effect = |function: &Function| {
        let name = module.name(function.value).unwrap_or_default();
        if CONSTANT.iter().any(|start| name.starts_with(start)) {
            Effect::None
        } else {
            stated(module, function.attributes)
        }
    };
    module.functions.iter().map(|function| (function.value, effect(function))).collect()
}

/// What attributes state.
fn stated(module: &Typed<'_>, list: Option<AttributesId>) -> Effect {
    let groups = list.into_iter().flat_map(|list| module.attributes.groups_of(list));
    let flags = groups.filter(|group| group.slot == Slot::FUNCTION).flat_map(|group| &group.attributes);
    let effects = flags.map(|attribute| match attribute {
        Attribute::Flag(AttributeKind::READ_NONE) => Effect::None,
        Attribute::Flag(AttributeKind::READ_ONLY) => Effect::Reads,
        _ => Effect::Any,
    });
    effects.min().unwrap_or(Effect::Any)
}

struct Gather<'m> {
    context: &'m Context<'m>,
    statements: Vec<Statement>,
    places: Vec<Place>,
    /// Meanings of nodes.
    nodes: HashMap<MetadataId, u64>,
    effects: HashMap<ValueId, Effect>,
}

impl<'m> Gather<'m> {
    fn module(&mut self) {
        let module = self.context.module;
        for text in [&module.data_layout, &module.triple] {
            self.line(0..0, String::from_utf8_lossy(text).into_owned());
        }
        let mut variables: Vec<_> = module.variables.iter().collect();
        variables.sort_by_key(|variable| module.name(variable.value));
        for variable in variables {
            let mut out = Out::default();
            writer(&mut out, self.context, None).variable_line(variable);
            self.line(self.range_of(variable.value), text(&out).trim_end().to_owned());
        }
        let mut functions: Vec<FunctionId> = (0..module.functions.len()).map(FunctionId::at).collect();
        functions
            .sort_by_key(|id| module.functions.get(id.index()).map(|function| module.name(function.value)));
        for id in functions {
            self.function(id);
        }
        self.metadata();
    }

    /// Adds a statement that means what it says.
    fn line(&mut self, range: Range<usize>, text: String) {
        if !text.is_empty() {
            self.statements.push(Statement::alone(hash(&text), range));
            self.places.push(Place::Text(text));
        }
    }

    fn range_of(&self, value: ValueId) -> Range<usize> {
        match value.list() {
            List::Module(index) => bytes(self.context.module.value_places.get(index as usize)),
            _ => 0..0,
        }
    }

    fn function(&mut self, id: FunctionId) {
        let module = self.context.module;
        let Some(function) = module.functions.get(id.index()) else { return };
        // What operations are declared follows from the calls.
        let name = module.name(function.value).unwrap_or_default();
        if function.is_declaration() && (name.starts_with(b"dx.op.") || name.starts_with(b"llvm.dbg.")) {
            return;
        }
        let mut out = Out::default();
        function::head(&mut writer(&mut out, self.context, None), function, function.is_declaration());
        let mut head = text(&out);
        if let Some(list) = function.attributes {
            let mut out = Out::default();
            attributes::inline(&mut out, &module.attributes, list, Slot::FUNCTION);
            head = head.replace(" #…", "") + &text(&out);
        }
        self.line(self.range_of(function.value), head);
        match module.body(id) {
            Ok(Some(body)) => self.body(id, &body),
            Ok(None) => {}
            Err(fault) => self.line(self.range_of(function.value), fault.to_string()),
        }
    }

    fn body(&mut self, function: FunctionId, body: &Body) {
        let mut values = vec![0; body.locals.len()];
        for (number, argument) in body.arguments().enumerate() {
            if let Some(slot) = values.get_mut(argument.index()) {
                *slot = hash(&("argument", number));
            }
        }
        let locals = Locals::open(body);
        let schedule = Schedule::new(self, body, &locals);
        let order = schedule.order();
        let Schedule { shapes, holes, results, .. } = schedule;
        let mut repeated: HashMap<u64, u32> = HashMap::new();
        let first = self.statements.len();
        let places: HashMap<InstructionId, usize> = order.iter().map(|(id, _)| *id).zip(first..).collect();
        for (id, block) in order {
            let Some(instruction) = body.instruction(id) else { continue };
            let (shape, range) = &shapes[id.index()];
            let uses = self.uses(&holes[range.clone()], &values, block, |value| {
                places.get(results.get(&value)?).copied()
            });
            let mut statement = Statement::of(*shape, uses, bytes(body.places.get(id.index())));
            if let Some(slot) = instruction.result.and_then(|result| values.get_mut(result.index())) {
                // What reads twice may find two values.
                if self.effect(body, instruction) != Effect::None {
                    let count = repeated.entry(statement.meaning).or_default();
                    *count += 1;
                    statement.meaning = hash(&(statement.meaning, *count));
                }
                *slot = statement.meaning;
            }
            self.statements.push(statement);
            self.places.push(Place::Instruction(function, id));
        }
    }

    /// What the holes of a statement stand for.
    fn uses(
        &mut self,
        holes: &[Hole],
        values: &[u64],
        block: LabelId,
        definition: impl Fn(ValueId) -> Option<usize>,
    ) -> Vec<Use> {
        let mut labels: Vec<LabelId> = holes.iter().filter_map(label_of).collect();
        labels.sort_unstable();
        labels.dedup();
        let mut uses = Vec::with_capacity(holes.len());
        for hole in holes {
            let (definition, meaning) = match *hole {
                Hole::Local(value) => {
                    (definition(value), values.get(value.index()).copied().unwrap_or_default())
                }
                // Which of the targets in the order of the blocks: their number changes with every block before them.
                Hole::Label(label) => (None, hash(&(labels.binary_search(&label), label > block))),
                Hole::Node(node) => (None, self.node(node, 0)),
                Hole::Group(list) => {
                    let mut out = Out::default();
                    attributes::inline(&mut out, &self.context.module.attributes, list, Slot::FUNCTION);
                    (None, hash(&out.as_bytes()))
                }
                Hole::Location(_) => (None, 0),
            };
            uses.push(Use { definition, part: 0, meaning });
        }
        uses
    }

    fn effect(&self, body: &Body, instruction: &Instruction) -> Effect {
        match instruction.op {
            Op::Load(access) if !access.volatile && !access.is_atomic() => Effect::Reads,
            Op::Call(call) => {
                let callee = body.operands(instruction).first();
                let of_callee = callee.and_then(|callee| self.effects.get(callee)).copied();
                of_callee.unwrap_or(Effect::Any).min(stated(self.context.module, call.attributes))
            }
            Op::Binary { .. }
            | Op::Cast(_)
            | Op::GetElementPtr { .. }
            | Op::ExtractValue { .. }
            | Op::InsertValue { .. }
            | Op::Select
            | Op::ExtractElement
            | Op::InsertElement
            | Op::ShuffleVector
            | Op::Compare { .. } => Effect::None,
            _ => Effect::Any,
        }
    }

    /// Meaning of a node with all that it refers to.
    fn node(&mut self, id: MetadataId, depth: u32) -> u64 {
        if let Some(known) = self.nodes.get(&id) {
            return *known;
        }
        let module = self.context.module;
        let meaning = match module.metadata.get(id) {
            Some(Metadata::Node { operands, .. }) if depth < MAX_DEPTH => {
                // A node that refers to itself.
                self.nodes.insert(id, 0);
                let parts = module.metadata.operands(operands);
                hash(
                    &parts.iter().map(|part| part.map(|part| self.node(part, depth + 1))).collect::<Vec<_>>(),
                )
            }
            Some(Metadata::Node { .. } | Metadata::Debug { .. }) => 0,
            _ => hash(&self.plain(id)),
        };
        self.nodes.insert(id, meaning);
        meaning
    }

    /// Text of what is no node.
    fn plain(&self, id: MetadataId) -> String {
        let mut out = Out::default();
        writer(&mut out, self.context, None).metadata(id);
        text(&out)
    }

    /// Adds a statement for each node that a name leads to, but for those about the source.
    fn metadata(&mut self) {
        let table = &self.context.module.metadata;
        let mut named: Vec<_> = table.named.iter().collect();
        named.sort_by_key(|named| table.text(named.name));
        let mut seen: HashSet<MetadataId> = HashSet::new();
        for named in named {
            let name = table.text(named.name);
            if name.starts_with(b"llvm.dbg.") || name.starts_with(b"dx.source.") {
                continue;
            }
            let mut out = Out::default();
            out.byte(b'!');
            spelling::metadata_name(&mut out, name);
            let name = text(&out);
            let nodes = table.nodes(named.operands);
            self.line(0..0, format!("{name} = !{{{}}}", vec!["!{…}"; nodes.len()].join(", ")));
            let mut left: Vec<MetadataId> = nodes.iter().rev().copied().collect();
            while let Some(id) = left.pop() {
                let Some(parts) = table.node(id).filter(|_| seen.insert(id)) else { continue };
                let texts: Vec<String> = parts.iter().map(|part| self.part(*part)).collect();
                let text = format!("{name}: !{{{}}}", texts.join(", "));
                self.line(bytes(self.context.module.metadata_places.get(id.index())), text);
                left.extend(parts.iter().rev().flatten());
            }
        }
    }

    fn part(&self, part: Option<MetadataId>) -> String {
        match part {
            None => "null".to_owned(),
            Some(id) => match self.context.module.metadata.get(id) {
                Some(Metadata::Node { .. } | Metadata::Debug { .. }) => "!{…}".to_owned(),
                _ => self.plain(id),
            },
        }
    }
}

fn label_of(hole: &Hole) -> Option<LabelId> {
    match hole {
        Hole::Label(label) => Some(*label),
        _ => None,
    }
}

fn bytes(bits: Option<Range<u64>>) -> Range<usize> {
    bits.map_or(0..0, |bits| (bits.start / 8) as usize..bits.end.div_ceil(8) as usize)
}

/// The instructions of a body in an order that does not depend on where those stand that may stand anywhere: each behind what
/// it is computed from, before what it is needed for.
struct Schedule<'g, 'm> {
    gather: &'g Gather<'m>,
    body: &'g Body,
    /// By instruction: a hash of what it says, and its part of `holes`.
    shapes: Vec<(u64, Range<usize>)>,
    holes: Vec<Hole>,
    /// Instructions that give values.
    results: HashMap<ValueId, InstructionId>,
}

impl<'g, 'm> Schedule<'g, 'm> {
    fn new(gather: &'g Gather<'m>, body: &'g Body, locals: &'g Locals<'g>) -> Schedule<'g, 'm> {
        let mut schedule = Schedule {
            gather,
            body,
            shapes: Vec::with_capacity(body.instructions.len()),
            holes: Vec::new(),
            results: HashMap::new(),
        };
        for (index, instruction) in body.instructions.iter().enumerate() {
            let mut out = Out::default();
            let mut writer = writer(&mut out, gather.context, Some(locals));
            writer.operation(instruction, body.operands(instruction), body.labels(instruction));
            let first = schedule.holes.len();
            let mut hasher = DefaultHasher::new();
            out.parts(|part, hole| {
                part.hash(&mut hasher);
                schedule.holes.extend(hole);
            });
            schedule.shapes.push((hasher.finish(), first..schedule.holes.len()));
            if let Some(result) = instruction.result {
                schedule.results.insert(result, InstructionId::at(index));
            }
        }
        schedule
    }

    /// All instructions in order, with their blocks.
    fn order(&self) -> Vec<(InstructionId, LabelId)> {
        let body = self.body;
        let labels = (0..body.blocks.len()).map(LabelId::at);
        let all = labels.flat_map(|label| body.block(label).map(move |(id, _)| (id, label)));
        let listed: Vec<(InstructionId, LabelId)> = all.filter(|(id, _)| !self.is_debug(*id)).collect();
        let mut places = vec![None; body.instructions.len()];
        for (place, (id, _)) in listed.iter().enumerate() {
            places[id.index()] = Some(place);
        }
        let item = |(id, _): &(InstructionId, LabelId)| {
            let instruction = body.instruction(*id);
            let effect = instruction.map_or(Effect::Any, |instruction| self.gather.effect(body, instruction));
            (effect, self.shapes[id.index()].0)
        };
        let items: Vec<(Effect, u64)> = listed.iter().map(item).collect();
        let order = order(&items, |place, each| {
            let Some(instruction) = body.instruction(listed[place].0) else { return };
            let results = body.operands(instruction).iter().filter_map(|operand| self.results.get(operand));
            results.filter_map(|id| places[id.index()]).for_each(each);
        });
        order.into_iter().map(|place| listed[place]).collect()
    }

    /// Whether an instruction only tells debuggers something.
    fn is_debug(&self, id: InstructionId) -> bool {
        let called = self.body.instruction(id).filter(|instruction| instruction.call().is_some());
        let callee = called.and_then(|instruction| self.body.operands(instruction).first());
        let name = callee.and_then(|callee| self.gather.context.module.name(*callee));
        name.is_some_and(|name| name.starts_with(b"llvm.dbg."))
    }
}
