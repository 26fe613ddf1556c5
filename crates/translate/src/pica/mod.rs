//! PICA200 vertex programs as modules of naga's IR.
//!
//! | module | holds |
//! | --- | --- |
//! | `program` | the executable: code, states of the control machine, registers in use |
//! | `layout` | uniforms as members of a block |
//! | `machine` | registers as variables of a module; uniforms, constants, indexed reads |
//! | `words` | words that compute |
//! | `nest` | code as nested blocks, checked against the states of the control machine |
//! | `flow` | functions out of nested blocks, or out of states |
//! | `entry` | entry points, inputs, outputs |
//! | `write` | the module as text or SPIR-V |
//! | `float24.wgsl` | exact arithmetic |

mod entry;
mod flow;
mod layout;
mod machine;
mod nest;
mod program;
mod words;
mod write;

use std::collections::HashMap;

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::error::ErrorList;
use glassbox_shbin::model::Binary;
use glassbox_shbin::register::{Class, Register};

use crate::output::{GlslVersion, Output, Target};
use crate::rules;
use glassbox_core::register_map::{Constant, RegisterMap, UniformBlock, UniformMember};

use layout::{Layout, REGISTER};
use machine::{Machine, Slot};
use nest::Nest;
use program::Program;

/// Where the position is given.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum PositionSpace {
    /// As the code computes it, in the clip space of the PICA200: visible depth goes from -w to 0.
    #[default]
    Raw,
    /// In the clip space of the target. Depth is turned around: what the PICA200 has at -w is at w, what it has at 0 is at
    /// 0, and in OpenGL at -w. For SPIR-V, y is turned too, because it grows downwards in Vulkan.
    Target,
}

/// How a target sees depth and y.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Depth {
    ZeroToW,
    ZeroToWDown,
    Symmetric,
}

/// How a program is translated.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// The language.
    pub target: Target,
    /// Compute as the hardware does, on bits: float24 after each operation, no subnormal numbers, no negative zero, zero
    /// times infinity is zero. Otherwise with the target's own floats.
    pub precise: bool,
    /// Where the position is given.
    pub position: PositionSpace,
    /// Stop after this many runs of straight code. The program is then always written as a loop over states.
    pub step_limit: Option<u32>,
    /// Bind group (descriptor set, register space) of the uniform block.
    pub group: u32,
    /// Binding of the uniform block.
    pub binding: u32,
    /// Write a compute program that runs the same functions over an array of inputs instead of a vertex program: binding + 1
    /// holds sixteen registers v0 to v15 for each element, binding + 2 takes sixteen registers o0 to o15, all as bits of
    /// `f32`.
    pub batch: bool,
}

/// A translated program with what is to be said about it.
#[derive(Clone, Debug)]
pub struct Translation {
    /// The program.
    pub output: Output,
    /// What it is given and gives.
    pub map: RegisterMap,
    /// Whether the program is nested blocks; else it is a loop over states, and a note says why.
    pub nested: bool,
    /// Notes and warnings.
    pub notes: Vec<Diagnostic>,
}

/// Translates an executable, by its number in the file.
///
/// # Errors
///
/// The findings that make it impossible, each of a rule in [`rules`].
pub fn translate_pica(
    binary: &Binary<'_>,
    executable: usize,
    options: &Options,
) -> Result<Translation, ErrorList<Diagnostic>> {
    translate(binary, executable, options).map_err(|error| (*error).into())
}

/// The number of the executable that a name or number means: the number itself, or the one whose entry has a label of that
/// name.
#[must_use]
pub fn find_executable(binary: &Binary<'_>, name: &str) -> Option<usize> {
    if let Ok(number) = name.parse() {
        return Some(number);
    }
    binary.executables.iter().position(|executable| {
        let tables = &executable.tables;
        tables
            .labels
            .iter()
            .any(|label| label.position == executable.main && tables.symbols.text(label.name) == name)
    })
}

