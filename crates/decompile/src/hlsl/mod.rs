//! Writes HLSL.

mod buffer_counters;
mod buffers;
mod builtins;
mod elements;
mod expr;
mod functions;
mod geometry;
mod globals;
mod gradients;
mod helpers;
mod host;
mod hull;
mod image;
mod image_queries;
mod keywords;
mod layout;
mod limits;
mod linked;
mod memory;
mod mesh;
mod outline;
mod passed;
mod patches;
mod port_map;
mod port_uses;
mod ports;
mod races;
mod rays;
mod residency;
mod signature;
mod statements;
mod storage;
mod types;
mod unset;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use foldhash::HashSet;
use glassbox_core::stage::Stage;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{At, Id, Module, Type};

use self::ports::Ports;
use crate::interface::{self, Entry, Role};
use crate::names::Name;
use crate::refusal::{Reason, Refusal, Refusals};
use crate::structured::Derived;
use crate::text::{self, Access, Language, Numbers, Operation, Rare, Scalar, Writer, append, joined};
use crate::tree::{Body, Case, LoopKind, LoopParts, Node, Resizes, Step, Var, VarMap};
use crate::{Options, Register, Source, target};

/// State of a text in HLSL.
#[derive(Default)]
pub(crate) struct Hlsl {
    /// Shader model, times ten.
    version: u16,
    ports: Ports,
    /// Built-in variables that the host gives: by number, a variable and the name.
    host_values: Rare<BTreeMap<u32, (Var, Name)>>,
    mesh: Rare<mesh::Mesh>,
    elements: Rare<elements::Elements>,
    geometry: Rare<geometry::Geometry>,
    hull: Rare<hull::Hull>,
    passed: Rare<passed::PassedValues>,
    /// Variables that need a value to begin with.
    unset: VarMap<()>,
    /// True if there may be such variables, or `fixed` ones that matter.
    may_be_unset: bool,
    /// Counters of the loops around what is written, from one constant to another.
    counters: Vec<Var>,
    /// Variables that are one constant all the time.
    fixed: VarMap<()>,
    /// True if a barrier is where some invocations may not come, which fxc rejects.
    loose_barriers: bool,
    /// What was assigned so far, by variable, while `unset` and `fixed` are found.
    assigned: Vec<unset::Assigned>,
    /// True if a task shader has started its mesh shaders, or a mesh shader has said how much it gives.
    dispatches: bool,
    /// Helper functions, by name and type.
    helpers: Rare<BTreeMap<String, String>>,
    /// Helper functions for types of the module.
    made: String,
    /// Functions that make composites, by type.
    makers: Rare<BTreeMap<Id, Name>>,
    /// Functions that choose between composites, by type.
    choosers: Rare<BTreeMap<Id, Name>>,
    /// Names of array types.
    arrays: Rare<BTreeMap<Id, Name>>,
    /// Functions that load and store, by type and buffer.
    accessors: Rare<BTreeMap<buffers::Accessor, Name>>,
    /// Samplers that compare, combined ones too.
    compared: HashSet<Var>,
    /// Names of the samplers of combined ones.
    samplers: VarMap<Name>,
    /// Members of uniform blocks.
    members: VarMap<Vec<Name>>,
    /// Storage blocks that are arrays of structures; others are bytes.
    structured: VarMap<()>,
    /// Storage blocks that are the same memory as others, and the first of these: they are one buffer of bytes.
    same: VarMap<Var>,
    /// Storage blocks that are written; of those that are the same memory, the first.
    written: VarMap<()>,
    /// Storage blocks that are counters of others, and these.
    buffer_counters: Rare<BTreeMap<Var, Var>>,
    /// True if a storage block is bytes.
    has_bytes: bool,
    /// Registers that are taken, by class and space.
    registers: Numbers<Register>,
    /// Space and number of the registers that the options give.
    given: Rare<BTreeMap<(Var, Register), [u32; 2]>>,
    /// Members of structures whose matrices are stored by rows of the module.
    row_major: Rare<BTreeSet<(Id, u32)>>,
    /// Sizes of structures in uniform blocks.
    extents: Rare<BTreeMap<Id, Option<layout::Extent>>>,
    /// Where the members of uniform blocks lie; `None` if HLSL cannot say it.
    placed: Rare<BTreeMap<Id, Option<Rc<[layout::Placed]>>>>,
    /// Numbers that fill gaps of structures in uniform blocks: how many stand in front of which member.
    pads: Rare<BTreeMap<Id, Vec<(u32, u32)>>>,
    /// Loops and switches around the statement that is written.
    inside: u32,
    /// Name of the flag that a switch sets to go on with the loop around it, where `continue` cannot stand in a switch.
    goes_on: Option<Name>,
    /// True if the entry point returns before its end.
    returns_early: bool,
}

