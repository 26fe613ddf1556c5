//! Pictures: the pixels that a program is asked for, shared out among threads.

use std::num::NonZero;
use std::sync::Mutex;
use std::thread;

use glassbox_core::diagnostic::Diagnostic;

use super::engine::{Batch, Call, Settings};
use super::{Effect, Given, Image, Kind};

/// Pixels that a thread takes at a time.
const SHARE: usize = 4096;

/// Threads that may be asked for.
const MOST_THREADS: usize = 256;

/// What a picture is made of.
#[derive(Clone, Copy)]
pub struct Scene<'s> {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// The colours that a filter changes, that a blender puts over the background, and that a shader is painted over where there
    /// is no background.
    pub input: Option<&'s Image>,
    /// What lies under the picture.
    pub background: Option<&'s Image>,
    /// Whether rows run from the bottom up.
    pub flip: bool,
    /// Most steps of loops that a pixel may take; the engine's own measure if `None`.
    pub steps: Option<u64>,
    /// Threads that share the work; as many as there are processors if `None`.
    pub threads: Option<usize>,
    /// The pixels that are wanted, if not all; they make a picture of one row.
    pub only: Option<&'s [(u32, u32)]>,
    /// Is told how many more pixels are done.
    pub progress: &'s (dyn Fn(u64) + Sync),
}

impl Scene<'_> {
    /// A picture of a size, of nothing but the program.
    pub fn new(width: u32, height: u32) -> Scene<'static> {
        Scene {
            width,
            height,
            input: None,
            background: None,
            flip: false,
            steps: None,
            threads: None,
            only: None,
            progress: &|_| {},
        }
    }

    /// The place of a pixel by its number in the picture.
    fn place(&self, number: usize) -> (u32, u32) {
        match self.only {
            Some(only) => only.get(number).copied().unwrap_or_default(),
            None => {
                let width = self.width.max(1) as usize;
                ((number % width) as u32, (number / width) as u32)
            }
        }
    }
}

impl Effect {
    /// Draws a picture. Shaders are asked at the middles of pixels, with the first row at the top.
    ///
    /// # Errors
    ///
    /// Why a pixel has no colour, such as a loop that does not end.
    pub fn draw(&self, scene: &Scene<'_>) -> Result<Image, Box<Diagnostic>> {
        let (width, height) = match scene.only {
            Some(only) => (only.len() as u32, 1),
            None => (scene.width, scene.height),
        };
        let mut image = Image::filled(width, height, [0.0; 4]);
        let count = image.pixels.len();
        let wanted = match scene.threads {
            Some(threads) => threads.clamp(1, MOST_THREADS),
            None => thread::available_parallelism().map_or(1, NonZero::get),
        };
        let threads = wanted.min(count.div_ceil(SHARE));
        let shares = Mutex::new(image.pixels.chunks_mut(SHARE).enumerate());
        let failure = Mutex::new(None);
        let work = || {
            loop {
                // A lock is poisoned by a panic only, and nothing here panics.
                let share = shares.lock().ok().and_then(|mut shares| shares.next());
                let Some((number, pixels)) = share else {
                    return;
                };
                let is_over = failure.lock().is_ok_and(|failure| failure.is_some());
                if is_over {
                    return;
                }
                let done = pixels.len() as u64;
                if let Err(finding) = self.share(scene, number * SHARE, pixels)
                    && let Ok(mut failure) = failure.lock()
                {
                    failure.get_or_insert(finding);
                    return;
                }
                (scene.progress)(done);
            }
        };
        match threads {
            0 | 1 => work(),
            _ => thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(work);
                }
            }),
        }
        match failure.into_inner().unwrap_or_default() {
            Some(finding) => Err(finding),
            None => Ok(image),
        }
    }

    /// Draws some pixels that follow each other.
    fn share(&self, scene: &Scene<'_>, first: usize, out: &mut [[f32; 4]]) -> Result<(), Box<Diagnostic>> {
        let places = || (first..first + out.len()).map(|number| scene.place(number));
        let points: Vec<[f32; 2]> = places().map(|(x, y)| [x as f32 + 0.5, y as f32 + 0.5]).collect();
        let read = |image: Option<&Image>| -> Vec<[f32; 4]> {
            let pixel = |(x, y)| image.map_or([0.0; 4], |image| image.pixel(x, y));
            places().map(pixel).collect()
        };
        let under = scene.background.map(|image| read(Some(image)));
        let settings = Settings {
            flip: scene.flip,
            height: scene.height,
            steps: scene.steps,
        };
        match self.kind() {
            Kind::Shader => {
                self.batch(&settings, &points, Call::Shader(&points), out)?;
                for (over, under) in out.iter_mut().zip(under.into_iter().flatten()) {
                    *over = source_over(*over, under);
                }
                Ok(())
            }
            Kind::ColorFilter => {
                // Without an input the background is what there is to be filtered.
                let colors = read(scene.input.or(scene.background));
                self.batch(&settings, &points, Call::ColorFilter(&colors), out)
            }
            Kind::Blender => {
                let over = read(scene.input);
                let under = under.unwrap_or_else(|| vec![[0.0; 4]; out.len()]);
                self.batch(&settings, &points, Call::Blender(&over, &under), out)
            }
        }
    }

    /// Runs the program for pixels at some points.
    fn batch(
        &self,
        settings: &Settings,
        points: &[[f32; 2]],
        call: Call<'_>,
        out: &mut [[f32; 4]],
    ) -> Result<(), Box<Diagnostic>> {
        let child = |number: usize, call: Call<'_>, out: &mut [[f32; 4]]| match self.given.get(number) {
            Some(Some(Given::Color(color))) => {
                out.fill(*color);
                Ok(())
            }
            Some(Some(Given::Image(image, filter, tiling))) => {
                if let Call::Shader(points) = call {
                    for (color, point) in out.iter_mut().zip(points) {
                        *color = image.sample(*point, *filter, *tiling);
                    }
                }
                Ok(())
            }
            Some(Some(Given::Program(program))) => program.batch(settings, points, call, out),
            _ => {
                match call {
                    Call::Shader(_) => out.fill([0.0; 4]),
                    Call::ColorFilter(colors) => out.copy_from_slice(colors),
                    Call::Blender(over, under) => {
                        for ((color, over), under) in out.iter_mut().zip(over).zip(under) {
                            *color = source_over(*over, *under);
                        }
                    }
                }
                Ok(())
            }
        };
        let batch = Batch {
            settings,
            points,
            call,
            uniforms: &self.values,
            child: &child,
        };
        self.engine.run(&batch, out)
    }
}

/// A colour over another one.
fn source_over(over: [f32; 4], under: [f32; 4]) -> [f32; 4] {
    let [.., alpha] = over;
    let mut mixed = over;
    for (value, under) in mixed.iter_mut().zip(under) {
        *value += under * (1.0 - alpha);
    }
    mixed
}
