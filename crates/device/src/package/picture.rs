//! Compares pictures.

use crate::format::Texel;

/// Width and height of every picture in pixels.
pub const SIZE: u32 = 64;

/// Tolerance of an 8-bit component: the same number rounded twice.
pub const TOLERANCE: f64 = 2.0 / 255.0;

/// Fraction of pixels that may differ by more: edges, where drivers may decide differently.
pub const EDGES: f64 = 0.01;

/// Render target after a draw.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Render target number.
    pub register: u32,
    /// Format of the pixels.
    pub texel: Texel,
    /// Pixels, top row first.
    pub bytes: Vec<u8>,
}

impl Picture {
    /// Contents of the target before the draw: words of integers, sixteenths of colours.
    #[cfg(feature = "gpu")]
    pub(crate) const CLEAR: [f32; 4] = [0.2, 0.4, 0.6, 1.0];

    fn pixels(&self) -> impl Iterator<Item = Option<Vec<f64>>> {
        (0..(SIZE * SIZE) as usize).map(|index| self.texel.texel(&self.bytes, index))
    }

    /// Number of distinct pixels, up to a limit: a picture of one colour proves nothing.
    #[must_use]
    pub fn colors(&self, most: usize) -> usize {
        let mut seen: Vec<Vec<f64>> = Vec::new();
        for pixel in self.pixels().flatten() {
            if seen.len() < most && !seen.contains(&pixel) {
                seen.push(pixel);
            }
        }
        seen.len()
    }

    /// Describes the difference between two pictures; `None` if they match.
    #[must_use]
    pub fn difference(&self, other: &Picture) -> Option<String> {
        if (self.register, self.texel) != (other.register, other.texel) {
            return Some(format!("target {} and target {}", self.register, other.register));
        }
        let mut count = 0;
        let mut worst: Option<(f64, usize, Vec<f64>, Vec<f64>)> = None;
        for (index, (ours, theirs)) in self.pixels().zip(other.pixels()).enumerate() {
            let (Some(ours), Some(theirs)) = (ours, theirs) else {
                return Some("a picture is too short".to_owned());
            };
            let distance = ours.iter().zip(&theirs).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            if distance > TOLERANCE {
                count += 1;
                if worst.as_ref().is_none_or(|(most, ..)| distance > *most) {
                    worst = Some((distance, index, ours, theirs));
                }
            }
        }
        let (_, index, ours, theirs) = worst?;
        let part = f64::from(count) / f64::from(SIZE * SIZE);
        let (x, y) = (index % SIZE as usize, index / SIZE as usize);
        (part > EDGES).then(|| {
            format!(
                "target {}: {count} pixels differ, most at ({x}, {y}): {ours:.3?} and {theirs:.3?}",
                self.register
            )
        })
    }
}
