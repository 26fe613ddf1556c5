//! Decodes and prints parameters of shader model 2 and 3.

use std::fmt::Write as _;

use super::Version;
use crate::operand::{Word, number};

/// Names of declaration usages.
const USAGES: [&str; 14] = [
    "position",
    "blendweight",
    "blendindices",
    "normal",
    "psize",
    "texcoord",
    "tangent",
    "binormal",
    "tessfactor",
    "positiont",
    "color",
    "fog",
    "depth",
    "sample",
];

/// A parameter: a register with components and modifiers.
pub(super) struct Parameter {
    token: u32,
    /// Register for relative addressing.
    relative: Option<u32>,
}

impl Parameter {
    /// Decodes a parameter; returns the remaining words.
    pub(super) fn read(words: &[Word]) -> (Parameter, &[Word]) {
        let token = words.first().map_or(0, |word| number(*word));
        let rest = words.get(1..).unwrap_or_default();
        match (token >> 13 & 1, rest.split_first()) {
            (1, Some((relative, rest))) => {
                let relative = Some(number(*relative));
                (Parameter { token, relative }, rest)
            }
            _ => (Parameter { token, relative: None }, rest),
        }
    }

    /// Suffix it adds to the mnemonic, as destination.
    pub(super) fn suffix(&self) -> &'static str {
        match self.token >> 20 & 7 {
            1 => "_sat",
            2 => "_pp",
            3 => "_sat_pp",
            4 => "_centroid",
            _ => "",
        }
    }

    pub(super) fn destination(&self, out: &mut String, version: Version) {
        self.register(out, version);
        let mask = self.token >> 16 & 15;
        if mask != 15 && mask != 0 {
            out.push('.');
            out.extend((0..).zip("xyzw".chars()).filter(|(bit, _)| mask >> bit & 1 == 1).map(|(_, c)| c));
        }
    }

    pub(super) fn source(&self, out: &mut String, version: Version) {
        let (before, behind) = match self.token >> 24 & 15 {
            1 => ("-", ""),
            2 => ("", "_bias"),
            3 => ("-", "_bias"),
            4 => ("", "_bx2"),
            5 => ("-", "_bx2"),
            6 => ("1-", ""),
            7 => ("", "_x2"),
            8 => ("-", "_x2"),
            9 => ("", "_dz"),
            10 => ("", "_dw"),
            11 => ("", "_abs"),
            12 => ("-", "_abs"),
            13 => ("!", ""),
            _ => ("", ""),
        };
        out.push_str(before);
        self.register(out, version);
        out.push_str(behind);
        swizzle(out, self.token >> 16 & 0xff);
    }

    fn register(&self, out: &mut String, version: Version) {
        let kind = self.token >> 28 & 7 | (self.token >> 11 & 3) << 3;
        let place = self.token & 0x7ff;
        let name = match kind {
            0 => "r",
            1 => "v",
            2 => "c",
            3 if version.is_pixel => "t",
            3 => "a",
            4 => {
                let named = ["oPos", "oFog", "oPts"].get(place as usize);
                out.push_str(named.copied().unwrap_or("oRast"));
                return;
            }
            5 => "oD",
            6 if version.major >= 3 => "o",
            6 => "oT",
            7 => "i",
            8 => "oC",
            9 => {
                out.push_str("oDepth");
                return;
            }
            10 => "s",
            14 => "b",
            15 => {
                out.push_str("aL");
                return;
            }
            17 => {
                out.push_str(if place == 0 { "vPos" } else { "vFace" });
                return;
            }
            18 => "l",
            19 => "p",
            _ => "?",
        };
        let _ = write!(out, "{name}{place}");
        if let Some(token) = self.relative {
            let relative = Parameter { token, relative: None };
            out.push('[');
            relative.source(out, version);
            out.push(']');
        }
    }
}

/// Prints a swizzle: nothing for identity, one letter if all are equal.
fn swizzle(out: &mut String, bits: u32) {
    const IN_PLACE: u32 = 0xe4;
    if bits == IN_PLACE {
        return;
    }
    let letters = [0, 2, 4, 6].map(|shift| ['x', 'y', 'z', 'w'][(bits >> shift & 3) as usize]);
    out.push('.');
    if letters.iter().all(|letter| *letter == letters[0]) {
        out.push(letters[0])
    } else {
        out.extend(letters)
    }
}

/// Prints the rest of a declaration: dimension of a sampler, usage of an input or output.
pub(super) fn declaration(out: &mut String, usage: u32, token: u32, is_pixel: bool, major: u32) {
    const SAMPLER: u32 = 10;
    let parameter = Parameter { token, relative: None };
    let kind = token >> 28 & 7 | (token >> 11 & 3) << 3;
    out.push_str("dcl");
    if kind == SAMPLER {
        out.push_str(match usage >> 27 & 15 {
            2 => "_2d",
            3 => "_cube",
            4 => "_volume",
            _ => "",
        });
    } else if !is_pixel || major >= 3 {
        let name = USAGES.get((usage & 31) as usize).copied().unwrap_or("?");
        let _ = write!(out, "_{name}");
        let index = usage >> 16 & 15;
        if index != 0 {
            let _ = write!(out, "{index}");
        }
    }
    out.push_str(parameter.suffix());
    out.push(' ');
    parameter.destination(out, Version { is_pixel, major, minor: 0 });
}

/// Prints a number of a definition.
pub(super) fn constant(out: &mut String, name: &str, word: u32) {
    let _ = match name {
        "defi" => write!(out, "{}", word as i32),
        "defb" => write!(out, "{}", if word == 0 { "false" } else { "true" }),
        _ => {
            shortest(out, f64::from(f32::from_bits(word)));
            Ok(())
        }
    };
}

/// Prints a float with up to nine significant digits, no trailing zeros, and three-digit exponents as in the
/// legacy compiler's C library.
fn shortest(out: &mut String, value: f64) {
    const DIGITS: i32 = 9;
    if !value.is_finite() {
        crate::number::fxc_float(out, value, crate::print::Release::V6_3);
        return;
    }
    let scientific = format!("{value:.*e}", DIGITS as usize - 1);
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trimmed = |text: &str| {
        if text.contains('.') {
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        } else {
            text.to_owned()
        }
    };
    let _ = if (-4..DIGITS).contains(&exponent) {
        let decimals = (DIGITS - 1 - exponent).max(0) as usize;
        write!(out, "{}", trimmed(&format!("{value:.decimals$}")))
    } else {
        let sign = if exponent < 0 { '-' } else { '+' };
        write!(out, "{}e{sign}{:03}", trimmed(digits), exponent.abs())
    };
}

#[cfg(test)]
mod tests {
    use super::shortest;

    #[test]
    fn floats_have_nine_digits() {
        let cases = [
            (1.0f32, "1"),
            (0.0, "0"),
            (-0.5, "-0.5"),
            (0.003_921_569, "0.00392156886"),
            (1e-5, "9.99999975e-006"),
            (65536.0, "65536"),
            (126.732_67, "126.732674"),
            (1e10, "1e+010"),
        ];
        for (value, expected) in cases {
            let mut out = String::new();
            shortest(&mut out, f64::from(value));
            assert_eq!(out, expected);
        }
    }
}
