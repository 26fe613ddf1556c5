//! SKSL-PRG-03: checks the function `main`.

use glassbox_core::diagnostic::Severity;

use super::{Checker, Finding};
use crate::builtin::{FLOAT2, FLOAT4, HALF4, Type};
use crate::model::ModelNode;
use crate::raw::{ModifierFlags, ProgramKind};
use crate::rules;
use crate::view::{Element, Symbol};

/// Signature of `main`.
struct Main {
    result: Type,
    /// Type, `in` and `out` of each parameter.
    parameters: Vec<(Type, ModifierFlags)>,
}

pub(super) fn check(checker: &mut Checker<'_, '_>) {
    let model = checker.model;
    let Some(kind) = model.kind() else {
        return;
    };
    let Some(expected) = expected(kind) else {
        return;
    };
    if !model.is_whole {
        return;
    }
    let mut any = false;
    let mut functions = 0;
    for element in model.children(model.elements()) {
        let Element::FunctionDefinition { declaration, .. } = model.element(element) else {
            continue;
        };
        let at = model.definition(declaration);
        functions += 1;
        // A dangling definition may have been that of `main`.
        let Symbol::FunctionDeclaration { name, .. } = model.symbol(at) else {
            any = true;
            continue;
        };
        if model.text(name) != b"main" {
            continue;
        }
        any = true;
        if let Some(main) = read(checker, at)
            && !main_fits(kind, main.result, &main.parameters)
        {
            let parameters: Vec<String> = main
                .parameters
                .iter()
                .map(|&(ty, ways)| match ways {
                    ModifierFlags(0) => checker.show(ty).into_owned(),
                    ways => format!("{ways} {}", checker.show(ty)),
                })
                .collect();
            let found = format!("{} main({})", checker.show(main.result), parameters.join(", "));
            let finding = Finding::new(
                &rules::MAIN_SIGNATURE,
                at,
                format!("found `{found}`, expected `{expected}` in a {kind} program"),
            );
            checker.report(finding);
        }
    }
    if !any {
        let mut finding = Finding::new(
            &rules::MAIN_SIGNATURE,
            model.elements(),
            format!("found no function main, expected `{expected}` in a {kind} program"),
        )
        .help("a program without main cannot be run; compile its source with one");
        if functions == 0 {
            finding.severity = Some(Severity::Info);
            finding =
                finding.note("Skia's compiler accepts a source without main and drops all of its functions");
        }
        checker.report(finding);
    }
}

fn read(checker: &Checker<'_, '_>, at: ModelNode) -> Option<Main> {
    let model = checker.model;
    const WAYS: u32 = ModifierFlags::IN.0 | ModifierFlags::OUT.0 | ModifierFlags::CONST.0;
    let parameter = |id| match model.symbol(model.definition(id)) {
        Symbol::Variable { modifiers, ty, .. } => {
            let flags = model.modifiers(modifiers).flags.0;
            Some((checker.known(ty)?, ModifierFlags(flags & WAYS)))
        }
        _ => None,
    };
    Some(Main {
        result: checker.known(at)?,
        parameters: model.parameters(at).map(parameter).collect::<Option<_>>()?,
    })
}

/// Expected signature of `main` in words; `None` if not required or if the kind is not in version 8.
fn expected(kind: ProgramKind) -> Option<&'static str> {
    Some(match kind {
        ProgramKind::FRAGMENT => "main() or main(float2)",
        ProgramKind::VERTEX => "void main()",
        ProgramKind::COLOR_FILTER => "half4 main(half4)",
        ProgramKind::SHADER => "half4 main(float2) or half4 main(float2, half4)",
        ProgramKind::BLENDER => "half4 main(half4, half4)",
        ProgramKind::MESH_VERTEX => "float2 main(Attributes, out Varyings)",
        ProgramKind::MESH_FRAGMENT => "float2 main(Varyings) or float2 main(Varyings, out half4)",
        _ => return None,
    })
}

/// True if programs of this kind require a `main`.
pub fn needs_main(kind: ProgramKind) -> bool {
    expected(kind).is_some()
}

/// True if a function with this result and these parameters is a valid `main`, for a kind that requires one.
/// Considers only the parameter modifiers `in`, `out` and `const`.
pub fn main_fits(kind: ProgramKind, result: Type, parameters: &[(Type, ModifierFlags)]) -> bool {
    const IN: ModifierFlags = ModifierFlags(0);
    let is_color = |ty| ty == HALF4 || ty == FLOAT4;
    let returns_color = is_color(result);
    match (kind, parameters) {
        (ProgramKind::FRAGMENT, []) => true,
        (ProgramKind::FRAGMENT, &[(ty, IN)]) => ty == FLOAT2,
        (ProgramKind::VERTEX, []) => result.is_void(),
        (ProgramKind::COLOR_FILTER, &[(color, IN)]) => returns_color && is_color(color),
        (ProgramKind::SHADER, &[(place, IN)]) => returns_color && place == FLOAT2,
        (ProgramKind::SHADER, &[(place, IN), (color, IN)]) => {
            returns_color && place == FLOAT2 && is_color(color)
        }
        (ProgramKind::BLENDER, &[(source, IN), (target, IN)]) => {
            returns_color && is_color(source) && is_color(target)
        }
        (ProgramKind::MESH_VERTEX, &[(attributes, IN), (varyings, ModifierFlags::OUT)]) => {
            result == FLOAT2 && attributes.is_struct() && varyings.is_struct()
        }
        (ProgramKind::MESH_FRAGMENT, &[(varyings, IN), ref rest @ ..]) => {
            let is_place = result == FLOAT2 || result.is_void();
            let rest_fits = match rest {
                [] => true,
                &[(color, ModifierFlags::OUT)] => is_color(color),
                _ => false,
            };
            is_place && varyings.is_struct() && rest_fits
        }
        _ => false,
    }
}
