//! PNG files to pixels and back.
//!
//! Files hold colours beside alpha, pixels in memory colours multiplied by it.

use std::io::Cursor;

use anyhow::{Context as _, Result, bail};
use glassbox::render::{Component as _, Image};
use png::{BitDepth, ColorType, Decoder, Encoder, Limits, Transformations};

/// Most memory that a decoded picture may take: what 64 million pixels of 16 bits a channel do.
const MOST_BYTES: usize = 512 << 20;

/// Reads a picture.
pub(crate) fn read(bytes: &[u8]) -> Result<Image> {
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: MOST_BYTES });
    decoder.set_transformations(Transformations::EXPAND);
    let mut reader = decoder.read_info()?;
    let size = reader.output_buffer_size().filter(|&size| size <= MOST_BYTES);
    let Some(size) = size else {
        bail!("the picture is too large");
    };
    let mut data = vec![0; size];
    let frame = reader.next_frame(&mut data)?;
    data.truncate(frame.buffer_size());
    let channels = match frame.bit_depth {
        BitDepth::Sixteen => {
            let pairs = data.as_chunks::<2>().0.iter();
            pairs
                .map(|&pair| f32::from(u16::from_be_bytes(pair)) / 65535.0)
                .collect()
        }
        _ => data
            .iter()
            .map(|&value| f32::from(value) / 255.0)
            .collect::<Vec<f32>>(),
    };
    let pixels = match frame.color_type {
        ColorType::Grayscale => gather(&channels, |&[value]| [value, value, value, 1.0]),
        ColorType::GrayscaleAlpha => gather(&channels, |&[value, alpha]| [value, value, value, alpha]),
        ColorType::Rgb => gather(&channels, |&[red, green, blue]| [red, green, blue, 1.0]),
        ColorType::Rgba => gather(&channels, |&pixel| pixel),
        ColorType::Indexed => bail!("the palette was not expanded"),
    };
    Image::new(frame.width, frame.height, pixels).context("the picture has no pixels")
}

/// Pixels of channels, with their colours multiplied by alpha.
fn gather<const N: usize>(channels: &[f32], pixel: impl Fn(&[f32; N]) -> [f32; 4]) -> Vec<[f32; 4]> {
    let pixels = channels.as_chunks::<N>().0.iter();
    pixels
        .map(|channels| {
            let [red, green, blue, alpha] = pixel(channels);
            [red * alpha, green * alpha, blue * alpha, alpha]
        })
        .collect()
}

/// Writes a picture with 8 bits a channel.
pub(crate) fn write(image: &Image) -> Result<Vec<u8>> {
    let (width, height) = (image.width(), image.height());
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, width, height);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let data: Vec<u8> = places.flat_map(|(x, y)| bytes(image.pixel(x, y))).collect();
    let mut writer = encoder.write_header().context("the picture cannot be written")?;
    writer.write_image_data(&data)?;
    writer.finish()?;
    Ok(out)
}

/// A pixel as the file holds it. Surfaces in memory hold bytes that are multiplied by alpha, and are what a picture is compared
/// with, so colours are rounded like that first.
fn bytes(pixel: [f32; 4]) -> [u8; 4] {
    let [red, green, blue, alpha] = pixel.map(f32::to_bits);
    let mut stored = [[0; 4]];
    u8::store(&mut stored, [&[red], &[green], &[blue], &[alpha]]);
    let [[red, green, blue, alpha]] = stored;
    let plain = |value: u8| match alpha {
        0 => 0,
        alpha => ((u32::from(value) * 255 + u32::from(alpha) / 2) / u32::from(alpha)).min(255) as u8,
    };
    [plain(red), plain(green), plain(blue), alpha]
}

#[cfg(test)]
mod tests {
    use glassbox::render::Image;

    use super::{bytes, read, write};

    #[test]
    fn pictures_read_back() {
        let pixels = vec![
            [1.0, 0.0, 0.0, 1.0],
            [0.0, 0.2, 0.4, 1.0],
            [0.2, 0.2, 0.2, 0.4],
            [0.0; 4],
        ];
        let back = read(&write(&Image::new(2, 2, pixels.clone()).unwrap()).unwrap()).unwrap();
        assert_eq!((back.width(), back.height()), (2, 2));
        for (number, expected) in (0..).zip(pixels) {
            let found = back.pixel(number % 2, number / 2);
            for (found, expected) in found.iter().zip(expected) {
                assert!((found - expected).abs() < 0.003, "{found} for {expected}");
            }
        }
        assert!(read(b"no picture").is_err());
    }

    #[test]
    fn colours_are_divided_by_alpha() {
        assert_eq!(bytes([0.5, 0.25, 0.0, 0.5]), [255, 128, 0, 128]);
        assert_eq!(bytes([0.0; 4]), [0; 4]);
        // Brighter than alpha allows.
        assert_eq!(bytes([1.0, 0.0, 0.0, 0.5]), [255, 0, 0, 128]);
    }
}
