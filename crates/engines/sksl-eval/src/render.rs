//! Pictures: groups of pixels, bands of rows, threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use glassbox_core::diagnostic::{Diagnostic, Location};

use crate::effect::Effect;
use crate::graph::Input;
use crate::machine::{Exhausted, HALF, LANES, Lanes, Row, Runner};
use crate::picture::{Frame, Source};
use crate::rules;

/// How many rows a thread takes at a time; even, for rows that belong together.
const BAND: usize = 8;

/// The longest side of a picture.
const SIDE: u32 = 65_535;

/// A component of a pixel.
pub trait Component: Copy + Send + sealed::Sealed {
    /// Stores pixels; `color` holds as many lanes of red, green, blue and alpha, floats as their bits.
    fn store(pixels: &mut [[Self; 4]], color: [&[u32]; 4]);
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for u8 {}
}

impl Component for f32 {
    fn store(pixels: &mut [[f32; 4]], color: [&[u32]; 4]) {
        each_pixel(pixels, color, |lanes| lanes.map(f32::from_bits));
    }
}

impl Component for u8 {
    /// 0 to 1 become 0 to 255, to the nearest, the even one of two; what is not a number becomes 255, as in Skia.
    fn store(pixels: &mut [[u8; 4]], color: [&[u32]; 4]) {
        each_pixel(pixels, color, |lanes| {
            let [red, green, blue, alpha] = lanes.map(byte_of);
            (red | green << 8 | blue << 16 | alpha << 24).to_le_bytes()
        });
    }
}

/// From here to twice this number a float counts whole numbers, and its lowest bits are theirs.
const WHOLE: f32 = 8_388_608.0;

/// The byte of a component. Numbers of 32 bits all the way make this vector code.
#[inline(always)]
pub(crate) fn byte_of(lane: u32) -> u32 {
    let value = f32::from_bits(lane);
    let low = if 0.0 > value { 0.0 } else { value };
    let limited = if low < 1.0 { low } else { 1.0 };
    (limited * 255.0 + WHOLE).to_bits() & 0xff
}

#[inline(always)]
fn each_pixel<T>(pixels: &mut [[T; 4]], color: [&[u32]; 4], pixel_of: impl Fn([u32; 4]) -> [T; 4]) {
    let [red, green, blue, alpha] = color;
    let lanes = red.iter().zip(green).zip(blue).zip(alpha);
    for (pixel, (((&red, &green), &blue), &alpha)) in pixels.iter_mut().zip(lanes) {
        *pixel = pixel_of([red, green, blue, alpha]);
    }
}

