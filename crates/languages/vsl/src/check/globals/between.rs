//! Checks values from earlier in the pipeline: locals from the previous stage, subpass inputs from the
//! previous subpass.
//!
//! Facts: VSL brief, section 5.

use glassbox_vbc::raw::{MAX_SUBPASS_INPUTS, TexelType};

use crate::check::finding::did_you_mean;
use crate::check::globals::GlobalChecker;
use crate::check::stage::Entity;
use crate::check::ty::Type;
use crate::model::{Local, SubpassInput};
use crate::rules::declaration as rules;
use crate::syntax::tree::{Declaration, Literal, Name};
use crate::types::{Scalar, ValueType};
use crate::vocabulary::formats;
use glassbox_core::span::Span;

impl<'s> GlobalChecker<'_, '_, 's> {
    pub(super) fn local(&mut self, producer: &Name<'s>, flat: Option<Span>, declaration: &Declaration<'s>) {
        self.producer(producer);
        let ty = self.local_type(flat, declaration);
        let entity = ty.map(|ty| {
            let at = self.globals.shader.locals.len();
            let Ok(at) = u16::try_from(at) else {
                let message = "found more than 65536 locals";
                self.report(&rules::LOCAL_COUNT, declaration.name.span, message)
                    .help("put several in one vector");
                return Entity::Wrong;
            };
            self.globals.shader.locals.push(Local { name: declaration.name.text, ty, flat: flat.is_some() });
            Entity::Local(at)
        });
        self.declare(&declaration.name, entity.unwrap_or(Entity::Wrong));
    }

    /// Reports a stage that cannot write locals.
    fn producer(&mut self, producer: &Name<'s>) {
        let help = "write `local(vert)`";
        match producer.text {
            "vert" | "" => {}
            "frag" => {
                let message = "found a local of the fragment stage, which has no stage after it";
                self.report(&rules::LOCAL_FRAGMENT, producer.span, message)
                    .help("write `local(vert)` for a value that comes from the vertex stage");
            }
            "tesc" | "tese" | "geom" => {
                let message =
                    format!("found a local of the stage `{}`, which cannot be compiled", producer.text);
                self.report(&rules::LOCAL_UNSUPPORTED, producer.span, message)
                    .note("files have room for its module, but no loader accepts it")
                    .help(help);
            }
            other => {
                let message = format!("found the stage `{other}`, expected `vert`");
                self.report(&rules::LOCAL_STAGE, producer.span, message).help(help);
            }
        }
    }

    fn local_type(&mut self, flat: Option<Span>, declaration: &Declaration<'s>) -> Option<ValueType> {
        let (ty, size) = self.declared_type(declaration)?;
        let Type::Value(value) = ty else {
            let message = format!("found {} as a local, expected a scalar or vector of numbers", ty.kind());
            self.report(&rules::LOCAL_TYPE, declaration.ty.span, message)
                .help("both stages see bindings and the uniform directly");
            return None;
        };
        if size.is_some() {
            let message = format!("found an array of {value} as a local, expected one value");
            self.report(&rules::LOCAL_ARRAY, declaration.name.span, message)
                .help("declare each element separately");
            return None;
        }
        if value.is_matrix() || !value.scalar.is_number() {
            let message = format!("found {value} as a local, expected a scalar or vector of numbers");
            let help = if value.is_matrix() { "pass it column by column" } else { "use a flat `int`" };
            self.report(&rules::LOCAL_TYPE, declaration.ty.span, message).help(help);
            return None;
        }
        if value.scalar.is_integer() && flat.is_none() {
            let message = format!("found {value} without `flat`");
            self.report(&rules::LOCAL_FLAT, declaration.ty.span, message)
                .help(format!("write `local(vert) flat {value} {}`", declaration.name.text));
        }
        Some(value)
    }

    pub(super) fn subpass_input(&mut self, index: &Literal<'s>, format: &Name<'s>, name: &Name<'s>) {
        let scalar = self.subpass_format(format);
        let entity = self.subpass_index(index, name.span).map(|at| {
            self.globals
                .shader
                .subpass_inputs
                .push(SubpassInput { name: name.text, scalar: scalar.unwrap_or(Scalar::Float) });
            Entity::Subpass(at)
        });
        self.declare(name, entity.filter(|_| scalar.is_some()).unwrap_or(Entity::Wrong));
    }

    fn subpass_format(&mut self, format: &Name<'s>) -> Option<Scalar> {
        match formats::named(format.text).map(|row| row.format) {
            Some(known) if known.components == 4 && known.component_size == 4 => {
                return Some(match known.class {
                    TexelType::SIGNED => Scalar::Int,
                    TexelType::UNSIGNED => Scalar::Uint,
                    _ => Scalar::Float,
                });
            }
            Some(_) => {
                let message = format!("found the format `{}`, expected four 32-bit components", format.text);
                let help = match format.text {
                    text if text.starts_with("int") => "write `int4`",
                    text if text.starts_with("uint") => "write `uint4`",
                    _ => "write `float4`, whatever the attachment stores",
                };
                self.report(&rules::SUBPASS_COMPONENTS, format.span, message).help(help);
            }
            None if format.text.is_empty() => {}
            None => {
                let message =
                    format!("found the format `{}`, expected `float4`, `int4` or `uint4`", format.text);
                let help = did_you_mean(format.text, ["float4", "int4", "uint4"], "write one of them");
                self.report(&rules::SUBPASS_FORMAT, format.span, message).help(help);
            }
        }
        None
    }

    /// The index of a subpass input; `None` after a reported error.
    fn subpass_index(&mut self, index: &Literal<'s>, name: Span) -> Option<u8> {
        let most = i128::from(MAX_SUBPASS_INPUTS) - 1;
        let value = self.number(index, &rules::SUBPASS_NEGATIVE, most)?;
        let next = self.subpass_inputs.len() as i128;
        if value > most {
            let message = format!("found subpass input {}, expected 0 to {most}", index.text);
            self.report(&rules::SUBPASS_RANGE, index.span, message)
                .help("a subpass has at most four of them here");
            return None;
        }
        let earlier = self.subpass_inputs.get(value as usize).copied();
        if let Some(earlier) = earlier {
            let message = format!("found a second subpass input {value}");
            self.report(&rules::SUBPASS_TAKEN, index.span, message)
                .label(earlier, "the first one is here")
                .help(format!("the next number is {next}"));
            return None;
        }
        if value > next {
            let message = format!("found subpass input {value}, expected {next}");
            self.report(&rules::SUBPASS_GAP, index.span, message)
                .help("each follows the one before it, from 0");
            // Count later inputs from here, so that they are not reported too.
            self.subpass_inputs.resize(value as usize, name);
            let fill = SubpassInput { name: "", scalar: Scalar::Float };
            self.globals.shader.subpass_inputs.resize(value as usize, fill);
        }
        self.subpass_inputs.push(name);
        Some(value as u8)
    }
}
