//! Selects variables and parts of them to read or write.

use super::types::{Scalar, Type};
use super::{Use, Variable, Writer};

impl Writer<'_> {
    /// Variables in scope, and their fields, elements and components, of this type and with a
    /// suitable use.
    pub(super) fn places(&mut self, ty: Type, is_wanted: impl Fn(Use) -> bool) -> Vec<String> {
        let visible: Vec<Variable> =
            self.visible().filter(|variable| is_wanted(variable.may)).cloned().collect();
        let mut places = Vec::new();
        for variable in visible {
            let text = match variable.array {
                None => variable.name,
                Some(count) => {
                    let index = self.index(count);
                    format!("{}[{index}]", variable.name)
                }
            };
            self.add_places(text, variable.ty, ty, 0, &mut places);
        }
        places
    }

    fn add_places(&mut self, text: String, has: Type, wanted: Type, level: u32, places: &mut Vec<String>) {
        if has == wanted {
            places.push(text);
            return;
        }
        match (has, wanted) {
            (Type::Struct(number), _) if level < 3 => {
                for field in self.structs[number].fields.clone() {
                    let name = match field.array {
                        None => format!("{text}.{}", field.name),
                        Some(count) => {
                            let index = self.index(count);
                            format!("{text}.{}[{index}]", field.name)
                        }
                    };
                    self.add_places(name, field.ty, wanted, level + 1, places);
                }
            }
            (Type::Vector(scalar, from @ 2..), Type::Vector(other, width))
                if scalar == other && width <= from =>
            {
                let mask = self.mask(from, width);
                places.push(format!("{text}.{mask}"));
            }
            (Type::Matrix(scalar, columns, rows), Type::Vector(other, width))
                if scalar == other && (width == rows || width == 1) =>
            {
                let column = self.index(columns);
                let element = match width {
                    1 => format!("[{}]", self.index(rows)),
                    _ => String::new(),
                };
                places.push(format!("{text}[{column}]{element}"));
            }
            _ => {}
        }
    }

    /// Index below a count: a number, a loop variable, or in OpenGL ES 3 any clamped integer.
    pub(super) fn index(&mut self, count: u32) -> String {
        if self.only_constants {
            return self.below(count).to_string();
        }
        let int = Type::Vector(Scalar::Int, 1);
        let variables: Vec<(String, bool)> = self
            .visible()
            .filter(|variable| {
                variable.ty == int && variable.array.is_none() && variable.may != Use::Constant
            })
            .map(|variable| {
                let is_safe = variable.below.is_some_and(|below| below <= count);
                (variable.name.clone(), is_safe)
            })
            .collect();
        let chosen = self.random.index(variables.len());
        match variables.into_iter().nth(chosen) {
            Some((name, true)) => name,
            Some((name, false)) if self.is_es3 && self.one_in(2) => {
                format!("clamp({name}, 0, {})", count - 1)
            }
            _ => self.below(count).to_string(),
        }
    }

    /// Distinct components of a vector.
    fn mask(&mut self, from: u32, width: u32) -> String {
        let letters = ["xyzw", "rgba"][self.random.index(2)];
        let mut rest: Vec<char> = letters.chars().take(from as usize).collect();
        (0..width)
            .map(|_| {
                let index = self.random.index(rest.len());
                rest.remove(index)
            })
            .collect()
    }
}
