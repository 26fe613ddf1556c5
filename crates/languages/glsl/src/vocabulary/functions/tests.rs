//! The tables, held to a peer: for each form of each function, whether a call of it compiles.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::process::Command;
use std::rc::Rc;

use glassbox_core::stage::Stage;

use super::{Intrinsic, Signature, Wanted, signatures, table};
use crate::language::{Api, Behaviour, Environment};
use crate::model::{Direction, Program};
use crate::preprocess::Version;
use crate::types::{Scalar, Type, Types};
use crate::vocabulary::type_names;
use crate::vocabulary::words::Standing;

/// Versions with their profile, stages, and extensions that are on.
const ENVIRONMENTS: [(u16, &str, Stage, &[&str]); 16] = [
    (110, "", Stage::Vertex, &[]),
    (120, "", Stage::Fragment, &[]),
    (130, "", Stage::Fragment, &[]),
    (150, "", Stage::Vertex, &[]),
    (150, "", Stage::Fragment, &["GL_ARB_gpu_shader5", "GL_ARB_texture_gather", "GL_ARB_gpu_shader_fp64"]),
    (330, "core", Stage::Geometry, &[]),
    (400, "core", Stage::TessellationControl, &["GL_ARB_derivative_control"]),
    (420, "core", Stage::TessellationEvaluation, &["GL_ARB_shading_language_packing"]),
    (430, "core", Stage::Compute, &[]),
    (450, "compatibility", Stage::Fragment, &["GL_ARB_sparse_texture2", "GL_ARB_sparse_texture_clamp"]),
    (460, "core", Stage::Fragment, &["GL_EXT_shader_explicit_arithmetic_types", "GL_EXT_texture_shadow_lod"]),
    (100, "", Stage::Vertex, &[]),
    (100, "", Stage::Fragment, &["GL_OES_standard_derivatives", "GL_EXT_shader_texture_lod"]),
    (300, "es", Stage::Fragment, &[]),
    (310, "es", Stage::Compute, &["GL_OES_shader_image_atomic"]),
    (320, "es", Stage::Fragment, &[]),
];

/// Where glslang differs from the specification, which the tables follow: versions, and beginnings of names. It wants an
/// extension for levels of detail in vertex shaders, keeps the oldest functions where they have a bias, packs doubles where
/// there are none, and has two functions without their extension.
const PECULIAR: [(std::ops::RangeInclusive<u16>, &[&str]); 5] = [
    (150..=330, &["fma"]),
    (450..=460, &["swizzleInvocationsMaskedAMD"]),
    (110..=120, &["shadow1D", "shadow2D", "texture1D", "texture2D", "texture3D", "textureCube"]),
    (150..=330, &["packDouble2x32"]),
    (420..=460, &["shadow1D", "shadow2D", "texture1D", "texture2D", "texture3D", "textureCube("]),
];

/// A program without anything in it.
fn program(environment: Environment) -> Program {
    Program {
        environment,
        tokens: Rc::from(Vec::new()),
        types: Types::default(),
        globals: Vec::new(),
        functions: Vec::new(),
        expressions: Vec::new(),
        constants: Vec::new(),
        modes: Default::default(),
        extensions: Vec::new(),
        main: None,
    }
}

