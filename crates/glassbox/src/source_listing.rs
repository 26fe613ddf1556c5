//! Lists files as source text, in styles that languages add to formats.
//!
//! A format crate does not depend on languages, so styles that need one are registered here, by format.

use std::io;

use glassbox_core::format::{ArtifactKind, Format as _};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_dx_asm::dxbc::{self, Words};
use glassbox_dx_asm::{dxil, root};
use glassbox_dxbc::print::Release;

pub use glassbox_dxbc::print::Floats;
use glassbox_dxcontainer::container::Container;
use glassbox_pica_asm::disassemble::{Style, disassemble};
use glassbox_pica_asm::view;

/// Part of a file to list, and its spelling.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Excerpt<'e> {
    /// Only the function of this name.
    pub function: Option<&'e str>,
    /// Code of the part of the container that holds the program.
    pub part: Option<&'e str>,
    /// Spelling of floats in listings of shader model 4 and 5.
    pub floats: Floats,
}

impl Excerpt<'_> {
    /// The whole file, with default spelling.
    pub const WHOLE: Excerpt<'static> = Excerpt { function: None, part: None, floats: Floats::Six };
}

/// Message if floats are requested for other code.
const NO_FLOATS: &str = "--floats is for code of shader model 4 and 5; floats of other code are whole";

/// Reason a file is not listed; `None` if the style does not apply to it.
pub(crate) type Refusal = Option<String>;

/// Writes a file in a style, or returns the reason it cannot.
type Write = fn(&[u8], &Limits, &str, &Excerpt<'_>, &mut dyn io::Write) -> io::Result<Result<(), Refusal>>;

/// The styles that a language has for a format.
pub(crate) struct SourceStyles {
    format: &'static str,
    /// True if a file of the format has something to list.
    applies: fn(&[u8], &Limits) -> bool,
    /// Names of the style, the usual one first. `words` means the pieces of code, which the format provides itself.
    pub(crate) names: &'static [&'static str],
    /// Writes a file, or an excerpt of it, in one of them; nothing if refused.
    pub(crate) write: Write,
}

/// The style that shows the root signature of a container alone.
const ROOT_SIGNATURE: &str = "rootsig";

static STYLES: &[SourceStyles] = &[
    SourceStyles {
        format: "shbin",
        applies: |_, _| true,
        names: &["source", "picasso", "exact", "listing", "dot", "cost", "words"],
        write: pica,
    },
    SourceStyles {
        format: "dxcontainer",
        applies: |bytes, limits| with_container(bytes, limits, has_dxil) == Some(true),
        names: &["dxc", "dot", ROOT_SIGNATURE],
        write: dxil,
    },
    SourceStyles { format: "bitcode", applies: |_, _| true, names: &["dxc", "dot"], write: dxil_alone },
    SourceStyles {
        format: "pdb",
        applies: |bytes, limits| with_stream(bytes, limits, has_dxil) == Some(true),
        names: &["dxc", "dot"],
        write: dxil_of_pdb,
    },
    SourceStyles {
        format: "dxcontainer",
        applies: dxbc::has_tokens,
        names: &["fxc", "fxc-6.3", "fxc-10", "exact", "dot", ROOT_SIGNATURE, "words"],
        write: tokens,
    },
    SourceStyles {
        format: "dxcontainer",
        applies: |bytes, limits| with_container(bytes, limits, root::has_root_signature) == Some(true),
        names: &[ROOT_SIGNATURE],
        write: root_signature,
    },
];

/// The styles for a file of a format.
pub(crate) fn styles(format: &str, bytes: &[u8], limits: &Limits) -> Option<&'static SourceStyles> {
    let of_format = STYLES.iter().filter(|styles| styles.format == format);
    of_format.into_iter().find(|styles| (styles.applies)(bytes, limits))
}

fn tokens(
    bytes: &[u8],
    limits: &Limits,
    style: &str,
    excerpt: &Excerpt<'_>,
    out: &mut dyn io::Write,
) -> io::Result<Result<(), Refusal>> {
    if style == ROOT_SIGNATURE {
        return root_signature(bytes, limits, style, excerpt, out);
    }
    let floats = excerpt.floats;
    if (Excerpt { floats, ..Excerpt::WHOLE }) != *excerpt {
        return Ok(Err(Some(
            "code of shader model 4 and 5 is shown whole: it has no functions or parts to choose".to_owned(),
        )));
    }
    if floats != Floats::Six && !style.starts_with("fxc") {
        return Ok(Err(Some(format!(
            "--floats is for listings in the words of the legacy compiler, and not for the style {style}"
        ))));
    }
    let listing = |words| dxbc::listing(bytes, limits, words, floats);
    let text = match style {
        "fxc" => listing(Words::Own),
        "fxc-6.3" => listing(Words::Of(Release::V6_3)),
        "fxc-10" => listing(Words::Of(Release::V10)),
        "exact" => dxbc::exact(bytes, limits),
        "dot" => dxbc::graphs(bytes, limits),
        _ => None,
    };
    match text {
        Some(text) => out.write_all(text.as_bytes()).map(Ok),
        None => Ok(Err(None)),
    }
}

