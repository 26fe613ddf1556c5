//! Programs with what they take: the values of their uniforms, and their children.

use std::sync::Arc;

use glassbox_core::diagnostic::{Diagnostic, Location, Rule};
use glassbox_core::suggest;
use glassbox_sksl::builtin::{NumberKind, Opaque};

use crate::child::Child;
use crate::code::Code;
use crate::inputs::Uniform;
use crate::machine::{ChildRunner, Runner};
use crate::number::{bits, truth};
use crate::rules;

/// How deeply children may have children.
const CHILD_DEPTH: usize = 16;

/// How many programs may be part of one, each as often as it is named.
const PROGRAMS: usize = 64;

/// A compiled program with the values of its uniforms, 0 where none was set, and its children.
#[derive(Clone, Debug)]
pub struct Effect {
    code: Arc<Code>,
    uniforms: Vec<u32>,
    children: Vec<Child>,
    /// How deeply children have children, 1 for none.
    depth: usize,
    /// How many programs are part of it.
    programs: usize,
}

impl Effect {
    /// A program with uniforms that are 0 and without children.
    pub fn new(code: Arc<Code>) -> Effect {
        let width = code.uniforms.iter().map(|uniform| uniform.start + uniform.width).max();
        Effect {
            uniforms: vec![0; width.unwrap_or(0) as usize],
            children: vec![Child::Nothing; code.children.len()],
            depth: 1,
            programs: 1,
            code,
        }
    }

    /// The program.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// Sets a uniform: a number a component, the columns of matrices and the elements of arrays one after another. A truth
    /// value is false for 0. Elements of arrays can be set singly, as `name[2]`.
    pub fn set_uniform(&mut self, name: &str, values: &[f64]) -> Result<(), Box<Diagnostic>> {
        let (uniform, element) = self.find_uniform(name)?;
        let (start, width) = match element {
            Some(element) => {
                let width = uniform.width / uniform.count.max(1);
                (uniform.start + element * width, width)
            }
            None => (uniform.start, uniform.width),
        };
        if values.len() != width as usize {
            return Err(value_finding(
                uniform,
                format!(
                    "`{name}` takes {width} {} of type `{}`, found {}",
                    if width == 1 { "number" } else { "numbers" },
                    uniform.scalar.name(),
                    values.len()
                ),
            ));
        }
        let mut lanes = Vec::with_capacity(values.len());
        for &value in values {
            lanes.push(lane(uniform, value)?);
        }
        let slots = self.uniforms.iter_mut().skip(start as usize);
        for (slot, lane) in slots.zip(lanes) {
            *slot = lane;
        }
        Ok(())
    }

    /// The uniform of a name, and the element of it that is meant.
    fn find_uniform(&self, name: &str) -> Result<(&Uniform, Option<u32>), Box<Diagnostic>> {
        let uniforms = &self.code.uniforms;
        if let Some(uniform) = uniforms.iter().find(|uniform| uniform.name == name) {
            return Ok((uniform, None));
        }
        if let Some((base, index)) = name.strip_suffix(']').and_then(|name| name.rsplit_once('['))
            && let Some(uniform) = uniforms.iter().find(|uniform| uniform.name == base && uniform.count > 0)
        {
            return match index.parse() {
                Ok(element) if element < uniform.count => Ok((uniform, Some(element))),
                _ => Err(value_finding(
                    uniform,
                    format!("`{base}` has elements 0 to {}, found `{index}`", uniform.count - 1),
                )),
            };
        }
        let names = uniforms.iter().map(|uniform| &uniform.name[..]);
        Err(unknown(&rules::UNKNOWN_UNIFORM, "uniform", name, names))
    }

