//! Writes SkSL: runtime effects of Skia that are shaders.
//!
//! | module | holds |
//! | --- | --- |
//! | `entry` | the coordinate, the color, heads and ends of functions |
//! | `uniforms` | members of blocks as uniforms |
//! | `image` | textures and imported functions as children |
//! | `loops`, `bounded` | loops, switches, copies of arrays |
//! | `chosen` | computed indices |
//! | `expr`, `functions`, `helpers` | operations |
//! | `depth` | how deep the parser of Skia goes |
//! | `types`, `keywords`, `usage` | types and constants, reserved words, what variables are used for |
//!
//! Source: what Skia 144 accepts and draws (skia-python).

mod bounded;
mod chosen;
mod depth;
mod entry;
mod expr;
mod functions;
mod helpers;
mod image;
mod keywords;
mod loops;
mod types;
mod uniforms;
mod usage;

use std::collections::BTreeMap;

use foldhash::{HashMap, HashSet};
use glassbox_core::stage::Stage;
use glassbox_spirv::module::{At, Id, Module};

use self::image::Child;
use self::types::half_of;
use self::uniforms::Uniforms;
use self::usage::Usage;
use crate::interface::{Entry, Role};
use crate::names::Name;
use crate::opaque;
use crate::refusal::{Reason, Refusal, Refusals};
use crate::structured::Derived;
use crate::text::{self, Access, Language, Operation, Scalar, Writer, append};
use crate::tree::{Body, Case, LoopKind, LoopParts, Node, Step, Var};
use crate::{Options, Source};

/// State of a text in SkSL.
#[derive(Default)]
pub(crate) struct Sksl {
    version: u16,
    usage: Usage,
    uniforms: Uniforms,
    children: Vec<Child>,
    /// Indices of children by texture and sampler, and by texture alone for the first of each.
    child_of: HashMap<(Var, Option<Var>), usize>,
    /// Names and types of imported functions that children are.
    imports: BTreeMap<Id, (Name, &'static str)>,
    /// Name of the coordinate.
    coord: Name,
    /// Name of the parameter of `main` where functions read the coordinate.
    point: Name,
    /// True until the statement is written that declares the color.
    declares_color: bool,
    /// The variable of `gl_FragCoord`, whose two first components are the coordinate.
    fragment: Option<Var>,
    /// The input that is the coordinate.
    coordinate: Option<Var>,
    /// The variable of the color.
    output: Option<Var>,
    /// True if assignments to the color are returns.
    is_direct: bool,
    /// Built-in variables that were refused.
    refused: HashSet<Var>,
    /// Counters of the loops around what is written.
    counters: HashSet<Var>,
    /// Name of the counter of loops that copy arrays.
    element: Name,
    /// Statements that fill constant arrays.
    fills: String,
    /// Names of helper functions by what they do.
    helper_names: BTreeMap<String, Name>,
    /// Helper functions with the types of their parameters.
    helpers: HashSet<String>,
    helper_text: String,
}

/// Writes an entry point as SkSL.
pub(crate) fn write(module: &Module, version: u16, options: &Options) -> Result<Source, Refusal> {
    let write = |module: &Module| text::write(module, Sksl { version, ..Sksl::default() }, options);
    // A child is no argument: a function that takes one is written for each that it is given.
    match opaque::specialized(module, |_| false) {
        Some(made) => {
            let made = Derived::new(module, made);
            made.restore(write(&made.module))
        }
        None => write(module),
    }
}

impl Language for Sksl {
    const NAME: &'static str = "SkSL";
    const OPEN: &'static str = " {\n";
    const IMPORTS: &'static str = "skia.eval.";
    const CONSTRUCTS: bool = false;

    fn is_reserved(word: &str) -> bool {
        keywords::is_reserved(word)
    }

    fn is_reserved_member(word: &str) -> bool {
        keywords::is_keyword(word)
    }

    fn check(&self, entry: &Entry, refusals: &mut Refusals) {
        if !crate::target::SKSL.contains(&self.version) {
            let what = format!("SkSL has no version {}", self.version);
            refusals.add(Reason::EntryPoint, None, what);
        }
        if entry.stage != Stage::Fragment {
            let what = format!("SkSL has no {} shaders; effects are fragment shaders", entry.stage);
            refusals.add(Reason::Stage, Some(entry.at), what);
        }
    }