/// Writes an entry point as HLSL.
pub(crate) fn write(module: &Module, version: u16, options: &Options) -> Result<Source, Refusal> {
    let language = Hlsl { version, ..Hlsl::default() };
    let entry = interface::entry(module, options)?;
    if entry.stage == Stage::TessellationControl {
        return hull::write(module, &entry, language, options);
    }
    if version >= 67
        && let Some(outlined) = outline::outlined(module, &entry)
    {
        let derived = Derived::new(module, outlined);
        let written = text::write(&derived.module, language, options);
        return derived.restore(written);
    }
    text::write_entry(module, &entry, language, options)
}

impl Language for Hlsl {
    const MARKS_UNSIGNED: bool = true;
    const NAME: &'static str = "HLSL";
    const NAMES_BLOCKS: bool = true;
    const TRACES_RAYS: bool = true;
    const CONSTRUCTS: bool = false;
    const REPEATS_COMPONENTS: bool = true;

    fn resizes(&self) -> Resizes {
        Resizes::Larger
    }

    fn converts_parts(&self) -> bool {
        true
    }

    // Source: the `shl` and `ushr` pages of Microsoft's HLSL assembly reference.
    fn wraps_shifts(&self) -> bool {
        true
    }

    fn is_reserved(word: &str) -> bool {
        keywords::is_reserved(word)
    }

    fn layout_key(w: &Writer<'_, '_, Self>, ty: Id) -> String {
        let count = match w.module.ty(ty) {
            Some(Type::Struct { members }) => members.len() as u32,
            _ => 0,
        };
        let words: Vec<String> = (0..count).map(|index| w.member_interpolation(ty, index)).collect();
        words.join(",")
    }

    fn check(&self, entry: &Entry, refusals: &mut Refusals) {
        if !target::HLSL.contains(&self.version) {
            let what = format!("HLSL has no shader model {}.{}", self.version / 10, self.version % 10);
            refusals.add(Reason::EntryPoint, None, what);
        }
        match entry.stage {
            Stage::Vertex | Stage::Fragment => {}
            Stage::Geometry => {}
            Stage::Compute | Stage::TessellationControl | Stage::TessellationEvaluation
                if self.version >= 50 => {}
            Stage::Compute | Stage::TessellationControl | Stage::TessellationEvaluation => {
                let what = format!("{} shaders are written for shader model 5.0 and later", entry.stage);
                refusals.add_since(Some(50), Reason::Stage, Some(entry.at), what);
            }
            Stage::Task | Stage::Mesh if self.version >= 65 => {}
            Stage::Task | Stage::Mesh => {
                let what = format!("{} shaders are written for shader model 6.5 and later", entry.stage);
                refusals.add_since(Some(65), Reason::Stage, Some(entry.at), what);
            }
            stage if stage.is_ray_tracing() && self.version >= 63 => {}
            stage => {
                let what = format!("{stage} shaders are written for shader model 6.3 and later");
                refusals.add_since(Some(63), Reason::Stage, Some(entry.at), what);
            }
        }
    }

    fn second_entry(&self) -> Option<Id> {
        Some(self.hull.patch).filter(|patch| *patch != 0)
    }

    fn declares(w: &Writer<'_, '_, Self>, var: Var) -> bool {
        w.is_linked(var)
    }

    fn prepare(w: &mut Writer<'_, '_, Self>, used: &[Var]) {
        w.find_row_major();
        w.find_pads(used);
        w.language.loose_barriers =
            w.language.version < 60 && w.stage == Stage::Compute && w.has_loose_barriers();
        match w.stage {
            Stage::Fragment if w.language.version < 60 => w.check_gradients(),
            Stage::Compute if w.language.version < 60 => w.check_races(),
            _ => {}
        }
        w.language.may_be_unset = w.may_be_unset();
        w.language.compared = w.comparing_samplers();
        w.name_ports(used);
        w.name_streams();
        w.wrap_passed(used);
        w.name_resources(used);
        let roles = &w.roles;
        let structured = &w.language.structured;
        let is_bytes =
            |(var, role): (&Var, &Role)| *role == Role::StorageBlock && !structured.contains_key(var);
        w.language.has_bytes = roles.iter().any(is_bytes);
    }

