//! Renders pictures with programs that compute pixels.
//!
//! A runtime shader computes the colour of every position, a colour filter maps every colour to another, a blender
//! every pair of colours. [`load`] makes an [`Effect`] from a source or a file; its uniforms and children are set by
//! name, and it draws pictures. Colours are premultiplied red, green, blue and alpha from 0 to 1.
//!
//! ```
//! use glassbox::core::limits::Limits;
//! use glassbox::render::{self, Frame, LoadOptions};
//!
//! let source = b"uniform float k; half4 main(float2 p) { return half4(p.x * k, 0, 0, 1); }";
//! let loaded = render::load("ramp.rts", source, None, &LoadOptions::default(), &Limits::default())?;
//! let mut effect = loaded.and_then(|loaded| loaded.effect).ok_or("it is no effect")?;
//! effect.set("k", "0.5", 0..3).map_err(|finding| finding.message)?;
//! let picture = effect.draw(&Frame::new(2, 1), &|_| {})?;
//! assert_eq!(picture.pixel(0, 0), [0.25, 0.0, 0.0, 1.0]);
//! assert_eq!(picture.pixel(1, 0), [0.75, 0.0, 0.0, 1.0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod color;
mod load;
mod values;

pub use color::Color;
pub use glassbox_sksl_eval::{ChildSlot, Component, Frame, Image, Source, Uniform};
pub use load::{LoadOptions, Loaded, load};

use std::ops::Range;
use std::sync::Arc;

use glassbox_core::diagnostic::{Diagnostic, Location, Reporter};
use glassbox_core::suggest;
use glassbox_sksl::builtin::Opaque;
use glassbox_sksl_eval::rules::{PICTURE_SIZE, UNKNOWN_CHILD, UNKNOWN_UNIFORM};
use glassbox_sksl_eval::{Child, Code};

use crate::run::{UNGIVEN, UNSET};

/// Most pixels of a picture: a gigabyte of them.
const MOST_PIXELS: usize = 1 << 26;

/// Value of a child.
#[derive(Clone, Debug)]
pub enum ChildInput {
    /// A constant colour.
    Color([f32; 4]),
    /// An image to sample.
    Image(Arc<Image>),
    /// A nested program.
    Program(Box<Effect>),
}

/// A program that computes pixels, with its uniforms and children.
#[derive(Clone, Debug)]
pub struct Effect {
    effect: glassbox_sksl_eval::Effect,
    /// For each uniform, true if it was set.
    is_set: Vec<bool>,
    /// Each child that was given.
    given: Vec<Option<ChildInput>>,
}

impl Effect {
    fn new(code: Code) -> Effect {
        Effect {
            is_set: vec![false; code.uniforms().len()],
            given: vec![None; code.children().len()],
            effect: glassbox_sksl_eval::Effect::new(Arc::new(code)),
        }
    }

    /// Kind of the program, in words.
    pub fn kind(&self) -> String {
        self.effect.code().kind().to_string()
    }

