//! Links several objects or files into one, and splits a file into its parts.

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::error::ErrorList;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_pica_link as pica;
use glassbox_shbin::file::File;
use glassbox_shbin::model::Shbin;
use glassbox_shbin::write::{Layout, write};

pub use glassbox_pica_link::{Place, WordLine};

/// A file to link: its name for messages, and its bytes.
#[derive(Clone, Copy, Debug)]
pub struct LinkInput<'a> {
    /// Name of the file.
    pub name: &'a str,
    /// Bytes of the file.
    pub bytes: &'a [u8],
}

/// Linker options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LinkOptions {
    /// True if executables may assign different registers to the uniforms they name.
    pub independent: bool,
}

/// Result of linking.
#[derive(Clone, Debug, Default)]
pub struct LinkOutcome {
    /// The linked file; `None` if linking failed.
    pub linked: Option<LinkedFile>,
    /// Findings; locations give the input.
    pub findings: Vec<Diagnostic>,
}

/// A linked file.
#[derive(Clone, Debug)]
pub struct LinkedFile {
    /// Bytes of the linked file.
    pub bytes: Vec<u8>,
    /// Statistics of the file, as labelled numbers.
    pub facts: Vec<(&'static str, usize)>,
    /// Range of each input in the code.
    pub places: Vec<Place>,
    /// Origin of each code word.
    pub lines: Vec<WordLine>,
    /// Names of source files that `lines` refers to.
    pub sources: Vec<String>,
}

/// Joins objects and files.
pub fn link(inputs: &[LinkInput<'_>], options: &LinkOptions, limits: &Limits) -> LinkOutcome {
    let mut findings = Vec::new();
    let mut files = Vec::new();
    for (number, input) in inputs.iter().enumerate() {
        match read(input.bytes, limits) {
            Ok(file) => files.push(file),
            Err(mut finding) => {
                finding.location.input = number as u32;
                findings.push(*finding);
            }
        }
    }
    if files.len() != inputs.len() {
        return LinkOutcome { linked: None, findings };
    }
    let names = inputs.iter().map(|input| input.name);
    let parts: Vec<pica::Input<'_>> =
        names.zip(&files).map(|(name, file)| pica::Input::file(name, file)).collect();
    let options = pica::Options { independent: options.independent };
    let linked = match pica::link(&parts, &options) {
        Ok(linked) => linked,
        Err(findings) => {
            return LinkOutcome { linked: None, findings: findings.into_vec() };
        }
    };
    let facts = vec![
        ("executables", linked.binary.executables.len()),
        ("code words", linked.binary.program.code.len()),
        ("operand descriptors", linked.binary.program.descriptors.len()),
    ];
    let bytes = write(&Shbin::Binary(linked.binary), &Layout::canonical());
    LinkOutcome {
        linked: bytes.ok().map(|bytes| LinkedFile {
            bytes,
            facts,
            places: linked.places,
            lines: linked.lines,
            sources: linked.files,
        }),
        findings: linked.findings,
    }
}

/// A part of a file that was taken apart.
#[derive(Clone, Debug)]
pub struct SplitFile {
    /// Suffix for the file name: number and stage, such as `0.vertex`, and the extension.
    pub suffix: String,
    /// Bytes of the file.
    pub bytes: Vec<u8>,
    /// Number of code words.
    pub words: usize,
    /// Reason unneeded code words had to be kept, if any were.
    pub kept_all: Option<&'static str>,
}

/// Parts a file is split into.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SplitInto {
    /// One runnable file per executable.
    Executables,
    /// One relinkable object per executable.
    Objects,
}

/// Splits a file: one file per executable, or one object. `Err` lists the obstacles.
pub fn split(
    bytes: &[u8],
    into: SplitInto,
    limits: &Limits,
) -> Result<Vec<SplitFile>, ErrorList<Diagnostic>> {
    let file = read(bytes, limits).map_err(|finding| *finding)?;
    let Shbin::Binary(binary) = &file.model else {
        let why = "found an object, which has one executable at most, expected a linked file";
        return Err(unfit(&file, why).into());
    };
    if let Some(path) = binary.missing.first() {
        let why = format!("found a file without a readable `{path}`, expected a whole one");
        return Err(unfit(&file, &why).into());
    }
    let parts = pica::split(binary).into_iter().map(|part| {
        let stage = glassbox_shbin::interface::stage_name(part.stage);
        let words = part.words.len();
        let extension = match into {
            SplitInto::Executables => "shbin",
            SplitInto::Objects => "dvoj",
        };
        let suffix = format!("{}.{stage}.{extension}", part.executable);
        let kept_all = part.kept_all;
        let model = match into {
            SplitInto::Executables => Shbin::Binary(part.binary),
            SplitInto::Objects => pica::part_object(&part),
        };
        let bytes = write(&model, &Layout::canonical()).map_err(|error| unfit(&file, error.message()))?;
        Ok(SplitFile { suffix, bytes, words, kept_all })
    });
    parts.collect()
}

fn read<'b>(bytes: &'b [u8], limits: &Limits) -> Result<File<'b>, Box<Diagnostic>> {
    glassbox_shbin::read::read(Window::whole(bytes), limits)
}

fn unfit(file: &File<'_>, message: &str) -> Diagnostic {
    let location = glassbox_core::diagnostic::Location::new(0, file.size(), "");
    Diagnostic::new(&pica::rules::UNFIT, location, message)
}