    fn built_in(w: &mut Writer<'_, '_, Self>, var: Var, number: u32, _role: Role) {
        w.language.ports.built_ins.push((var, number));
    }

    fn opens_blocks(_w: &Writer<'_, '_, Self>, role: Role) -> bool {
        matches!(role, Role::UniformBlock | Role::PushConstants | Role::ShaderRecord | Role::StorageBlock)
    }

    fn global(w: &mut Writer<'_, '_, Self>, var: Var) {
        w.global_name(var);
    }

    fn path_start(w: &mut Writer<'_, '_, Self>, var: Var, steps: &[Step]) -> usize {
        w.path_in(var, steps)
    }

    fn path(w: &mut Writer<'_, '_, Self>, node: Node, access: Access) -> bool {
        w.bytes_path(node) || w.texel_path(node, access) || w.position_path(node)
    }

    fn swizzle(w: &mut Writer<'_, '_, Self>, vector: Node, lanes: &[u8]) -> bool {
        w.position_swizzle(vector, lanes)
    }

    fn index(w: &mut Writer<'_, '_, Self>, index: Node) {
        w.write_index(index);
    }

    fn interface(w: &mut Writer<'_, '_, Self>) -> String {
        w.interface_text()
    }

    fn header(_w: &mut Writer<'_, '_, Self>) -> String {
        String::new()
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

    fn construct(w: &mut Writer<'_, '_, Self>, ty: Id, parts: &[String]) -> String {
        w.construct_text(ty, parts)
    }

    fn zero(w: &mut Writer<'_, '_, Self>, ty: Id) -> Option<String> {
        match w.module.ty(ty) {
            Some(Type::Array { .. } | Type::Struct { .. }) => Some(joined!("(", w.type_text(ty), ")0")),
            _ => None,
        }
    }

    fn is_table(w: &Writer<'_, '_, Self>, ty: Id) -> bool {
        matches!(w.module.ty(ty), Some(Type::Array { .. } | Type::Struct { .. }))
    }

    fn structure(w: &mut Writer<'_, '_, Self>, ty: Id, name: &str) -> String {
        w.structure_text(ty, name)
    }

    fn table(w: &mut Writer<'_, '_, Self>, ty: Id, name: &str, value: &str) -> String {
        joined!("static const ", w.declarator(ty, name), " = ", value, ";\n")
    }

    fn specialization(
        w: &mut Writer<'_, '_, Self>,
        (id, number): (Id, u32),
        (name, value, ty): (&str, &str, Id),
    ) -> String {
        let mark = w.mark_constant(id, number, false);
        joined!("static const ", w.declarator(ty, name), " = ", value, ";", mark, "\n")
    }

    fn workgroup_size(w: &mut Writer<'_, '_, Self>, _id: Id) -> Option<Name> {
        Some(w.workgroup_size_text().into())
    }

    fn head(w: &mut Writer<'_, '_, Self>, body: &Body) -> String {
        w.head(body)
    }

    fn prologue(w: &mut Writer<'_, '_, Self>, body: &Body) -> String {
        w.enter(body)
    }

    fn epilogue(w: &mut Writer<'_, '_, Self>, body: &Body) {
        w.leave(body);
    }

    fn declaration(w: &mut Writer<'_, '_, Self>, var: Var) {
        let variable = w.tree.variable(var);
        let name = w.local_name(var);
        if variable.ty == 0 {
            return append!(w.out, "bool ", name);
        }
        append!(w.out, w.declarator(variable.ty, &name));
        // Compilers of HLSL reject reads of what has no value.
        if w.language.unset.contains_key(&var) && !w.tree.is_opaque(variable.ty) {
            append!(w.out, " = ", w.zero(variable.ty, 0));
        }
    }

    fn declare(w: &mut Writer<'_, '_, Self>, var: Var, value: Node) {
        w.declare_with(var, value);
    }

    fn assign(w: &mut Writer<'_, '_, Self>, place: Node, value: Node) {
        w.assign_place(place, value);
    }

    fn give_back(w: &mut Writer<'_, '_, Self>, value: Node) {
        w.give_value_back(value);
    }

    fn end(w: &mut Writer<'_, '_, Self>, opcode: u16) {
        match opcode {
            op::IGNORE_INTERSECTION_KHR => w.end_ray("IgnoreHit()"),
            op::TERMINATE_RAY_KHR => w.end_ray("AcceptHitAndEndSearch()"),
            // The call before it is the last statement.
            op::EMIT_MESH_TASKS_EXT => {}
            _ => w.end_invocation(),
        }
    }

    fn switch(w: &mut Writer<'_, '_, Self>, at: At, selector: Node, cases: &[Case]) {
        w.language.inside += 1;
        if w.language.version < 60 && cases.iter().any(|case| w.goes_on(case.body)) {
            w.switch_with_flag(at, selector, cases);
        } else {
            w.plain_switch(at, selector, cases);
        }
        w.language.inside -= 1;
    }

    fn go_on(w: &mut Writer<'_, '_, Self>) {
        match &w.language.goes_on {
            Some(flag) => w.out.push_str(&joined!(flag, " = true;\n", "    ".repeat(w.indent), "break")),
            None => w.out.push_str("continue"),
        }
    }

    fn repeats_cases(w: &Writer<'_, '_, Self>) -> bool {
        w.language.version < 60
    }

    fn round(w: &mut Writer<'_, '_, Self>, at: At, kind: LoopKind, parts: LoopParts) {
        if w.is_endless(parts) {
            w.refuse(Reason::Control, "HLSL has no loops without an end");
        }
        let outer = w.language.goes_on.take();
        w.language.inside += 1;
        let counter = w.counter(parts);
        w.language.counters.extend(counter);
        w.plain_round(at, kind, parts);
        w.language.counters.truncate(w.language.counters.len() - usize::from(counter.is_some()));
        w.language.inside -= 1;
        w.language.goes_on = outer;
    }

    fn operation(w: &mut Writer<'_, '_, Self>, operation: &Operation<'_>) -> bool {
        w.own_operation(operation)
    }

    fn extended(w: &mut Writer<'_, '_, Self>, number: u32, operation: &Operation<'_>) {
        w.function_call(number, operation);
    }
}

impl Hlsl {
    /// Name of a member of a uniform block.
    fn member(&self, var: Var, index: u32) -> Option<&Name> {
        self.members.get(&var)?.get(index as usize)
    }
}

impl Writer<'_, '_, Hlsl> {
    /// Refuses what comes with a later shader model.
    fn since(&mut self, version: u16, reason: Reason, what: &str) {
        if self.language.version < version {
            let own = self.language.version;
            let message = format!(
                "shader model {}.{} has no {what}; {}.{} has",
                own / 10,
                own % 10,
                version / 10,
                version % 10
            );
            self.refuse_before(version, reason, &message);
        }
    }

