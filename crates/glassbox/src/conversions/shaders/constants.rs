//! Reads values for specialization constants, `NAME=VALUE`.

use std::collections::BTreeMap;

use glassbox_decompile::{SpecializationConstant, specialization_constants};
use glassbox_spirv::module::{Module, Type};

use crate::conversions::ConversionError;

/// Bits of values by `SpecId`. A constant is called by its name or its number.
pub(super) fn read(module: &Module, given: &[String]) -> Result<BTreeMap<u32, u64>, ConversionError> {
    let known = if given.is_empty() { Vec::new() } else { specialization_constants(module) };
    let mut values = BTreeMap::new();
    for one in given {
        let refuse = |message: String| Err(ConversionError::Option(format!("--set {one}: {message}")));
        let Some((name, value)) = one.split_once('=') else {
            return refuse("expected NAME=VALUE, such as COUNT=4".to_owned());
        };
        let (name, value) = (name.trim(), value.trim());
        let named = known.iter().find(|constant| constant.name == name);
        let number = || name.parse().ok();
        let Some(constant) =
            named.or_else(|| known.iter().find(|constant| number() == Some(constant.number)))
        else {
            return refuse(format!("the module has no specialization constant {name:?}; {}", list(&known)));
        };
        match bits(&constant.ty, value) {
            Ok(bits) => drop(values.insert(constant.number, bits)),
            Err(expected) => return refuse(format!("found {value:?}, expected {expected}")),
        }
    }
    Ok(values)
}

fn list(known: &[SpecializationConstant]) -> String {
    if known.is_empty() {
        return "it has none".to_owned();
    }
    let name = |constant: &SpecializationConstant| match constant.name.as_str() {
        "" => constant.number.to_string(),
        name => format!("{name} ({})", constant.number),
    };
    format!("there are {}", known.iter().map(name).collect::<Vec<_>>().join(", "))
}

/// Bits of a value of a type; what was expected otherwise.
fn bits(ty: &Type<'_>, value: &str) -> Result<u64, String> {
    match *ty {
        Type::Bool => match value {
            "true" | "1" => Ok(1),
            "false" | "0" => Ok(0),
            _ => Err("true or false".to_owned()),
        },
        Type::Int { width, signed } => {
            let width = width.clamp(1, 64);
            let (least, most) = if signed {
                (-1i128 << (width - 1), (1i128 << (width - 1)) - 1)
            } else {
                (0, (1i128 << width) - 1)
            };
            let parsed = match value.strip_prefix("0x") {
                Some(digits) => i128::from_str_radix(digits, 16).ok(),
                None => value.parse().ok(),
            };
            let mask = u64::MAX >> (64 - width);
            let fitting = parsed.filter(|number: &i128| (least..=most).contains(number));
            fitting
                .map(|number| number as u64 & mask)
                .ok_or_else(|| format!("an integer from {least} to {most}"))
        }
        Type::Float { width: 64, encoding: None } => {
            value.parse().map(f64::to_bits).map_err(|_| "a number".to_owned())
        }
        Type::Float { width: 32, encoding: None } => {
            value.parse().map(|number: f32| u64::from(number.to_bits())).map_err(|_| "a number".to_owned())
        }
        _ => Err("no value: constants of this type cannot be set".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::bits;
    use glassbox_spirv::module::Type;

    #[test]
    fn values_become_the_bits_of_their_types() {
        let int = |width, signed| Type::Int { width, signed };
        let float = |width| Type::Float { width, encoding: None };
        for (ty, value, expected) in [
            (Type::Bool, "true", Ok(1)),
            (Type::Bool, "2", Err("true or false")),
            (int(32, true), "-1", Ok(0xffff_ffff)),
            (int(32, true), "2147483648", Err("an integer from -2147483648 to 2147483647")),
            (int(32, false), "0x10", Ok(16)),
            (int(32, false), "-1", Err("an integer from 0 to 4294967295")),
            (int(16, true), "-32768", Ok(0x8000)),
            (int(64, false), "18446744073709551615", Ok(u64::MAX)),
            (int(64, true), "-9223372036854775808", Ok(1 << 63)),
            (float(32), "1.5", Ok(0x3fc0_0000)),
            (float(64), "-2", Ok(0xc000_0000_0000_0000)),
            (float(32), "x", Err("a number")),
        ] {
            assert_eq!(bits(&ty, value), expected.map_err(str::to_owned), "{value}");
        }
        assert!(bits(&float(16), "1").is_err());
    }
}
