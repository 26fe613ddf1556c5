//! Pixels in memory, and how a shader reads them.

/// Pixels, row by row from the top, as red, green, blue and alpha from 0 to 1, colours multiplied by alpha.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Image {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// As many pixels as the rows hold.
    pub pixels: Vec<[f32; 4]>,
}

/// What lies between pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Filter {
    /// The nearest pixel.
    #[default]
    Nearest,
    /// A mixture of the four nearest.
    Linear,
}

/// What lies beyond the edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tiling {
    /// The pixels of the edge.
    #[default]
    Clamp,
    /// The image again.
    Repeat,
    /// The image again, every other time turned over.
    Mirror,
    /// Nothing.
    Decal,
}

impl Filter {
    /// Every one, by its name.
    pub const ALL: [(&'static str, Filter); 2] = [("nearest", Filter::Nearest), ("linear", Filter::Linear)];
}

impl Tiling {
    /// Every one, by its name.
    pub const ALL: [(&'static str, Tiling); 4] = [
        ("clamp", Tiling::Clamp),
        ("repeat", Tiling::Repeat),
        ("mirror", Tiling::Mirror),
        ("decal", Tiling::Decal),
    ];

    /// The pixel of a row of `count` that stands at a place; `None` where there is nothing.
    fn place(self, at: i64, count: u32) -> Option<u32> {
        let count = i64::from(count);
        let at = match self {
            _ if count == 0 => return None,
            Tiling::Clamp => at.clamp(0, count - 1),
            Tiling::Repeat => at.rem_euclid(count),
            Tiling::Mirror => {
                let turned = at.rem_euclid(2 * count);
                turned.min(2 * count - 1 - turned)
            }
            Tiling::Decal if (0..count).contains(&at) => at,
            Tiling::Decal => return None,
        };
        u32::try_from(at).ok()
    }
}

impl Image {
    /// An image of one colour.
    pub fn filled(width: u32, height: u32, color: [f32; 4]) -> Image {
        let count = width as usize * height as usize;
        Image {
            width,
            height,
            pixels: vec![color; count],
        }
    }

    /// A pixel; transparent where there is none.
    pub fn pixel(&self, x: u32, y: u32) -> [f32; 4] {
        if x >= self.width {
            return [0.0; 4];
        }
        let at = y as usize * self.width as usize + x as usize;
        self.pixels.get(at).copied().unwrap_or_default()
    }

    /// What a shader reads at a point, in pixels from the upper left corner.
    ///
    /// ```
    /// use glassbox::render::{Filter, Image, Tiling};
    ///
    /// let image = Image { width: 2, height: 1, pixels: vec![[0.0; 4], [1.0; 4]] };
    /// assert_eq!(image.sample([1.5, 0.5], Filter::Nearest, Tiling::Clamp), [1.0; 4]);
    /// assert_eq!(image.sample([1.0, 0.5], Filter::Linear, Tiling::Clamp), [0.5; 4]);
    /// assert_eq!(image.sample([2.5, 0.5], Filter::Nearest, Tiling::Repeat), [0.0; 4]);
    /// ```
    pub fn sample(&self, [x, y]: [f32; 2], filter: Filter, tiling: Tiling) -> [f32; 4] {
        let fetch = |x: i64, y: i64| match (tiling.place(x, self.width), tiling.place(y, self.height)) {
            (Some(x), Some(y)) => self.pixel(x, y),
            _ => [0.0; 4],
        };
        // A conversion of what is no number gives 0, and of what is too large the nearest whole number.
        match filter {
            Filter::Nearest => fetch(x.floor() as i64, y.floor() as i64),
            Filter::Linear => {
                let (left, top) = ((x - 0.5).floor(), (y - 0.5).floor());
                let (right_part, bottom_part) = (x - 0.5 - left, y - 0.5 - top);
                let (left, top) = (left as i64, top as i64);
                let (right, bottom) = (left.saturating_add(1), top.saturating_add(1));
                let row = |y: i64| mix(fetch(left, y), fetch(right, y), right_part);
                mix(row(top), row(bottom), bottom_part)
            }
        }
    }
}

fn mix(a: [f32; 4], b: [f32; 4], part: f32) -> [f32; 4] {
    let mut mixed = a;
    for (value, other) in mixed.iter_mut().zip(b) {
        *value += (other - *value) * part;
    }
    mixed
}

#[cfg(test)]
mod tests {
    use super::{Filter, Image, Tiling};

    #[test]
    fn tilings_say_what_lies_beyond_the_edges() {
        let places = |tiling: Tiling| -> Vec<Option<u32>> {
            (-4..7).map(|at| tiling.place(at, 3)).collect()
        };
        let some = |all: [u32; 11]| all.map(Some).to_vec();
        assert_eq!(places(Tiling::Clamp), some([0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2]));
        assert_eq!(places(Tiling::Repeat), some([2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0]));
        assert_eq!(places(Tiling::Mirror), some([2, 2, 1, 0, 0, 1, 2, 2, 1, 0, 0]));
        let decal = places(Tiling::Decal);
        assert_eq!(decal.iter().flatten().count(), 3);
        assert_eq!(decal.get(4..7), Some(&[Some(0), Some(1), Some(2)][..]));
        assert_eq!(Tiling::Clamp.place(0, 0), None);
    }

    #[test]
    fn strange_points_read_something() {
        let image = Image::filled(2, 2, [0.25; 4]);
        for point in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e30] {
            for (_, filter) in Filter::ALL {
                for (_, tiling) in Tiling::ALL {
                    image.sample([point, 0.5], filter, tiling);
                    Image::default().sample([0.5, point], filter, tiling);
                }
            }
        }
    }
}
