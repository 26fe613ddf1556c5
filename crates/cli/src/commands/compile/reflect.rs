//! Writes the interface of a program for others: JSON, a C++ header or Rust source.

use std::io::Write as _;
use std::path::Path;

use anyhow::{Result, bail};
use glassbox::headers::{Language, write as header};
use glassbox::stages::StageModule;
use glassbox_report::json::{Document, InterfaceFile};

use crate::output::Output;

/// Writes the interface of the modules of a program, in the form that the name of the file states.
pub(super) fn write(path: &Path, name: &str, modules: &[StageModule]) -> Result<()> {
    let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
    let language = match end {
        "json" => None,
        "h" | "hpp" | "hh" | "hxx" => Some(Language::Cpp),
        "rs" => Some(Language::Rust),
        _ => bail!("--reflect {}: expected a name that ends with .json, .h, .hpp or .rs", path.display()),
    };
    let Some(language) = language else {
        let mut document = Document::begin(Output::text(Some(path))?)?;
        for module in modules {
            document.file(&InterfaceFile::new(name, Some("spirv"), &module.interface()))?;
        }
        return document.finish()?.commit();
    };
    let reflections: Vec<_> =
        modules.iter().filter_map(|module| glassbox_spirv::reflect(&module.bytes).ok()).collect();
    let reflections: Vec<_> = reflections.iter().collect();
    let stem =
        Path::new(name).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let mut output = Output::text(Some(path))?;
    output.write_all(header(language, &stem, &reflections).as_bytes())?;
    output.commit()
}
