//! Styles of source text that languages add to formats.
//!
//! A format crate knows no language, so what needs one to show a file as source is listed here, by format.

use std::io;

use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_dx_asm::dxbc::{self, Words};
use glassbox_dxbc::print::Release;
use glassbox_pica_asm::disassemble::{Style, disassemble};
use glassbox_pica_asm::view;

/// The styles that a language has for a format.
pub(crate) struct SourceStyles {
    format: &'static str,
    /// Whether a file of the format has what the styles show.
    applies: fn(&[u8], &Limits) -> bool,
    /// Their names, the usual one first. `words` stands for the code in its pieces, which the format has already.
    pub(crate) names: &'static [&'static str],
    /// Writes a file in one of them; false, with nothing written, when it cannot be.
    pub(crate) write: fn(&[u8], &Limits, &str, &mut dyn io::Write) -> io::Result<bool>,
}

static STYLES: &[SourceStyles] = &[
    SourceStyles {
        format: "shbin",
        applies: |_, _| true,
        names: &["source", "picasso", "exact", "listing", "dot", "cost", "words"],
        write: pica,
    },
    SourceStyles {
        format: "dxcontainer",
        applies: dxbc::has_tokens,
        names: &["fxc", "fxc-6.3", "fxc-10", "exact", "dot", "words"],
        write: tokens,
    },
];

/// The styles for a file of a format.
pub(crate) fn styles(format: &str, bytes: &[u8], limits: &Limits) -> Option<&'static SourceStyles> {
    STYLES
        .iter()
        .find(|styles| styles.format == format && (styles.applies)(bytes, limits))
}

fn tokens(bytes: &[u8], limits: &Limits, style: &str, out: &mut dyn io::Write) -> io::Result<bool> {
    let text = match style {
        "fxc" => dxbc::listing(bytes, limits, Words::Own),
        "fxc-6.3" => dxbc::listing(bytes, limits, Words::Of(Release::V6_3)),
        "fxc-10" => dxbc::listing(bytes, limits, Words::Of(Release::V10)),
        "exact" => dxbc::exact(bytes, limits),
        "dot" => dxbc::graphs(bytes, limits),
        _ => None,
    };
    match text {
        Some(text) => out.write_all(text.as_bytes()).map(|()| true),
        None => Ok(false),
    }
}

fn pica(bytes: &[u8], limits: &Limits, style: &str, out: &mut dyn io::Write) -> io::Result<bool> {
    let Ok(file) = glassbox_shbin::read::read(Window::whole(bytes), limits) else {
        return Ok(false);
    };
    let model = &file.model;
    let text = match style {
        "source" => disassemble(model, Style::Source).text(),
        "picasso" => disassemble(model, Style::Picasso).text(),
        // There is no exact source for objects.
        "exact" => match model {
            glassbox_shbin::model::Shbin::Binary(_) => disassemble(model, Style::Exact).text(),
            glassbox_shbin::model::Shbin::Object(_) => return Ok(false),
        },
        "listing" => view::listing(model),
        "dot" => view::graph(model),
        "cost" => view::cost(model),
        _ => return Ok(false),
    };
    out.write_all(text.as_bytes())?;
    Ok(true)
}
