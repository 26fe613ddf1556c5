//! Children of effects: what a program calls by the name of a `shader`, `colorFilter` or `blender`.

use std::sync::Arc;

use crate::effect::Effect;
use crate::picture::Image;

/// A child. Colours are red, green, blue and alpha, with alpha multiplied into the others.
#[derive(Clone, Debug, Default)]
pub enum Child {
    /// None, as when nothing is set: a shader is transparent, a colour filter changes nothing, a blender lays the source over
    /// the destination.
    #[default]
    Nothing,
    /// Any kind: a colour, whatever is asked for.
    Color([f32; 4]),
    /// A colour filter that multiplies by a colour.
    Modulate([f32; 4]),
    /// A shader: a linear gradient.
    Gradient(Gradient),
    /// A shader: squares of two colours.
    Checkerboard(Checkerboard),
    /// A shader: the pixels of an image, the nearest one each.
    Image(Arc<Image>),
    /// A compiled program of the right kind, with its uniforms and children.
    Effect(Arc<Effect>),
}

/// A linear gradient between two places.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gradient {
    /// Where the first colour is, and up to where.
    pub start: [f32; 2],
    /// Where the last colour is, and everything behind.
    pub end: [f32; 2],
    /// The two colours.
    pub colors: [[f32; 4]; 2],
}

impl Gradient {
    /// The colour at a place.
    pub fn at(&self, x: f32, y: f32) -> [f32; 4] {
        let way = [self.end[0] - self.start[0], self.end[1] - self.start[1]];
        let square = way[0] * way[0] + way[1] * way[1];
        let along = (x - self.start[0]) * way[0] + (y - self.start[1]) * way[1];
        let part = along / square;
        let part = if part > 0.0 { part.min(1.0) } else { 0.0 };
        let [first, last] = self.colors;
        std::array::from_fn(|component| first[component] + (last[component] - first[component]) * part)
    }
}

/// Squares of two colours; the first one's corner is the origin.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Checkerboard {
    /// How long the side of a square is.
    pub size: f32,
    /// The two colours.
    pub colors: [[f32; 4]; 2],
}

impl Checkerboard {
    /// The colour at a place.
    pub fn at(&self, x: f32, y: f32) -> [f32; 4] {
        let column = (x / self.size).floor() as i64;
        let row = (y / self.size).floor() as i64;
        self.colors[usize::from(column.wrapping_add(row) & 1 == 1)]
    }
}
