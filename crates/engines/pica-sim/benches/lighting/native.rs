//! Handwritten Rust version of the shader, generic over its arithmetic.

use glassbox_pica_sim::{Inputs, Outputs};

/// Product used by the arithmetic.
pub(crate) trait Product {
    fn mul(a: f32, b: f32) -> f32;
}

/// Hardware rule: zero times infinity is zero.
pub(crate) struct Pica;

/// Plain `f32`.
pub(crate) struct Ieee;

impl Product for Pica {
    #[inline(always)]
    fn mul(a: f32, b: f32) -> f32 {
        let product = a * b;
        if product.is_nan() & !(a.is_nan() | b.is_nan()) { 0.0 } else { product }
    }
}

impl Product for Ieee {
    #[inline(always)]
    fn mul(a: f32, b: f32) -> f32 {
        a * b
    }
}

type Vector = [f32; 4];

#[inline(always)]
fn dot3<P: Product>(a: Vector, b: Vector) -> f32 {
    0.0 + P::mul(a[0], b[0]) + P::mul(a[1], b[1]) + P::mul(a[2], b[2])
}

#[inline(always)]
fn dot4<P: Product>(a: Vector, b: Vector) -> f32 {
    dot3::<P>(a, b) + P::mul(a[3], b[3])
}

#[inline(always)]
fn scale<P: Product>(a: Vector, by: f32) -> Vector {
    a.map(|component| P::mul(component, by))
}

#[inline(always)]
fn normalised<P: Product>(a: Vector) -> Vector {
    scale::<P>(a, 1.0 / dot3::<P>(a, a).sqrt())
}

#[inline(always)]
fn max(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// Runs the shader over all inputs. Output components not written keep their values.
pub(crate) fn light<P: Product, const SPECULAR: bool>(
    c: &[Vector; 96],
    inputs: &[Inputs],
    outputs: &mut [Outputs],
) {
    for (inputs, outputs) in inputs.iter().zip(outputs) {
        let [position, normal, texture, ..] = *inputs;
        outputs[0] = [0, 1, 2, 3].map(|row| dot4::<P>(c[row], position));
        let [x, y, z] = [4, 5, 6].map(|row| dot4::<P>(c[row], position));
        let eye = [x, y, z, 0.0];
        let [x, y, z] = [4, 5, 6].map(|row| dot3::<P>(c[row], normal));
        let normal = normalised::<P>([x, y, z, 0.0]);
        let view = if SPECULAR {
            let length = 1.0 / dot3::<P>(eye, eye).sqrt();
            scale::<P>(eye.map(|component| -component), length)
        } else {
            [0.0; 4]
        };
        let mut colour = c[12];
        for (place, diffuse, specular) in [(c[8], c[10], c[14]), (c[9], c[11], c[15])] {
            let toward: Vector = std::array::from_fn(|at| place[at] - eye[at]);
            let toward = normalised::<P>(toward);
            let amount = max(c[13][0], dot3::<P>(normal, toward));
            for at in 0..3 {
                colour[at] += P::mul(amount, diffuse[at]);
            }
            if SPECULAR {
                let half: Vector = std::array::from_fn(|at| toward[at] + view[at]);
                let half = normalised::<P>(half);
                let amount = max(c[13][0], dot3::<P>(normal, half));
                let amount = libm::exp2f(P::mul(c[13][2], libm::log2f(amount)));
                for at in 0..3 {
                    colour[at] += P::mul(amount, specular[at]);
                }
            }
        }
        outputs[1] = colour.map(|component| if c[13][1] < component { c[13][1] } else { component });
        outputs[2] = [texture[0], texture[1], 0.0, 0.0];
    }
}
