#![doc = include_str!("../README.md")]
//!
//! | module | holds |
//! | --- | --- |
//! | [`options`], [`interface`] | what a caller chooses, and what came of it |
//! | `plan` | uniforms and children of all programs, found before anything is written |
//! | `layout`, `types` | offsets and types |
//! | `globals`, `blocks`, `children`, `entry` | variables outside of functions, children, the entry point |
//! | `function`, `calls`, `statement`, `initial` | functions and statements |
//! | `expression`, `operator`, `arithmetic`, `logical`, `constructor`, `place` | expressions |
//! | `intrinsic`, `geometric`, `texture` | builtin functions |
//! | [`rules`] | reasons for which a program does not become a module |
//!
//! Every instruction states the range of the source that it was made from, where the program has one
//! ([`Module::origin`](glassbox_spirv::module::Module::origin)).

mod arithmetic;
mod blocks;
mod calls;
mod children;
mod constructor;
mod entry;
mod expression;
mod function;
mod geometric;
mod globals;
mod initial;
pub mod interface;
mod intrinsic;
mod layout;
mod logical;
mod lowering;
mod operator;
pub mod options;
mod place;
mod plan;
pub mod rules;
mod session;
mod statement;
mod texture;
mod types;

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::error::ErrorList;
use glassbox_core::span::Span;
use glassbox_sksl_lang::Program;
use glassbox_spirv::check::{CheckOptions, Environment, Relaxation, Relaxations, Vulkan, check_module};
use glassbox_spirv::module::Module;

pub use interface::Interface;
pub use options::{
    Child, ChildProgram, ColorSpace, Coordinates, Destination, Numbers, Options, OtherChildren,
    UniformLayout, UniformPlace,
};

use lowering::Lowering;
use session::{Outcome, Session};

/// A program as a module.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The module.
    pub module: Module,
    /// What it takes and gives.
    pub interface: Interface,
}

/// Makes a module of a program.
///
/// ```
/// use glassbox_lower_sksl::{Child, ChildProgram, Options, lower};
/// use glassbox_sksl::raw::ProgramKind;
/// use glassbox_sksl_lang::compile;
///
/// let program = |source: &str| {
///     let compiled = compile(source, &glassbox_sksl_lang::Options::new(ProgramKind::SHADER));
///     compiled.program.ok_or("the source is wrong")
/// };
/// let outer = program("uniform shader inner; half4 main(float2 p) { return inner.eval(p.yx); }")?;
/// let inner = program("uniform half4 tint; half4 main(float2 p) { return tint * half(p.x); }")?;
///
/// let child = ChildProgram { program: inner, children: Default::default() };
/// let mut options = Options::default();
/// options.children.insert("inner".to_owned(), Child::Program(Box::new(child)));
/// let lowered = lower(&outer, &options).map_err(|_| "it becomes a module")?;
/// assert_eq!(lowered.interface.uniforms[0].name, "inner.tint");
/// # Ok::<(), &str>(())
/// ```
///
/// # Errors
///
/// What keeps the program from being a module, by the [`rules`].
pub fn lower(program: &Program, options: &Options) -> Result<Lowered, ErrorList<Diagnostic>> {
    lower_checked(program, options).map_err(|finding| ErrorList::from(*finding))
}

fn lower_checked(program: &Program, options: &Options) -> Outcome<Lowered> {
    let mut session = Session::new(options);
    let mut whole = options.layout.block();
    let unit = plan::plan(&mut session, (program, &options.children), String::new(), &mut whole, 0)?;
    plan::declare_block(&mut session, &whole)?;
    Lowering::new(&mut session, unit.source, String::new()).write_program(&unit)?;
    check_ports(&session, unit.source)?;
    session.b.declare_needs();
    let Session { b, interface, .. } = session;
    let invalid = |message: String, note: String| -> Box<Diagnostic> {
        let finding = unit.source.finding(&rules::INVALID, Span::default(), message);
        finding.note(note).help("check the program with `glassbox validate`, and report the defect").into()
    };
    let module = match b.finish_module() {
        Ok(module) => module,
        Err(error) => {
            return Err(invalid("an instruction is too long for SPIR-V".to_owned(), error.to_string()));
        }
    };
    if let Some(found) = check_module(&module, &check_options(options, &interface)).into_iter().next() {
        let message = format!("the module breaks the rule {}", found.rule.id);
        return Err(invalid(message, found.message));
    }
    Ok(Lowered { module, interface })
}

/// Refuses two inputs or two outputs of one location.
fn check_ports(session: &Session<'_>, source: session::Source<'_>) -> Outcome<()> {
    let interface = &session.interface;
    for (ports, what) in [(&interface.inputs, "inputs"), (&interface.outputs, "outputs")] {
        let mut known = std::collections::BTreeMap::new();
        for port in ports {
            // The second source of blending has the location of the first one.
            if port.name == "sk_SecondaryFragColor" {
                continue;
            }
            if let Some(other) = known.insert(port.location, &port.name) {
                let message = format!(
                    "the {what} `{other}` and `{}` both have the location {}",
                    port.name, port.location
                );
                let finding = source.finding(&rules::PLACE, Span::default(), message);
                return Err(finding.help("give one of them another location").into());
            }
        }
    }
    Ok(())
}

/// What the module is checked against: Vulkan, unless it needs a link or has what Vulkan lacks.
fn check_options(options: &Options, interface: &Interface) -> CheckOptions {
    let is_rectangle = |name: &str| name.starts_with("sampler2DRect");
    let is_vulkan = options.entry.is_some()
        && interface.imports.is_empty()
        && !interface.resources.iter().any(|resource| is_rectangle(&resource.type_name));
    let relaxation = match options.layout {
        UniformLayout::Std140 => None,
        UniformLayout::Skia => Some(Relaxation::ScalarBlockLayout),
        UniformLayout::Wgsl => Some(Relaxation::UniformBufferStandardLayout),
    };
    let environment = if is_vulkan { Environment::Vulkan(Vulkan::V1_2) } else { Environment::Universal(5) };
    let relaxations = relaxation.map_or(Relaxations::default(), |one| Relaxations::default().with(one));
    CheckOptions { relaxations, ..CheckOptions::new(environment) }
}
