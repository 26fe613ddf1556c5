//! Opening bytes of any kind.

use glassbox_core::diagnostic::{Diagnostic, Diagnostics};
use glassbox_core::format::{Format, Opened, Piece, Repair, Summary};
use glassbox_core::interface::{Interface, Symbol};
use glassbox_core::limits::Limits;
use glassbox_core::map::{Map, Tree};
use glassbox_core::reader::{NodeId, Window};

use crate::carrier::Carrier;

/// An opened file of any kind. It answers through [`Opened`]; bytes of no known kind answer too.
pub struct File<'a> {
    bytes: &'a [u8],
    format: Option<&'static dyn Format>,
    body: Body<'a>,
    limits: Limits,
}

/// What stands behind the answers.
enum Body<'a> {
    /// A file of the format.
    Opened(Box<dyn Opened + 'a>),
    /// Not of the format that was asked for.
    Alien(Box<Diagnostic>),
    /// Of no known kind; it may hold files.
    Carrier(Carrier<'a>),
}

/// Opens bytes: as the given format, or as whatever they are.
pub fn open<'a>(bytes: &'a [u8], as_format: Option<&'static dyn Format>, limits: &Limits) -> File<'a> {
    let format = as_format.or_else(|| crate::detect(bytes));
    let body = match format {
        None => Body::Carrier(Carrier::new(bytes, limits)),
        Some(format) => match format.open(Window::whole(bytes), limits) {
            Ok(opened) => Body::Opened(opened),
            Err(diagnostic) => Body::Alien(diagnostic),
        },
    };
    File {
        bytes,
        format,
        body,
        limits: *limits,
    }
}

impl<'a> File<'a> {
    /// The bytes of the file.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The format: the one asked for, or the one found; `None` for data of no known kind.
    pub fn format(&self) -> Option<&'static dyn Format> {
        self.format
    }

    /// Whether a reader took the file: it is of its format, or data that holds files.
    pub fn is_known(&self) -> bool {
        match &self.body {
            Body::Opened(_) => true,
            Body::Alien(_) => false,
            Body::Carrier(carrier) => !carrier.is_empty(),
        }
    }

    /// The field tree. It is built anew on each call.
    pub fn tree(&self) -> Tree {
        let mut map = Map::new(self.bytes.len() as u64, &self.limits);
        match (&self.body, self.format) {
            (Body::Opened(_), Some(format)) => {
                let window = Window::whole(self.bytes);
                if format.map(window, &mut map, NodeId::ROOT, &self.limits).is_err() {
                    map = Map::new(self.bytes.len() as u64, &self.limits);
                }
            }
            (Body::Carrier(carrier), _) => carrier.map(&mut map, &self.limits),
            _ => {}
        }
        map.resolve()
    }
}

impl Opened for File<'_> {
    fn check(&self) -> Diagnostics {
        match &self.body {
            Body::Opened(opened) => opened.check(),
            Body::Carrier(carrier) => carrier.check(),
            Body::Alien(diagnostic) => {
                let mut findings = Diagnostics::new(self.limits.diagnostics.max(1));
                findings.push((**diagnostic).clone());
                findings
            }
        }
    }

    fn summary(&self) -> Summary {
        match &self.body {
            Body::Opened(opened) => opened.summary(),
            Body::Carrier(carrier) => carrier.summary(),
            Body::Alien(_) => Summary {
                kind: match self.format {
                    Some(format) => format!("not {}", format.title()),
                    None => "unknown data".to_owned(),
                },
                ..Summary::default()
            },
        }
    }

    fn interface(&self) -> Interface {
        match &self.body {
            Body::Opened(opened) => opened.interface(),
            Body::Carrier(carrier) => carrier.interface(),
            Body::Alien(_) => Interface::default(),
        }
    }

    fn symbols(&self) -> Vec<Symbol> {
        match &self.body {
            Body::Opened(opened) => opened.symbols(),
            Body::Carrier(carrier) => carrier.symbols(),
            Body::Alien(_) => Vec::new(),
        }
    }

    fn pieces(&self) -> Vec<Piece<'_>> {
        match &self.body {
            Body::Opened(opened) => opened.pieces(),
            Body::Carrier(carrier) => carrier.pieces(),
            Body::Alien(_) => Vec::new(),
        }
    }

    fn repairs(&self) -> Vec<Repair> {
        match &self.body {
            Body::Opened(opened) => opened.repairs(),
            _ => Vec::new(),
        }
    }

    fn repair(&self, name: &str) -> Result<Vec<u8>, String> {
        match &self.body {
            Body::Opened(opened) => opened.repair(name),
            _ => Err("the file is of no known kind".to_owned()),
        }
    }

    fn write(&self, canonical: bool) -> Result<Vec<u8>, String> {
        match &self.body {
            Body::Opened(opened) => opened.write(canonical),
            _ => Err("the file is of no known kind".to_owned()),
        }
    }
}
