//! Output sink of a query: text for people passes [`Screen`], data for programs is unchanged.

use std::io::{self, Write};
use std::path::Path;

use anyhow::Result;
use glassbox_report::terminal::Screen;

use crate::args::ReportFormat;
use crate::context::Context;
use crate::output::Output;

/// A sink that is complete only after [`commit`](Page::commit).
pub(crate) enum Page {
    /// Text, with control characters escaped.
    People(Screen<Output>),
    /// Data such as JSON, unchanged.
    Programs(Output),
}

impl Page {
    /// Opens the output of a query; no path or `-` is standard output.
    pub(crate) fn open(context: &Context, path: Option<&Path>, form: ReportFormat) -> Result<Page> {
        match form {
            ReportFormat::Text => Page::text(context, path),
            ReportFormat::Json => Ok(Page::Programs(Output::text(path)?)),
        }
    }

    /// Opens an output for text.
    pub(crate) fn text(context: &Context, path: Option<&Path>) -> Result<Page> {
        let is_coloured = context.style_of(path).coloured;
        Ok(Page::People(Screen::new(Output::text(path)?, is_coloured)))
    }

    /// Completes the output: flushes it, and moves a file into place.
    pub(crate) fn commit(self) -> Result<()> {
        match self {
            Page::People(screen) => screen.finish()?.commit(),
            Page::Programs(output) => output.commit(),
        }
    }
}

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Page::People(screen) => screen.write(bytes),
            Page::Programs(output) => output.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Page::People(screen) => screen.flush(),
            Page::Programs(output) => output.flush(),
        }
    }
}
