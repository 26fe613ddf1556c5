//! Where names are declared and used, recorded while a program is parsed.

use crate::map::Provenance;

/// What a name does at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum UseKind {
    /// It is declared; a name may be declared more than once.
    Declare,
    /// Its value is read, or its type is meant.
    Read,
    /// A value is written to it.
    Write,
    /// It is called.
    Call,
}

/// A name at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Use {
    /// Where the name stands.
    pub from: Provenance,
    /// What it names: equal for all uses of one thing, in the order of first declaration. See [`Uses::new_symbol`].
    pub symbol: u32,
    /// What it does there.
    pub kind: UseKind,
}

/// Names at places, in the order in which a parser met them.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    list: Vec<Use>,
    symbols: u32,
}

impl Uses {
    /// A number for a thing that has not been named before.
    pub fn new_symbol(&mut self) -> u32 {
        self.symbols += 1;
        self.symbols - 1
    }

    /// Records a name.
    pub fn push(&mut self, from: Provenance, symbol: u32, kind: UseKind) {
        self.list.push(Use { from, symbol, kind });
    }

    /// All of them.
    #[must_use]
    pub fn list(&self) -> &[Use] {
        &self.list
    }

    /// What a byte of a text names: the use whose letters hold it.
    #[must_use]
    pub fn at(&self, file: u32, offset: u32) -> Option<Use> {
        let holds = |found: &&Use| {
            let written = found.from.written;
            written.file == file && (written.span.start..=written.span.end).contains(&offset)
        };
        self.list.iter().find(holds).copied()
    }
}
