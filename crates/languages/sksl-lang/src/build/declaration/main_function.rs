//! Checks of `main`: its result and parameters depend on the kind of program.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{FLOAT2, HALF4, Type};
use glassbox_sksl::raw::{ModifierFlags, ProgramKind, builtin};

use super::super::Builder;
use crate::ir::symbol::Symbol;
use crate::ir::ty::Ty;
use crate::rules::declaration::{MAIN_PARAMETERS, MAIN_RESULT};

/// Required role of a parameter of `main`.
#[derive(Clone, Copy, Debug)]
enum Wanted {
    Coordinates,
    InputColor,
    DestColor,
    Attributes,
    Varyings,
    OutVaryings,
    OutColor,
}

/// Expected result or parameters, for the message.
type Expected = &'static str;

impl Builder<'_> {
    /// Returns the number of the builtin that Skia passes as a parameter of `main`, if any.
    pub(super) fn main_builtin(&self, ty: Ty, colors: &mut impl Iterator<Item = i16>) -> Option<i16> {
        let is_coordinates = ty.meaning == FLOAT2;
        match self.options.kind {
            ProgramKind::COLOR_FILTER | ProgramKind::SHADER | ProgramKind::BLENDER if is_coordinates => {
                Some(builtin::MAIN_COORDS)
            }
            ProgramKind::COLOR_FILTER | ProgramKind::SHADER | ProgramKind::BLENDER
                if Builder::is_color(ty) =>
            {
                colors.next()
            }
            ProgramKind::FRAGMENT if is_coordinates => Some(builtin::MAIN_COORDS),
            _ => None,
        }
    }

    /// Returns whether `main` has the result and parameters of its kind of program; reports the difference.
    pub(super) fn check_main(&mut self, result: Ty, parameters: &[Symbol], span: Span) -> bool {
        let is_poisoned = parameters.iter().any(|&parameter| self.is_poison(self.variable_type(parameter)));
        if !self.is_poison(result)
            && let Err(expected) = self.main_result(result)
        {
            let found = self.program.type_name(result);
            let message = format!("found main with the result `{found}`, expected {expected}");
            self.report(&MAIN_RESULT, span, message)
                .help("change the result, or compile the source as another kind of program");
            return false;
        }
        if !is_poisoned && let Err(expected) = self.main_parameters(parameters) {
            let found: Vec<String> = parameters
                .iter()
                .map(|&parameter| self.program.type_name(self.variable_type(parameter)))
                .collect();
            let message = format!("found main({}), expected {expected}", found.join(", "));
            self.report(&MAIN_PARAMETERS, span, message)
                .help("take these parameters, or compile the source as another kind of program");
            return false;
        }
        true
    }

    fn main_result(&self, result: Ty) -> Result<(), Expected> {
        match self.options.kind {
            ProgramKind::COLOR_FILTER | ProgramKind::SHADER | ProgramKind::BLENDER
                if !Builder::is_color(result) =>
            {
                Err("`half4` or `float4`")
            }
            ProgramKind::MESH_VERTEX if self.is_current() => {
                if self.is_struct_named(result, "Varyings") {
                    Ok(())
                } else {
                    Err("`Varyings`")
                }
            }
            ProgramKind::MESH_FRAGMENT if self.is_current() => {
                if result.meaning == FLOAT2 {
                    Ok(())
                } else {
                    Err("`float2`")
                }
            }
            ProgramKind::MESH_VERTEX if result.meaning != FLOAT2 => Err("`float2`"),
            ProgramKind::MESH_FRAGMENT if result.meaning != FLOAT2 && !result.meaning.is_void() => {
                Err("`float2` or `void`")
            }
            _ => Ok(()),
        }
    }

    fn main_parameters(&self, parameters: &[Symbol]) -> Result<(), Expected> {
        use Wanted::{Attributes, Coordinates, DestColor, InputColor, OutColor, OutVaryings, Varyings};
        let (forms, expected): (&[&[Wanted]], Expected) = match self.options.kind {
            ProgramKind::SHADER if self.is_current() => (&[&[Coordinates]], "main(float2)"),
            ProgramKind::MESH_VERTEX if self.is_current() => (&[&[Attributes]], "main(const Attributes)"),
            ProgramKind::MESH_FRAGMENT if self.is_current() => (
                &[&[Varyings], &[Varyings, OutColor]],
                "main(const Varyings) or main(const Varyings, out half4)",
            ),
            ProgramKind::COLOR_FILTER => (&[&[InputColor]], "main(half4)"),
            ProgramKind::SHADER => {
                (&[&[Coordinates], &[Coordinates, InputColor]], "main(float2) or main(float2, half4)")
            }
            ProgramKind::BLENDER => (&[&[InputColor, DestColor]], "main(half4, half4)"),
            ProgramKind::MESH_VERTEX => (&[&[Attributes, OutVaryings]], "main(Attributes, out Varyings)"),
            ProgramKind::MESH_FRAGMENT => {
                (&[&[Varyings], &[Varyings, OutColor]], "main(Varyings) or main(Varyings, out half4)")
            }
            ProgramKind::FRAGMENT => (&[&[], &[Coordinates]], "main() or main(float2)"),
            ProgramKind::VERTEX => (&[&[]], "main()"),
            _ => return Ok(()),
        };
        let fits = |form: &&[Wanted]| {
            form.len() == parameters.len()
                && form.iter().zip(parameters).all(|(&wanted, &parameter)| self.is_wanted(parameter, wanted))
        };
        if forms.iter().any(fits) { Ok(()) } else { Err(expected) }
    }

    fn is_wanted(&self, parameter: Symbol, wanted: Wanted) -> bool {
        let ty = self.variable_type(parameter);
        let modifiers = self.variable_modifiers(parameter);
        let is_plain = modifiers.flags.0 == 0;
        // Mesh programs take their structs as `const` today.
        let is_given = if self.is_current() { modifiers.flags.0 == ModifierFlags::CONST.0 } else { is_plain };
        let is_out = modifiers.flags.0 == ModifierFlags::OUT.0;
        let fills = |number: i16| is_plain && modifiers.layout.builtin == i32::from(number);
        match wanted {
            Wanted::Coordinates => ty.meaning == FLOAT2 && fills(builtin::MAIN_COORDS),
            Wanted::InputColor => Builder::is_color(ty) && fills(builtin::INPUT_COLOR),
            Wanted::DestColor => Builder::is_color(ty) && fills(builtin::DEST_COLOR),
            Wanted::Attributes => self.is_struct_named(ty, "Attributes") && is_given,
            Wanted::Varyings => self.is_struct_named(ty, "Varyings") && is_given,
            Wanted::OutVaryings => self.is_struct_named(ty, "Varyings") && is_out,
            Wanted::OutColor => Builder::is_color(ty) && is_out,
        }
    }

    fn is_struct_named(&self, ty: Ty, name: &str) -> bool {
        matches!(ty.meaning, Type::Struct(_)) && self.program.types.name(ty.meaning) == name
    }

    /// Returns whether the result of `main` becomes `sk_FragColor`.
    pub(super) fn returns_color(result: Ty) -> bool {
        result.meaning == HALF4
    }
}
