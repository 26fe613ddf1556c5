//! Spells trees in what all targets have alike: statements, operators, constants, names.
//!
//! A target is a [`Language`]: it decides types, built-in functions and variables, and the interface. Its state is
//! [`Writer::language`].

mod cases;
mod components;
mod constants;
mod expr;
mod globals;
mod image;
mod lines;
mod numbers;
mod operators;
mod paths;
mod pieces;
mod rare;
mod rays;
mod stated;
mod statements;
mod types;
mod uniform;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use glassbox_core::stage::Stage;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Annotations, At, Id, Module};

pub(crate) use self::constants::SHARED_SPEC_ID;
pub(crate) use self::constants::{decimal, half};
pub(crate) use self::expr::{Operation, call_text};
pub(crate) use self::globals::from_compiler;
pub(crate) use self::image::{Extras, compares, without_residency};
use self::lines::{LaidOut, Sources};
pub(crate) use self::lines::{Mark, unmarked_length};
pub(crate) use self::numbers::Numbers;
pub(crate) use self::operators::{
    ANY, EQUALITY, Infix, POSTFIX, PRODUCT, SHIFT, SUM, Sign, UNARY, infix, is_operator, unordered,
};
pub(crate) use self::pieces::{Declared, Groups, Piece, append, joined};
pub(crate) use self::rare::{Empty, Rare};
pub(crate) use self::rays::{Asked, CALLABLE, PAYLOADS, query_value};
pub(crate) use self::types::{counted, vectors};
use crate::interface::{self, Entry, Role};
use crate::names::{Name, Names};
use crate::refusal::{Reason, Refusal, Refusals};
pub(crate) use crate::tree::Scalar;
use crate::tree::{
    self, Body, Case, Distinct, List, LoopKind, LoopParts, Node, Resizes, Step, Tree, Var, VarMap, Written,
};
use crate::{Mapped, Options, Source};

/// What an expression is needed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// Its value.
    Read,
    /// The place itself: it is assigned to, or given to a function.
    Place,
}

/// What a target decides. Functions that write append to [`Writer::out`].
pub(crate) trait Language: Sized {
    /// Name for messages.
    const NAME: &'static str;

    /// True if blocks have names beside those of their variables.
    const NAMES_BLOCKS: bool = false;

    /// True if the target traces rays, in some version.
    const TRACES_RAYS: bool = false;

    /// How components of vectors are assigned.
    const ASSIGNMENTS: tree::Assignments = tree::Assignments::Swizzled;

    /// What the names of imported functions begin with that the target has itself; empty if it has none.
    const IMPORTS: &'static str = "";

    /// True if there are atomic counters.
    const HAS_COUNTERS: bool = false;

    /// The instruction that `%` is for signed integers.
    const REMAINDER: u16 = op::S_REM;

    /// True if arrays outside of functions may be declared without a value.
    const LEAVES_UNDEFINED: bool = false;

