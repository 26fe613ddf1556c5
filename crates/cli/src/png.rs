//! Decodes and encodes PNG files.
//!
//! Files hold straight alpha, pixels in memory premultiplied alpha.

use std::io::Cursor;

use anyhow::{Context as _, Result, bail};
use glassbox::render::Image;
use png::{BitDepth, ColorType, Compression, Decoder, Encoder, Limits, Transformations};

/// Maximum memory for a decoded picture: that of 64 million pixels of 16 bits per channel.
const MOST_BYTES: usize = 512 << 20;

/// Decodes an image.
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
            pairs.map(|&pair| f32::from(u16::from_be_bytes(pair)) / 65535.0).collect()
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
    Image::new(frame.width, frame.height, pixels).context("the picture has no pixels")
}

/// Builds pixels from channels, with premultiplied colours.
fn gather<const N: usize>(channels: &[f32], pixel: impl Fn(&[f32; N]) -> [f32; 4]) -> Vec<[f32; 4]> {
    let pixels = channels.as_chunks::<N>().0.iter();
    pixels
        .map(|channels| {
            let [red, green, blue, alpha] = pixel(channels);
            [red * alpha, green * alpha, blue * alpha, alpha]
        })
        .collect()
}

/// Encodes an image with 8 bits per channel.
pub(crate) fn write(image: &Image) -> Result<Vec<u8>> {
    let data = image.to_straight_rgba8();
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, image.width(), image.height());
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    // A few times faster than the default, with slightly larger files.
    encoder.set_compression(Compression::Fast);
    let mut writer = encoder.write_header().context("the picture cannot be written")?;
    writer.write_image_data(&data)?;
    writer.finish()?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use glassbox::render::Image;

    use super::{read, write};

    #[test]
    fn pictures_read_back() {
        let pixels = vec![[1.0, 0.0, 0.0, 1.0], [0.0, 0.2, 0.4, 1.0], [0.2, 0.2, 0.2, 0.4], [0.0; 4]];
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
}
