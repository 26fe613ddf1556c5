//! Programs with the pictures that they draw: `tests/programs/NAME` and `NAME.txt`, eight digits a pixel.
//!
//! The comments at the beginning of a program say how it is drawn: `// size 8 8`, `// uniform name = 1, 2`,
//! `// child name = color 1 0 0 1`. The pictures were compared with Skia's (`tests/compare_skia.py`, which reads the same
//! comments); `GLASSBOX_BLESS=1` writes them again.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl_eval::{Child, Code, Effect, Frame, Gradient, Image, Settings, Source};
use glassbox_sksl_lang::{Options, compile};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs")
}

/// The programs, by name.
fn programs() -> Vec<PathBuf> {
    let entries = fs::read_dir(folder()).expect("the folder of programs");
    let mut programs: Vec<PathBuf> =
        entries.map(|entry| entry.expect("an entry").path()).filter(|path| kind(path).is_some()).collect();
    programs.sort();
    programs
}

fn kind(path: &Path) -> Option<ProgramKind> {
    match path.extension()?.to_str()? {
        "rts" => Some(ProgramKind::SHADER),
        "rtcf" => Some(ProgramKind::COLOR_FILTER),
        "rtb" => Some(ProgramKind::BLENDER),
        "frag" => Some(ProgramKind::FRAGMENT),
        _ => None,
    }
}

fn code_of(path: &Path, text: &str) -> Code {
    let compilation = compile(text, &Options::new(kind(path).expect("a kind")));
    let program =
        compilation.program.unwrap_or_else(|| panic!("{}: {:?}", path.display(), compilation.findings));
    Code::compile(&program, &Settings::default())
        .unwrap_or_else(|findings| panic!("{}: {findings:?}", path.display()))
}

fn numbers(text: &str) -> Vec<f64> {
    let words = text.split([',', ' ']).filter(|word| !word.is_empty());
    words.map(|word| word.parse().expect("a number")).collect()
}

/// What colour filters and blenders are given; `compare_skia.py` computes the same.
fn source(width: u32, height: u32) -> Image {
    image(width, height, |x, y| {
        let a = 1.0 - 0.5 * f64::from(x) / f64::from(width);
        let [u, v] = [(f64::from(x) + 0.5) / f64::from(width), (f64::from(y) + 0.5) / f64::from(height)];
        [u * a, v * a, 0.25 * a, a]
    })
}

fn destination(width: u32, height: u32) -> Image {
    image(width, height, |x, y| {
        let a = 1.0 - 0.75 * f64::from(y) / f64::from(height);
        let [u, v] = [(f64::from(x) + 0.5) / f64::from(width), (f64::from(y) + 0.5) / f64::from(height)];
        [0.5 * a, (1.0 - u) * a, v * a, a]
    })
}

fn image(width: u32, height: u32, pixel: impl Fn(u32, u32) -> [f64; 4]) -> Image {
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let pixels = places.map(|(x, y)| pixel(x, y).map(|component| component as f32));
    Image::new(width, height, pixels.collect()).expect("an image")
}

fn child(text: &str, size: (u32, u32)) -> Child {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let color = |numbers: &[f64]| -> [f32; 4] { std::array::from_fn(|component| numbers[component] as f32) };
    match word {
        "color" => Child::Color(color(&numbers(rest))),
        "modulate" => Child::Modulate(color(&numbers(rest))),
        "gradient" => {
            let numbers = numbers(rest);
            Child::Gradient(Gradient {
                start: [numbers[0] as f32, numbers[1] as f32],
                end: [numbers[2] as f32, numbers[3] as f32],
                colors: [color(&numbers[4..8]), color(&numbers[8..12])],
            })
        }
        "image" => Child::Image(Arc::new(source(size.0, size.1))),
        "file" => {
            let path = folder().join(rest);
            let text = fs::read_to_string(&path).expect("a program");
            Child::Effect(Arc::new(Effect::new(Arc::new(code_of(&path, &text)))))
        }
        _ => panic!("unknown child {text}"),
    }
}

fn draw(path: &Path, text: &str, code: Code) -> String {
    let mut size = (8, 8);
    let mut effect = Effect::new(Arc::new(code));
    for line in text.lines().map_while(|line| line.strip_prefix("// ")) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let set = || rest.split_once(" = ").expect("name = value");
        match word {
            "size" => {
                let numbers = numbers(rest);
                size = (numbers[0] as u32, numbers[1] as u32);
            }
            "uniform" => {
                let (name, value) = set();
                effect.set_uniform(name, &numbers(value)).expect("a uniform");
            }
            "child" => {
                let (name, value) = set();
                effect.set_child(name, child(value, size)).expect("a child");
            }
            _ => {}
        }
    }
    let (width, height) = size;
    let (source, destination) = (source(width, height), destination(width, height));
    let frame = Frame {
        source: Source::Image(&source),
        destination: Source::Image(&destination),
        ..Frame::new(width, height)
    };
    let mut picture = vec![0u8; width as usize * height as usize * 4];
    effect
        .render(&frame, &mut picture, &|_| ())
        .unwrap_or_else(|finding| panic!("{}: {finding:?}", path.display()));
    let rows = picture.chunks(width as usize * 4);
    rows.map(|row| {
        let pixels = row.as_chunks::<4>().0.iter();
        let words = pixels.map(|[r, g, b, a]| format!("{r:02x}{g:02x}{b:02x}{a:02x}"));
        words.collect::<Vec<_>>().join(" ") + "\n"
    })
    .collect()
}

#[test]
fn programs_draw_their_pictures() {
    let mut wrong = Vec::new();
    let programs = programs();
    for path in &programs {
        let text = fs::read_to_string(path).expect("a program");
        let drawn = draw(path, &text, code_of(path, &text));
        let expected = PathBuf::from(format!("{}.txt", path.display()));
        if std::env::var_os("GLASSBOX_BLESS").is_some() {
            fs::write(&expected, &drawn).expect("a picture");
        }
        if fs::read_to_string(&expected).unwrap_or_default() != drawn {
            wrong.push(path.display().to_string());
        }
    }
    assert!(wrong.is_empty(), "other pictures than before: {wrong:#?}");
    assert!(programs.len() >= 60, "only {} programs", programs.len());
}
