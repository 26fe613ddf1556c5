//! Writes WGSL.

mod computed;
mod constants;
mod entry;
mod expr;
mod functions;
mod globals;
mod helpers;
mod image;
mod keywords;
mod layout;
mod memory;
mod paths;
mod ports;
mod statements;
mod types;
mod usage;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use foldhash::{HashMap, HashSet};
use glassbox_core::stage::Stage;
use glassbox_spirv::module::{At, Id, Module, Type};

use self::computed::{Constancy, Held};
use self::globals::Sampler;
use self::layout::{Layouts, is_row_major};
use self::ports::{Outputs, Port};
use self::usage::Usage;
use crate::interface::{Entry, Role};
use crate::names::Name;
use crate::refusal::{Reason, Refusal, Refusals};
use crate::text::{self, Access, Language, Operation, SHARED_SPEC_ID, Scalar, Writer};
use crate::tree::{Assignments, Body, Case, Distinct, LoopKind, LoopParts, Node, Step, Var, Written};
use crate::{Options, Source};

/// State of a text in WGSL.
#[derive(Default)]
pub(crate) struct Wgsl {
    enabled: BTreeSet<&'static str>,
    usage: Usage,
    layouts: Layouts,
    /// Layouts that are measured while types are compared.
    keys: RefCell<Layouts>,
    /// Structures around elements that are further apart than their size, by element and distance.
    padded: HashMap<(String, u32), Name>,
    /// Variables that hold the bits of numbers that are not finite.
    bits: BTreeMap<u32, Name>,
    ports: Vec<Port>,
    outputs: Outputs,
    /// The local variable that holds all outputs.
    output: Name,
    /// The parameter that holds all inputs, where they are many.
    input: Name,
    /// Built-in variables by variable.
    built_ins: HashMap<Var, u32>,
    /// Samplers of textures that the module combines with theirs.
    samplers: HashMap<Var, Sampler>,
    /// Where resources without a binding and split samplers go.
    taken: HashSet<[u32; 2]>,
    /// Group and binding that the options give variables, and the samplers that are split from them.
    given: HashMap<(Var, bool), [u32; 2]>,
    entry_name: Name,
    /// Name of the structure of outputs.
    output_type: Name,
    /// The output whose last assignment is the `return`.
    direct: Option<Var>,
    /// True after that.
    returned: bool,
    in_entry: bool,
    /// Type of the result of the function that is written.
    result: Id,
    /// Parameters that are copied to a variable, with the names of the parameters.
    copied: Vec<(Var, Name)>,
    /// Parameters that are pointers.
    pointers: HashSet<Var>,
    /// Helper functions by what they do.
    helpers: BTreeMap<String, Name>,
    helper_text: String,
    /// Which values are constant expressions.
    constancy: HashMap<Node, Constancy>,
    /// Operands that are not written as they are.
    held: HashMap<Node, Held>,
    /// Names and types of overridable constants by id.
    overrides: HashMap<u32, (String, String, Id)>,
}

impl Wgsl {
    fn enable(&mut self, what: &'static str) {
        self.enabled.insert(what);
    }
}

/// Writes an entry point as WGSL.
pub(crate) fn write(module: &Module, options: &Options) -> Result<Source, Refusal> {
    text::write(module, Wgsl::default(), options)
}

