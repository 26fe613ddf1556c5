//! Resolves calls of built-in functions to one overload.
//!
//! Facts: VSL brief, section 10. An overload whose parameters match the arguments exactly wins; otherwise the
//! one with the fewest conversions, ties going to the first in the table.

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::suggest::similar;

use super::{Found, Table};
use crate::check::place::Target;
use crate::check::stage::StageChecker;
use crate::model::{BindingId, ExpressionId, ExpressionKind, Place};
use crate::rules::expression as rules;
use crate::rules::statement::NO_CONVERSION;
use crate::syntax::tree::{self, Name};
use crate::types::{Resource, ValueType};
use crate::vocabulary::foreign;
use crate::vocabulary::functions::{FUNCTIONS, Function, Instance, Parameter};
use glassbox_core::span::Span;

/// Most overloads listed in a message.
const MOST_LISTED: usize = 4;

/// A call argument.
#[derive(Clone, Debug)]
enum Argument {
    Value(ExpressionId, ValueType),
    Resource(BindingId, Resource),
    /// A variable written by the function, with its type.
    Written(Place),
}

impl StageChecker<'_, '_> {
    /// `NAME(ARGUMENTS)`
    pub(super) fn call(
        &mut self,
        span: Span,
        name: Name<'_>,
        written: &[tree::ExpressionId],
        table: &mut Table,
    ) -> Option<ExpressionId> {
        let Some(function) = Function::named(name.text) else {
            self.report_unknown_function(name);
            return None;
        };
        let mut arguments = Vec::with_capacity(written.len());
        let mut is_fine = true;
        for &id in written {
            match table.take(id) {
                Found::Output => match self.written_argument(function, id, table) {
                    Some(place) => arguments.push(Argument::Written(place)),
                    None => is_fine = false,
                },
                Found::Resource(binding) => match self.resource(binding) {
                    Some(resource) => arguments.push(Argument::Resource(binding, resource)),
                    None => is_fine = false,
                },
                found => match self.value_of(found, id, &rules::NO_OVERLOAD) {
                    Some(value) => arguments.push(Argument::Value(value, self.type_of(value))),
                    None => is_fine = false,
                },
            }
        }
        if !is_fine {
            return None;
        }
        let instances = function.row().instances();
        let meant = instances
            .iter()
            .filter_map(|instance| Some((conversions(instance, &arguments)?, instance)))
            .min_by_key(|&(conversions, _)| conversions);
        match meant {
            Some((_, instance)) => self.apply(function, instance, arguments),
            None => {
                self.report_no_overload(function, &instances, span, written, &arguments);
                None
            }
        }
    }

    /// Resolves the variable that an argument for an `out` parameter denotes.
    fn written_argument(
        &mut self,
        function: Function,
        id: tree::ExpressionId,
        table: &mut Table,
    ) -> Option<Place> {
        let span = self.source.expression(id).span;
        let finding =
            |message: String, help: &str| Diagnostic::new(&rules::OUT_ARGUMENT, span, message).help(help);
        let name = function.row().name;
        if !self.is_place(id) {
            let message = format!("`{name}` writes this argument: it must be a variable");
            let help = "declare a variable first and pass that";
            self.findings.push(finding(message, help));
            return None;
        }
        let target = self.place_with(id, |checker, index| {
            let found = table.take(index);
            checker.value_of(found, index, &NO_CONVERSION)
        });
        match target? {
            Target::Place(place) => Some(place),
            _ => {
                let message = format!("`{name}` writes this argument: it must be a variable of one value");
                let help = "declare a variable first, pass that and store it afterwards";
                self.findings.push(finding(message, help));
                None
            }
        }
    }

    /// True if the expression has the form of a place: names, members and indices.
    fn is_place(&self, mut id: tree::ExpressionId) -> bool {
        loop {
            match &self.source.expression(id).kind {
                tree::ExpressionKind::Name(_) | tree::ExpressionKind::Wrong => return true,
                tree::ExpressionKind::Index { base, .. } | tree::ExpressionKind::Member { base, .. } => {
                    id = *base
                }
                _ => return false,
            }
        }
    }

