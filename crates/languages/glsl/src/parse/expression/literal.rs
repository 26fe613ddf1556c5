//! Numbers and truth values.

use glassbox_syntax::report::shown;

use crate::check::fold::scalar::{from_float, wrap};
use crate::check::version::Since;
use crate::model::{At, ExpressionId, Scalars};
use crate::parse::Parser;
use crate::rules::{LOST_PRECISION, NUMBER};
use crate::types::{Scalar, Type};

const INT64: &[&str] = &[
    "GL_EXT_shader_explicit_arithmetic_types_int64",
    "GL_EXT_shader_explicit_arithmetic_types",
    "GL_ARB_gpu_shader_int64",
    "GL_NV_gpu_shader5",
];
const INT16: &[&str] = &[
    "GL_EXT_shader_explicit_arithmetic_types_int16",
    "GL_EXT_shader_explicit_arithmetic_types",
    "GL_AMD_gpu_shader_int16",
    "GL_NV_gpu_shader5",
];
const FLOAT16: &[&str] = &[
    "GL_EXT_shader_explicit_arithmetic_types_float16",
    "GL_EXT_shader_explicit_arithmetic_types",
    "GL_AMD_gpu_shader_half_float",
    "GL_NV_gpu_shader5",
];
const DOUBLE: Since = Since::new(400, 0).or(&[
    "GL_ARB_gpu_shader_fp64",
    "GL_ARB_vertex_attrib_64bit",
    "GL_EXT_shader_explicit_arithmetic_types_float64",
    "GL_EXT_shader_explicit_arithmetic_types",
]);
/// Suffixes of floats of 8 bits and less.
const SMALL: [(&str, Scalar, &[&str]); 5] = [
    ("fe2m1", Scalar::FloatE2M1, &["GL_EXT_float_e2m1"]),
    ("fe3m2", Scalar::FloatE3M2, &["GL_EXT_float_e3m2"]),
    ("fe2m3", Scalar::FloatE2M3, &["GL_EXT_float_e2m3"]),
    ("fue8m0", Scalar::FloatUE8M0, &["GL_EXT_float_ue8m0"]),
    ("fmxint8", Scalar::FloatMXInt8, &["GL_EXT_float_mxint8"]),
];
const FLOAT_SUFFIX: Since = Since::new(120, 300);