    fn begin(w: &mut Writer<'_, '_, Self>) {
        w.language.coord = w.names.take("coord");
    }

    fn prepare(w: &mut Writer<'_, '_, Self>, used: &[Var]) {
        w.language.usage = Usage::of(w);
        w.find_ports(used);
        w.find_uniforms(used);
        w.find_children(used);
        w.check_constant_operations();
    }

    fn built_in(w: &mut Writer<'_, '_, Self>, var: Var, number: u32, role: Role) {
        w.built_in(var, number, role);
    }

    fn opens_blocks(_w: &Writer<'_, '_, Self>, _role: Role) -> bool {
        false
    }

    fn global(w: &mut Writer<'_, '_, Self>, var: Var) {
        w.name_of_global(var);
    }

    fn path_start(w: &mut Writer<'_, '_, Self>, var: Var, steps: &[Step]) -> usize {
        match w.roles.get(&var) {
            Some(Role::UniformBlock | Role::PushConstants | Role::Plain) => w.uniform_path(var, steps),
            _ => {
                w.variable(var);
                0
            }
        }
    }

    fn path(w: &mut Writer<'_, '_, Self>, node: Node, _access: Access) -> bool {
        w.check_path(node);
        w.fragment_path(node) || w.chosen_element(node) || w.uniform_part(node)
    }

    fn swizzle(w: &mut Writer<'_, '_, Self>, vector: Node, lanes: &[u8]) -> bool {
        w.fragment_components(vector, lanes)
    }

    fn index(w: &mut Writer<'_, '_, Self>, index: Node) {
        w.index_text(index);
    }

    fn interface(w: &mut Writer<'_, '_, Self>) -> String {
        w.interface_text()
    }

    fn header(w: &mut Writer<'_, '_, Self>) -> String {
        if w.language.version >= 300 { "#version 300\n".to_owned() } else { String::new() }
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
        if w.has_array(ty) && !w.is_300() {
            w.refuse_version(Reason::Type, "constructors of arrays");
            return String::new();
        }
        w.composite_text(ty, parts)
    }

    fn structure(w: &mut Writer<'_, '_, Self>, ty: Id, name: &str) -> String {
        w.structure_text(ty, name)
    }

    fn table(w: &mut Writer<'_, '_, Self>, ty: Id, name: &str, value: &str) -> String {
        w.table_text(ty, name, value)
    }

    fn specialization(
        w: &mut Writer<'_, '_, Self>,
        (id, number): (Id, u32),
        (name, value, ty): (&str, &str, Id),
    ) -> String {
        let mark = w.mark_constant(id, number, false);
        format!("const {} = {value};{mark}\n", w.declarator_text(ty, name))
    }

    fn workgroup_size(w: &mut Writer<'_, '_, Self>, _id: Id) -> Option<Name> {
        w.lacks(Reason::BuiltIn, "the size of a workgroup");
        None
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
        let name = w.local_name(var);
        if w.tree.variable(var).ty == 0 {
            return append!(w.out, "bool ", name);
        }
        let declared = w.precise_declarator(var, &name);
        w.out.push_str(&declared);
    }

    fn declare(w: &mut Writer<'_, '_, Self>, var: Var, value: Node) {
        w.declare_text(var, value);
    }

    fn assign(w: &mut Writer<'_, '_, Self>, place: Node, value: Node) {
        w.assign_text(place, value);
    }

    fn give_back(w: &mut Writer<'_, '_, Self>, value: Node) {
        w.return_text(value);
    }

    fn end(w: &mut Writer<'_, '_, Self>, _opcode: u16) {
        let what = "an effect does not discard pixels; give a transparent color instead";
        w.refuse(Reason::Instruction, what);
    }

    fn switch(w: &mut Writer<'_, '_, Self>, at: At, selector: Node, cases: &[Case]) {
        w.switch_text(at, selector, cases);
    }

    fn round(w: &mut Writer<'_, '_, Self>, at: At, kind: LoopKind, parts: LoopParts) {
        w.loop_text(at, kind, parts);
    }

