//! Every builtin function in every overload: it runs, or it is one of those that need a device.

use std::sync::Arc;

use glassbox_sksl::builtin::{Module, NumberKind, Overload, Type, Types};
use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl_eval::{Code, Effect, Settings, rules};
use glassbox_sksl_lang::{Options, compile};

/// Functions that a device supplies.
const DEVICE: [&str; 6] =
    ["interpolateAtOffset", "interpolateAtSample", "makeSampler2D", "sample", "subpassLoad", "textureSize"];

/// The type that a parameter or result has when the generics stand for their members at a place.
fn settled(ty: Type, place: usize) -> Option<Type> {
    match ty {
        Type::Generic(generic) => generic.members().get(place).copied(),
        other => Some(other),
    }
}

/// A program that calls an overload; none when the generics have no member at the place.
fn source(name: &str, overload: &Overload, place: usize, is_fragment: bool) -> Option<String> {
    let types = Types::new();
    let mut declarations = String::new();
    let mut arguments = Vec::new();
    for (number, parameter) in overload.parameters.iter().enumerate() {
        let ty = settled(parameter.ty, place)?;
        let type_name = types.name(ty);
        if ty.is_opaque() {
            declarations = format!("uniform {type_name} o{number}; ") + &declarations;
            arguments.push(format!("o{number}"));
            continue;
        }
        let value = match ty.scalar()?.kind() {
            NumberKind::Boolean => "true",
            _ => "k",
        };
        declarations += &format!("{type_name} a{number}() {{ return {type_name}({type_name}({value})); }} ");
        arguments.push(if parameter.is_out { "stored".to_owned() } else { format!("a{number}()") });
    }
    let result = settled(overload.result, place)?;
    let component = match result {
        Type::Matrix(..) => "r[0][0]",
        Type::Vector(..) => "r.x",
        Type::Scalar(_) => "r",
        _ => return None,
    };
    let stored = overload.parameters.iter().find(|parameter| parameter.is_out);
    let stored = stored.and_then(|parameter| settled(parameter.ty, place));
    let stored = stored.map_or(String::new(), |ty| format!("{} stored; ", types.name(ty)));
    let main = if is_fragment { "half4 main()" } else { "half4 main(float2 p)" };
    Some(format!(
        "uniform float k; {declarations} {main} {{ {stored}{} r = {name}({}); return half4(half(float({component}))); }}",
        types.name(result),
        arguments.join(", "),
    ))
}

#[test]
fn every_overload_runs() {
    let mut ran = 0;
    for (module, kind) in [(Module::Public, ProgramKind::SHADER), (Module::Gpu, ProgramKind::FRAGMENT)] {
        for function in module.functions().iter().filter(|function| !function.name.starts_with('$')) {
            for overload in function.overloads {
                let generics =
                    overload.parameters.iter().any(|parameter| matches!(parameter.ty, Type::Generic(_)));
                for place in 0..if generics { 9 } else { 1 } {
                    let Some(source) = source(function.name, overload, place, kind == ProgramKind::FRAGMENT)
                    else {
                        continue;
                    };
                    let compilation = compile(&source, &Options::new(kind));
                    let Some(program) = compilation.program else {
                        let opaque = overload.parameters.iter().any(|parameter| parameter.ty.is_opaque());
                        assert!(opaque, "{source}: {:?}", compilation.findings);
                        continue;
                    };
                    match Code::compile(&program, &Settings::default()) {
                        Ok(code) => {
                            let mut effect = Effect::new(Arc::new(code));
                            // Functions whose result does not depend on the number may have lost it.
                            let _ = effect.set_uniform("k", &[0.5]);
                            effect.color([0.0; 4], [0.0; 4]).expect("a colour");
                            assert!(!DEVICE.contains(&function.name), "{source}");
                            ran += 1;
                        }
                        Err(findings) => {
                            let is_known = DEVICE.contains(&function.name);
                            assert!(
                                is_known && findings[0].rule.id == rules::DEVICE.id,
                                "{source}: {findings:?}"
                            );
                        }
                    }
                }
            }
        }
    }
    assert!(ran > 1000, "{ran} calls ran");
}