    /// Builds the call of a resolved overload.
    fn apply(
        &mut self,
        function: Function,
        instance: &Instance,
        arguments: Vec<Argument>,
    ) -> Option<ExpressionId> {
        let mut resource = None;
        let mut output = None;
        let mut values = Vec::with_capacity(arguments.len());
        for (argument, parameter) in arguments.into_iter().zip(instance.parameters()) {
            match (argument, parameter) {
                (Argument::Value(value, _), Parameter::Value(ty)) => values.push(self.convert(value, *ty)?),
                (Argument::Resource(binding, _), _) => resource = Some(binding),
                (Argument::Written(place), _) => output = Some(place),
                (Argument::Value(..), _) => return None,
            }
        }
        let kind = match (function, resource, &values[..]) {
            (Function::TexelFetch, Some(binding), &[coordinate, lod]) => {
                ExpressionKind::FetchImage { binding, coordinate, lod }
            }
            (Function::LevelsOf, Some(binding), _) => ExpressionKind::Levels(binding),
            (Function::SizeOf, Some(binding), levels) => {
                ExpressionKind::Size { binding, lod: levels.first().copied() }
            }
            _ => ExpressionKind::Call { function, arguments: values, output },
        };
        Some(self.add(kind, instance.result))
    }

    fn report_unknown_function(&mut self, name: Name<'_>) {
        let names = || FUNCTIONS.iter().map(|row| row.name);
        let types = ["bool", "int", "uint", "float"];
        let structures = &self.globals.shader.structures;
        let help = if structures.iter().any(|structure| structure.name == name.text) {
            "structures have no constructor: write the fields of an element of a buffer one by one".to_owned()
        } else if let Some(here) = foreign::here(&foreign::TYPES, name.text) {
            format!("it is called `{here}` here")
        } else if let Some(here) = foreign::here(&foreign::FUNCTIONS, name.text) {
            format!("here it is written `{here}`")
        } else if self.find(name.text).is_some() {
            format!("`{}` is a variable: elements are written in brackets, `{}[…]`", name.text, name.text)
        } else if let Some(similar) = similar(name.text, names().chain(types)) {
            format!("did you mean `{similar}`?")
        } else {
            "only built-in functions and constructors can be called: there are no user-defined functions"
                .to_owned()
        };
        let is_resource = crate::vocabulary::resources::named(name.text).is_some();
        let (rule, message, help) = if is_resource {
            (
                &rules::NOT_CONSTRUCTIBLE,
                format!("a resource `{}` cannot be constructed", name.text),
                format!("declare it: `bind(0) {} name;`", name.text),
            )
        } else {
            (&rules::UNKNOWN_FUNCTION, format!("there is no function `{}`", name.text), help)
        };
        self.report(rule, name.span, message).help(help);
    }

    fn report_no_overload(
        &mut self,
        function: Function,
        instances: &[Instance],
        span: Span,
        written: &[tree::ExpressionId],
        arguments: &[Argument],
    ) {
        let name = function.row().name;
        // Nearest first; equals keep the table's order.
        let mut nearest: Vec<(usize, usize, &Instance)> = instances
            .iter()
            .map(|instance| (distance(instance, arguments), first_difference(instance, arguments), instance))
            .collect();
        nearest.sort_by_key(|&(distance, first, _)| (distance, usize::MAX - first));
        let Some(&(_, at, form)) = nearest.first() else {
            return;
        };
        let has_right_number = form.parameters().len() == arguments.len();
        let argument = arguments.get(at).filter(|_| has_right_number);
        let is_written = matches!(argument, Some(Argument::Written(_)));
        let rule = if is_written { &rules::OUT_ARGUMENT } else { &rules::NO_OVERLOAD };
        let at_span = written.get(at).map(|&id| self.source.expression(id).span);
        let location = at_span.filter(|_| is_written).unwrap_or(span);

        let types: Vec<String> = arguments.iter().map(|argument| self.argument_text(argument)).collect();
        let message = match (has_right_number, arguments.len()) {
            (true, _) => format!("`{name}` does not take ({})", types.join(", ")),
            (false, 1) => format!("`{name}` does not take 1 argument of type {}", types.join(", ")),
            (false, count) => format!("`{name}` does not take {count} arguments of these types"),
        };
        let mut finding = Diagnostic::new(rule, location, message);
        for (&id, ty) in written.iter().zip(&types).take(MOST_LISTED) {
            let span = self.source.expression(id).span;
            if span != location {
                finding = finding.label(span, format!("this is {ty}"));
            }
        }
        let forms: Vec<String> =
            nearest.iter().take(MOST_LISTED).map(|(_, _, form)| format!("`{}`", form.text(name))).collect();
        let beginning = if nearest.len() == 1 { "its form is" } else { "its nearest forms are" };
        let finding = finding.note(format!("{beginning} {}", forms.join(", ")));
        let help = match (argument, form.parameters().get(at), at_span) {
            (Some(argument), Some(&parameter), Some(span)) => self.argument_help(argument, parameter, span),
            _ => match form.parameters().len() {
                1 => format!("give 1 argument: `{}`", form.text(name)),
                count => format!("give {count} arguments: `{}`", form.text(name)),
            },
        };
        self.findings.push(finding.help(help));
    }