impl Language for Wgsl {
    const CALLS_VECTORS: bool = false;
    const DISTINCT: Distinct = Distinct::Orders;
    // Pointers to parts of variables are a later feature of the language, which not every compiler has.
    const WRITTEN: Written = Written::Variables;
    const NAME: &'static str = "WGSL";
    const ASSIGNMENTS: Assignments = Assignments::Single;
    const OPEN: &'static str = " {\n";
    const CONDITION: [&'static str; 2] = [""; 2];

    // Source: WGSL, section 8.9, bit expressions.
    fn wraps_shifts(&self) -> bool {
        true
    }

    fn is_reserved(word: &str) -> bool {
        keywords::is_reserved(word)
    }

    fn is_reserved_member(word: &str) -> bool {
        keywords::is_keyword(word)
    }

    fn layout_key(w: &Writer<'_, '_, Self>, ty: Id) -> String {
        w.layout_text(ty)
    }

    fn check(&self, entry: &Entry, refusals: &mut Refusals) {
        if !matches!(entry.stage, Stage::Vertex | Stage::Fragment | Stage::Compute) {
            let what = format!("WGSL has no {} shaders", entry.stage);
            refusals.add(Reason::Stage, Some(entry.at), what);
        }
    }

    fn begin(w: &mut Writer<'_, '_, Self>) {
        let name = w.module.string(w.entry.at, 2);
        w.language.entry_name = w.names.take(&name);
    }

    fn prepare(w: &mut Writer<'_, '_, Self>, used: &[Var]) {
        w.language.usage = Usage::of(w);
        w.find_ports(used);
        w.find_samplers(used);
    }

    fn built_in(w: &mut Writer<'_, '_, Self>, var: Var, number: u32, _role: Role) {
        w.language.built_ins.insert(var, number);
    }

    fn opens_blocks(_w: &Writer<'_, '_, Self>, _role: Role) -> bool {
        false
    }

    fn global(w: &mut Writer<'_, '_, Self>, var: Var) {
        w.global_name(var);
    }

    fn path_start(w: &mut Writer<'_, '_, Self>, var: Var, steps: &[Step]) -> usize {
        w.path_in(var, steps)
    }

    fn path(w: &mut Writer<'_, '_, Self>, node: Node, access: Access) -> bool {
        w.own_path(node, access)
    }

    fn interface(w: &mut Writer<'_, '_, Self>) -> String {
        w.interface_text()
    }

    fn entry_name(w: &Writer<'_, '_, Self>) -> String {
        w.language.entry_name.to_string()
    }

    fn header(w: &mut Writer<'_, '_, Self>) -> String {
        w.header_text()
    }

    fn type_name(w: &mut Writer<'_, '_, Self>, ty: Id) -> Name {
        w.type_text(ty)
    }

    fn vector_name(w: &mut Writer<'_, '_, Self>, scalar: Scalar, count: u32) -> &'static str {
        w.vector_text(scalar, count)
    }

    fn number(w: &mut Writer<'_, '_, Self>, scalar: Scalar, bits: u64) -> String {
        w.number_text(scalar, bits)
    }

    fn composite(w: &mut Writer<'_, '_, Self>, ty: Id, parts: &[String]) -> String {
        w.composite_text(ty, parts)
    }

    fn zero(w: &mut Writer<'_, '_, Self>, ty: Id) -> Option<String> {
        match w.module.ty(ty) {
            Some(Type::Matrix { .. } | Type::Array { .. } | Type::Struct { .. }) => {
                Some(format!("{}()", w.type_text(ty)))
            }
            _ => None,
        }
    }

    fn structure(w: &mut Writer<'_, '_, Self>, ty: Id, name: &str) -> String {
        w.structure_text(ty, name)
    }

    fn table(w: &mut Writer<'_, '_, Self>, ty: Id, name: &str, value: &str) -> String {
        w.check_length(ty);
        if value.contains("_bits)") {
            w.refuse(Reason::Instruction, "WGSL has no infinities or NaN in constant arrays");
        }
        format!("const {name} = {value};\n")
    }

    fn specialization(
        w: &mut Writer<'_, '_, Self>,
        (id, number): (Id, u32),
        (name, value, ty): (&str, &str, Id),
    ) -> String {
        if w.options.constants.contains_key(&number) {
            let mark = w.mark_constant(id, number, false);
            return format!("const {name}: {} = {value};{mark}\n", w.type_text(ty));
        }
        if number > 0xffff {
            w.refuse(Reason::Specialization, "WGSL has ids of overridable constants up to 65535");
        }
        let ty = w.type_text(ty);
        if let Some((first, known, of)) = w.language.overrides.get(&number).cloned() {
            if w.specialized_bits(id) != w.specialized_bits(of) {
                w.refuse(Reason::Specialization, SHARED_SPEC_ID);
            }
            let value = if *known == *ty { first } else { format!("bitcast<{ty}>({first})") };
            let mark = w.mark_constant(id, number, false);
            return format!("override {name}: {ty} = {value};{mark}\n");
        }
        w.language.overrides.insert(number, (name.to_owned(), ty.to_string(), id));
        let mark = w.mark_constant(id, number, true);
        format!("@id({number}) override {name}: {ty} = {value};{mark}\n")
    }

