//! Writes the libraries of a large project to a folder: `libraries FOLDER COUNT FUNCTIONS`.

use std::path::PathBuf;

use glassbox_testing::library::project;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().expect("a folder"));
    let mut number = || arguments.next().and_then(|text| text.parse().ok()).expect("a number");
    let (count, functions) = (number(), number());
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    for (name, library) in project(count, functions) {
        std::fs::write(folder.join(name), library.bytes()).expect("the file can be written");
    }
}
