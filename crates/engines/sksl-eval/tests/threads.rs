//! The picture is the same however many threads draw it, bit by bit, and every row of it is reported.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl_eval::{Child, Code, Effect, Frame, Image, Settings, Source};
use glassbox_sksl_lang::{Options, compile};

/// Programs that take every way through the renderer: groups of one row and of two, loops and branches that lanes take
/// differently, and what each thread has of its own: uniforms, children, images that go in.
const PROGRAMS: [(&str, ProgramKind, &str); 4] = [
    (
        "loops",
        ProgramKind::SHADER,
        "uniform float k;
         half4 main(float2 p) {
             float2 z = p * 0.01 - 1.5;
             float2 c = z;
             float n = 0;
             for (int i = 0; i < 40; i++) {
                 z = float2(z.x * z.x - z.y * z.y, 2 * z.x * z.y) + c * k;
                 if (dot(z, z) > 4) { break; }
                 n += 0.025;
             }
             return half4(half(n), half2(z), 1);
         }",
    ),
    (
        "derivatives",
        ProgramKind::FRAGMENT,
        "half4 main(float2 p) {
             float wave = sin(p.x * 0.1) * p.y;
             return half4(half(dFdx(wave)), half(dFdy(wave)), half(fwidth(p.y * p.x)), 1);
         }",
    ),
    (
        "children",
        ProgramKind::SHADER,
        "uniform shader image;
         half4 main(float2 p) { return image.eval(p.yx * 0.5) * half(fract(p.x * 0.37)); }",
    ),
    (
        "blender",
        ProgramKind::BLENDER,
        "half4 main(half4 s, half4 d) { return s.a > d.g ? s * d : s + d * (1 - s.a); }",
    ),
];

fn image(width: u32, height: u32, seed: u32) -> Image {
    let pixels = (0..width * height).map(|at| {
        let spread = at.wrapping_mul(0x9e37_79b9).wrapping_add(seed);
        spread.to_le_bytes().map(|byte| f32::from(byte) / 255.0)
    });
    Image::new(width, height, pixels.collect()).expect("as many pixels as there are places")
}

fn effect(kind: ProgramKind, text: &str) -> Effect {
    let compilation = compile(text, &Options::new(kind));
    let program = compilation.program.unwrap_or_else(|| panic!("{:?}", compilation.findings));
    let code = Code::compile(&program, &Settings::default()).unwrap_or_else(|found| panic!("{found:?}"));
    let mut effect = Effect::new(Arc::new(code));
    if !effect.code().uniforms().is_empty() {
        effect.set_uniform("k", &[0.75]).expect("a uniform");
    }
    if !effect.code().children().is_empty() {
        let child = Child::Image(Arc::new(image(31, 17, 5)));
        effect.set_child("image", child).expect("a child");
    }
    effect
}

/// The bits of a picture, and every number of rows that was reported.
fn drawn(effect: &Effect, width: u32, height: u32, threads: usize) -> (Vec<u32>, Vec<u32>) {
    let (over, under) = (image(width, height, 1), image(width, height, 77));
    let frame = Frame {
        threads,
        source: Source::Image(&over),
        destination: Source::Image(&under),
        ..Frame::new(width, height)
    };
    let mut pixels = vec![0.0_f32; width as usize * height as usize * 4];
    let reported = Mutex::new(Vec::new());
    let report = |rows| reported.lock().expect("no thread panics").push(rows);
    effect.render(&frame, &mut pixels, &report).expect("a picture");
    let bits = pixels.into_iter().map(f32::to_bits).collect();
    (bits, reported.into_inner().expect("no thread panics"))
}

#[test]
fn threads_change_nothing() {
    for (name, kind, text) in PROGRAMS {
        let effect = effect(kind, text);
        // Sizes that are multiples of nothing, large enough for several threads.
        for (width, height) in [(203, 171), (4099, 9), (1, 1)] {
            let (alone, _) = drawn(&effect, width, height, 1);
            for threads in [2, 3, 8, 0] {
                let (together, _) = drawn(&effect, width, height, threads);
                assert!(alone == together, "{name}, {width} by {height}, with {threads} threads");
            }
        }
    }
}

#[test]
fn every_row_is_reported() {
    for (name, kind, text) in PROGRAMS {
        let effect = effect(kind, text);
        let step = if name == "derivatives" { 2 } else { 1 };
        for threads in [1, 4] {
            let (_, mut reported) = drawn(&effect, 203, 171, threads);
            let every: BTreeSet<u32> = reported.iter().copied().collect();
            assert_eq!(every.len(), reported.len(), "{name}: a number comes once");
            reported.sort_unstable();
            assert_eq!(reported.last(), Some(&171), "{name}");
            let mut before = 0;
            for rows in reported {
                assert!((1..=step).contains(&(rows - before)), "{name}: {before}, {rows}");
                before = rows;
            }
        }
    }
}
