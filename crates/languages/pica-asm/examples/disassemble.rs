//! Prints a SHBIN file as source: `disassemble FILE source|picasso|exact [FOLDER]`.
use glassbox_core::{limits::Limits, reader::Window};
use glassbox_pica_asm::disassemble::{Style, disassemble};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let bytes = std::fs::read(&arguments[1]).unwrap();
    let file = glassbox_shbin::read::read(Window::whole(&bytes), &Limits::default()).unwrap();
    let style = match arguments[2].as_str() {
        "source" => Style::Source,
        "picasso" => Style::Picasso,
        _ => Style::Exact,
    };
    let text = disassemble(&file.model, style);
    match arguments.get(3) {
        Some(folder) => {
            for file in &text.files {
                std::fs::write(format!("{folder}/{}", file.name), &file.text).unwrap();
                println!("{}", file.name);
            }
        }
        None => print!("{}", text.text()),
    }
    for problem in &text.problems {
        eprintln!("{}", problem.message);
    }
}