    /// Sets a child.
    pub fn set_child(&mut self, name: &str, child: Child) -> Result<(), Box<Diagnostic>> {
        let slots = &self.code.children;
        let Some(place) = slots.iter().position(|slot| slot.name == name) else {
            let names = slots.iter().map(|slot| &slot.name[..]);
            return Err(unknown(&rules::UNKNOWN_CHILD, "child", name, names));
        };
        let expected = slots[place].kind;
        let found = match &child {
            Child::Nothing | Child::Color(_) => Some(expected),
            Child::Modulate(_) => Some(Opaque::ColorFilter),
            Child::Gradient(_) | Child::Checkerboard(_) | Child::Image(_) => Some(Opaque::Shader),
            Child::Effect(effect) => effect.code.opaque(),
        };
        if found != Some(expected) {
            let found = found.map_or("a program that cannot be called", Opaque::name);
            return Err(outside(
                &rules::CHILD_KIND,
                format!("the child `{name}` is of type `{}`, found {found}", expected.name()),
            )
            .help(format!("give a child of type `{}`, or a colour", expected.name()))
            .into());
        }
        let (depth, programs) = match &child {
            Child::Effect(effect) => (effect.depth + 1, effect.programs),
            _ => (1, 0),
        };
        let programs = self.programs + programs;
        if depth > CHILD_DEPTH || programs > PROGRAMS {
            return Err(outside(
                &rules::CHILD_KIND,
                format!(
                    "children have children more than {CHILD_DEPTH} deep, or are more than {PROGRAMS} in all"
                ),
            )
            .help("draw one of them first, and give its picture as an image")
            .into());
        }
        self.depth = self.depth.max(depth);
        self.programs = programs;
        if let Some(slot) = self.children.get_mut(place) {
            *slot = child;
        }
        Ok(())
    }

    /// Whether the program or one that it calls takes derivatives.
    pub(crate) fn uses_quads(&self) -> bool {
        let children = &mut self.children.iter();
        self.code.uses_quads
            || children.any(|child| matches!(child, Child::Effect(effect) if effect.uses_quads()))
    }

    /// The program, ready to run.
    pub(crate) fn runner(&self) -> Runner<'_> {
        let slots = self.code.children.iter();
        let children = self.children.iter().zip(slots).map(|(child, slot)| match child {
            Child::Nothing => ChildRunner::Nothing(slot.kind),
            Child::Color(color) => ChildRunner::Color(*color),
            Child::Modulate(color) => ChildRunner::Modulate(*color),
            Child::Gradient(gradient) => ChildRunner::Gradient(gradient),
            Child::Checkerboard(board) => ChildRunner::Checkerboard(board),
            Child::Image(image) => ChildRunner::Image(image),
            Child::Effect(effect) => ChildRunner::Effect(Box::new(effect.runner()), slot.kind),
        });
        Runner::new(&self.code, &self.uniforms, children.collect())
    }
}

/// The lane of a component.
fn lane(uniform: &Uniform, value: f64) -> Result<u32, Box<Diagnostic>> {
    if let Some((low, high)) = uniform.scalar.range() {
        let whole = value.trunc();
        if whole != value || whole < low as f64 || whole > high as f64 {
            return Err(value_finding(
                uniform,
                format!("`{}` takes whole numbers from {low} to {high}, found {value}", uniform.name),
            ));
        }
        return Ok(whole as i64 as u32);
    }
    Ok(match uniform.scalar.kind() {
        NumberKind::Boolean => truth(value != 0.0),
        _ => bits(value as f32),
    })
}

fn value_finding(uniform: &Uniform, message: String) -> Box<Diagnostic> {
    outside(&rules::UNIFORM_VALUE, message)
        .help(format!("the uniform `{}` is of type `{}`", uniform.name, uniform.type_name))
        .into()
}

/// A finding about what comes from outside, which has no place in the program.
fn outside(rule: &'static Rule, message: String) -> Diagnostic {
    Diagnostic::new(rule, Location::default(), message)
}

fn unknown<'n>(
    rule: &'static Rule,
    what: &str,
    name: &str,
    names: impl Iterator<Item = &'n str> + Clone,
) -> Box<Diagnostic> {
    let finding = outside(rule, format!("the program has no {what} `{name}`"));
    let known: Vec<String> = names.clone().map(|name| format!("`{name}`")).collect();
    let help = match suggest::similar(name, names) {
        Some(similar) => format!("did you mean `{similar}`?"),
        None if known.is_empty() => format!("the program declares no {what}"),
        None => format!("declared are {}", known.join(", ")),
    };
    finding.help(help).into()
}
