//! Rendering: what programs make of pixels.
//!
//! A runtime shader gives the colour of every place, a colour filter another one for every colour, a blender one for every
//! two. [`load`] makes an [`Effect`] of a source or a file; its uniforms and children are given by name, and it draws pictures.
//! Colours are red, green, blue and alpha from 0 to 1, multiplied by alpha.
//!
//! ```
//! use glassbox::core::limits::Limits;
//! use glassbox::render::{self, Scene};
//!
//! let source = b"uniform float k; half4 main(float2 p) { return half4(p.x * k, 0, 0, 1); }";
//! let loaded = render::load("ramp.rts", source, None, &Default::default(), &Limits::default())?;
//! let mut effect = loaded.and_then(|loaded| loaded.effect).ok_or("it is no effect")?;
//! effect.set("k", "0.5", 0..3).map_err(|finding| finding.message)?;
//! let picture = effect.draw(&Scene::new(2, 1)).map_err(|finding| finding.message)?;
//! assert_eq!(picture.pixels, [[0.25, 0.0, 0.0, 1.0], [0.75, 0.0, 0.0, 1.0]]);
//! # Ok::<(), String>(())
//! ```

mod color;
mod draw;
mod engine;
mod image;
mod load;
mod values;

pub use color::Color;
pub use draw::Scene;
pub use image::{Filter, Image, Tiling};
pub use load::{Loaded, load};

use std::ops::Range;

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::suggest;

use crate::run::{CHILD, NAME, UNGIVEN, UNSET};
use engine::Engine;

/// What a program makes colours of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Of a place.
    Shader,
    /// Of a colour.
    ColorFilter,
    /// Of a colour and the one under it.
    Blender,
}

impl Kind {
    /// How it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Shader => "shader",
            Kind::ColorFilter => "color filter",
            Kind::Blender => "blender",
        }
    }
}

/// What the numbers of a uniform are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    /// Any numbers.
    Float,
    /// Whole numbers.
    Int,
    /// Whole numbers from 0.
    Uint,
    /// Truth values.
    Bool,
}

/// A value that is the same for every pixel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Uniform {
    /// Name.
    pub name: String,
    /// Type as the source spells it, such as `half4[3]`.
    pub ty: String,
    /// What its numbers are.
    pub scalar: Scalar,
    /// How many numbers it has: an array all those of its elements, a matrix column by column.
    pub count: usize,
}

/// A program that a program calls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Child {
    /// Name.
    pub name: String,
    /// What it makes colours of.
    pub kind: Kind,
}

/// What a child is.
#[derive(Clone, Debug)]
pub enum Given {
    /// The same colour everywhere.
    Color([f32; 4]),
    /// A picture, with what lies between its pixels and beyond its edges.
    Image(Image, Filter, Tiling),
    /// Another program.
    Program(Box<Effect>),
}

/// A program that makes pixels, with what it was given.
#[derive(Clone, Debug)]
pub struct Effect {
    engine: Engine,
    /// The numbers of each uniform that is set.
    values: Vec<Option<Vec<f64>>>,
    /// Each child that was given.
    given: Vec<Option<Given>>,
}

impl Effect {
    fn new(engine: Engine) -> Effect {
        Effect {
            values: vec![None; engine.uniforms().len()],
            given: vec![None; engine.children().len()],
            engine,
        }
    }

    /// What it makes colours of.
    pub fn kind(&self) -> Kind {
        self.engine.kind()
    }

    /// The uniforms, in the order of the program.
    pub fn uniforms(&self) -> &[Uniform] {
        self.engine.uniforms()
    }

    /// The children, in the order of the program.
    pub fn children(&self) -> &[Child] {
        self.engine.children()
    }

    /// Sets a uniform to the numbers in a part of a text: `0.5`, `1,0.5,0`, `true`, `#ff8000`. `child.k` is the uniform `k` of
    /// the program that was given for `child`.
    ///
    /// # Errors
    ///
    /// That there is no such uniform, without a place, or what is wrong with the numbers, with its place in the text.
    pub fn set(&mut self, name: &str, text: &str, span: Range<usize>) -> Result<(), Box<Diagnostic>> {
        let (effect, inner) = self.inside(name)?;
        let uniforms = effect.engine.uniforms();
        let Some(at) = uniforms.iter().position(|uniform| uniform.name == inner) else {
            let names = uniforms.iter().map(|uniform| uniform.name.as_str());
            let is_child = effect.children().iter().any(|child| child.name == inner);
            return Err(match is_child {
                true => Box::new(
                    Diagnostic::new(&NAME, Location::default(), format!("{name} is a child"))
                        .help("give it with --child"),
                ),
                false => unknown("uniform", name, inner, names),
            });
        };
        let values = uniforms
            .get(at)
            .map(|uniform| values::numbers(uniform, text, span))
            .transpose()?;
        if let Some(slot) = effect.values.get_mut(at) {
            *slot = values;
        }
        Ok(())
    }