fn translate(
    binary: &Binary<'_>,
    executable: usize,
    options: &Options,
) -> Result<Translation, Box<Diagnostic>> {
    let program = Program::new(binary, executable, glassbox_pica::control::ControlGraph::LIMIT)?;
    let entry = program.executable.main as usize;
    if options.step_limit.is_none() && !program.can_end() {
        return Err(Box::new(
            Diagnostic::new(
                &rules::ENDLESS,
                program.place(entry),
                format!("the program that begins at word {entry} never ends: no path reaches `end`"),
            )
            .help("fix the jumps or the depth of calls, or set a step limit"),
        ));
    }
    let mut notes: Vec<Diagnostic> = program.stops().collect();
    let usage = program.usage();
    let layout = Layout::new(program.executable, &usage);
    let inputs = entry::inputs(&program, &usage);
    let (outputs, left_out) = entry::outputs(&program);
    notes.extend(left_out.into_iter().map(|message| {
        Diagnostic::new(&rules::OUTPUT, program.outputs(), message)
            .help("fix the output table; the output is left out")
    }));
    let slot = Slot { group: options.group, binding: options.binding };
    let given = inputs.iter().fold(0u16, |set, input| set | 1 << (input.location & 15));
    let mut machine =
        Machine::new(&program, &layout, options.precise, slot, given, entry::registers(&outputs))
            .map_err(|error| refused(executable, options.target, &error))?;
    let nest = match options.step_limit {
        Some(_) => None,
        None => match Nest::new(&program.code, &program.reachable, &program.graph) {
            Ok(nest) => Some(nest),
            Err(crossing) => {
                notes.push(
                    Diagnostic::new(
                        &rules::UNNESTED,
                        program.place(crossing.word),
                        format!("the control flow does not nest at word {}: {}", crossing.word, crossing.reason),
                    )
                    .note("the program is written as a loop over numbered states, which does exactly what the code does"),
                );
                None
            }
        },
    };
    let function = nest.as_ref().and_then(|nest| machine.nested(nest, &names(&program)));
    let nested = function.is_some();
    let function = match function {
        Some(function) => function,
        None => {
            let states = program.graph.blocks().len();
            if states > flow::STATES {
                return Err(Box::new(
                    Diagnostic::new(
                        &rules::TOO_LARGE,
                        program.place(entry),
                        format!("the program has {states} states, expected at most {}", flow::STATES),
                    )
                    .help("call procedures from fewer places, or replace jumps by blocks"),
                ));
            }
            machine.dispatched(options.step_limit)
        }
    };
    let mut map = RegisterMap {
        target: options.target.name().to_owned(),
        stage: if options.batch { "compute" } else { "vertex" }.to_owned(),
        entry: "main".to_owned(),
        uniforms: block(&layout, slot),
        constants: constants(&layout),
        ..RegisterMap::default()
    };
    if options.batch {
        machine.batch_entry(function, slot);
    } else {
        notes.extend(about_position(program.outputs(), &outputs, options));
        machine.vertex_entry(function, &inputs, &outputs, options.position, depth(options.target));
        map.outputs = outputs.into_iter().map(|mapped| mapped.output).collect();
        map.inputs = inputs;
    }
    let written = write::write(machine.module, options.target, slot, &mut map)
        .map_err(|error| refused(executable, options.target, &error))?;
    Ok(Translation { output: written, map, nested, notes })
}

fn refused(executable: usize, target: Target, error: &str) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::new(
            &rules::WRITER,
            Location::new(0, 0, format!("dvle[{executable}]")),
            format!("the program cannot be written as {}: {error}", target.name()),
        )
        .help("ask for a newer version of the language"),
    )
}

fn about_position(location: Location, outputs: &[entry::Mapped], options: &Options) -> Option<Diagnostic> {
    let whole = outputs.first().is_some_and(entry::is_whole);
    if !whole {
        let message = "no output has all four components of the position; those that are missing are 1";
        return Some(
            Diagnostic::new(&rules::POSITION, location, message).help("map an output register to `position`"),
        );
    }
    (options.position == PositionSpace::Raw).then(|| {
        Diagnostic::new(
            &rules::CLIP_SPACE,
            location,
            "the position is in the clip space of the PICA200, where visible depth goes from -w to 0",
        )
        .help("--position target gives it in the clip space of the target")
    })
}

const fn depth(target: Target) -> Depth {
    match target {
        Target::Glsl(GlslVersion::Core(_) | GlslVersion::Es(_)) => Depth::Symmetric,
        Target::Spirv(..) => Depth::ZeroToWDown,
        Target::Wgsl | Target::Hlsl(..) | Target::Msl(..) => Depth::ZeroToW,
    }
}

/// The names that labels give to words.
fn names(program: &Program<'_>) -> HashMap<usize, String> {
    let tables = &program.executable.tables;
    let labels = tables.labels.iter().take(4096);
    labels
        .map(|label| (label.position as usize, tables.symbols.text(label.name)))
        .filter(|(_, name)| !name.is_empty())
        .collect()
}

fn block(layout: &Layout, slot: Slot) -> Option<UniformBlock> {
    let members = layout.fields.iter().map(|field| {
        let first = Register::new(field.class, u16::from(field.first)).unwrap_or_default();
        let last = Register(first.0 + u16::from(field.count.saturating_sub(1)));
        UniformMember {
            name: field.name.clone(),
            written: field.name.clone(),
            register: first.range(last),
            ty: match field.class {
                Class::Int => "vec4<u32>",
                Class::Bool => "u32",
                _ => "vec4<f32>",
            },
            count: u32::from(field.count),
            offset: field.offset,
        }
    });
    (!layout.fields.is_empty()).then(|| UniformBlock {
        written: None,
        group: slot.group,
        binding: slot.binding,
        size: layout.size.next_multiple_of(REGISTER),
        members: members.collect(),
    })
}

fn constants(layout: &Layout) -> Vec<Constant> {
    let floats = layout.floats.iter().enumerate().filter_map(|(register, value)| {
        let [x, y, z, w] = (*value)?.map(f32::from_bits);
        Some((format!("c{register}"), format!("({x}, {y}, {z}, {w})")))
    });
    let ints = layout.ints.iter().enumerate().filter_map(|(register, value)| {
        let [x, y, z, w] = (*value)?;
        Some((format!("i{register}"), format!("({x}, {y}, {z}, {w})")))
    });
    let bools = layout.bools.iter().enumerate();
    let bools = bools.filter_map(|(register, value)| Some((format!("b{register}"), (*value)?.to_string())));
    floats.chain(ints).chain(bools).map(|(register, value)| Constant { register, value }).collect()
}