    fn workgroup_size(w: &mut Writer<'_, '_, Self>, _id: Id) -> Option<Name> {
        let parts: Vec<String> =
            w.workgroup_parts().into_iter().map(|part| part.trim_end_matches('u').to_owned()).collect();
        Some(format!("vec3u({})", parts.join(", ")).into())
    }

    fn choice(condition: &str, yes: &str, no: &str) -> String {
        format!("select({no}, {yes}, {condition})")
    }

    fn head(w: &mut Writer<'_, '_, Self>, body: &Body) -> String {
        w.head_text(body)
    }

    fn prologue(w: &mut Writer<'_, '_, Self>, body: &Body) -> String {
        w.prologue_text(body)
    }

    fn epilogue(w: &mut Writer<'_, '_, Self>, body: &Body) {
        w.finish(body);
    }

    fn declaration(w: &mut Writer<'_, '_, Self>, var: Var) {
        let text = w.declaration_text(var);
        w.out.push_str(&text);
    }

    fn initialized(w: &mut Writer<'_, '_, Self>, var: Var) {
        let text = w.initialized_text(var);
        w.out.push_str(&text);
    }

    fn assign(w: &mut Writer<'_, '_, Self>, place: Node, value: Node) {
        w.assign_place(place, value);
    }

    fn give_back(w: &mut Writer<'_, '_, Self>, value: Node) {
        w.return_text(value);
    }

    fn end(w: &mut Writer<'_, '_, Self>, _opcode: u16) {
        w.discard();
    }

    fn switch(w: &mut Writer<'_, '_, Self>, at: At, selector: Node, cases: &[Case]) {
        w.switch_text(at, selector, cases);
    }

    fn round(w: &mut Writer<'_, '_, Self>, at: At, kind: LoopKind, parts: LoopParts) {
        w.loop_text(at, kind, parts);
    }

    fn operand_precedences(w: &Writer<'_, '_, Self>, operation: &Operation<'_>) -> Option<(u8, u8)> {
        w.precedences(operation)
    }

    fn operation(w: &mut Writer<'_, '_, Self>, operation: &Operation<'_>) -> bool {
        w.with_held(operation, |w| {
            if !w.own_operation(operation) {
                w.plain_operation(operation);
            }
        });
        true
    }

    fn extended(w: &mut Writer<'_, '_, Self>, number: u32, operation: &Operation<'_>) {
        w.with_held(operation, |w| w.function_call(number, operation));
    }

    fn is_held(w: &Writer<'_, '_, Self>, operand: Node) -> bool {
        w.language.held.contains_key(&operand)
    }

    fn held(w: &mut Writer<'_, '_, Self>, operand: Node, needed: u8) {
        w.held_operand(operand, needed);
    }
}

impl Writer<'_, '_, Wgsl> {
    /// What tells apart types of the same parts: sizes that members state, distances of elements, matrices by rows.
    fn layout_text(&self, ty: Id) -> String {
        let context = (self.module, self.annotations);
        let mut layouts = self.language.keys.borrow_mut();
        match self.module.ty(ty) {
            Some(Type::Struct { members }) => {
                let Some(placed) = layouts.placed(context, ty, 0) else { return format!("%{ty}") };
                let mut text = String::new();
                for index in 0..members.len() as u32 {
                    if is_row_major(self.annotations, ty, index) {
                        text.push_str(&format!("r{index} "));
                    }
                    if let Some(size) = placed.sizes[index as usize] {
                        text.push_str(&format!("{index}:{size} "));
                    }
                }
                text
            }
            _ => match layouts.stride(context, ty, None, 0) {
                Some(stride) if stride.padded => stride.stride.to_string(),
                Some(_) => String::new(),
                None => format!("%{ty}"),
            },
        }
    }
}
