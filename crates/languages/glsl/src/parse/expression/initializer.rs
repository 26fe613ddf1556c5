//! Values of variables at their declaration: expressions and lists in braces.

use crate::check::version::{ARRAY_OBJECTS, PACK_420};
use crate::model::{At, ExpressionId, Scalars};
use crate::parse::Parser;
use crate::rules::{CONSTANT, CONSTRUCTOR, TYPE};
use crate::types::{Length, Type};

/// A value, or values in braces.
enum Item {
    Value(ExpressionId),
    List(Vec<Item>, At),
}

impl Item {
    fn at(&self, parser: &Parser<'_>) -> At {
        match self {
            Item::Value(value) => parser.at_of(*value),
            Item::List(_, at) => *at,
        }
    }
}

impl Parser<'_> {
    /// Reads the value of a variable of a type, `{…}` or an expression, and converts it. The type is the one given, with the
    /// sizes that the value determines. `is_constant` says whether the variable is `const`: outside of functions, and in
    /// versions before 420, its value has to be a constant expression.
    pub(crate) fn initializer(&mut self, ty: Type, is_constant: bool) -> (ExpressionId, Type) {
        let at = self.here();
        let mut value = self.tracked(|parser| {
            let Some(item) = parser.item() else {
                return parser.push_error(at);
            };
            parser.initialized(&item, ty, true)
        });
        if self.is_error(value) || ty.is_error() {
            return (value, ty);
        }
        if self.contains_unsized(self.ty(value)) {
            let finding = self.finding(&TYPE, at, "found an array without a size as the initial value");
            self.add(finding.help("declare the array with its size first"));
            return (self.push_error(at), ty);
        }
        let completed = self.completed(ty, self.ty(value));
        if self.contains_array(completed) && !self.require(ARRAY_OBJECTS, at, "a value for an array") {
            return (self.push_error(at), completed);
        }
        if self.contains_specialized(completed) && !self.is_constant(value) {
            let message = "found a value for an array whose size is a specialization constant";
            let finding = self.finding(&TYPE, at, message);
            self.add(finding.help("assign the elements one by one"));
            return (self.push_error(at), completed);
        }
        value = self.convert_to(value, completed, "the initial value");
        if is_constant && !self.is_error(value) && !self.is_constant(value) && !self.may_vary() {
            let value_at = self.at_of(value);
            let message = "found a value that is not constant, expected a constant expression for a `const`";
            let finding = self.finding(&CONSTANT, value_at, message);
            self.add(finding.help("remove `const`, or use constants and functions of constants"));
            value = self.push_error(value_at);
        }
        (value, completed)
    }

    /// Whether a `const` may have a value that is computed at run time.
    fn may_vary(&self) -> bool {
        self.function.is_some() && self.has(PACK_420)
    }

    /// A value or a list; `None` after a finding.
    fn item(&mut self) -> Option<Item> {
        let Some(at) = self.take("{") else {
            return Some(Item::Value(self.single()));
        };
        if self.take("}").is_some() {
            let is_allowed =
                self.require_extension(&["GL_EXT_null_initializer"], at, "an empty list of values");
            return is_allowed.then_some(Item::List(Vec::new(), at));
        }
        let is_allowed = self.require(PACK_420, at, "a list of values in braces");
        let mut items = Vec::new();
        loop {
            let item = self.nested(Self::item)??;
            let is_error = matches!(item, Item::Value(value) if self.is_error(value));
            items.push(item);
            if self.take(",").is_some() {
                if self.take("}").is_some() {
                    break;
                }
                continue;
            }
            if self.take("}").is_none() {
                if !is_error {
                    self.unexpected("`,` or `}`", "close the list of values");
                }
                return None;
            }
            break;
        }
        is_allowed.then_some(Item::List(items, at))
    }

    /// The value that an item stands for.
    fn initialized(&mut self, item: &Item, ty: Type, is_outermost: bool) -> ExpressionId {
        match item {
            Item::Value(value) => *value,
            Item::List(items, at) if items.is_empty() && is_outermost => self.zero(ty, *at),
            Item::List(items, at) if items.is_empty() => {
                let message = "found an empty list of values inside of another, expected values";
                self.constructor_error(*at, message.to_owned(), "give the values")
            }
            Item::List(items, at) => self.list(items, ty, *at),
        }
    }

    /// `{}`: every component is 0.
    fn zero(&mut self, ty: Type, at: At) -> ExpressionId {
        match self.component_count(ty) {
            Some(count) if self.spend(count, at) => self.push_constant(ty, Scalars::from_elem(0, count), at),
            _ => {
                let message = format!(
                    "found `{{}}` for `{}`, expected a type of numbers with known sizes",
                    self.type_name(ty)
                );
                self.constructor_error(at, message, "give the values")
            }
        }
    }

    fn list(&mut self, items: &[Item], ty: Type, at: At) -> ExpressionId {
        let (wanted, elements) = match ty {
            Type::Array(id) => {
                let array = self.program.types.array_of(id);
                let first = items.first().map(|first| self.initialized_type(first, array.element));
                let element = match first {
                    Some(first) => self.completed(array.element, first),
                    None => array.element,
                };
                let wanted = match array.length {
                    Length::Fixed(length) => length as usize,
                    _ => items.len(),
                };
                (wanted, vec![element])
            }
            Type::Struct(id) => {
                let members: Vec<Type> =
                    self.program.types.structure(id).members.iter().map(|member| member.ty).collect();
                (members.len(), members)
            }
            Type::Vector(scalar, count) => (usize::from(count), vec![Type::Scalar(scalar)]),
            Type::Matrix(scalar, columns, rows) => (usize::from(columns), vec![Type::vector(scalar, rows)]),
            _ => {
                let message =
                    format!("found a list of values for `{}`, expected one value", self.type_name(ty));
                return self.constructor_error(at, message, "remove the braces");
            }
        };
        if wanted != items.len() {
            let name = self.type_name(ty);
            let finding = self.finding(
                &CONSTRUCTOR,
                at,
                format!("found {} values in braces for `{name}`, expected {wanted}", items.len()),
            );
            self.add(finding.help("give one value for each element, member, component or column"));
            return self.push_error(at);
        }
        let mut parts = Vec::with_capacity(items.len());
        for (number, item) in items.iter().enumerate() {
            let Some(element) = elements.get(number).or(elements.last()).copied() else {
                break;
            };
            let value = self.initialized(item, element, false);
            let element = self.completed(element, self.ty(value));
            let value = self.convert_to(value, element, "a value in braces");
            if self.is_error(value) {
                return self.push_error(item.at(self));
            }
            parts.push(value);
        }
        let element = parts.first().map_or(Type::Error, |part| self.ty(*part));
        match ty {
            Type::Array(_) => {
                let whole = self.program.types.array(element, Length::Fixed(parts.len() as u32));
                self.gathered(whole, parts, at)
            }
            Type::Struct(_) => self.gathered(ty, parts, at),
            _ => self.construct(ty, parts, at),
        }
    }

    /// The type that an item gives a place of a type, as far as it can be seen before it is converted.
    fn initialized_type(&mut self, item: &Item, ty: Type) -> Type {
        match item {
            Item::Value(value) => self.ty(*value),
            Item::List(items, _) => {
                let Some(array) = self.program.types.as_array(ty) else {
                    return ty;
                };
                let length = match array.length {
                    Length::Unsized => Length::Fixed(items.len() as u32),
                    other => other,
                };
                let element = match items.first() {
                    Some(first) => {
                        let first = self.initialized_type(first, array.element);
                        self.completed(array.element, first)
                    }
                    None => array.element,
                };
                self.program.types.array(element, length)
            }
        }
    }
}