    fn operation(w: &mut Writer<'_, '_, Self>, operation: &Operation<'_>) -> bool {
        w.own_operation(operation)
    }

    fn extended(w: &mut Writer<'_, '_, Self>, number: u32, operation: &Operation<'_>) {
        w.function_call(number, operation);
    }
}

impl Writer<'_, '_, Sksl> {
    /// Writes the name of a variable outside of functions, or what a block that is read as a whole is made of.
    fn name_of_global(&mut self, var: Var) {
        match self.roles.get(&var) {
            Some(Role::UniformBlock | Role::PushConstants | Role::Plain) => {
                self.uniform_path(var, &[]);
            }
            _ => self.global_name(var),
        }
    }

    fn declare_text(&mut self, var: Var, value: Node) {
        let is_new = !self.tree.assigned_values.contains(&var);
        if self.is_plain_value(value) {
            let start = self.out.len();
            self.plain_declare(var, value);
            if is_new && self.is_half(var) {
                self.halve(start, value);
            }
            return;
        }
        let name = self.local_name(var);
        let before = self.out.len();
        if is_new {
            let declared = self.precise_declarator(var, &name);
            self.out.push_str(&format!("{declared};\n{}", "    ".repeat(self.indent)));
        }
        if !self.copy_array(&name, value) {
            self.out.truncate(before);
            self.plain_declare(var, value);
        }
    }

    /// Makes the value that is declared or assigned since an offset `half` at once, where it is made there.
    fn halve(&mut self, start: usize, value: Node) {
        use crate::tree::Kind;
        let is_made = matches!(self.tree.kind(value), Kind::Construct(_) | Kind::Constant(_));
        let text = self.out.split_off(start);
        match text.split_once(" = ") {
            Some((name, value)) if is_made => {
                let value = half_of(value.to_owned());
                self.out.push_str(&format!("{name} = {value}"));
            }
            _ => self.out.push_str(&text),
        }
    }

    fn assign_text(&mut self, place: Node, value: Node) {
        let root = self.tree.root(place).map(|var| self.tree.actual(var));
        if self.language.is_direct && root.is_some() && root == self.language.output && self.in_entry() {
            return self.give_color(value);
        }
        if self.language.declares_color && root == self.language.output && self.in_entry() {
            self.language.declares_color = false;
            let start = self.out.len();
            let declared = root.map(|var| self.variable_text(var)).unwrap_or_default();
            self.out.push_str(&format!("{} = ", declared.trim_end_matches(";\n")));
            self.expr(value, text::ANY);
            if root.is_some_and(|var| self.is_half(var)) {
                self.halve(start, value);
            }
            return;
        }
        if self.assign_chosen(place, value) {
            return;
        }
        if self.is_plain_value(value) {
            return self.plain_assign(place, value);
        }
        let text = self.capture(|writer| writer.expr(place, text::POSTFIX));
        if !self.copy_array(&text, value) {
            self.plain_assign(place, value);
        }
    }

    /// Text of everything outside of functions but the header.
    fn interface_text(&mut self) -> String {
        let uniforms = self.uniforms_text();
        let children = self.children_text();
        let mut variables = String::new();
        if self.passes_coordinate() {
            variables.push_str(&format!("float2 {};\n", self.language.coord));
        }
        for &(var, role) in self.globals_in_order().iter() {
            let is_shared_color =
                self.language.output == Some(var) && self.language.usage.shared.contains(&var);
            if role == Role::Private || is_shared_color {
                variables.push_str(&self.variable_text(var));
            } else if role == Role::Shared {
                self.lacks(Reason::Interface, "variables of a workgroup");
            }
        }
        let helpers = std::mem::take(&mut self.language.helper_text);
        let groups = [
            uniforms,
            children,
            std::mem::take(&mut self.constants_text),
            std::mem::take(&mut self.table_text),
            variables,
        ];
        let mut text = String::new();
        for group in &groups[..2] {
            text.push_str(group);
        }
        if !text.is_empty() {
            text.insert(0, '\n');
        }
        text.push_str(&std::mem::take(&mut self.struct_text));
        for group in groups[2..].iter().filter(|group| !group.is_empty()) {
            text.push_str(&format!("\n{group}"));
        }
        text.push_str(&helpers);
        self.check_depth(&text);
        text
    }
}
