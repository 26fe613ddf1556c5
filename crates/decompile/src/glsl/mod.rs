//! Writes GLSL and GLSL ES.

mod bindings;
mod blocks;
mod builtins;
mod combine;
mod distances;
mod expr;
mod features;
mod functions;
mod globals;
mod image;
mod interlocks;
mod keywords;
mod memory;
mod modes;
mod parts;
mod ports;
mod rays;
mod references;
mod resources;
mod statements;
mod types;

use std::collections::BTreeMap;

use foldhash::{HashMap, HashSet};
use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::dim;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Id, Module, Type};

use self::builtins::BuiltIn;
use self::features::{Features, NEVER};
use crate::interface::{Entry, Role};
use crate::names::Name;
use crate::opaque;
use crate::refusal::{Obstacle, Reason, Refusal, Refusals};
use crate::structured::Derived;
use crate::text::{self, Language, Operation, SHARED_SPEC_ID, Scalar, Writer, append, call_text, joined};
use crate::tree::{Body, Node, Resizes, Step, Var, VarMap};
use crate::{Api, Options, Samplers, Source, Target};

/// State of a text in GLSL.
pub(crate) struct Glsl {
    features: Features,
    built_ins: VarMap<BuiltIn>,
    /// Samplers that are part of a combined one.
    dropped: HashSet<Var>,
    /// Samplers that are split from combined ones, by these.
    split: HashMap<Var, Name>,
    /// Samplers that compare.
    compared: HashSet<Var>,
    /// The first specialization constant of each number, with its name.
    specialized: HashMap<u32, (Name, Id)>,
    /// Clip and cull distances by their variable, or that of their block, and name.
    distances: BTreeMap<(Var, &'static str), distances::Named>,
    /// Built-in variables of vertices that are used, by whether they are outputs, and name; and their types.
    vertices: BTreeMap<(bool, &'static str), (Id, distances::Named)>,
    /// Images whose texels are read, and those whose texels are written.
    accessed: [HashSet<Var>; 2],
    bindings: bindings::Bindings,
    combined: combine::Combined,
    /// Numbers of what rays and calls pass.
    passed: HashMap<Var, u32>,
    /// Numbers of what rays and calls pass for which the module has no variable: by word, that of the module and that of the text.
    passed_without: BTreeMap<(&'static str, u32), u32>,
    references: references::References,
    /// Locations of inputs (true) and outputs that are taken, and whether members of blocks have them.
    taken: HashMap<(bool, u32), bool>,
    /// Name of the functions that choose between the components of vectors, which versions without such a `mix` need.
    chooser: Name,
    /// Name of the functions for remainders with the sign of the dividend.
    remainder: Name,
    /// Name of the functions that drop what follows the point, which versions without `trunc` need.
    truncated: Name,
    /// These functions by name and type.
    functions: BTreeMap<(Name, String), String>,
}

/// Writes an entry point as GLSL.
pub(crate) fn write(module: &Module, target: Target, options: &Options) -> Result<Source, Refusal> {
    let is_vulkan = matches!(target, Target::Glsl(_, Api::Vulkan));
    let is_argument = |ty: &Type<'_>| match ty {
        Type::Image(image) if image.usage == 2 => image.dim == dim::SUBPASS_DATA,
        Type::SampledImage { .. } => !is_vulkan || options.samplers != Samplers::Separate,
        _ => is_vulkan && options.samplers != Samplers::Combined,
    };
    match opaque::specialized(module, is_argument) {
        Some(made) => {
            let made = Derived::new(module, made);
            made.restore(write_interlocked(&made.module, target, options))
        }
        None => write_interlocked(module, target, options),
    }
}

/// Writes a module, with interlocks around the entry point where they stand elsewhere.
fn write_interlocked(module: &Module, target: Target, options: &Options) -> Result<Source, Refusal> {
    let written = write_functions(module, target, options);
    let is_about = |found: &Obstacle| found.at.is_some_and(|at| interlocks::is_interlock(module.opcode(at)));
    match &written {
        Err(refusal) if interlocks::are_in(target, options) && refusal.obstacles.iter().any(is_about) => {}
        _ => return written,
    }
    match interlocks::around_entries(module) {
        Some(made) => made.restore(write_functions(&made.module, target, options)),
        None => written,
    }
}

/// Writes a module whose functions take what they can.
fn write_functions(module: &Module, target: Target, options: &Options) -> Result<Source, Refusal> {
    let language = Glsl {
        features: Features::new(target, options.extensions),
        built_ins: VarMap::default(),
        dropped: HashSet::default(),
        split: HashMap::default(),
        compared: HashSet::default(),
        specialized: HashMap::default(),
        distances: BTreeMap::new(),
        vertices: BTreeMap::new(),
        accessed: Default::default(),
        bindings: bindings::Bindings::default(),
        combined: combine::Combined::default(),
        passed: HashMap::default(),
        passed_without: BTreeMap::new(),
        references: references::References::default(),
        taken: HashMap::default(),
        chooser: Name::default(),
        remainder: Name::default(),
        truncated: Name::default(),
        functions: BTreeMap::new(),
    };
    text::write(module, language, options)
}

impl Language for Glsl {
    const REMAINDER: u16 = op::S_MOD;
    const HAS_COUNTERS: bool = true;
    const LEAVES_UNDEFINED: bool = true;
    const MARKS_UNSIGNED: bool = true;
    const SPLATS_VECTORS: bool = true;
    const NAME: &'static str = "GLSL";
    const NAMES_BLOCKS: bool = true;
    const TRACES_RAYS: bool = true;

    fn opens_all_blocks(w: &Writer<'_, '_, Self>) -> bool {
        // Names of instances are new in 1.50: section 4.3.7 of its specification.
        let features = &w.language.features;
        !features.is_es() && features.version == 140
    }

    fn has_whole_centers(&self) -> bool {
        !self.features.is_vulkan() && self.features.has(150, NEVER)
    }

    fn resizes(&self) -> Resizes {
        // Source: section 5.4.2 of the GLSL 1.20 and the GLSL ES 1.00 specification.
        match (self.features.is_es(), self.features.version) {
            (false, 120..) | (true, 300..) => Resizes::All,
            _ => Resizes::None,
        }
    }

    fn converts_parts(&self) -> bool {
        self.features.version >= 130
    }

    fn is_reserved(word: &str) -> bool {
        keywords::is_reserved(word)
    }

    fn check(&self, entry: &Entry, refusals: &mut Refusals) {
        if !self.features.is_known() {
            let what = format!("GLSL has no version {}", self.features.version);
            refusals.add(Reason::EntryPoint, None, what);
        }
        let is_vulkan = self.features.is_vulkan();
        let available = match entry.stage {
            Stage::Vertex | Stage::Fragment => true,
            Stage::Compute => self.features.has(430, 310),
            Stage::Geometry => self.features.has(150, 320),
            Stage::TessellationControl | Stage::TessellationEvaluation => self.features.has(400, 320),
            Stage::Task | Stage::Mesh => is_vulkan && self.features.has(450, NEVER),
            Stage::RayGeneration
            | Stage::Intersection
            | Stage::AnyHit
            | Stage::ClosestHit
            | Stage::Miss
            | Stage::Callable => is_vulkan && self.features.has(460, NEVER),
        };
        if !available {
            let stage = entry.stage;
            let what = match stage {
                Stage::Task | Stage::Mesh => format!("{stage} shaders need GLSL 450 for Vulkan"),
                _ if stage.is_ray_tracing() => format!("{stage} shaders need GLSL 460 for Vulkan"),
                _ => format!("a {stage} shader cannot be written in this version of GLSL"),
            };
            refusals.add(Reason::Stage, Some(entry.at), what);
        }
    }

    fn prepare(w: &mut Writer<'_, '_, Self>, used: &[Var]) {
        w.language.compared = w.comparing_samplers();
        w.find_image_uses();
        w.number_passed(used);
        match w.stage {
            Stage::Task | Stage::Mesh => w.language.features.require(rays::MESH),
            stage if stage.is_ray_tracing() => w.language.features.require(rays::TRACING),
            _ => {}
        }
        w.find_split(used);
        if w.combines() {
            w.language.dropped = used.iter().copied().filter(|var| w.is_sampler(*var)).collect();
        }
    }

    fn built_in(w: &mut Writer<'_, '_, Self>, var: Var, number: u32, role: Role) {
        let found = builtins::built_in(number, &w.language.features, (w.stage, role == Role::Output));
        let Some(found) = found else { return w.refuse_built_in(number) };
        if let Some(extension) = found.extension {
            w.language.features.require(extension);
        }
        w.language.built_ins.insert(var, found);
    }

    fn opens_blocks(w: &Writer<'_, '_, Self>, role: Role) -> bool {
        !w.is_plain_block(role)
    }

    fn global(w: &mut Writer<'_, '_, Self>, var: Var) {
        w.global_name(var);
    }

    fn path_start(w: &mut Writer<'_, '_, Self>, var: Var, steps: &[Step]) -> usize {
        w.path_in(var, steps)
    }

    fn index(w: &mut Writer<'_, '_, Self>, index: Node) {
        w.write_index(index);
    }

    fn passes(w: &Writer<'_, '_, Self>, argument: Node) -> bool {
        w.tree.root(argument).is_none_or(|var| !w.language.dropped.contains(&var))
    }

    fn interface(w: &mut Writer<'_, '_, Self>) -> String {
        w.interface_text()
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
        // A structure without members has one that nothing uses.
        let is_empty = matches!(w.module.ty(ty), Some(Type::Struct { members: [] }));
        let diagonal = match w.module.ty(ty) {
            Some(Type::Matrix { column, .. }) => diagonal(parts, &w.type_name(column)),
            _ => None,
        };
        let only = match diagonal {
            _ if is_empty => Some("0".to_owned()),
            found => found.map(str::to_owned),
        };
        let parts = only.as_ref().map_or(parts, std::slice::from_ref);
        call_text(&w.constructor(ty), parts)
    }

    fn structure(w: &mut Writer<'_, '_, Self>, ty: Id, name: &str) -> String {
        w.structure_text(ty, name)
    }

    fn table(w: &mut Writer<'_, '_, Self>, ty: Id, name: &str, value: &str) -> String {
        let declared = w.declarator(ty, name);
        if value.is_empty() {
            joined!(declared, ";\n")
        } else {
            joined!("const ", declared, " = ", value, ";\n")
        }
    }

    fn specialization(
        w: &mut Writer<'_, '_, Self>,
        (id, number): (Id, u32),
        (name, value, ty): (&str, &str, Id),
    ) -> String {
        let is_given = w.options.constants.contains_key(&number);
        if w.language.features.is_vulkan() && !is_given {
            let known = w.language.specialized.get(&number).cloned();
            if let Some((first, of)) = known {
                let is_same = w.module.type_of(id) == w.module.type_of(of)
                    && w.specialized_bits(id) == w.specialized_bits(of);
                if !is_same {
                    w.refuse(Reason::Specialization, SHARED_SPEC_ID);
                }
                let mark = w.mark_constant(id, number, false);
                return format!("const {} = {first};{mark}\n", w.declarator(ty, name));
            }
            w.language.specialized.insert(number, (Name::new(name), id));
        }
        let layout = if w.language.features.is_vulkan() && !is_given {
            joined!("layout(constant_id = ", number, ") ")
        } else {
            String::new()
        };
        let mark = w.mark_constant(id, number, !layout.is_empty());
        joined!(layout, "const ", w.declarator(ty, name), " = ", value, ";", mark, "\n")
    }

    fn workgroup_size(_w: &mut Writer<'_, '_, Self>, _id: Id) -> Option<Name> {
        Some("gl_WorkGroupSize".into())
    }

    fn head(w: &mut Writer<'_, '_, Self>, body: &Body) -> String {
        w.head(body)
    }

    fn declaration(w: &mut Writer<'_, '_, Self>, var: Var) {
        w.declaration(var);
    }

    fn declare(w: &mut Writer<'_, '_, Self>, var: Var, value: Node) {
        if !w.declare_parts(var, value) {
            w.plain_declare(var, value);
        }
    }

    fn assign(w: &mut Writer<'_, '_, Self>, place: Node, value: Node) {
        if !w.assign_parts(place, value) {
            w.assign_place(place, value);
        }
    }

    fn epilogue(w: &mut Writer<'_, '_, Self>, body: &Body) {
        w.leave(body);
    }

    fn give_back(w: &mut Writer<'_, '_, Self>, value: Node) {
        if w.in_entry() && !matches!(w.stage, Stage::Geometry | Stage::Mesh) {
            let lines = w.position_fixes();
            w.insert_lines(&lines);
        }
        w.plain_return(value);
    }

    fn end(w: &mut Writer<'_, '_, Self>, opcode: u16) {
        match opcode {
            op::TERMINATE_INVOCATION if w.language.features.is_vulkan() => {
                w.language.features.require("GL_EXT_terminate_invocation");
                w.out.push_str("terminateInvocation");
            }
            op::IGNORE_INTERSECTION_KHR => w.out.push_str("ignoreIntersectionEXT"),
            op::TERMINATE_RAY_KHR => w.out.push_str("terminateRayEXT"),
            // The call before it ends the invocation.
            op::EMIT_MESH_TASKS_EXT => {}
            _ => w.out.push_str("discard"),
        }
    }

    fn switch(
        w: &mut Writer<'_, '_, Self>,
        at: glassbox_spirv::module::At,
        selector: Node,
        cases: &[crate::tree::Case],
    ) {
        if !w.language.features.has(130, 300) {
            w.refuse_version(Reason::Instruction, "switch");
        }
        w.plain_switch(at, selector, cases);
    }

    fn zero(w: &mut Writer<'_, '_, Self>, ty: Id) -> Option<String> {
        w.null_reference(ty)
    }

    fn pointee(w: &mut Writer<'_, '_, Self>, pointer: Node) {
        w.write_pointee(pointer);
    }

    fn operation(w: &mut Writer<'_, '_, Self>, operation: &Operation<'_>) -> bool {
        w.own_operation(operation)
    }

    fn extended(w: &mut Writer<'_, '_, Self>, number: u32, operation: &Operation<'_>) {
        w.function_call(number, operation.ty, operation.operands);
    }
}

impl Writer<'_, '_, Glsl> {
    /// Refuses what another version has.
    fn refuse_version(&mut self, reason: Reason, what: &str) {
        let name = if self.language.features.is_es() { "GLSL ES" } else { "GLSL" };
        let version = self.language.features.version;
        self.refuse(reason, &format!("{name} {version} has no {what}; a later version may"));
    }

    fn structure_text(&mut self, ty: Id, name: &str) -> String {
        let Some(Type::Struct { members }) = self.module.ty(ty) else { return String::new() };
        let mut text = joined!("\nstruct ", name, " {\n");
        for (index, &member) in (0..).zip(members) {
            let member_name = self.member_name(ty, index);
            let declared = self.declarator(member, &member_name);
            if declared.sizes.contains("[]") {
                self.refuse(Reason::Type, "an array without a length is part of a structure");
            }
            let mark = self.mark_member(ty, index, false);
            append!(text, "    ", declared, ";", mark, "\n");
        }
        if members.is_empty() {
            text.push_str("    int unused;\n");
        }
        text.push_str("};\n");
        text
    }
}

/// The number on the diagonal of a matrix that is zero elsewhere, by the texts of its columns and the name of their type.
fn diagonal<'c>(columns: &'c [String], ty: &str) -> Option<&'c str> {
    let mut number = None;
    for (index, column) in columns.iter().enumerate() {
        let list = column.strip_suffix(')')?.strip_prefix(ty)?.strip_prefix('(')?;
        let rows: Vec<&str> = list.split(", ").collect();
        let own = match rows.as_slice() {
            ["0.0"] => "0.0",
            rows if rows.len() > 1 => rows.get(index).copied().unwrap_or("0.0"),
            _ => return None,
        };
        let is_diagonal = rows.iter().enumerate().all(|(row, text)| row == index || *text == "0.0");
        if !is_diagonal || own.parse::<f64>().is_err() || *number.get_or_insert(own) != own {
            return None;
        }
    }
    number.filter(|_| columns.len() > 1)
}