    /// Help on changing an argument to match a parameter.
    fn argument_help(&self, argument: &Argument, parameter: Parameter, span: Span) -> String {
        let text = self.excerpt(span);
        match (argument, parameter) {
            (_, Parameter::Written(ty)) => format!("declare a variable first: `{ty} result;`"),
            (Argument::Value(_, found), Parameter::Value(wanted)) => {
                let is_plain = !found.is_matrix() && !wanted.is_matrix();
                let letters = &"xyzw"[..usize::from(wanted.rows.min(4))];
                if is_plain && found.is_shaped_like(wanted)
                    || found.is_scalar() && wanted.is_vector() && found.scalar.converts_to(wanted.scalar)
                {
                    format!("convert the argument: `{wanted}({text})`")
                } else if is_plain && found.rows > wanted.rows && found.scalar.converts_to(wanted.scalar) {
                    format!("choose components: `{}.{letters}`", self.tight_excerpt(span))
                } else {
                    format!("pass a {wanted}, or the arguments of another form")
                }
            }
            (Argument::Resource(_, resource), _) => {
                format!("no form takes a {} with these arguments", self.resource_type(*resource))
            }
            (_, Parameter::Sampler(..)) => "pass a sampler by its name alone".to_owned(),
            (_, Parameter::Image(_)) => "pass an image by its name alone".to_owned(),
            _ => "compare the arguments with the forms".to_owned(),
        }
    }

    fn argument_text(&self, argument: &Argument) -> String {
        match argument {
            Argument::Value(value, _) => self.type_text(*value),
            Argument::Resource(_, resource) => self.resource_type(*resource),
            Argument::Written(place) => place.ty.to_string(),
        }
    }
}

/// Number of conversions the arguments need for this overload; `None` if they do not match.
fn conversions(instance: &Instance, arguments: &[Argument]) -> Option<usize> {
    if instance.parameters().len() != arguments.len() {
        return None;
    }
    let mut all = 0;
    for (&parameter, argument) in instance.parameters().iter().zip(arguments) {
        all += cost(parameter, argument)?;
    }
    Some(all)
}

/// 0 if the argument matches exactly, 1 if it converts, `None` otherwise.
fn cost(parameter: Parameter, argument: &Argument) -> Option<usize> {
    match (parameter, argument) {
        (Parameter::Value(wanted), Argument::Value(_, found)) => {
            found.converts_to(wanted).then_some(usize::from(*found != wanted))
        }
        (Parameter::Written(wanted), Argument::Written(place)) => (place.ty == wanted).then_some(0),
        (_, Argument::Resource(_, resource)) => parameter.takes(*resource).then_some(0),
        _ => None,
    }
}

/// Distance between a call's arguments and an overload's parameters. A different resource kind weighs more
/// than a different argument count, which weighs more than different types.
fn distance(instance: &Instance, arguments: &[Argument]) -> usize {
    let parameters = instance.parameters();
    let types: usize = parameters
        .iter()
        .zip(arguments)
        .filter(|&(&parameter, argument)| cost(parameter, argument).is_none())
        .map(|(parameter, argument)| match (parameter, argument) {
            (Parameter::Sampler(rank, scalar), Argument::Resource(_, Resource::Sampler(found, texel))) => {
                2 * usize::from(rank != found) + usize::from(scalar != texel)
            }
            (Parameter::Image(_), Argument::Resource(_, Resource::Image(..))) => 2,
            (_, Argument::Resource(..)) | (Parameter::Sampler(..) | Parameter::Image(_), _) => 12,
            // A variable to write is easier to change than an operand.
            (Parameter::Written(_), _) => 1,
            _ => 2,
        })
        .sum();
    types + 8 * parameters.len().abs_diff(arguments.len())
}

/// Index of the first argument that does not match.
fn first_difference(instance: &Instance, arguments: &[Argument]) -> usize {
    let mut pairs = instance.parameters().iter().zip(arguments);
    pairs.position(|(&parameter, argument)| cost(parameter, argument).is_none()).unwrap_or(arguments.len())
}
