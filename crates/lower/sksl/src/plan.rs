//! What the programs of a module take from outside, found before anything is written: uniforms, which share one block, and
//! children.

use std::collections::{BTreeMap, HashMap};

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::span::Span;
use glassbox_core::suggest;
use glassbox_sksl::builtin::{Opaque, Type};
use glassbox_sksl::raw::{LayoutFlags, ModifierFlags, ProgramKind};
use glassbox_sksl_lang::Program;
use glassbox_sksl_lang::ir::program::Element;
use glassbox_sksl_lang::ir::statement::{StatementKind, Stmt};
use glassbox_sksl_lang::ir::symbol::{Symbol, SymbolKind};
use glassbox_spirv::build::value::{decoration, storage_class};
use glassbox_spirv::layout::{Structure, aligned};

use crate::interface::{Uniform, UniformBlock};
use crate::options::{Child, OtherChildren, UniformLayout, UniformPlace};
use crate::rules;
use crate::session::{Member, Outcome, Session, Source};
use crate::types::{Form, number};

/// How deeply children may have children.
const CHILD_DEPTH: u32 = 16;

/// Alignment of the uniforms of each program in the block.
const PROGRAM_ALIGN: u64 = 16;

/// A program and what it takes.
pub(crate) struct Unit<'p> {
    pub(crate) source: Source<'p>,
    /// What its names begin with, for people: empty, or the name of the child and a dot.
    pub(crate) path: String,
    /// Members of the block of uniforms.
    pub(crate) uniforms: HashMap<Symbol, u32>,
    pub(crate) children: Vec<PlannedChild<'p>>,
}

/// A child of a program.
pub(crate) struct PlannedChild<'p> {
    pub(crate) symbol: Symbol,
    pub(crate) name: String,
    pub(crate) kind: Opaque,
    pub(crate) plan: ChildPlan<'p>,
}

/// What a child becomes.
pub(crate) enum ChildPlan<'p> {
    Import,
    Texture { texture: Option<[u32; 2]>, sampler: Option<[u32; 2]> },
    Color([f32; 4]),
    Program(Box<Unit<'p>>),
}

/// Finds what a program and its children take. Recursion is bounded by the nesting of children.
pub(crate) fn plan<'p>(
    session: &mut Session<'p>,
    (program, children): (&'p Program, &'p BTreeMap<String, Child>),
    path: String,
    whole: &mut Structure,
    depth: u32,
) -> Outcome<Unit<'p>> {
    let source = Source { number: session.next_program, program };
    session.next_program += 1;
    let mut unit = Unit { source, path, uniforms: HashMap::new(), children: Vec::new() };
    whole.move_to(aligned(whole.next(), PROGRAM_ALIGN));
    let mut skia = UniformLayout::Skia.block();
    let mut inner = Vec::new();
    for element in program.shared.iter().chain(&program.elements) {
        let Element::GlobalVar(declaration) = *element else { continue };
        let (symbol, span) = declared(source, declaration)?;
        let SymbolKind::Variable(variable) = &program.symbols[symbol].kind else { continue };
        let ty = variable.ty.meaning;
        match ty {
            Type::Opaque(kind) if kind.is_child() => inner.push((symbol, kind, span)),
            _ if program.types.contains_opaque(ty) || unit.uniforms.contains_key(&symbol) => {}
            _ if variable.modifiers.has(ModifierFlags::UNIFORM) => {
                let extent = session.options.layout.extent(&program.types, ty);
                let skia_extent = UniformLayout::Skia.extent(&program.types, ty);
                let offset = number(source, whole.add(extent), span)?;
                let skia_offset = number(source, skia.add(skia_extent), span)?;
                let size = number(source, extent.size, span)?;
                let skia_size = number(source, skia_extent.size, span)?;
                number(source, whole.next(), span)?;
                unit.uniforms.insert(symbol, session.members.len() as u32);
                session.members.push(Member { source, ty });
                session.interface.uniforms.push(Uniform {
                    name: format!("{}{}", unit.path, program.symbol_name(symbol)),
                    type_name: program.types.name(ty).into_owned(),
                    offset,
                    size,
                    skia_offset,
                    skia_size,
                    is_color: variable.modifiers.layout.flags.0 & LayoutFlags::COLOR.0 != 0,
                });
            }
            _ => {}
        }
    }
    check_names(&unit, &inner, children)?;
    for (symbol, kind, span) in inner {
        let own = program.symbol_name(symbol);
        let name = format!("{}{own}", unit.path);
        let plan = plan_child(session, &unit, (&name, kind, span), children.get(own), whole, depth)?;
        unit.children.push(PlannedChild { symbol, name, kind, plan });
    }
    Ok(unit)
}

fn declared(source: Source<'_>, declaration: Stmt) -> Outcome<(Symbol, Span)> {
    let node = source.program.statements[declaration];
    match node.kind {
        StatementKind::VarDeclaration { variable, .. } => Ok((variable, node.span)),
        _ => Err(source.malformed(node.span, "a global declaration declares no variable")),
    }
}

