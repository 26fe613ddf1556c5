//! PNG files to pixels and back.
//!
//! Files hold colours beside alpha, pixels in memory colours multiplied by it.

use std::io::Cursor;

use anyhow::{Context as _, Result, bail};
use glassbox::render::Image;
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
        _ => data.iter().map(|&value| f32::from(value) / 255.0).collect::<Vec<f32>>(),
    };
    let pixels = match frame.color_type {
        ColorType::Grayscale => gather(&channels, |&[value]| [value, value, value, 1.0]),
        ColorType::GrayscaleAlpha => gather(&channels, |&[value, alpha]| [value, value, value, alpha]),
        ColorType::Rgb => gather(&channels, |&[red, green, blue]| [red, green, blue, 1.0]),
        ColorType::Rgba => gather(&channels, |&pixel| pixel),
        ColorType::Indexed => bail!("the palette was not expanded"),
    };
    Ok(Image {
        width: frame.width,
        height: frame.height,
        pixels,
    })
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
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, image.width, image.height);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    let data: Vec<u8> = image.pixels.iter().flat_map(bytes).collect();
    let mut writer = encoder.write_header().context("the picture cannot be written")?;
    writer.write_image_data(&data)?;
    writer.finish()?;
    Ok(out)
}

/// A pixel as the file holds it. Skia rounds the multiplied colours to bytes first, and a surface in memory is what a picture is
/// compared with, so that comes first here too.
fn bytes(pixel: &[f32; 4]) -> [u8; 4] {
    let [red, green, blue, alpha] = pixel.map(byte);
    let plain = |value: u8| match alpha {
        0 => 0,
        alpha => ((u32::from(value) * 255 + u32::from(alpha) / 2) / u32::from(alpha)).min(255) as u8,
    };
    [plain(red), plain(green), plain(blue), alpha]
}

/// A channel of 8 bits; what is no number is 0.
pub(crate) fn byte(value: f32) -> u8 {
    (value.clamp(0.0, 1.0) * 255.0 + 0.5) as u8
}

#[cfg(test)]
mod tests {
    use glassbox::render::Image;

    use super::{byte, bytes, read, write};

    #[test]
    fn pictures_read_back() {
        let image = Image {
            width: 2,
            height: 2,
            pixels: vec![
                [1.0, 0.0, 0.0, 1.0],
                [0.0, 0.2, 0.4, 1.0],
                [0.2, 0.2, 0.2, 0.4],
                [0.0; 4],
            ],
        };
        let back = read(&write(&image).unwrap()).unwrap();
        assert_eq!((back.width, back.height), (2, 2));
        for (found, expected) in back.pixels.iter().flatten().zip(image.pixels.iter().flatten()) {
            assert!((found - expected).abs() < 0.002, "{found} for {expected}");
        }
        assert!(read(b"no picture").is_err());
    }

    #[test]
    fn channels_are_rounded_and_kept_in_their_range() {
        assert_eq!([-1.0, 0.0, 0.5, 1.0, 7.0, f32::NAN].map(byte), [0, 0, 128, 255, 255, 0]);
        assert_eq!(bytes(&[0.5, 0.25, 0.0, 0.5]), [255, 128, 0, 128]);
        // Brighter than alpha allows.
        assert_eq!(bytes(&[1.0, 0.0, 0.0, 0.5]), [255, 0, 0, 128]);
    }
}
