//! Writes the Metal Shading Language.
//!
//! Memory that the module has outside of functions becomes parameters: of the entry point with attributes, of other
//! functions by reference. Which a function needs is known when it is written.

mod assign;
mod bind;
mod builtins;
mod calls;
mod copies;
mod elements;
mod expr;
mod functions;
mod helpers;
mod image;
mod interface;
mod keywords;
mod layout;
mod lengths;
mod memory;
mod mesh;
mod parameters;
mod patch_structures;
mod patches;
mod place;
mod port_structures;
mod ports;
mod rays;
mod references;
mod results;
mod sets;
mod types;
mod usage;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use foldhash::{HashMap, HashSet};
use glassbox_core::stage::Stage;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Id, Module, Type};

use self::builtins::BuiltIn;
use self::layout::Forms;
use self::types::Usage;
use crate::interface::{Entry, Role};
use crate::names::Name;
use crate::refusal::{Reason, Refusal, Refusals};
use crate::text::{self, Access, Declared, Language, Operation, Scalar, Writer, append, joined};
use crate::tree::{Body, Distinct, Node, Step, Var, VarMap, Written};
use crate::{Domain, Options, Source};

/// State of a text in MSL.
pub(crate) struct Msl {
    /// True if the text has ray queries.
    traces: bool,
    version: u16,
    forms: Forms,
    /// Values of constants that lengths depend on.
    lengths: HashMap<Id, u32>,
    /// Layouts of structures by their names and those of their members: of the first that states one.
    layouts: OnceCell<HashMap<Vec<String>, String>>,
    /// By canonical structure, the one that states offsets.
    stated: HashMap<Id, Id>,
    built_ins: VarMap<BuiltIn>,
    /// How images are used.
    usages: HashMap<Var, Usage>,
    /// Buffers to which functions are given references.
    referenced: HashSet<Var>,
    /// What the function that is written uses, and what those that are written do.
    needs: BTreeSet<Need>,
    needs_of: HashMap<Id, BTreeSet<Need>>,
    is_entry: bool,
    /// Variables that the entry point declares where it first assigns them.
    begun: BTreeSet<Var>,
    /// Result of the function that is written.
    result: Id,
    ports: ports::Ports,
    /// Structures of control points and patches.
    elements: BTreeMap<elements::Of, elements::Group>,
    patches: patches::Patches,
    mesh: mesh::Mesh,
    /// Constants of functions by their numbers, and their types.
    function_constants: HashMap<u32, (Name, Name)>,
    domain: Domain,
    /// Names of samplers that are part of combined ones.
    samplers: HashMap<Var, Name>,
    /// Indices by resource.
    places: bind::Places,
    /// Argument buffers.
    sets: sets::Sets,
    helpers: BTreeMap<&'static str, &'static str>,
    sizes: Name,
    /// Names of structures that are declared, and of those that are being declared.
    structures: HashSet<Name>,
    open: Vec<Name>,
    /// Names of structures that are pointed to before they are declared.
    pointees: BTreeSet<Name>,
    /// Names of the blocks of arrays.
    block_arrays: HashMap<Var, Vec<Name>>,
    /// Name of the place of the fragment, where the module has none.
    fragment_place: Name,
    /// Name of the index of the sample, where the module has none.
    sample_id: Name,
    entry_name: Name,
}

/// What a function uses from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Need {
    /// The structure of the inputs as a whole.
    Inputs,
    /// The structure of the outputs.
    Outputs,
    /// A variable.
    Var(Var),
    /// The sampler of a combined one.
    Sampler(Var),
    /// Sizes of buffers.
    Sizes,
    /// The argument buffer of a descriptor set.
    Set(u32),
    /// The place of the fragment, for subpass inputs.
    Place,
    /// The index of the sample, for its position.
    Sample,
    /// Control points, or a patch.
    Group(elements::Of),
    /// Factors of tessellation.
    Levels,
    /// The number of control points that a patch has at the start.
    PatchPoints,
    /// The index of the patch, for what belongs to it.
    PatchId,
    /// The mesh, or the grid of mesh shaders.
    Mesh,
    /// How many vertices and primitives a mesh has.
    Counts,
    /// The index of the thread, for what it gives of a mesh.
    Thread,
}