/// Refuses names that are no children.
fn check_names(
    unit: &Unit<'_>,
    inner: &[(Symbol, Opaque, Span)],
    children: &BTreeMap<String, Child>,
) -> Outcome<()> {
    let names = || inner.iter().map(|(symbol, ..)| unit.source.program.symbol_name(*symbol));
    for name in children.keys() {
        if names().any(|known| known == name) {
            continue;
        }
        let message = format!("the program has no child `{}{name}`", unit.path);
        let help = match suggest::similar(name, names()) {
            Some(similar) => format!("did you mean `{}{similar}`?", unit.path),
            None if inner.is_empty() => "the program declares no child".to_owned(),
            None => format!("declared are `{}`", names().collect::<Vec<_>>().join("`, `")),
        };
        let finding = unit.source.finding(&rules::UNKNOWN_CHILD, Span::default(), message);
        return Err(finding.help(help).into());
    }
    Ok(())
}

fn plan_child<'p>(
    session: &mut Session<'p>,
    unit: &Unit<'p>,
    (name, kind, span): (&str, Opaque, Span),
    child: Option<&'p Child>,
    whole: &mut Structure,
    depth: u32,
) -> Outcome<ChildPlan<'p>> {
    let is_shader = kind == Opaque::Shader;
    let refuse = |message: String, help: &str| {
        Err(unit.source.finding(&rules::CHILD, span, message).help(help.to_owned()).into())
    };
    Ok(match child {
        None if session.options.other_children == OtherChildren::Import => ChildPlan::Import,
        None if is_shader => ChildPlan::Texture { texture: None, sampler: None },
        None => {
            let message = format!("nothing is said of the child `{name}`, which is a {}", kind.name());
            return refuse(message, "name a program or a color for it: the target has no imported functions");
        }
        Some(Child::Import) => ChildPlan::Import,
        Some(Child::Color(color)) => ChildPlan::Color(*color),
        Some(Child::Texture { texture, sampler }) if is_shader => {
            ChildPlan::Texture { texture: *texture, sampler: *sampler }
        }
        Some(Child::Texture { .. }) => {
            let message = format!("the child `{name}` is a {}, found a texture", kind.name());
            return refuse(message, "name a program, a color or an imported function for it");
        }
        Some(Child::Program(inner)) => {
            let expected = match kind {
                Opaque::ColorFilter => ProgramKind::COLOR_FILTER,
                Opaque::Blender => ProgramKind::BLENDER,
                _ => ProgramKind::SHADER,
            };
            if inner.program.kind != expected {
                let found = inner.program.kind;
                let message =
                    format!("the child `{name}` is a {}, found a program of the kind `{found}`", kind.name());
                return refuse(message, "name a program of the kind that the declaration has");
            }
            if depth >= CHILD_DEPTH {
                let message = format!("children have children more than {CHILD_DEPTH} deep");
                return refuse(message, "draw one of them first, and give its picture as a texture");
            }
            let path = format!("{name}.");
            let planned = plan(session, (&inner.program, &inner.children), path, whole, depth + 1);
            ChildPlan::Program(Box::new(
                planned.map_err(|finding| in_child(unit.source, *finding, name, span))?,
            ))
        }
    })
}

/// A finding in a child, at the declaration of the child: the place in its own source is a note.
pub(crate) fn in_child(
    source: Source<'_>,
    mut finding: Diagnostic,
    name: &str,
    span: Span,
) -> Box<Diagnostic> {
    let place = match finding.location.line_column {
        Some((line, column)) => {
            format!("in the program of the child `{name}`, at line {line}, column {column}")
        }
        None => format!("in the program of the child `{name}`"),
    };
    finding.location = source.finding(&rules::CHILD, span, "").location;
    finding.labels.clear();
    finding.note(place).into()
}

/// Declares the block of uniforms.
pub(crate) fn declare_block(session: &mut Session<'_>, whole: &Structure) -> Outcome<()> {
    if session.members.is_empty() {
        return Ok(());
    }
    let layout = session.options.layout;
    let members = session.members.clone();
    let mut types = Vec::with_capacity(members.len());
    for member in &members {
        types.push(session.in_form(member.source, member.ty, Form::Block, Span::default())?);
    }
    let structure = session.b.new_structure(&types);
    session.b.name(structure, "Uniforms");
    session.b.decorate(structure, decoration::BLOCK, &[]);
    for (index, member) in (0..).zip(&members) {
        let Some(uniform) = session.interface.uniforms.get(index as usize) else { continue };
        let (name, offset) = (uniform.name.replace('.', "_"), uniform.offset);
        session.b.name_member(structure, index, &name);
        session.place_member(member.source, (structure, index), member.ty, offset, layout);
        session.relax_member(member.source, (structure, index), member.ty);
    }
    let place = session.options.uniforms;
    let class = match place {
        UniformPlace::Buffer { .. } => storage_class::UNIFORM,
        UniformPlace::PushConstants => storage_class::PUSH_CONSTANT,
    };
    let variable = session.global(structure, class, "uniforms");
    if let UniformPlace::Buffer { set, binding } = place {
        session.take_binding([set, binding]);
        session.bind(variable, [set, binding]);
    }
    session.block = Some(variable);
    let align = if layout == UniformLayout::Skia { 4 } else { 16 };
    let size = aligned(whole.next(), align) as u32;
    session.interface.block = Some(UniformBlock { place, size });
    Ok(())
}