fn root_signature(
    bytes: &[u8],
    limits: &Limits,
    _: &str,
    excerpt: &Excerpt<'_>,
    out: &mut dyn io::Write,
) -> io::Result<Result<(), Refusal>> {
    if *excerpt != Excerpt::WHOLE {
        return Ok(Err(Some(
            "a root signature is shown whole: it has no functions or parts to choose".to_owned(),
        )));
    }
    match with_container(bytes, limits, root::listing).flatten() {
        Some(text) => out.write_all(text.as_bytes()).map(Ok),
        None => Ok(Err(Some("there is no root signature in it".to_owned()))),
    }
}

fn pica(
    bytes: &[u8],
    limits: &Limits,
    style: &str,
    excerpt: &Excerpt<'_>,
    out: &mut dyn io::Write,
) -> io::Result<Result<(), Refusal>> {
    if excerpt.floats != Floats::Six {
        return Ok(Err(Some(NO_FLOATS.to_owned())));
    }
    if *excerpt != Excerpt::WHOLE {
        return Ok(Err(Some("a program is shown whole: it has no functions or parts to choose".to_owned())));
    }
    let Ok(file) = glassbox_shbin::read::read(Window::whole(bytes), limits) else {
        return Ok(Err(None));
    };
    let model = &file.model;
    let text = match style {
        "source" => disassemble(model, Style::Source).text(),
        "picasso" => disassemble(model, Style::Picasso).text(),
        // Objects have no exact source.
        "exact" => match model {
            glassbox_shbin::model::Shbin::Binary(_) => disassemble(model, Style::Exact).text(),
            glassbox_shbin::model::Shbin::Object(_) => return Ok(Err(None)),
        },
        "listing" => view::listing(model),
        "dot" => view::graph(model),
        "cost" => view::cost(model),
        _ => return Ok(Err(None)),
    };
    out.write_all(text.as_bytes())?;
    Ok(Ok(()))
}

/// Opens a container and queries it.
fn with_container<T>(bytes: &[u8], limits: &Limits, ask: impl FnOnce(&Container<'_>) -> T) -> Option<T> {
    let container = glassbox_dxcontainer::read::open(Window::whole(bytes), limits).ok()?;
    Some(ask(&container))
}

/// Opens the container in a PDB and queries it.
fn with_stream<T>(bytes: &[u8], limits: &Limits, ask: impl FnOnce(&Container<'_>) -> T) -> Option<T> {
    let opened = glassbox_pdb::FORMAT.open(Window::whole(bytes), limits).ok()?;
    let pieces = opened.artifacts();
    let container = pieces.iter().find(|piece| piece.kind == ArtifactKind::File("dxcontainer"))?;
    with_container(&container.bytes, limits, ask)
}

fn has_dxil(container: &Container<'_>) -> bool {
    let directory = &container.directory;
    directory.find(b"DXIL").or(directory.find(b"ILDB")).is_some()
}

fn dxil(
    bytes: &[u8],
    limits: &Limits,
    style: &str,
    excerpt: &Excerpt<'_>,
    out: &mut dyn io::Write,
) -> io::Result<Result<(), Refusal>> {
    if style == ROOT_SIGNATURE {
        return root_signature(bytes, limits, style, excerpt, out);
    }
    let shown = with_container(bytes, limits, |container| dxil_text(container, style, excerpt));
    write_shown(shown, out)
}

fn dxil_alone(
    bytes: &[u8],
    _: &Limits,
    style: &str,
    excerpt: &Excerpt<'_>,
    out: &mut dyn io::Write,
) -> io::Result<Result<(), Refusal>> {
    if excerpt.part.is_some() {
        return Ok(Err(Some("bitcode alone has no parts to choose".to_owned())));
    }
    let list = match style {
        "dxc" => dxil::bitcode,
        _ => dxil::graph,
    };
    write_shown(Some(shown(excerpt, |selection| list(bytes, selection))), out)
}

fn dxil_of_pdb(
    bytes: &[u8],
    limits: &Limits,
    style: &str,
    excerpt: &Excerpt<'_>,
    out: &mut dyn io::Write,
) -> io::Result<Result<(), Refusal>> {
    let shown = with_stream(bytes, limits, |container| dxil_text(container, style, excerpt));
    write_shown(shown, out)
}

fn dxil_text(container: &Container<'_>, style: &str, excerpt: &Excerpt<'_>) -> Result<Vec<u8>, Refusal> {
    shown(excerpt, |selection| match style {
        "dot" => dxil::container_graph(container, selection),
        _ => dxil::container(container, selection),
    })
}

/// The listing of the function and the part that an excerpt names.
fn shown(
    excerpt: &Excerpt<'_>,
    list: impl FnOnce(&dxil::Selection<'_>) -> Result<Vec<u8>, dxil::Error>,
) -> Result<Vec<u8>, Refusal> {
    if excerpt.floats != Floats::Six {
        return Err(Some(NO_FLOATS.to_owned()));
    }
    let selection = dxil::Selection { function: excerpt.function, part: excerpt.part };
    list(&selection).map_err(|error| Some(error.to_string()))
}

fn write_shown(
    shown: Option<Result<Vec<u8>, Refusal>>,
    out: &mut dyn io::Write,
) -> io::Result<Result<(), Refusal>> {
    match shown.unwrap_or(Err(None)) {
        Ok(text) => out.write_all(&text).map(Ok),
        Err(refusal) => Ok(Err(refusal)),
    }
}
