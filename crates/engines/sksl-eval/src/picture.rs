//! Images that are read, and how large a picture is and from what it is made.

use crate::render::byte_of;

/// An image: rows from the top, pixels of red, green, blue and alpha, with alpha multiplied into the others.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Image {
    width: u32,
    height: u32,
    pixels: Vec<[f32; 4]>,
}

impl Image {
    /// An image; none when the number of pixels is not that of its size.
    pub fn new(width: u32, height: u32, pixels: Vec<[f32; 4]>) -> Option<Image> {
        let fits = width > 0 && height > 0 && pixels.len() as u64 == u64::from(width) * u64::from(height);
        fits.then_some(Image { width, height, pixels })
    }

    /// An image of bytes, four a pixel.
    pub fn from_rgba8(width: u32, height: u32, bytes: &[u8]) -> Option<Image> {
        let (pixels, rest) = bytes.as_chunks::<4>();
        let pixels = pixels.iter().map(|pixel| pixel.map(|byte| f32::from(byte) / 255.0));
        if !rest.is_empty() {
            return None;
        }
        Image::new(width, height, pixels.collect())
    }

    /// Its bytes as a surface in memory holds them, four a pixel: each component to the nearest of 0 to 255, the even one of
    /// two; what is not a number is 255, as in Skia.
    pub fn to_rgba8(&self) -> Vec<u8> {
        let mut bytes = vec![[0; 4]; self.pixels.len()];
        for (bytes, pixel) in bytes.iter_mut().zip(&self.pixels) {
            *bytes = pixel.map(|value| byte_of(value.to_bits()) as u8);
        }
        bytes.into_flattened()
    }

    /// Its bytes as files of pictures hold them, with colours that are not multiplied by alpha. They are rounded as those of a
    /// surface first, with which pictures are compared.
    pub fn to_straight_rgba8(&self) -> Vec<u8> {
        let mut bytes = self.to_rgba8();
        for pixel in bytes.as_chunks_mut::<4>().0 {
            divide(pixel);
        }
        bytes
    }

    /// How many pixels a row has.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// How many rows it has.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// All pixels, row by row.
    pub fn pixels(&self) -> &[[f32; 4]] {
        &self.pixels
    }

    /// The pixel nearest to a place; those at the edges go on for ever. Between two pixels, at a whole coordinate, the lower
    /// one is taken, as in Skia.
    pub fn nearest(&self, x: f32, y: f32) -> [f32; 4] {
        self.pixel(nearest(x, self.width), nearest(y, self.height))
    }

    /// A pixel; transparent outside of the image.
    pub fn pixel(&self, column: u32, row: u32) -> [f32; 4] {
        if column >= self.width {
            return [0.0; 4];
        }
        let place = row as usize * self.width as usize + column as usize;
        self.pixels.get(place).copied().unwrap_or([0.0; 4])
    }
}

/// The number of the pixel at a coordinate, of `count` in a row. What is not a number is at the beginning.
fn nearest(at: f32, count: u32) -> u32 {
    let within = at.max(f32::MIN_POSITIVE).min((count as f32).next_down());
    within.next_down() as u32
}

/// Where the colours come from that a colour filter, a blender or a shader's paint takes.
#[derive(Clone, Copy, Debug)]
pub enum Source<'i> {
    /// The same for all pixels.
    Color([f32; 4]),
    /// The pixel of an image at the same place; transparent outside of it.
    Image(&'i Image),
}

impl Source<'_> {
    /// The colour for a pixel.
    pub(crate) fn at(&self, column: u32, row: u32) -> [f32; 4] {
        match self {
            Source::Color(color) => *color,
            Source::Image(image) => image.pixel(column, row),
        }
    }
}

/// A picture to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'i> {
    /// How many pixels a row has, 1 to 65535.
    pub width: u32,
    /// How many rows it has, 1 to 65535.
    pub height: u32,
    /// Whether `sk_FragCoord` counts rows from the bottom, as on a device whose pictures stand upside down.
    pub is_flipped: bool,
    /// What a colour filter changes, what a blender lays over the destination, what a shader's paint is.
    pub source: Source<'i>,
    /// What is under a blender's source.
    pub destination: Source<'i>,
    /// How many threads draw; 0 for one a processor.
    pub threads: usize,
}

impl Frame<'_> {
    /// A picture of a size, drawn by as many threads as there are processors: black paint over nothing.
    pub fn new(width: u32, height: u32) -> Frame<'static> {
        Frame {
            width,
            height,
            is_flipped: false,
            source: Source::Color([0.0, 0.0, 0.0, 1.0]),
            destination: Source::Color([0.0; 4]),
            threads: 0,
        }
    }
}

/// Divides the colours of a pixel by its alpha.
fn divide(pixel: &mut [u8; 4]) {
    let [colors @ .., alpha] = pixel;
    let alpha = u32::from(*alpha);
    if alpha == 255 {
        return;
    }
    for color in colors {
        let scaled = (u32::from(*color) * 255 + alpha / 2).checked_div(alpha);
        *color = scaled.unwrap_or(0).min(255) as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::{Image, nearest};

    /// What Skia's processor back end draws of an image of four pixels as the child of an effect.
    #[test]
    fn ties_go_to_the_lower_pixel() {
        let rows: [(f32, u32); 12] = [
            (f32::NAN, 0),
            (f32::NEG_INFINITY, 0),
            (-1.0, 0),
            (0.0, 0),
            (0.5, 0),
            (1.0, 0),
            (1.0_f32.next_up(), 1),
            (1.5, 1),
            (3.0, 2),
            (3.5, 3),
            (4.0, 3),
            (f32::INFINITY, 3),
        ];
        for (at, pixel) in rows {
            assert_eq!(nearest(at, 4), pixel, "{at}");
        }
        assert_eq!(nearest(65535.0, 65535), 65534);
        assert_eq!(nearest(1.0, 1), 0);
    }

    #[test]
    fn colours_are_divided_by_alpha() {
        let divided = |pixel: [f32; 4]| Image::new(1, 1, vec![pixel]).unwrap().to_straight_rgba8();
        assert_eq!(divided([0.5, 0.25, 0.0, 0.5]), [255, 128, 0, 128]);
        assert_eq!(divided([0.0; 4]), [0; 4]);
        assert_eq!(divided([0.2, 0.4, 1.0, 1.0]), [51, 102, 255, 255]);
        // Brighter than its alpha.
        assert_eq!(divided([1.0, 0.0, 0.0, 0.5]), [255, 0, 0, 128]);
    }
}