    fn structure_text(&mut self, ty: Id, name: &str) -> String {
        let Some(Type::Struct { members }) = self.module.ty(ty) else { return String::new() };
        let (attribute, access) = self.payload_words(ty);
        let mut text = joined!("\nstruct ", attribute, name, " {\n");
        let pads = self.pads_of(ty);
        for (index, &member) in (0..).zip(members) {
            for pad in 0..pads.get(&index).copied().unwrap_or(0) {
                append!(text, "    float ", self.pad_name(ty, (index, pad)), ";\n");
            }
            let member_name = self.member_name(ty, index);
            let declared = self.declarator(member, &member_name);
            if declared.sizes.contains("[]") {
                self.refuse(Reason::Type, "an array without a length is part of a structure");
            }
            let access = if self.payload_words(member).0.is_empty() { access } else { "" };
            let order = self.order_of_matrix(ty, index, member);
            let interpolation = self.member_interpolation(ty, index);
            if interpolation.contains("sample ") {
                self.since(41, Reason::Interface, "interpolation at samples");
            }
            let mark = self.mark_member(ty, index, false);
            append!(text, "    ", interpolation, order, declared, access, ";", mark, "\n");
        }
        if members.is_empty() {
            append!(text, "    int unused", access, ";\n");
        }
        text.push_str("};\n");
        text
    }
}