/// Writes an entry point as MSL of a version.
pub(crate) fn write(module: &Module, version: u16, options: &Options) -> Result<Source, Refusal> {
    let language = Msl {
        traces: false,
        version,
        forms: Forms::default(),
        lengths: HashMap::default(),
        layouts: OnceCell::new(),
        stated: HashMap::default(),
        built_ins: VarMap::default(),
        usages: HashMap::default(),
        referenced: HashSet::default(),
        needs: BTreeSet::new(),
        needs_of: HashMap::default(),
        is_entry: false,
        begun: BTreeSet::new(),
        result: 0,
        ports: ports::Ports::default(),
        elements: BTreeMap::new(),
        patches: patches::Patches::default(),
        mesh: mesh::Mesh::default(),
        function_constants: HashMap::default(),
        domain: Domain::Triangles,
        samplers: HashMap::default(),
        places: bind::Places::default(),
        sets: sets::Sets::default(),
        helpers: BTreeMap::new(),
        sizes: Name::default(),
        structures: HashSet::default(),
        open: Vec::new(),
        pointees: BTreeSet::new(),
        block_arrays: HashMap::default(),
        fragment_place: Name::default(),
        sample_id: Name::default(),
        entry_name: Name::default(),
    };
    text::write(module, language, options)
}

impl Language for Msl {
    const MARKS_UNSIGNED: bool = true;
    const SPLATS_VECTORS: bool = true;
    const NAME: &'static str = "MSL";
    const TRACES_RAYS: bool = true;
    const DISTINCT: Distinct = Distinct::Layouts;
    const HAS_ADDRESSES: bool = true;
    const WRITTEN: Written = Written::Elements;

    fn is_reserved(word: &str) -> bool {
        keywords::is_reserved(word)
    }

    fn layout_key(w: &Writer<'_, '_, Self>, ty: Id) -> String {
        w.layout_text(ty)
    }

    fn check(&self, entry: &Entry, refusals: &mut Refusals) {
        if !crate::target::MSL.contains(&self.version) {
            let what = format!("MSL has no version {}.{}", self.version / 10, self.version % 10);
            refusals.add(Reason::EntryPoint, None, what);
        }
        let is_written = match entry.stage {
            Stage::Vertex
            | Stage::TessellationControl
            | Stage::TessellationEvaluation
            | Stage::Fragment
            | Stage::Compute => true,
            Stage::Task | Stage::Mesh => self.version >= mesh::SINCE,
            _ => false,
        };
        if !is_written {
            let stage = entry.stage;
            let what = match stage {
                _ if stage.is_ray_tracing() => {
                    let other = "trace with intersection queries";
                    format!("MSL has no {stage} shaders of ray tracing pipelines; {other}")
                }
                Stage::Task | Stage::Mesh => {
                    format!("{stage} shaders need MSL 3.0")
                }
                _ => format!("a {stage} shader cannot be written in MSL"),
            };
            refusals.add(Reason::Stage, Some(entry.at), what);
        }
    }

    fn begin(w: &mut Writer<'_, '_, Self>) {
        w.take_entry_name();
        w.language.lengths = lengths::values(w.module, w.annotations, w.options);
        w.language.forms = Forms::of((w.module, w.tree.types()), w.annotations, &w.language.lengths);
    }

    fn prepare(w: &mut Writer<'_, '_, Self>, used: &[Var]) {
        w.find_stated();
        w.find_usages();
        w.name_mesh(used);
        w.name_elements(used);
        w.name_ports(used);
        w.bind(used);
        w.name_patches(used);
    }

    fn built_in(w: &mut Writer<'_, '_, Self>, var: Var, number: u32, role: Role) {
        w.add_built_in(var, number, role);
    }

    fn opens_blocks(_w: &Writer<'_, '_, Self>, _role: Role) -> bool {
        false
    }

    fn global(w: &mut Writer<'_, '_, Self>, var: Var) {
        w.global_name(var);
    }

    fn path(w: &mut Writer<'_, '_, Self>, node: Node, access: Access) -> bool {
        w.write_path(node, access)
    }

    fn path_start(w: &mut Writer<'_, '_, Self>, var: Var, _steps: &[Step]) -> usize {
        w.variable(var);
        0
    }

    fn interface(w: &mut Writer<'_, '_, Self>) -> String {
        w.interface_text()
    }

    fn entry_name(w: &Writer<'_, '_, Self>) -> String {
        w.language.entry_name.to_string()
    }