    /// Gives a child. `outer.inner` is the child `inner` of the program that was given for `outer`.
    ///
    /// # Errors
    ///
    /// That there is no such child, or that it is something else. The finding has no place.
    pub fn give(&mut self, name: &str, given: Given) -> Result<(), Box<Diagnostic>> {
        let (effect, inner) = self.inside(name)?;
        let children = effect.engine.children();
        let Some(at) = children.iter().position(|child| child.name == inner) else {
            let names = children.iter().map(|child| child.name.as_str());
            let is_uniform = effect.uniforms().iter().any(|uniform| uniform.name == inner);
            return Err(match is_uniform {
                true => Box::new(
                    Diagnostic::new(&NAME, Location::default(), format!("{name} is a uniform"))
                        .help("set it with --uniform"),
                ),
                false => unknown("child", name, inner, names),
            });
        };
        let wanted = children.get(at).map_or(Kind::Shader, |child| child.kind);
        let found = match &given {
            Given::Color(_) | Given::Image(..) => Kind::Shader,
            Given::Program(program) => program.kind(),
        };
        if wanted != found {
            let message = format!("found a {} for {name}, expected a {}", found.name(), wanted.name());
            let help = format!("name a program that is a {}", wanted.name());
            return Err(Box::new(
                Diagnostic::new(&CHILD, Location::default(), message).help(help),
            ));
        }
        if let Some(slot) = effect.given.get_mut(at) {
            *slot = Some(given);
        }
        Ok(())
    }

    /// The uniforms and children that nobody has given, with what they are instead.
    pub fn unset(&self) -> Vec<Diagnostic> {
        let mut findings = Vec::new();
        let names: Vec<&str> = self
            .uniforms()
            .iter()
            .zip(&self.values)
            .filter(|(_, value)| value.is_none())
            .map(|(uniform, _)| uniform.name.as_str())
            .collect();
        let message = match names.as_slice() {
            [] => None,
            [one] => Some(format!("{one} is not set and is zero")),
            several => Some(format!("{} are not set and are zero", several.join(", "))),
        };
        if let Some(message) = message {
            findings.push(
                Diagnostic::new(&UNSET, Location::default(), message)
                    .help("set a uniform with --uniform NAME=VALUES"),
            );
        }
        for (child, given) in self.children().iter().zip(&self.given) {
            match given {
                Some(Given::Program(program)) => {
                    for finding in program.unset() {
                        let message = format!("in {}: {}", child.name, finding.message);
                        findings.push(Diagnostic { message, ..finding });
                    }
                }
                Some(_) => {}
                None => {
                    let instead = match child.kind {
                        Kind::Shader => "is transparent",
                        Kind::ColorFilter => "leaves colors as they are",
                        Kind::Blender => "puts the first color over the second",
                    };
                    let message = format!("{} is not given and {instead}", child.name);
                    findings.push(
                        Diagnostic::new(&UNGIVEN, Location::default(), message)
                            .help("give a child with --child NAME=WHAT"),
                    );
                }
            }
        }
        findings
    }

    /// The program that a name with dots leads to, and its last part.
    fn inside<'a>(&mut self, name: &'a str) -> Result<(&mut Effect, &'a str), Box<Diagnostic>> {
        let (outer, rest) = match name.split_once('.') {
            None => return Ok((self, name)),
            Some(parts) => parts,
        };
        let children = self.engine.children();
        let Some(at) = children.iter().position(|child| child.name == outer) else {
            let names = children.iter().map(|child| child.name.as_str());
            return Err(unknown("child", name, outer, names));
        };
        match self.given.get_mut(at) {
            Some(Some(Given::Program(program))) => program.inside(rest),
            _ => {
                let message = format!("{outer} is no program, so that nothing in it can be given");
                Err(Box::new(
                    Diagnostic::new(&NAME, Location::default(), message)
                        .help(format!("give it a program first: --child {outer}=FILE")),
                ))
            }
        }
    }
}

fn unknown<'a>(
    what: &str,
    name: &str,
    inner: &str,
    names: impl Iterator<Item = &'a str> + Clone,
) -> Box<Diagnostic> {
    let finding = Diagnostic::new(
        &NAME,
        Location::default(),
        format!("the program has no {what} {name}"),
    );
    let all: Vec<&str> = names.clone().take(8).collect();
    Box::new(match suggest::similar(inner, names) {
        Some(similar) => finding.help(format!("did you mean {similar}?")),
        None if all.is_empty() => finding.help(format!("it has no {what} at all")),
        None => finding.help(format!("there is {}", all.join(", "))),
    })
}
