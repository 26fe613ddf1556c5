//! Writes the libraries of a large project to a folder: `libraries FOLDER COUNT FUNCTIONS`. With
//! `libraries FILE FUNCTION[:NEEDED,…]…`, writes one library with the given functions; names that
//! end in `PS` are pixel shaders.

use std::path::PathBuf;

use glassbox_dxcontainer::program::ShaderKind;
use glassbox_testing::library::{Function, Library, project};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().expect("a folder"));
    if folder.extension().is_some() {
        let functions = arguments.map(|text| {
            let (name, needs) = text.split_once(':').unwrap_or((&text, ""));
            let needs: Vec<&str> = needs.split(',').filter(|name| !name.is_empty()).collect();
            if name.ends_with("PS") {
                Function::entry(ShaderKind::PIXEL, name, &needs)
            } else {
                Function::plain(name, &needs)
            }
        });
        let library = Library { symbol_table: true, ..Library::new(functions.collect()) };
        return std::fs::write(folder, library.bytes()).expect("the file can be written");
    }
    let mut number = || arguments.next().and_then(|text| text.parse().ok()).expect("a number");
    let (count, functions) = (number(), number());
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    for (name, library) in project(count, functions) {
        std::fs::write(folder.join(name), library.bytes()).expect("the file can be written");
    }
}
