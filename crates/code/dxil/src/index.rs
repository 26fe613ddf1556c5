//! Records by number: constants and metadata are referred to by the order in which they stand.

use std::sync::Arc;

use crate::abbreviation::Abbreviation;
use crate::bits::Bits;
use crate::record::{Place, Record};

/// Records that can be asked for by number. It keeps where they stand, sixteen bytes a record.
#[derive(Clone, Debug)]
pub struct Index<'a> {
    bits: Bits<'a>,
    entries: Vec<Entry>,
    limit: usize,
}

#[derive(Clone, Debug)]
struct Entry {
    /// The bit behind the abbreviation id.
    at: u64,
    abbreviation: Option<Arc<Abbreviation>>,
}

impl<'a> Index<'a> {
    /// An empty index over a stream. It takes one record for every two bytes: real ones are longer.
    pub fn new(bytes: &'a [u8]) -> Self {
        Index {
            bits: Bits::new(bytes, 0, u64::MAX),
            entries: Vec::new(),
            limit: bytes.len() / 2,
        }
    }

    /// Adds a record; `false` when there are too many.
    pub fn push(&mut self, record: &Record<'a>) -> bool {
        let room = self.entries.len() < self.limit;
        if room {
            let place = record.place();
            // Alignments of blobs count from the start of the stream, which is the same for every record.
            self.bits = place.bits.part(0, u64::MAX);
            self.entries.push(Entry {
                at: place.bits.at(),
                abbreviation: place.abbreviation.clone(),
            });
        }
        room
    }

    /// Makes room for the records of a block of so many bits.
    pub(crate) fn reserve(&mut self, bits: u64) {
        // Few records are shorter than sixty bits.
        self.entries.reserve((bits / 60) as usize);
    }

    /// Number of records.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Record `number`.
    pub fn get(&self, number: usize) -> Option<Record<'a>> {
        let entry = self.entries.get(number)?;
        let place = Place {
            bits: self.bits.part(entry.at, u64::MAX),
            abbreviation: entry.abbreviation.clone(),
        };
        let id = match entry.abbreviation {
            None => UNABBREVIATED,
            Some(_) => FIRST_ABBREVIATION,
        };
        Record::read(entry.at, id, place).ok().map(|(record, _)| record)
    }

    /// The records in order.
    pub fn iter(&self) -> impl Iterator<Item = Record<'a>> + '_ {
        (0..self.len()).filter_map(|number| self.get(number))
    }
}

/// The abbreviation id of records that state the width of everything.
const UNABBREVIATED: u64 = 3;
/// The first id that a definition gives.
const FIRST_ABBREVIATION: u64 = 4;
