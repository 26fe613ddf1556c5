//! BPX as a [`Format`].

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Rule};
use glassbox_core::format::{Format, Likeness, Opened, Piece, Repair, Summary};
use glassbox_core::interface::{Interface, Symbol};
use glassbox_core::limits::Limits;
use glassbox_core::map::Map;
use glassbox_core::reader::{NodeId, Reader, Window};

use crate::check::check;
use crate::file::{File, Numbering};
use crate::outline;
use crate::raw::SIGNATURE;
use crate::read::{self, open};
use crate::rules::RULES;

/// The format.
#[derive(Clone, Copy, Debug)]
pub struct BpxFormat(Numbering);

/// The format, to be listed.
pub static FORMAT: BpxFormat = BpxFormat(Numbering::Released);
/// The format with the numbering of targets of 2021-10-09.
pub static DRAFT: BpxFormat = BpxFormat(Numbering::Draft);

static VARIANTS: &[(&str, &dyn Format)] = &[("2021-10-09", &DRAFT)];

impl Format for BpxFormat {
    fn id(&self) -> &'static str {
        "bpx"
    }

    fn title(&self) -> &'static str {
        "BPX container and shader package"
    }

    fn rules(&self) -> &'static [&'static Rule] {
        RULES
    }

    fn detect(&self, bytes: &[u8]) -> Likeness {
        if bytes.starts_with(&SIGNATURE.0) {
            Likeness::Yes
        } else if !bytes.is_empty() && SIGNATURE.0.starts_with(bytes) {
            Likeness::Maybe
        } else {
            Likeness::No
        }
    }

    fn map(
        &self,
        window: Window<'_>,
        map: &mut Map,
        root: NodeId,
        limits: &Limits,
    ) -> Result<(), Box<Diagnostic>> {
        let mut reader = Reader::new(window, map, *limits);
        reader.root = root;
        let (file, nodes) = read::read(&mut reader, self.0)?;
        outline::contents(&mut reader, &file, &nodes);
        Ok(())
    }

    fn open<'a>(&self, window: Window<'a>, limits: &Limits) -> Result<Box<dyn Opened + 'a>, Box<Diagnostic>> {
        let file = open(window, limits, self.0)?;
        Ok(Box::new(OpenedBpx { file, limits: *limits }))
    }

    fn variants(&self) -> &'static [(&'static str, &'static dyn Format)] {
        VARIANTS
    }
}

/// An opened container.
struct OpenedBpx<'a> {
    file: File<'a>,
    limits: Limits,
}

impl Opened for OpenedBpx<'_> {
    fn check(&self) -> Diagnostics {
        check(&self.file, &self.limits)
    }

    fn summary(&self) -> Summary {
        Summary::default()
    }

    fn interface(&self) -> Interface {
        Interface::default()
    }

    fn symbols(&self) -> Vec<Symbol> {
        Vec::new()
    }

    fn pieces(&self) -> Vec<Piece<'_>> {
        Vec::new()
    }

    fn repairs(&self) -> Vec<Repair> {
        Vec::new()
    }

    fn repair(&self, _: &str) -> Result<Vec<u8>, String> {
        Err(String::new())
    }

    fn write(&self, _: bool) -> Result<Vec<u8>, String> {
        Err(String::new())
    }
}
