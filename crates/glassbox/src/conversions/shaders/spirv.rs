//! Converts an entry point of a file to SPIR-V.

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::limits::Limits;
use glassbox_translate::back::{self, ClipSpace, WriteOptions, own_slots};
use glassbox_translate::output::Target;
use glassbox_translate::shader::Shader;

use super::entries::{self, choose, listed};
use super::source::{Code, load};
use super::version;
use crate::conversions::{
    Conversion, ConversionError, ConversionOptions, Converted, EntryPoint, NameMap, versioned,
};

/// A shader of a format to a language.
pub(in crate::conversions) struct Translation {
    from: &'static str,
    target: Target,
    title: &'static str,
}

impl Translation {
    pub(super) const fn spirv(from: &'static str) -> Translation {
        Translation { from, target: Target::Spirv(1, 0), title: "SPIR-V, in its own version unless stated" }
    }
}

impl Translation {
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
        let (known, _) = entries::all(&loaded.all, entries::stated);
        let named = entry.as_ref().or(known.first().filter(|_| known.len() == 1));
        let map = named.map(|entry| NameMap::Shader(version::names(entry, &bytes)));
        Ok(Some(Converted { bytes, notes: Vec::new(), map }))
    }
}

impl Conversion for Translation {
    fn from(&self) -> &'static str {
        self.from
    }

    fn to(&self) -> &'static str {
        self.target.name()
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn is_text(&self) -> bool {
        !matches!(self.target, Target::Spirv(..))
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
        let target = match &options.version {
            None => self.target,
            Some(version) => versioned(self.target, version).map_err(ConversionError::Option)?,
        };
        if let Target::Spirv(1, minor) = target
            && let Some(converted) =
                self.in_version(file, options, options.version.as_ref().map(|_| minor), limits)?
        {
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
        let options = WriteOptions {
            clip: if is_raw { ClipSpace::of(target) } else { code.clip },
            next: others.iter().find(|other| other.stage > shader.stage).copied(),
            program: others,
            ..WriteOptions::default()
        };
        let slots = known.map_or_else(|| own_slots(shader), |registers| registers.slots);
        let written = back::write(shader, &slots, target, &options)
            .map_err(|found| refused(code.written(shader, found.into_vec())))?;
        Ok(Converted {
            bytes: written.output.to_bytes(),
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