    /// Id of the format of its files.
    pub fn format(&self) -> &'static str {
        load::SKSL
    }

    /// True if it needs no input colours: colour filters and blenders do.
    pub fn is_shader(&self) -> bool {
        use glassbox_sksl::raw::ProgramKind;
        matches!(self.effect.code().kind(), ProgramKind::SHADER | ProgramKind::FRAGMENT)
    }

    /// The uniforms, in the order of their declarations.
    pub fn uniforms(&self) -> &[Uniform] {
        self.effect.code().uniforms()
    }

    /// The children, in the order of their declarations.
    pub fn children(&self) -> &[ChildSlot] {
        self.effect.code().children()
    }

    /// Sets a uniform to the numbers in a range of a text: `0.5`, `1,0.5,0`, `true`, `#ff8000`. `k[2]` is an array
    /// element, and `child.k` the uniform `k` of the program set as `child`.
    ///
    /// # Errors
    ///
    /// Without a location if there is no such uniform; with its location in the text if the numbers are invalid.
    pub fn set(&mut self, name: &str, text: &str, span: Range<usize>) -> Result<(), Box<Diagnostic>> {
        if let Some((effect, inner)) = self.inside(name) {
            return effect.set(inner, text, span);
        }
        let uniforms = self.effect.code().uniforms();
        let base = name.split('[').next().unwrap_or(name);
        let place = uniforms.iter().position(|uniform| uniform.name == base);
        let width = place.and_then(|place| Some(uniforms.get(place)?.width()));
        if width.is_none() && self.effect.code().children().iter().any(|child| child.name == name) {
            let message = format!("`{name}` is a child");
            let finding = Diagnostic::new(&UNKNOWN_UNIFORM, Location::default(), message);
            return Err(finding.help("give it with --child").into());
        }
        let numbers = values::numbers(text, span.clone(), width.unwrap_or_default())?;
        self.effect.set_uniform(name, &numbers).map_err(|mut finding| {
            if finding.rule.id != UNKNOWN_UNIFORM.id {
                finding.location = Location::in_text(text, span);
            }
            finding
        })?;
        if let Some(is_set) = place.and_then(|place| self.is_set.get_mut(place)) {
            *is_set = true;
        }
        Ok(())
    }

    /// Sets a child. `outer.inner` is the child `inner` of the program set as `outer`.
    ///
    /// # Errors
    ///
    /// There is no such child, or it is something else. The finding has no location.
    pub fn give(&mut self, name: &str, given: ChildInput) -> Result<(), Box<Diagnostic>> {
        if let Some((effect, inner)) = self.inside(name) {
            return effect.give(inner, given);
        }
        let place = self.place_of(name)?;
        // A wrong kind is reported when the child is set, for which it need not be complete.
        self.effect.clone().set_child(name, given.child()?)?;
        if let Some(slot) = self.given.get_mut(place) {
            *slot = Some(given);
        }
        Ok(())
    }

    /// Uniforms and children that are not set, with their default values.
    pub fn unset(&self) -> Vec<Diagnostic> {
        let mut findings = Vec::new();
        let code = self.effect.code();
        let uniforms = code.uniforms().iter().zip(&self.is_set);
        let names: Vec<&str> =
            uniforms.filter(|(_, is_set)| !**is_set).map(|(uniform, _)| uniform.name.as_str()).collect();
        let message = match names.as_slice() {
            [] => None,
            [one] => Some(format!("`{one}` is not set and is zero")),
            several => Some(format!("`{}` are not set and are zero", several.join("`, `"))),
        };
        if let Some(message) = message {
            findings
                .report(&UNSET, Location::default(), message)
                .help("set a uniform with --uniform NAME=VALUES");
        }
        for (child, given) in code.children().iter().zip(&self.given) {
            match given {
                Some(ChildInput::Program(program)) => {
                    for finding in program.unset() {
                        let message = format!("in `{}`: {}", child.name, finding.message);
                        findings.push(Diagnostic { message, ..finding });
                    }
                }
                Some(_) => {}
                None => {
                    let instead = match child.kind {
                        Opaque::ColorFilter => "leaves colours as they are",
                        Opaque::Blender => "lays the first colour over the second",
                        _ => "is transparent",
                    };
                    let message = format!("`{}` is not given and {instead}", child.name);
                    findings
                        .report(&UNGIVEN, Location::default(), message)
                        .help("give a child with --child NAME=WHAT");
                }
            }
        }
        findings
    }

    /// Draws a picture. Shaders are sampled at pixel centres, with the first row at the top. `progress` is called by
    /// any thread with the number of rows done.
    ///
    /// # Errors
    ///
    /// A pixel has no colour, such as after a loop that does not end.
    pub fn draw(&self, frame: &Frame<'_>, progress: &(dyn Fn(u32) + Sync)) -> Result<Image, Box<Diagnostic>> {
        let size = |width: u32, height: u32| {
            let count = usize::try_from(u64::from(width) * u64::from(height)).ok()?;
            (count <= MOST_PIXELS).then_some(count)
        };
        let too_large = || {
            let message = format!("a picture of {} by {} pixels is too large", frame.width, frame.height);
            let finding = Diagnostic::new(&PICTURE_SIZE, Location::default(), message);
            Box::new(finding.help(format!("a picture may have {MOST_PIXELS} pixels")))
        };
        let count = size(frame.width, frame.height).ok_or_else(too_large)?;
        let mut pixels = vec![[0.0; 4]; count];
        self.whole()?.render(frame, pixels.as_flattened_mut(), progress)?;
        Image::new(frame.width, frame.height, pixels).ok_or_else(too_large)
    }

    /// The program with all its values.
    fn whole(&self) -> Result<glassbox_sksl_eval::Effect, Box<Diagnostic>> {
        let mut effect = self.effect.clone();
        for (slot, given) in self.effect.code().children().iter().zip(&self.given) {
            if let Some(given) = given {
                effect.set_child(&slot.name, given.child()?)?;
            }
        }
        Ok(effect)
    }

    /// The program that the first component of a dotted name denotes, and the rest of the name.
    fn inside<'a>(&mut self, name: &'a str) -> Option<(&mut Effect, &'a str)> {
        let (outer, rest) = name.split_once('.')?;
        let place = self.place_of(outer).ok()?;
        match self.given.get_mut(place) {
            Some(Some(ChildInput::Program(program))) => Some((program, rest)),
            _ => None,
        }
    }

    fn place_of(&self, name: &str) -> Result<usize, Box<Diagnostic>> {
        let code = self.effect.code();
        let place = code.children().iter().position(|child| child.name == name);
        place.ok_or_else(|| {
            let is_uniform = code.uniforms().iter().any(|uniform| uniform.name == name);
            let names = code.children().iter().map(|child| child.name.as_str());
            let (message, help) = match suggest::similar(name, names.clone()) {
                _ if is_uniform => (format!("`{name}` is a uniform"), "set it with --uniform".to_owned()),
                similar => {
                    let known: Vec<&str> = names.take(8).collect();
                    let help = match (similar, known.is_empty()) {
                        (Some(similar), _) => format!("did you mean `{similar}`?"),
                        (None, true) => "the program declares no child".to_owned(),
                        (None, false) => format!("declared are `{}`", known.join("`, `")),
                    };
                    (format!("the program has no child `{name}`"), help)
                }
            };
            Diagnostic::new(&UNKNOWN_CHILD, Location::default(), message).help(help).into()
        })
    }
}

impl ChildInput {
    /// Converts it to the evaluator's type.
    fn child(&self) -> Result<Child, Box<Diagnostic>> {
        Ok(match self {
            ChildInput::Color(color) => Child::Color(*color),
            ChildInput::Image(image) => Child::Image(image.clone()),
            ChildInput::Program(program) => Child::Effect(Arc::new(program.whole()?)),
        })
    }
}

/// Composes a picture over another one; outside a smaller picture it is transparent.
pub fn over(picture: &Image, under: &Source<'_>) -> Image {
    let (width, height) = (picture.width(), picture.height());
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let pixels = places.map(|(x, y)| {
        let under = match under {
            Source::Color(color) => *color,
            Source::Image(image) => image.pixel(x, y),
        };
        let mut mixed = picture.pixel(x, y);
        let [.., alpha] = mixed;
        for (value, under) in mixed.iter_mut().zip(under) {
            *value += under * (1.0 - alpha);
        }
        mixed
    });
    Image::new(width, height, pixels.collect()).unwrap_or_default()
}
