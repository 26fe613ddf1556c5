//! The texts compile: what they assert of offsets and sizes holds in C++ and in Rust.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use glassbox_headers::{Language, write};
use glassbox_spirv::Reflection;

use crate::texts::{STAGES, random_blocks, reflections};

/// The texts of a program and of every random block in one text, each with a name of its own.
fn all(language: Language) -> String {
    let mut out = String::new();
    let modules = reflections(&STAGES);
    let modules: Vec<&Reflection> = modules.iter().collect();
    let mut add = |name: &str, modules: &[&Reflection]| {
        let text = write(language, name, modules);
        match language {
            Language::Cpp => out.push_str(&text.replace("#pragma once\n", "")),
            Language::Rust => write!(out, "pub mod {name} {{\n{text}\n}}\n").expect("memory"),
        }
    };
    add("lamps", &modules);
    for (number, (_, reflection)) in random_blocks().enumerate() {
        add(&format!("block{number}"), &[&reflection]);
    }
    out
}

/// Runs a compiler over a text.
fn compiles(command: &mut Command, name: &str, text: &str) {
    let folder = std::env::temp_dir().join(format!("glassbox-headers-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let path = folder.join(name);
    std::fs::write(&path, text).expect("the text can be written");
    let output = command.arg(&path).current_dir(&folder).output().expect("the compiler is there");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.success() && said.is_empty(),
        "{}",
        said.lines().take(20).collect::<Vec<_>>().join("\n")
    );
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

fn cpp(compiler: &str, standard: &str, name: &str) {
    let flags = [
        "-fsyntax-only",
        "-Wall",
        "-Wextra",
        "-Wpedantic",
        "-Werror",
        "-Wno-invalid-offsetof",
        "-Wno-unused-const-variable",
        "-x",
        "c++",
    ];
    compiles(Command::new(compiler).args(flags).arg(format!("-std={standard}")), name, &all(Language::Cpp));
}

mod needs_clang {
    #[test]
    #[ignore = "needs clang++-19 (Debian: clang-19)"]
    fn offsets_hold_in_cpp_11_and_20() {
        super::cpp("clang++-19", "c++11", "a11.hpp");
        super::cpp("clang++-19", "c++20", "a20.hpp");
    }
}

mod needs_gcc {
    #[test]
    #[ignore = "needs g++ (Debian: g++)"]
    fn offsets_hold_in_cpp_11_and_20() {
        super::cpp("g++", "c++11", "b11.hpp");
        super::cpp("g++", "c++20", "b20.hpp");
    }
}

/// A compiler of Rust is there wherever these tests are built.
#[test]
fn offsets_hold_in_rust() {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    assert!(!Path::new(&rustc).as_os_str().is_empty());
    let mut command = Command::new(rustc);
    command.args([
        "--edition",
        "2024",
        "--crate-type",
        "lib",
        "--crate-name",
        "all",
        "--emit",
        "metadata",
        "-D",
        "warnings",
    ]);
    compiles(&mut command, "all.rs", &all(Language::Rust));
}