    fn header(w: &mut Writer<'_, '_, Self>) -> String {
        let rays = if w.language.traces { "#include <metal_raytracing>\n" } else { "" };
        joined!(rays, "#include <metal_stdlib>\n\nusing namespace metal;\n")
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

    fn structure(w: &mut Writer<'_, '_, Self>, ty: Id, name: &str) -> String {
        w.language.open.push(Name::new(name));
        let text = w.structure_text(ty, name);
        w.language.open.pop();
        w.language.structures.insert(Name::new(name));
        text
    }

    fn table(w: &mut Writer<'_, '_, Self>, ty: Id, name: &str, value: &str) -> String {
        let value = value.strip_prefix(&*w.type_text(ty)).unwrap_or(value);
        joined!("constant ", w.declarator(ty, name), " = ", value, ";\n")
    }

    fn specialization(
        w: &mut Writer<'_, '_, Self>,
        (id, number): (Id, u32),
        (name, value, ty): (&str, &str, Id),
    ) -> String {
        let declared = w.declarator(ty, name);
        if w.options.constants.contains_key(&number) {
            let mark = w.mark_constant(id, number, false);
            return joined!("constant ", declared, " = ", value, ";", mark, "\n");
        }
        let mark = w.mark_constant(id, number, true);
        let own = w.type_text(ty);
        // Several constants of a module may have one number.
        let known = w.language.function_constants.get(&number).cloned();
        let (function, of, text) = match known {
            Some((function, of)) => (function, of, String::new()),
            None => {
                let function = w.names.take(&joined!(name, "_given"));
                w.language.function_constants.insert(number, (function.clone(), own.clone()));
                let given = w.declarator(ty, &function);
                let text = joined!("constant ", given, " [[function_constant(", number, ")]];", mark, "\n");
                (function, own.clone(), text)
            }
        };
        let read =
            if of == own { function.to_string() } else { joined!("as_type<", own, ">(", function, ")") };
        joined!(
            text,
            "constant ",
            declared,
            " = is_function_constant_defined(",
            function,
            ") ? ",
            read,
            " : ",
            value,
            ";",
            mark,
            "\n"
        )
    }

    fn workgroup_size(_w: &mut Writer<'_, '_, Self>, _id: Id) -> Option<Name> {
        None
    }

    fn head(w: &mut Writer<'_, '_, Self>, body: &Body) -> String {
        w.head_text(body)
    }

    fn prologue(w: &mut Writer<'_, '_, Self>, body: &Body) -> String {
        w.prologue_text(body)
    }

    fn epilogue(w: &mut Writer<'_, '_, Self>, body: &Body) {
        w.write_epilogue(body);
    }

    fn after(w: &mut Writer<'_, '_, Self>, body: &Body) {
        if w.language.mesh.is_wrapped && w.is_entry(body) {
            w.write_wrapper(body);
        }
    }

    fn hidden_parameters(w: &mut Writer<'_, '_, Self>, body: &Body) -> String {
        w.hidden_text(body)
    }

    fn declaration(w: &mut Writer<'_, '_, Self>, var: Var) {
        let ty = w.tree.variable(var).ty;
        let name = w.local_name(var);
        let declared = if ty == 0 { Declared::of("bool", &name) } else { w.declarator(ty, &name) };
        append!(w.out, declared);
    }

    fn assign(w: &mut Writer<'_, '_, Self>, place: Node, value: Node) {
        w.assign_place(place, value);
    }

    fn give_back(w: &mut Writer<'_, '_, Self>, value: Node) {
        if w.language.is_entry { w.write_result() } else { w.plain_return(value) }
    }

    fn end(w: &mut Writer<'_, '_, Self>, opcode: u16) {
        w.write_end(opcode);
    }

    fn address(w: &mut Writer<'_, '_, Self>, place: Node, ty: Id) {
        w.write_address(place, ty, references::Use::Followed);
    }

    fn pointee(w: &mut Writer<'_, '_, Self>, pointer: Node) {
        w.write_pointee(pointer);
    }

    fn zero(w: &mut Writer<'_, '_, Self>, ty: Id) -> Option<String> {
        match w.module.ty(ty) {
            Some(Type::Array { .. }) => Some(format!("{}{{}}", w.type_text(ty))),
            _ => w.null_pointer(ty),
        }
    }

    fn operand_precedences(w: &Writer<'_, '_, Self>, operation: &Operation<'_>) -> Option<(u8, u8)> {
        w.mixed_precedences(operation)
    }

    fn operation(w: &mut Writer<'_, '_, Self>, operation: &Operation<'_>) -> bool {
        if operation.opcode == op::FUNCTION_CALL {
            w.function_call(operation);
            return true;
        }
        w.own_operation(operation)
    }

    fn extended(w: &mut Writer<'_, '_, Self>, number: u32, operation: &Operation<'_>) {
        w.library_call(number, operation);
    }
}