fn environment(number: u16, profile: &str, stage: Stage, extensions: &[&'static str]) -> Environment {
    let is_embedded = profile == "es" || number == 100;
    let version = Version { number, is_embedded, is_compatible: profile == "compatibility" };
    let mut environment = Environment::new(version, stage, Api::OpenGl);
    for extension in extensions {
        environment.set(extension, Behaviour::Enable);
    }
    environment
}

/// A form as text, without its result.
fn form(program: &Program, name: &str, signature: &Signature) -> (String, Vec<String>) {
    let types: Vec<String> =
        signature.parameters.iter().map(|parameter| program.type_name(parameter.ty)).collect();
    (format!("{name}({})", types.join(", ")), types)
}

/// Functions whose arguments have to be variables of some kind, or that stand where nothing else does.
fn needs_more(intrinsic: Intrinsic) -> bool {
    let name = format!("{intrinsic:?}");
    ["Atomic", "ImageAtomic", "Interpolate", "Barrier", "BeginInv", "EndInv", "SubpassLoad"]
        .iter()
        .any(|prefix| name.starts_with(prefix))
        || name.contains("Barrier")
}

/// Whether only extensions have a function. GLSL ES of glslang has many of them without asking for the extension.
fn is_of_extensions(name: &str) -> bool {
    let plain = [(460, "compatibility"), (100, ""), (320, "es")];
    let plain = plain.map(|(number, profile)| environment(number, profile, Stage::Fragment, &[]));
    let has = |environment: &Environment| {
        table::rows(name).iter().any(|row| row.condition.cases.holds(environment))
    };
    !plain.iter().any(has)
}

/// Every form that some environment has.
fn all_forms() -> BTreeMap<String, (&'static str, Vec<String>, Signature)> {
    let extensions: BTreeSet<&'static str> = table::names()
        .flat_map(table::rows)
        .flat_map(|row| row.condition.cases.extensions())
        .filter(|name| !name.starts_with("GL_NV_gpu_shader5"))
        .collect();
    let extensions: Vec<&'static str> = extensions.into_iter().collect();
    let mut forms = BTreeMap::new();
    for (number, profile, stage, _) in ENVIRONMENTS {
        let environment = environment(number, profile, stage, &extensions);
        let mut program = program(environment.clone());
        for name in table::names() {
            for signature in signatures(name, &environment, &mut program.types, &[], Wanted::All) {
                if !needs_more(signature.intrinsic) {
                    let (text, types) = form(&program, name, &signature);
                    forms.insert(text, (name, types, signature));
                }
            }
        }
    }
    forms
}

/// A call of a form in a function of its own.
fn call(name: &str, types: &[String], signature: &Signature, is_embedded: bool) -> String {
    let mut parameters = Vec::new();
    let mut arguments = Vec::new();
    for (index, (ty, parameter)) in types.iter().zip(&signature.parameters).enumerate() {
        if ty == "ivec2[4]" {
            arguments.push("ivec2[4](ivec2(0), ivec2(0), ivec2(0), ivec2(0))".to_owned());
        } else if parameter.is_constant {
            arguments.push(format!("{ty}(0)"));
        } else {
            let direction = if parameter.direction == Direction::In { "in" } else { "inout" };
            let has_precision = is_embedded
                && (parameter.ty.is_opaque() || parameter.ty.scalar().is_some_and(|s| s != Scalar::Bool));
            let precision = if has_precision { "highp " } else { "" };
            parameters.push(format!("{direction} {precision}{ty} a{index}"));
            arguments.push(format!("a{index}"));
        }
    }
    format!("{}) {{ {name}({}); }}", parameters.join(", "), arguments.join(", "))
}

/// Forms of which glslang and the tables differ: those that it takes and they do not have, and the other way round.
fn differences(number: u16, profile: &str, stage: Stage, extensions: &[&'static str]) -> Vec<String> {
    let environment = environment(number, profile, stage, extensions);
    let mut program = program(environment.clone());
    let mut source = format!("#version {number} {profile}\n");
    for extension in extensions {
        writeln!(source, "#extension {extension} : enable").expect("a string takes everything");
    }
    let first = source.lines().count();
    let mut declared = Vec::new();
    let mut words = crate::vocabulary::words::words();
    for (text, (name, types, signature)) in &all_forms() {
        let mut is_keyword = |ty: &String| {
            let base = ty.split('[').next().unwrap_or(ty);
            type_names::find(&words.get(base), &environment)
                .is_some_and(|(_, standing)| standing == Standing::Keyword)
        };
        if !types.iter().all(&mut is_keyword) || environment.is_embedded() && is_of_extensions(name) {
            continue;
        }
        let forms = signatures(name, &environment, &mut program.types, &[], Wanted::All);
        let own = forms.iter().find(|own| form(&program, name, own).0 == *text);
        let call = call(name, types, own.unwrap_or(signature), environment.is_embedded());
        writeln!(source, "void f{}({call}", declared.len()).expect("a string takes everything");
        let converts = environment.is_since(120, 0);
        let is_near = converts && forms.iter().any(|own| is_convertible(signature, own));
        declared.push((text.clone(), own.is_some(), is_near));
    }
    source.push_str("void main() {}\n");
    let refused = refused_lines(&source, stage);
    let mut differences = Vec::new();
    for (index, (text, is_declared, is_near)) in declared.iter().enumerate() {
        let is_taken = !refused.contains(&(first + 1 + index));
        let is_peculiar = PECULIAR.iter().any(|(versions, names)| {
            versions.contains(&number) && names.iter().any(|name| text.starts_with(name))
        });
        if is_taken != *is_declared && !*is_near && !is_peculiar {
            differences.push(format!("{number} {profile} {stage:?}: {text}: taken {is_taken}"));
        }
    }
    differences
}

/// Whether arguments of one form may convert to those of another.
fn is_convertible(from: &Signature, to: &Signature) -> bool {
    let rank = |ty: Type| match ty.scalar() {
        Some(Scalar::Int) => Some(1),
        Some(Scalar::Uint) => Some(2),
        Some(Scalar::Float) => Some(3),
        Some(Scalar::Double) => Some(4),
        _ => None,
    };
    let is_convertible = |from: Type, to: Type| {
        from == to
            || rank(from) < rank(to)
                && rank(from).is_some()
                && from.with_scalar(Scalar::Int) == to.with_scalar(Scalar::Int)
    };
    let pairs = || from.parameters.iter().zip(&to.parameters);
    from.parameters.len() == to.parameters.len()
        && (pairs().all(|(from, to)| match to.direction {
            Direction::Out => is_convertible(to.ty, from.ty),
            _ => is_convertible(from.ty, to.ty),
        }))
}

/// Lines of a text that glslang refuses.
fn refused_lines(source: &str, stage: Stage) -> BTreeSet<usize> {
    let ending = match stage {
        Stage::Vertex => "vert",
        Stage::TessellationControl => "tesc",
        Stage::TessellationEvaluation => "tese",
        Stage::Geometry => "geom",
        Stage::Compute => "comp",
        _ => "frag",
    };
    let name = format!("glassbox-functions-{}-{stage:?}.{ending}", std::process::id());
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, source).expect("the folder for temporary files takes one");
    let output =
        Command::new("glslangValidator").arg("-C").arg(&path).output().expect("glslangValidator runs");
    std::fs::remove_file(&path).expect("the file is there");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = |line: &str| line.strip_prefix("ERROR: ")?.split(':').nth(1)?.parse().ok();
    let lines: BTreeSet<usize> = text.lines().filter_map(line).collect();
    let broken = text.lines().filter(|text| text.contains("syntax error")).find_map(line);
    let broken = broken.and_then(|number: usize| source.lines().nth(number - 1));
    assert_eq!(broken, None, "the source is no GLSL");
    lines
}

#[test]
#[ignore = "needs glslangValidator (Debian: glslang-tools)"]
fn needs_glslang_forms() {
    let mut all = Vec::new();
    for (number, profile, stage, extensions) in ENVIRONMENTS {
        all.extend(differences(number, profile, stage, extensions));
    }
    assert!(all.is_empty(), "{} differences:\n{}", all.len(), all.join("\n"));
}