impl Effect {
    /// Draws a picture: rows from the top, four components a pixel, red, green, blue and alpha, with alpha multiplied into the
    /// others. `progress` is told after each row how many are done, or after each two where a program compares neighbours; any
    /// thread tells it. The picture is the same for any number of threads.
    pub fn render<T: Component>(
        &self,
        frame: &Frame<'_>,
        target: &mut [T],
        progress: &(dyn Fn(u32) + Sync),
    ) -> Result<(), Box<Diagnostic>> {
        check_size(frame, target.len())?;
        let row = frame.width as usize * 4;
        let bands = Mutex::new(target.chunks_mut(row * BAND).enumerate());
        let done = AtomicU32::new(0);
        let is_over = AtomicBool::new(false);
        let work = || {
            let mut painter = Painter::new(self, frame);
            while !is_over.load(Ordering::Relaxed) {
                // The guard has to be gone before the band is drawn.
                let next = bands.lock().ok().and_then(|mut bands| bands.next());
                let Some((number, band)) = next else {
                    break;
                };
                let report = |rows| progress(done.fetch_add(rows, Ordering::Relaxed) + rows);
                if painter.draw((number * BAND) as u32, band, &report).is_err() {
                    is_over.store(true, Ordering::Relaxed);
                }
            }
        };
        let threads = self.threads(frame);
        std::thread::scope(|scope| {
            for _ in 1..threads {
                // Where no thread can be had the others do its work.
                let _ = std::thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        if is_over.into_inner() {
            return Err(Diagnostic::new(
                &rules::STEP_LIMIT,
                Location::default(),
                format!("the loops of some pixels take more than {} passes", self.code().step_limit),
            )
            .help("give the loop an end for every pixel, or raise the limit of steps")
            .into());
        }
        Ok(())
    }

    /// The colour of one pixel's place with given inputs: what a colour filter makes of a colour, a blender of two.
    pub fn color(&self, source: [f32; 4], destination: [f32; 4]) -> Result<[f32; 4], Box<Diagnostic>> {
        let frame = Frame {
            source: Source::Color(source),
            destination: Source::Color(destination),
            threads: 1,
            ..Frame::new(1, 1)
        };
        let mut color = [0.0; 4];
        self.render(&frame, &mut color, &|_| ())?;
        Ok(color)
    }

    fn threads(&self, frame: &Frame<'_>) -> usize {
        let bands = (frame.height as usize).div_ceil(BAND);
        let wanted = match frame.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        // A thread costs more than a small picture.
        let worthwhile = (frame.width as usize * frame.height as usize).div_ceil(8192);
        wanted.min(bands).min(worthwhile).max(1)
    }
}

fn check_size(frame: &Frame<'_>, components: usize) -> Result<(), Box<Diagnostic>> {
    let sides = 1..=SIDE;
    let expected = u64::from(frame.width) * u64::from(frame.height) * 4;
    let message = if !sides.contains(&frame.width) || !sides.contains(&frame.height) {
        format!("a picture of {} by {} pixels cannot be drawn", frame.width, frame.height)
    } else if components as u64 != expected {
        format!(
            "a picture of {} by {} pixels takes {expected} components, found room for {components}",
            frame.width, frame.height
        )
    } else {
        return Ok(());
    };
    Err(Diagnostic::new(&rules::PICTURE_SIZE, Location::default(), message)
        .help(format!("either side may have 1 to {SIDE} pixels, each with four components"))
        .into())
}

/// The input for a component.
type InputOf = fn(u8) -> Input;

/// What one thread draws with.
struct Painter<'e> {
    runner: Runner<'e>,
    lanes: Lanes,
    frame: &'e Frame<'e>,
    /// Whether a group has two rows, for derivatives.
    is_quads: bool,
}

impl<'e> Painter<'e> {
    fn new(effect: &'e Effect, frame: &'e Frame<'e>) -> Painter<'e> {
        let mut painter =
            Painter { runner: effect.runner(), lanes: Lanes::new(), frame, is_quads: effect.uses_quads() };
        for (source, input) in painter.sources() {
            if let Source::Color(color) = source {
                for (component, value) in (0u8..).zip(color) {
                    *painter.lanes.row_mut(input(component)) = [value.to_bits(); LANES];
                }
            }
        }
        painter
    }

    fn sources(&self) -> [(Source<'e>, InputOf); 2] {
        [(self.frame.source, Input::Source), (self.frame.destination, Input::Destination)]
    }

    /// Draws a band of rows that begins at one, and reports each group of them.
    fn draw<T: Component>(
        &mut self,
        top: u32,
        band: &mut [T],
        report: &dyn Fn(u32),
    ) -> Result<(), Exhausted> {
        let width = self.frame.width as usize;
        let (columns, rows) = if self.is_quads { (HALF, 2) } else { (LANES, 1) };
        for (step, rows_of_group) in (0u32..).zip(band.chunks_mut(width * 4 * rows)) {
            let row = top + step * rows as u32;
            for column in (0..width).step_by(columns) {
                self.fill(column as u32, row);
                let color = self.runner.run(&self.lanes)?;
                for (part, target) in rows_of_group.chunks_mut(width * 4).enumerate() {
                    let pixels = target[column * 4..].as_chunks_mut::<4>().0;
                    let lanes = part * columns..(part + 1) * columns;
                    T::store(pixels, color.map(|row| &row[lanes.clone()]));
                }
            }
            report((rows_of_group.len() / (width * 4)) as u32);
        }
        Ok(())
    }

    /// Fills what the renderer supplies for a group.
    fn fill(&mut self, column: u32, row: u32) {
        let last = self.frame.width.saturating_sub(1);
        let place = |lane: usize| {
            if self.is_quads {
                // Neighbours outside of the picture still make differences.
                (column + (lane % HALF) as u32, row + (lane / HALF) as u32)
            } else {
                ((column + lane as u32).min(last), row)
            }
        };
        let (height, is_flipped) = (self.frame.height as f32, self.frame.is_flipped);
        let mut x: Row = [0; LANES];
        let mut y: Row = [0; LANES];
        let mut from_bottom: Row = [0; LANES];
        for lane in 0..LANES {
            let (column, row) = place(lane);
            let center = row as f32 + 0.5;
            x[lane] = (column as f32 + 0.5).to_bits();
            y[lane] = center.to_bits();
            from_bottom[lane] = if is_flipped { height - center } else { center }.to_bits();
        }
        let images = self.sources();
        for (source, input) in images {
            if let Source::Image(_) = source {
                for lane in 0..LANES {
                    let (column, row) = place(lane);
                    for (component, value) in (0u8..).zip(source.at(column, row)) {
                        self.lanes.row_mut(input(component))[lane] = value.to_bits();
                    }
                }
            }
        }
        *self.lanes.row_mut(Input::X) = x;
        *self.lanes.row_mut(Input::FragX) = x;
        *self.lanes.row_mut(Input::Y) = y;
        *self.lanes.row_mut(Input::FragY) = from_bottom;
    }
}