impl Parser<'_> {
    pub(super) fn bool_constant(&mut self, value: bool, at: At) -> ExpressionId {
        self.push_constant(Type::BOOL, Scalars::from_slice(&[u64::from(value)]), at)
    }

    /// A number as it stands in the text.
    pub(super) fn number(&mut self) -> ExpressionId {
        let text = self.peek(0).map(|token| token.text.clone());
        let at = self.advance();
        let Some(text) = text else {
            return self.push_error(at);
        };
        let lower = text.to_ascii_lowercase();
        let is_hexadecimal = lower.starts_with("0x");
        let is_float = !is_hexadecimal && lower.contains(['.', 'e', 'f', 'h']);
        if !is_float {
            return self.whole(&lower, at);
        }
        // `1.0.xxx` is one token.
        let selection = text
            .find('.')
            .and_then(|first| text.get(first + 1..)?.find('.').map(|second| first + 1 + second));
        let Some((number, components)) =
            selection.and_then(|dot| Some((lower.get(..dot)?, text.get(dot + 1..)?)))
        else {
            return self.float(&lower, at);
        };
        let value = self.float(number, at);
        let components = self.words.get(components);
        self.member(value, &components, at)
    }

    fn number_error(&mut self, at: At, message: String, help: &str) -> ExpressionId {
        let finding = self.finding(&NUMBER, at, message);
        self.add(finding.help(help));
        self.push_error(at)
    }

    #[allow(clippy::too_many_lines, reason = "one arm for each suffix")]
    fn float(&mut self, text: &str, at: At) -> ExpressionId {
        let small = SMALL.iter().find(|(suffix, ..)| text.ends_with(suffix));
        let digits = match small {
            Some((suffix, ..)) => text.strip_suffix(suffix).unwrap_or(text),
            None => text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic()),
        };
        let suffix = text.get(digits.len()..).unwrap_or_default();
        let scalar = match suffix {
            "" => Scalar::Float,
            "f" => {
                if !self.require(FLOAT_SUFFIX, at, "the suffix `f`") {
                    return self.push_error(at);
                }
                Scalar::Float
            }
            "lf" => {
                if !self.require(DOUBLE, at, "a number of type `double`") {
                    return self.push_error(at);
                }
                Scalar::Double
            }
            "hf" => {
                if !self.require_extension(FLOAT16, at, "a number of type `float16_t`") {
                    return self.push_error(at);
                }
                Scalar::Float16
            }
            _ => match small {
                Some((_, scalar, extension)) => {
                    let what = format!("a number of type `{}`", crate::check::scalar_name(*scalar));
                    if !self.require_extension(extension, at, &what) {
                        return self.push_error(at);
                    }
                    *scalar
                }
                None => return self.bad_suffix(text, at),
            },
        };
        if !digits.contains(['.', 'e']) {
            let message = format!("found `{}`, expected a point or an exponent in a float", shown(text));
            return self.number_error(at, message, "write a point before the suffix, as in `1.0f`");
        }
        match digits.parse::<f64>() {
            Ok(value) => {
                let ty = Type::Scalar(scalar);
                self.check_kept(digits, value, scalar, at);
                self.push_constant(ty, Scalars::from_slice(&[from_float(value)]), at)
            }
            Err(_) => {
                let message = format!("found `{}`, expected a number", shown(text));
                self.number_error(at, message, "write digits with one point, and an exponent behind them")
            }
        }
    }

    /// Warns of a whole number that its type rounds, or that is too large for it.
    fn check_kept(&mut self, digits: &str, value: f64, scalar: Scalar, at: At) {
        let kept = if scalar == Scalar::Float { f64::from(value as f32) } else { value };
        let is_rounded = value.fract() == 0.0 && kept != value && !digits.contains('e');
        if !is_rounded && kept.is_finite() {
            return;
        }
        let message = format!("found `{}`, which `float` cannot hold, expected fewer digits", shown(digits));
        let finding = self.finding(&LOST_PRECISION, at, message);
        self.add(finding.help("write fewer digits, or a number of type `double`"));
    }

    fn bad_suffix(&mut self, text: &str, at: At) -> ExpressionId {
        let message = format!("found `{}`, which has letters that no number has", shown(text));
        self.number_error(at, message, "use one of the suffixes `u`, `f` and `lf`, or none")
    }

    fn whole(&mut self, text: &str, at: At) -> ExpressionId {
        let (digits, radix) = match text.strip_prefix("0x") {
            Some(digits) => (digits, 16),
            None if text.starts_with('0') => (text, 8),
            None => (text, 10),
        };
        let length = digits.bytes().take_while(|byte| char::from(*byte).is_digit(radix.max(10))).count();
        let (digits, suffix) = digits.split_at_checked(length).unwrap_or((digits, ""));
        if digits.is_empty() {
            let message = format!("found `{}`, expected digits behind `0x`", shown(text));
            return self.number_error(at, message, "write digits from 0 to 9 and from a to f");
        }
        let Some(scalar) = self.whole_type(suffix, at) else {
            return self.bad_suffix(text, at);
        };
        let Some(scalar) = scalar else {
            return self.push_error(at);
        };
        if radix == 8 && digits.contains(['8', '9']) {
            let message =
                format!("found `{}`, which has a digit that octal numbers do not have", shown(text));
            return self.number_error(at, message, "remove the 0 in front for a decimal number");
        }
        let value = u64::from_str_radix(digits, radix).ok();
        let most = if scalar.width() == 64 { u64::MAX } else { u64::from(u32::MAX) };
        let Some(value) = value.filter(|value| *value <= most) else {
            let name = crate::check::scalar_name(scalar);
            let message = format!("found `{}`, which is too large for `{name}`", shown(text));
            return self.number_error(at, message, "use a smaller number, or a wider type");
        };
        self.push_constant(Type::Scalar(scalar), Scalars::from_slice(&[wrap(scalar, value)]), at)
    }

    /// The type that a suffix stands for: `None` if it is none, `Some(None)` where a finding says that it is not to be had.
    fn whole_type(&mut self, suffix: &str, at: At) -> Option<Option<Scalar>> {
        let (scalar, is_allowed) = match suffix {
            "" => (Scalar::Int, true),
            "u" => (Scalar::Uint, self.require_unsigned(at)),
            "l" => (Scalar::Int64, self.require_extension(INT64, at, "a number of type `int64_t`")),
            "ul" => (Scalar::Uint64, self.require_extension(INT64, at, "a number of type `uint64_t`")),
            "s" => (Scalar::Int16, self.require_extension(INT16, at, "a number of type `int16_t`")),
            "us" => (Scalar::Uint16, self.require_extension(INT16, at, "a number of type `uint16_t`")),
            _ => return None,
        };
        Some(is_allowed.then_some(scalar))
    }
}
