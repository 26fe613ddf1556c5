//! Root signatures that options and arguments name.

use std::path::Path;

use anyhow::{Result, bail};
use glassbox::RootSignatureError;

use crate::context::Context;
use crate::input::Source;

/// The data of the root signature in a file; `None` if it is a text with mistakes, which are then reported.
pub(crate) fn read(path: &Path, context: &Context) -> Result<Option<Vec<u8>>> {
    let input = Source::new(path).read()?;
    match glassbox::root_signature(input.bytes(), &context.limits) {
        Ok(data) => Ok(Some(data)),
        Err(RootSignatureError::Source(mistakes)) => {
            context.report(context.in_text(&input, &mistakes));
            Ok(None)
        }
        Err(error) => bail!("{}: {error}", input.name),
    }
}
