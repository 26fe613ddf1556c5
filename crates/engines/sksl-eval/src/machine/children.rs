//! Children: what a program calls.

use glassbox_sksl::builtin::Opaque;

use super::file::Row;
use super::{Exhausted, LANES, Lanes, Runner};
use crate::child::{Checkerboard, Gradient};
use crate::graph::Input;
use crate::picture::Image;

/// A child that runs.
#[derive(Clone, Debug)]
pub(crate) enum ChildRunner<'e> {
    /// What Skia does without a child: a shader is transparent, a colour filter changes nothing, a blender lays the source
    /// over the destination.
    Nothing(Opaque),
    /// A colour, whatever is asked for.
    Color([f32; 4]),
    /// A colour filter that multiplies by a colour.
    Modulate([f32; 4]),
    Gradient(&'e Gradient),
    Checkerboard(&'e Checkerboard),
    Image(&'e Image),
    Effect(Box<Runner<'e>>, Opaque),
}

impl Runner<'_> {
    pub(super) fn call(&mut self, to: [u32; 4], call: u32, lanes: &Lanes) -> Result<(), Exhausted> {
        let Some(call) = self.code.assembly.calls.get(call as usize) else {
            return Ok(());
        };
        let mut arguments = [[0; LANES]; 8];
        for (row, &argument) in arguments.iter_mut().zip(&call.arguments) {
            *row = self.lanes_of(argument);
        }
        let Some(child) = self.children.get_mut(call.child as usize) else {
            return Ok(());
        };
        let colors = child.run(&arguments, lanes)?;
        if let ChildRunner::Effect(child, _) = child {
            // A child's loops count as the caller's, or nesting would multiply the limit.
            self.steps = self.steps.saturating_add(child.steps);
            if self.steps > self.code.step_limit {
                return Err(Exhausted);
            }
        }
        for (register, color) in to.into_iter().zip(colors) {
            if let Some(row) = self.file.get_mut(register as usize) {
                *row = color;
            }
        }
        Ok(())
    }
}

impl ChildRunner<'_> {
    fn run(&mut self, arguments: &[Row; 8], lanes: &Lanes) -> Result<[Row; 4], Exhausted> {
        let [a, b, c, d, rest @ ..] = arguments;
        match self {
            ChildRunner::Nothing(Opaque::ColorFilter) => Ok([*a, *b, *c, *d]),
            ChildRunner::Nothing(Opaque::Blender) => {
                let mut colors = [*a, *b, *c, *d];
                for (color, destination) in colors.iter_mut().zip(rest) {
                    for ((color, &destination), &alpha) in color.iter_mut().zip(destination).zip(d) {
                        let through = f32::from_bits(destination) * (1.0 - f32::from_bits(alpha));
                        *color = (f32::from_bits(*color) + through).to_bits();
                    }
                }
                Ok(colors)
            }
            ChildRunner::Nothing(_) => Ok([[0; LANES]; 4]),
            ChildRunner::Color(color) => Ok(color.map(|component| [component.to_bits(); LANES])),
            ChildRunner::Modulate(color) => {
                let mut colors = [*a, *b, *c, *d];
                for (row, factor) in colors.iter_mut().zip(color) {
                    for lane in row {
                        *lane = (f32::from_bits(*lane) * *factor).to_bits();
                    }
                }
                Ok(colors)
            }
            ChildRunner::Gradient(gradient) => Ok(each_place(a, b, |x, y| gradient.at(x, y))),
            ChildRunner::Checkerboard(board) => Ok(each_place(a, b, |x, y| board.at(x, y))),
            ChildRunner::Image(image) => Ok(each_place(a, b, |x, y| image.nearest(x, y))),
            ChildRunner::Effect(runner, kind) => {
                let mut inside = lanes.clone();
                let inputs: &[Input] = match kind {
                    Opaque::Shader => &[Input::X, Input::Y],
                    Opaque::Blender => &BLENDER,
                    _ => &BLENDER[..4],
                };
                for (&input, argument) in inputs.iter().zip(arguments) {
                    *inside.row_mut(input) = *argument;
                }
                runner.run(&inside).map(|colors| colors.map(|color| *color))
            }
        }
    }
}

const BLENDER: [Input; 8] = [
    Input::Source(0),
    Input::Source(1),
    Input::Source(2),
    Input::Source(3),
    Input::Destination(0),
    Input::Destination(1),
    Input::Destination(2),
    Input::Destination(3),
];

/// The colours of the places that a group asks for.
fn each_place(x: &Row, y: &Row, color: impl Fn(f32, f32) -> [f32; 4]) -> [Row; 4] {
    let mut rows = [[0; LANES]; 4];
    for lane in 0..LANES {
        let components = color(f32::from_bits(x[lane]), f32::from_bits(y[lane]));
        for (row, component) in rows.iter_mut().zip(components) {
            row[lane] = component.to_bits();
        }
    }
    rows
}
