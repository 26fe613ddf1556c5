//! The interface of a program, for programs that feed it: JSON, a C++ header or Rust source.

use std::io;
use std::path::Path;

use glassbox::headers::{Language, write};
use glassbox::stages::StageModule;
use glassbox_report::json::{Document, InterfaceFile};

use super::unit::{Made, Unit};

/// Name of an interface among targets.
pub(super) const TARGET: &str = "interface";

/// Extensions of interfaces, each with the language of the header; JSON is none.
const EXTENSIONS: [(&str, Option<Language>); 6] = [
    ("json", None),
    ("h", Some(Language::Cpp)),
    ("hpp", Some(Language::Cpp)),
    ("hh", Some(Language::Cpp)),
    ("hxx", Some(Language::Cpp)),
    ("rs", Some(Language::Rust)),
];

/// True if there is an interface of an extension.
pub(super) fn is_known(extension: &str) -> bool {
    EXTENSIONS.iter().any(|(known, _)| *known == extension)
}

/// Adds the interfaces that a program is to have, made from its modules.
pub(super) fn build(unit: &Unit, modules: &[StageModule], made: &mut Vec<Made>) {
    made.extend(unit.reflect.iter().map(|extension| Made {
        target: TARGET.to_owned(),
        stage: String::new(),
        entry: String::new(),
        extension: extension.clone(),
        source: 0,
        is_alone: true,
        is_text: true,
        bytes: text(extension, &unit.name, modules),
    }));
}

fn text(extension: &str, name: &str, modules: &[StageModule]) -> Vec<u8> {
    let language =
        EXTENSIONS.iter().find(|(known, _)| *known == extension).and_then(|(_, language)| *language);
    let Some(language) = language else {
        // Writing to memory does not fail.
        return json(name, modules).unwrap_or_default();
    };
    let reflections: Vec<_> =
        modules.iter().filter_map(|module| glassbox_spirv::reflect(&module.bytes).ok()).collect();
    let reflections: Vec<_> = reflections.iter().collect();
    let stem =
        Path::new(name).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    write(language, &stem, &reflections).into_bytes()
}

fn json(name: &str, modules: &[StageModule]) -> io::Result<Vec<u8>> {
    let mut document = Document::begin(Vec::new())?;
    for module in modules {
        document.file(&InterfaceFile::new(name, Some("spirv"), &module.interface()))?;
    }
    document.finish()
}