    /// What stands around the condition of an `if`.
    const CONDITION: [&'static str; 2] = ["(", ")"];

    /// True if a vector of several parts is written like a call of its type.
    const CALLS_VECTORS: bool = true;

    /// True if a vector whose components are all the same is written like a call with one of them.
    const SPLATS_VECTORS: bool = false;

    /// True if such a vector is written like a call with each of them.
    const REPEATS_COMPONENTS: bool = false;

    /// True if unsigned numbers of 32 bits end with `u`.
    const MARKS_UNSIGNED: bool = false;

    /// True if structures are values of expressions.
    const CONSTRUCTS: bool = true;
    /// Which structures with the same members are two types.
    const DISTINCT: Distinct = Distinct::None;
    /// Whether a pointer to a place in memory is a value.
    const HAS_ADDRESSES: bool = false;
    /// What functions may be given to write to.
    const WRITTEN: Written = Written::Places;

    /// Between the head of a function and its statements.
    const OPEN: &'static str = "\n{\n";

    /// True if a word may not be a name.
    fn is_reserved(word: &str) -> bool;

    /// True if a word may not be the name of a member.
    fn is_reserved_member(word: &str) -> bool {
        Self::is_reserved(word)
    }

    /// What tells apart structures and arrays with the same parts that are written differently.
    fn layout_key(_w: &Writer<'_, '_, Self>, _ty: Id) -> String {
        String::new()
    }

    /// Refuses versions and stages that the target does not have.
    fn check(&self, entry: &Entry, refusals: &mut Refusals);

    /// True if uniform blocks have no names of their own: their members are named like variables.
    fn opens_all_blocks(_w: &Writer<'_, '_, Self>) -> bool {
        false
    }

    /// True if a text can say that the centers of pixels have whole numbers.
    fn has_whole_centers(&self) -> bool {
        false
    }

    /// A second function that the API runs, besides the entry point.
    fn second_entry(&self) -> Option<Id> {
        None
    }

    /// True for variables outside of functions that are declared although no function uses them.
    fn declares(_w: &Writer<'_, '_, Self>, _var: Var) -> bool {
        false
    }

    /// Called when the variables outside of functions have their names, before functions are written.
    fn prepare(w: &mut Writer<'_, '_, Self>, used: &[Var]);

    /// Called for each variable that is a built-in one.
    fn built_in(w: &mut Writer<'_, '_, Self>, var: Var, number: u32, role: Role);

    /// True if members of a block without a name may be written without a prefix.
    fn opens_blocks(w: &Writer<'_, '_, Self>, role: Role) -> bool;

    /// Writes the name of a variable outside of functions.
    fn global(w: &mut Writer<'_, '_, Self>, var: Var);

    /// Writes the start of a path in a variable; the number of steps that it took.
    fn path_start(w: &mut Writer<'_, '_, Self>, var: Var, steps: &[Step]) -> usize;

    /// Writes a path in the target's own way, as a place or as a value; false for paths that all targets write alike.
    fn path(_w: &mut Writer<'_, '_, Self>, _node: Node, _access: Access) -> bool {
        false
    }

    /// Writes components of a vector in the target's own way; false for those that all targets write alike.
    fn swizzle(_w: &mut Writer<'_, '_, Self>, _vector: Node, _lanes: &[u8]) -> bool {
        false
    }

    /// Writes an index.
    fn index(w: &mut Writer<'_, '_, Self>, index: Node) {
        w.expr(index, ANY);
    }

    /// True if calls have this argument.
    fn passes(_w: &Writer<'_, '_, Self>, _argument: Node) -> bool {
        true
    }

    /// Everything outside of functions but the header.
    fn interface(w: &mut Writer<'_, '_, Self>) -> String;

    /// Called first: takes names before anything else has them.
    fn begin(_w: &mut Writer<'_, '_, Self>) {}

    /// Name of the entry point in the text.
    fn entry_name(_w: &Writer<'_, '_, Self>) -> String {
        "main".to_owned()
    }

    /// What stands before everything else; asked last.
    fn header(w: &mut Writer<'_, '_, Self>) -> String;

    /// Name of a type.
    fn type_name(w: &mut Writer<'_, '_, Self>, ty: Id) -> Name;

    /// Name of a vector type of this many components, or of a scalar type.
    fn vector_name(w: &mut Writer<'_, '_, Self>, scalar: Scalar, count: u32) -> &'static str;

    /// Text of a number.
    fn number(w: &mut Writer<'_, '_, Self>, scalar: Scalar, bits: u64) -> String;

    /// Writes a number.
    fn write_number(w: &mut Writer<'_, '_, Self>, scalar: Scalar, bits: u64) {
        if Self::MARKS_UNSIGNED && scalar == Scalar::Uint(32) {
            // Not every version has the type.
            Self::vector_name(w, scalar, 1);
            append!(w.out, bits as u32, "u");
        } else if !constants::append_plain(scalar, bits, &mut w.out) {
            let text = Self::number(w, scalar, bits);
            w.out.push_str(&text);
        }
    }

    /// An expression that makes a composite of its parts.
    fn composite(w: &mut Writer<'_, '_, Self>, ty: Id, parts: &[String]) -> String;

    /// An expression that makes a composite of values that are no constants.
    fn construct(w: &mut Writer<'_, '_, Self>, ty: Id, parts: &[String]) -> String {
        Self::composite(w, ty, parts)
    }

    /// Zero of a composite type, where it has a short form.
    fn zero(_w: &mut Writer<'_, '_, Self>, _ty: Id) -> Option<String> {
        None
    }

    /// True if constants of this type have a name of their own.
    fn is_table(w: &Writer<'_, '_, Self>, ty: Id) -> bool {
        w.module.opcode_of(ty) == op::TYPE_ARRAY
    }

    /// Declaration of a structure.
    fn structure(w: &mut Writer<'_, '_, Self>, ty: Id, name: &str) -> String;

    /// Declaration of a constant array.
    fn table(w: &mut Writer<'_, '_, Self>, ty: Id, name: &str, value: &str) -> String;

    /// Declaration of a specialization constant with this id, `SpecId`, name, value and type.
    fn specialization(w: &mut Writer<'_, '_, Self>, known: (Id, u32), declared: (&str, &str, Id)) -> String;

    /// What the constant of the size of a workgroup is called.
    fn workgroup_size(w: &mut Writer<'_, '_, Self>, id: Id) -> Option<Name>;

    /// A choice between two constants.
    fn choice(condition: &str, yes: &str, no: &str) -> String {
        joined!("(", condition, " ? ", yes, " : ", no, ")")
    }

    /// True if a vector can be made of numbers of other kinds, which it converts.
    fn converts_parts(&self) -> bool {
        false
    }

    /// True if shifts take the count modulo the number of bits.
    fn wraps_shifts(&self) -> bool {
        false
    }

    /// From which matrices the language makes others.
    fn resizes(&self) -> Resizes {
        Resizes::None
    }

    /// The line before the body of a function.
    fn head(w: &mut Writer<'_, '_, Self>, body: &Body) -> String;

    /// Statements before those of a function, whole lines; asked when the function is written.
    fn prologue(_w: &mut Writer<'_, '_, Self>, _body: &Body) -> String {
        String::new()
    }

    /// Parameters besides those of the module, in front of the parenthesis that ends [`Language::head`]; asked when
    /// the function is written.
    fn hidden_parameters(_w: &mut Writer<'_, '_, Self>, _body: &Body) -> String {
        String::new()
    }

    /// Writes statements after those of a function, where its end is reached.
    fn epilogue(_w: &mut Writer<'_, '_, Self>, _body: &Body) {}

    /// Called after a function.
    fn after(_w: &mut Writer<'_, '_, Self>, _body: &Body) {}

    /// Writes the declaration of a local variable without its value.
    fn declaration(w: &mut Writer<'_, '_, Self>, var: Var);

    /// Writes the declaration of a variable with its value.
    fn declare(w: &mut Writer<'_, '_, Self>, var: Var, value: Node) {
        w.plain_declare(var, value);
    }

    /// Writes the declaration of a local variable in front of its value.
    fn initialized(w: &mut Writer<'_, '_, Self>, var: Var) {
        Self::declaration(w, var);
    }

    /// Writes an assignment; nothing if it has no effect.
    fn assign(w: &mut Writer<'_, '_, Self>, place: Node, value: Node) {
        w.plain_assign(place, value);
    }

    /// Writes `return`, with a value or [`tree::NONE`].
    fn give_back(w: &mut Writer<'_, '_, Self>, value: Node) {
        w.plain_return(value);
    }

    /// Writes the end of an invocation.
    fn end(w: &mut Writer<'_, '_, Self>, opcode: u16);

    /// Writes a switch.
    fn switch(w: &mut Writer<'_, '_, Self>, at: At, selector: Node, cases: &[Case]) {
        w.plain_switch(at, selector, cases);
    }

    /// Writes `continue`.
    fn go_on(w: &mut Writer<'_, '_, Self>) {
        w.out.push_str("continue");
    }

    /// True if an operand is not written as the expression that it is.
    fn is_held(_w: &Writer<'_, '_, Self>, _operand: Node) -> bool {
        false
    }

    /// Writes such an operand.
    fn held(_w: &mut Writer<'_, '_, Self>, _operand: Node, _needed: u8) {}

    /// True if a case of a switch cannot go on with the next one, and has to repeat its statements.
    fn repeats_cases(_w: &Writer<'_, '_, Self>) -> bool {
        false
    }

    /// Writes a loop.
    fn round(w: &mut Writer<'_, '_, Self>, at: At, kind: LoopKind, parts: LoopParts) {
        w.plain_round(at, kind, parts);
    }

    /// Writes the pointer to a place, which has this type.
    fn address(w: &mut Writer<'_, '_, Self>, place: Node, _ty: Id) {
        w.lacks(Reason::Pointer, "a pointer to a place");
        w.expr(place, ANY);
    }

    /// Writes the place that a pointer points to.
    fn pointee(w: &mut Writer<'_, '_, Self>, _pointer: Node) {
        w.lacks(Reason::Pointer, "a pointer to a buffer");
    }

    /// Precedences that the operands of an infix operator need, where the target has its own rules.
    fn operand_precedences(_w: &Writer<'_, '_, Self>, _operation: &Operation<'_>) -> Option<(u8, u8)> {
        None
    }

    /// Writes an operation in the target's own way; false for those that all targets write alike.
    fn operation(w: &mut Writer<'_, '_, Self>, operation: &Operation<'_>) -> bool;

    /// Writes a function of `GLSL.std.450`.
    fn extended(w: &mut Writer<'_, '_, Self>, number: u32, operation: &Operation<'_>);
}

/// Writes a text.
pub(crate) struct Writer<'t, 'm, L> {
    pub(crate) module: &'m Module,
    pub(crate) annotations: &'t Annotations<'m>,
    pub(crate) tree: &'t Tree<'m>,
    pub(crate) entry: &'t Entry,
    pub(crate) stage: Stage,
    pub(crate) options: &'t Options,
    /// State of the target.
    pub(crate) language: L,
    pub(crate) names: Names,
    pub(crate) refusals: Refusals,
    /// Text of the functions.
    pub(crate) out: String,
    /// Offsets in `out` and the instructions that what follows comes from.
    marks: Vec<(usize, At)>,
    pub(crate) indent: usize,
    /// Statements that stand before the one that is written.
    pub(crate) before: Vec<String>,
    pub(crate) at: At,
    /// Index in the tree of the function that is written.
    body: usize,
    /// Names of specialization constants, and of the constant of the size of a workgroup.
    constants: Rare<BTreeMap<Id, Name>>,
    tables: Rare<BTreeMap<Id, Name>>,
    /// Declarations of constant arrays.
    pub(crate) table_text: String,
    pub(crate) locals: VarMap<Name>,
    pub(crate) globals: VarMap<Name>,
    pub(crate) roles: VarMap<Role>,
    /// Decorations of the variables outside of functions that are used.
    stated: VarMap<stated::Stated>,
    /// The variables that have roles, in the order of their declarations, once it was asked for.
    in_order: Rc<[(Var, Role)]>,
    /// Blocks whose members have no prefix.
    pub(crate) open_blocks: Rare<BTreeSet<Var>>,
    /// Names by which programs find variables, as they are written.
    pub(crate) bound: Rare<BTreeMap<Id, Name>>,
    functions: Rare<BTreeMap<Id, Name>>,
    structs: Rare<BTreeMap<Id, Name>>,
    members: Rare<BTreeMap<Id, Vec<Name>>>,
    canonical: Vec<Id>,
    /// By the first of the types that are the same when they are written, the others; known if the text has comments.
    alike: Rare<BTreeMap<Id, Vec<Id>>>,
    /// Variables that are declared before a line.
    declared: Rare<BTreeMap<(List, u32), Vec<Var>>>,
    /// By list, true if variables are declared in it.
    declaring: Vec<bool>,
    /// Declarations of structures.
    pub(crate) struct_text: String,
    /// Declarations of specialization constants.
    pub(crate) constants_text: String,
    nesting: u32,
    pub(crate) map: Vec<Mapped>,
    spent: u64,
}

/// Bytes and lines of functions that are expected. What is larger costs allocators much more.
const USUAL_LENGTH: usize = 1000;
const USUAL_LINES: usize = 60;

/// Most texts have fewer names than this.
const USUAL_NAMES: usize = 28;

/// Writes an entry point.
pub(crate) fn write<L: Language>(module: &Module, language: L, options: &Options) -> Result<Source, Refusal> {
    let entry = interface::entry(module, options)?;
    write_entry(module, &entry, language, options)
}

/// Writes this entry point.
pub(crate) fn write_entry<L: Language>(
    module: &Module,
    entry: &Entry,
    language: L,
    options: &Options,
) -> Result<Source, Refusal> {
    let mut refusals = Refusals::default();
    let annotations = Annotations::of(module);
    language.check(entry, &mut refusals);
    let tree = if refusals.is_empty() {
        let shape = tree::Shape {
            patterns: options.patterns,
            assignments: L::ASSIGNMENTS,
            imports: L::IMPORTS,
            resizes: language.resizes(),
            constructs: L::CONSTRUCTS,
            distinct: L::DISTINCT,
            has_addresses: L::HAS_ADDRESSES,
            written: L::WRITTEN,
        };
        let second = language.second_entry();
        let entries = [second.unwrap_or_default(), entry.function];
        let entries = if second.is_some() { &entries } else { &entries[1..] };
        tree::grow(module, &annotations, entries, shape, &mut refusals)
    } else {
        None
    };
    let Some(tree) = tree else { return Err(refusals.refuse()) };
    let mut declared: Rare<BTreeMap<(List, u32), Vec<Var>>> = Rare::default();
    let mut declaring = Vec::new();
    for &(list, line, var) in &tree.declared {
        declared.entry((list, line)).or_default().push(var);
        if declaring.len() <= list as usize {
            declaring.resize(list as usize + 1, false);
        }
        declaring[list as usize] = true;
    }
    let mut writer = Writer {
        module,
        annotations: &annotations,
        tree: &tree,
        stage: entry.stage,
        entry,
        options,
        language,
        names: Names::new(L::is_reserved, USUAL_NAMES),
        refusals,
        out: String::with_capacity(USUAL_LENGTH),
        marks: Vec::with_capacity(USUAL_LINES),
        indent: 0,
        before: Vec::new(),
        at: entry.at,
        body: 0,
        constants: Rare::default(),
        tables: Rare::default(),
        table_text: String::new(),
        locals: VarMap::default(),
        globals: VarMap::default(),
        roles: VarMap::default(),
        stated: VarMap::default(),
        in_order: Rc::default(),
        open_blocks: Rare::default(),
        bound: Rare::default(),
        functions: Rare::default(),
        structs: Rare::default(),
        members: Rare::default(),
        canonical: Vec::new(),
        alike: Rare::default(),
        declared,
        declaring,
        struct_text: String::new(),
        constants_text: String::new(),
        nesting: 0,
        map: Vec::new(),
        spent: 0,
    };
    writer.all()
}

impl<L: Language> Writer<'_, '_, L> {
    pub(crate) fn refuse(&mut self, reason: Reason, what: &str) {
        self.refusals.add(reason, Some(self.at), what.to_owned());
    }

    /// Refuses what a later version of the target has.
    pub(crate) fn refuse_before(&mut self, version: u16, reason: Reason, what: &str) {
        self.refusals.add_since(Some(version), reason, Some(self.at), what.to_owned());
    }

    /// Refuses what the target lacks.
    pub(crate) fn lacks(&mut self, reason: Reason, what: &str) {
        self.refuse(reason, &format!("{what} cannot be written in {}", L::NAME));
    }

    /// Name of a type.
    pub(crate) fn type_name(&mut self, ty: Id) -> Name {
        L::type_name(self, ty)
    }

    /// Name of a vector type of this many components, or of a scalar type.
    pub(crate) fn vector_name(&mut self, scalar: Scalar, count: u32) -> &'static str {
        L::vector_name(self, scalar, count)
    }

    /// Text of a number.
    pub(crate) fn number(&mut self, scalar: Scalar, bits: u64) -> String {
        L::number(self, scalar, bits)
    }

    /// What a function writes, instead of appending it.
    pub(crate) fn capture(&mut self, write: impl FnOnce(&mut Self)) -> String {
        let start = self.out.len();
        write(self);
        self.out.split_off(start)
    }

    /// True while the function of the entry point is written.
    pub(crate) fn in_entry(&self) -> bool {
        self.tree.bodies.get(self.body).is_some_and(|body| self.is_entry(body))
    }

    /// The function that is written.
    pub(crate) fn current_body(&self) -> Option<&Body> {
        self.tree.bodies.get(self.body)
    }

    fn all(&mut self) -> Result<Source, Refusal> {
        L::begin(self);
        self.take_bound();
        let used = self.name_globals();
        self.check_centers();
        L::prepare(self, &used);
        let tree = self.tree;
        for (index, body) in tree.bodies.iter().enumerate() {
            self.body = index;
            if !self.refusals.is_empty() && self.out.len() > 1 << 24 {
                break;
            }
            self.function(body);
        }
        let interface = L::interface(self);
        if !self.refusals.is_empty() {
            return Err(std::mem::take(&mut self.refusals).refuse());
        }
        let header = L::header(self);
        let all;
        let declarations = if header.is_empty() {
            // The first part has no empty line before it.
            interface.trim_start_matches('\n')
        } else {
            all = header + &interface;
            &all
        };
        if declarations.is_empty() && self.out.starts_with('\n') {
            self.out.remove(0);
            self.marks.iter_mut().for_each(|mark| mark.0 = mark.0.saturating_sub(1));
        }
        let sources = self.options.comments.then(|| Sources::of(self.module));
        let laid = LaidOut::of(declarations, &self.out, &self.marks, sources.as_ref());
        let entry = L::entry_name(self);
        let map = std::mem::take(&mut self.map);
        Ok(Source { text: laid.text, stage: self.stage, entry, map, lines: laid.lines })
    }
}
