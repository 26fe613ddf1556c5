//! Interfaces of linked programs: `tests/link/NAME.glsl` has the texts of a part, `NAME.out` what the modules declare and what is
//! said of them. The name of the part says how it is compiled: `program`, `split` for samplers taken apart, `vulkan` for texts that
//! are taken as they stand. With `GLASSBOX_BLESS=1` the results are written anew.

use std::fmt::Write as _;

use glassbox_glsl::language::Api;
use glassbox_glsl::{Compiled, CompiledStage, Interface, Options};
use glassbox_spirv::check::{CheckOptions, check_module};
use glassbox_spirv::reflect::{Length, Member, Reflection, TypeId, TypeKind, Variable};

use crate::support;

#[test]
fn programs_are_linked_as_expected() {
    let mut wrong: Vec<String> = Vec::new();
    for path in support::files("link", "glsl") {
        let text = std::fs::read_to_string(&path).expect("the case is read");
        let mut found = String::new();
        for (name, part) in support::parts(&text) {
            let options = Options {
                interface: match name.as_str() {
                    name if name.starts_with("split") => Interface::Separated,
                    name if name.starts_with("vulkan") => Interface::Stated,
                    _ => Interface::Completed,
                },
                api: if name.starts_with("vulkan") { Api::Vulkan } else { Api::Any },
                ..Options::default()
            };
            let compiled = part.compile(&options);
            let _ = writeln!(found, "==== {name}");
            for stage in &compiled.stages {
                found.push_str(&shown(stage));
            }
            for finding in compiled.findings.items() {
                found.push_str(&support::shown(finding, &compiled.sources));
            }
            wrong.extend(errors(&format!("{} {name}", path.display()), &compiled));
        }
        support::compare(&path.with_extension("out"), &found);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is wrong with the modules of a program.
pub(crate) fn errors(name: &str, compiled: &Compiled) -> Vec<String> {
    let mut errors = Vec::new();
    for stage in &compiled.stages {
        let findings = check_module(&stage.module, &CheckOptions::new(Options::default().environment));
        let wrong = findings.iter().filter(|one| one.severity == glassbox_core::diagnostic::Severity::Error);
        errors.extend(wrong.map(|one| format!("{name}: {}: {}", stage.stage, one.message)));
    }
    errors
}

/// What a module declares: inputs, outputs, resources with their members, and what linking says of samplers.
pub(crate) fn shown(stage: &CompiledStage) -> String {
    let words = stage.module.words().expect("the module has words");
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let reflection = glassbox_spirv::reflect(&bytes).expect("the words are a module");
    let mut lines: Vec<String> =
        reflection.variables.iter().filter_map(|variable| declared(&reflection, variable)).collect();
    lines.sort();
    let mut out = format!("== {}\n{}", stage.stage, lines.concat());
    for one in &stage.combined {
        let (texture, sampler) = (one.texture_place, one.sampler_place);
        let _ = writeln!(
            out,
            "{} at {}.{}, {} at {}.{}",
            one.name, texture.set, texture.binding, one.sampler, sampler.set, sampler.binding
        );
    }
    for place in &stage.explicit {
        let _ = writeln!(out, "explicit {}.{}", place.set, place.binding);
    }
    out
}

fn declared(reflection: &Reflection, variable: &Variable) -> Option<String> {
    const CLASSES: [(u32, &str); 6] =
        [(0, "resource"), (1, "in"), (2, "block"), (3, "out"), (9, "push"), (12, "storage")];
    let (_, class) = CLASSES.iter().find(|(class, _)| *class == variable.class)?;
    let mut line = (*class).to_owned();
    for (name, number) in [
        ("location", variable.location),
        ("component", variable.component),
        ("index", variable.index),
        ("set", variable.set),
        ("binding", variable.binding),
        ("built-in", variable.built_in),
    ] {
        if let Some(number) = number {
            let _ = write!(line, " {name} {number}");
        }
    }
    for (name, is_so) in [("flat", variable.flat), ("patch", variable.patch)] {
        if is_so {
            let _ = write!(line, " {name}");
        }
    }
    let pointee = match reflection.ty(variable.ty) {
        TypeKind::Pointer { target, .. } => *target,
        _ => variable.ty,
    };
    let name = variable.name.as_deref().unwrap_or_default();
    let _ = writeln!(line, " {} {name}", ty(reflection, pointee));
    for member in reflection.members(pointee) {
        let _ = writeln!(line, "    {}", shown_member(reflection, member));
    }
    Some(line)
}

fn shown_member(reflection: &Reflection, member: &Member) -> String {
    let mut line = format!("{} {}", ty(reflection, member.ty), member.name.as_deref().unwrap_or_default());
    for (name, number) in
        [("offset", member.offset), ("location", member.location), ("built-in", member.built_in)]
    {
        if let Some(number) = number {
            let _ = write!(line, " {name} {number}");
        }
    }
    line
}

fn ty(reflection: &Reflection, id: TypeId) -> String {
    match reflection.ty(id) {
        TypeKind::Bool => "bool".to_owned(),
        TypeKind::Int { width, signed } => format!("{}{width}", if *signed { "i" } else { "u" }),
        TypeKind::Float { width } => format!("f{width}"),
        TypeKind::Vector { component, count } => format!("{}x{count}", ty(reflection, *component)),
        TypeKind::Matrix { column, count } => format!("{}x{count}", ty(reflection, *column)),
        TypeKind::Array { element, length, .. } => {
            let length = match length {
                Length::Fixed(length) => length.to_string(),
                _ => "?".to_owned(),
            };
            format!("{}[{length}]", ty(reflection, *element))
        }
        TypeKind::RuntimeArray { element, .. } => format!("{}[]", ty(reflection, *element)),
        TypeKind::Struct { .. } => {
            let name = reflection.types.get(id.0 as usize).and_then(|ty| ty.name.as_deref());
            format!("struct {}", name.unwrap_or_default())
        }
        TypeKind::Image { dim, arrayed, .. } => format!("image{dim}{}", if *arrayed { "[]" } else { "" }),
        TypeKind::Sampler => "sampler".to_owned(),
        TypeKind::SampledImage { image } => format!("sampled {}", ty(reflection, *image)),
        _ => "other".to_owned(),
    }
}
