//! Attributes between double brackets: `[[unroll]]`, `[[max_iterations(4)]]`.

use glassbox_syntax::report::shown;
use glassbox_syntax::token::Kind;

use crate::model::{At, LoopControl, SelectionControl};
use crate::parse::Parser;
use crate::rules::{DEPRECATED, STATEMENT};

/// An attribute.
#[derive(Clone, Debug)]
pub(crate) struct Attribute {
    pub(crate) name: String,
    pub(crate) value: Option<Value>,
    pub(crate) at: At,
}

/// What stands between the parentheses of an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    Number(i64),
    Other,
}

/// Attributes before a statement or function.
pub(crate) type Attributes = Vec<Attribute>;

impl Parser<'_> {
    /// Reads attributes; none where none stand.
    pub(crate) fn attributes(&mut self) -> Attributes {
        let mut attributes = Vec::new();
        while self.is("[") && self.peek(1).is_some_and(|next| next.is("[")) {
            self.advance();
            self.advance();
            loop {
                let Some(name) = self.peek(0).filter(|token| token.kind == Kind::Word) else {
                    self.unexpected("an attribute", "write one, such as `unroll`");
                    break;
                };
                let name = name.text.to_string();
                let at = self.advance();
                let mut value = None;
                if self.take("(").is_some() {
                    value = Some(self.attribute_value());
                    self.expect(")");
                }
                attributes.push(Attribute { name, value, at });
                if self.take(",").is_none() {
                    break;
                }
            }
            self.expect("]");
            self.expect("]");
        }
        attributes
    }

    /// The value of an attribute: a number, or something that no attribute has.
    fn attribute_value(&mut self) -> Value {
        let value = self.assignment();
        let is_integer = self.ty(value).scalar().is_some_and(crate::types::Scalar::is_integer);
        match self.program.constant(value) {
            Some([number]) if is_integer => Value::Number(*number as i64),
            _ => Value::Other,
        }
    }

    fn unknown_attribute(&mut self, attribute: &Attribute, what: &str) {
        let message = format!("found the attribute `{}`, which {what} does not have", shown(&attribute.name));
        let finding = self.finding(&DEPRECATED, attribute.at, message);
        self.add(finding.help("it is left out: remove it"));
    }

    /// Attributes of `if` and `switch`.
    pub(crate) fn selection_control(&mut self, attributes: &Attributes) -> SelectionControl {
        let mut control = SelectionControl::default();
        if let Some(first) = attributes.first() {
            self.needs_extension(first.at, "an attribute", &["GL_EXT_control_flow_attributes"]);
        }
        for attribute in attributes {
            match attribute.name.as_str() {
                "flatten" => control.is_flattened = true,
                "branch" | "dont_flatten" => control.is_branch = true,
                _ => self.unknown_attribute(attribute, "a choice"),
            }
        }
        control
    }

    /// Attributes of loops.
    pub(crate) fn loop_control(&mut self, attributes: &Attributes) -> LoopControl {
        let mut control = LoopControl::default();
        if let Some(first) = attributes.first() {
            let extensions = [
                "GL_EXT_control_flow_attributes",
                "GL_EXT_control_flow_attributes2",
                "GL_QCOM_multiple_wait_queues",
            ];
            self.needs_extension(first.at, "an attribute", &extensions);
        }
        for attribute in attributes {
            self.loop_attribute(&mut control, attribute);
        }
        control
    }

    fn loop_attribute(&mut self, control: &mut LoopControl, attribute: &Attribute) {
        let name = attribute.name.as_str();
        let has_value = matches!(
            name,
            "dependency_length"
                | "min_iterations"
                | "max_iterations"
                | "iteration_multiple"
                | "peel_count"
                | "partial_count"
        );
        let number = match attribute.value {
            Some(Value::Number(number)) => Some(number),
            _ => None,
        };
        if has_value != number.is_some() || !has_value && attribute.value.is_some() {
            self.unknown_attribute(attribute, "a loop, with or without a value,");
            return;
        }
        let value = number.map(|value| value as u32);
        let is_wrong = match name {
            "dependency_length" => number.is_some_and(|value| value < 1),
            "iteration_multiple" => number == Some(0),
            _ => false,
        };
        if is_wrong {
            let message = format!("found a number below 1 as the value of `{name}`, expected 1 or more");
            let finding = self.finding(&STATEMENT, attribute.at, message);
            self.add(finding.help("write a larger number"));
            return;
        }
        match attribute.name.as_str() {
            "unroll" => control.is_unrolled = true,
            "loop" | "dont_unroll" => control.is_loop = true,
            "dependency_infinite" => control.dependency_infinite = true,
            "dependency_length" => control.dependency_length = value,
            "min_iterations" => control.min_iterations = value,
            "max_iterations" => control.max_iterations = value,
            "iteration_multiple" => control.iteration_multiple = value,
            "peel_count" => control.peel_count = value,
            "partial_count" => control.partial_count = value,
            _ => self.unknown_attribute(attribute, "a loop"),
        }
    }

    /// Attributes of functions.
    pub(crate) fn function_attributes(&mut self, attributes: &Attributes) {
        use super::layout::mode;
        for attribute in attributes {
            match attribute.name.as_str() {
                "subgroup_uniform_control_flow" => {
                    let extensions = ["GL_EXT_subgroup_uniform_control_flow"];
                    self.needs_extension(attribute.at, "the attribute", &extensions);
                    self.add_mode(mode::SUBGROUP_UNIFORM_CONTROL_FLOW);
                }
                "maximally_reconverges" => {
                    self.needs_extension(attribute.at, "the attribute", &["GL_EXT_maximal_reconvergence"]);
                    self.add_mode(mode::MAXIMALLY_RECONVERGES);
                }
                "inline" | "noinline" => {
                    let extensions = ["GL_EXT_function_control_attributes"];
                    self.needs_extension(attribute.at, "the attribute", &extensions);
                }
                _ => self.unknown_attribute(attribute, "a function"),
            }
        }
        let has = |name: &str| attributes.iter().any(|attribute| attribute.name == name);
        if has("inline") && has("noinline") {
            let at = attributes.first().map_or(At::NONE, |attribute| attribute.at);
            let finding =
                self.finding(&STATEMENT, at, "found `inline` beside `noinline`, expected one of them");
            self.add(finding.help("remove one of them"));
        }
    }
}
