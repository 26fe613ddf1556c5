//! Converts an entry point of a file to SPIR-V.

use glassbox_bpx_build::code::{ClipSpace, Language, WriteOptions, own_slots, prepare};
use glassbox_bpx_build::shader::Shader;
use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::limits::Limits;

use super::entries::{self, choose, listed};
use super::source::{Code, load};
use super::version;
use crate::conversions::{Conversion, ConversionError, ConversionOptions, Converted, EntryPoint, NameMap};

/// A shader of a format to SPIR-V.
pub(in crate::conversions) struct Translation {
    from: &'static str,
}

/// The version that is written where none is stated and the code has none.
const MINOR: u8 = 0;

/// The number of a version of SPIR-V 1.
fn minor(version: &str) -> Result<u8, ConversionError> {
    let numbers = version.split_once(['.', '_']);
    let numbers = numbers.and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
    let message = match numbers {
        Some((1u8, minor)) => return Ok(minor),
        Some(_) => format!("there is no SPIR-V {version}, expected 1.0 to 1.6"),
        None => format!("{version:?} is not a version, expected one such as 1.3"),
    };
    Err(ConversionError::Option(message))
}

impl Translation {
    pub(super) const fn spirv(from: &'static str) -> Translation {
        Translation { from }
    }

    /// A module of the file in a version of SPIR-V; `None` if the code is none. A whole module stays whole unless an entry point is named.
    fn in_version(
        &self,
        file: &[u8],
        options: &ConversionOptions,
        minor: Option<u8>,
        limits: &Limits,
    ) -> Result<Option<Converted>, ConversionError> {
        let _ = options.keeps_position()?;
        let loaded = load(self.from, file, limits).map_err(ConversionError::File)?;
        if loaded.all.iter().any(|code| !code.is_spirv()) {
            return Ok(None);
        }
        let refused = |found: Vec<Diagnostic>| ConversionError::File(loaded.placed(found));
        let is_whole = self.from == "spirv" && options.entry.is_none();
        let entry = if is_whole {
            None
        } else {
            let entry = choose(&loaded.all, options, file.len(), entries::stated);
            Some(entry.map_err(|error| match error {
                ConversionError::File(found) => refused(found),
                other => other,
            })?)
        };
        let Some(code) = entry.as_ref().map(|entry| entry.code).or(loaded.all.first()) else {
            return Ok(None);
        };
        let bytes = version::module_in(code, entry.as_ref(), minor).map_err(refused)?;
        if options.without_map {
            return Ok(Some(Converted { bytes, notes: Vec::new(), map: None }));
        }
        let (known, _) = entries::all(&loaded.all, entries::stated);
        let named = entry.as_ref().or(known.first().filter(|_| known.len() == 1));
        let map = named.and_then(|entry| version::names(entry.stage, &entry.name, &bytes));
        let map = map.map(NameMap::Shader);
        Ok(Some(Converted { bytes, notes: Vec::new(), map }))
    }
}

impl Conversion for Translation {
    fn from(&self) -> &'static str {
        self.from
    }

    fn to(&self) -> &'static str {
        "spirv"
    }

    fn title(&self) -> &'static str {
        "SPIR-V, in its own version unless stated"
    }

    fn is_text(&self) -> bool {
        false
    }

    fn options(&self) -> &'static [&'static str] {
        &["entry", "version", "position"]
    }

    fn entry_points(&self, file: &[u8], limits: &Limits) -> Result<Vec<EntryPoint>, ConversionError> {
        let loaded = load(self.from, file, limits).map_err(ConversionError::File)?;
        let (entries, found) = entries::all(&loaded.all, entries::read);
        if found.is_empty() { Ok(listed(&entries)) } else { Err(ConversionError::File(loaded.placed(found))) }
    }

    fn run(
        &self,
        file: &[u8],
        options: &ConversionOptions,
        limits: &Limits,
    ) -> Result<Converted, ConversionError> {
        let minor = options.version.as_deref().map(minor).transpose()?;
        if let Some(converted) = self.in_version(file, options, minor, limits)? {
            return Ok(converted);
        }
        let is_raw = options.keeps_position()?.unwrap_or(false);
        let loaded = load(self.from, file, limits).map_err(ConversionError::File)?;
        let refused = |found: Vec<Diagnostic>| ConversionError::File(loaded.placed(found));
        let entry = choose(&loaded.all, options, file.len(), entries::read).map_err(|error| match error {
            ConversionError::File(found) => refused(found),
            other => other,
        })?;
        let code = entry.code;
        let mut shaders = code.shaders().unwrap_or_default().iter();
        let Some(shader) = shaders.find(|shader| shader.stage == entry.stage && shader.entry == entry.name)
        else {
            return Err(refused(Vec::new()));
        };
        let others = program(&loaded.all, shader);
        // The registers of a package are those of its symbols, if these cover everything used.
        let known = loaded.symbols.as_ref();
        let known = known.and_then(|symbols| symbols.slots(shader, code.is_spirv()).ok());
        let language = Language::Spirv(minor.unwrap_or(MINOR));
        let options = WriteOptions {
            clip: if is_raw { ClipSpace::of(language) } else { code.clip },
            next: others.iter().find(|other| other.stage > shader.stage).copied(),
            program: others,
        };
        let slots = known.map_or_else(|| own_slots(shader), |registers| registers.slots);
        let written = prepare(shader, &slots, false).and_then(|prepared| prepared.write(language, &options));
        let written = written.map_err(|found| refused(code.written(shader, found.into_vec())))?;
        Ok(Converted {
            bytes: written.bytes,
            notes: loaded.placed(code.written(shader, written.notes)),
            map: Some(NameMap::Shader(written.names)),
        })
    }
}

/// The shaders known to form one program with another: entry points of a loose module need not.
fn program<'c>(all: &'c [Code], shader: &'c Shader) -> Vec<&'c Shader> {
    match all {
        [Code { stage: None, .. }] => vec![shader],
        all => all.iter().filter_map(|code| code.shaders().ok()).flatten().collect(),
    }
}
