//! Indexes records by number: constants and metadata refer to each other by order of definition.

use crate::abbreviation::Abbreviation;
use crate::bits::Bits;
use crate::record::{Place, Record};

/// Minimum bytes of bitcode per record; real records are longer.
pub(crate) const BYTES_PER_RECORD: usize = 2;

/// Record positions by number, sixteen bytes each.
#[derive(Clone, Debug)]
pub struct Index<'a> {
    bits: Bits<'a>,
    entries: Vec<Entry>,
    limit: usize,
}

#[derive(Clone, Debug)]
struct Entry {
    /// First bit after the abbreviation id.
    at: u64,
    abbreviation: Option<Abbreviation>,
}

impl<'a> Index<'a> {
    /// An empty index for a stream, limited to one record per two bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Index {
            bits: Bits::new(bytes, 0, u64::MAX),
            entries: Vec::new(),
            limit: bytes.len() / BYTES_PER_RECORD,
        }
    }

    /// Adds a record; false if the limit is reached.
    pub fn push(&mut self, record: &Record<'a>) -> bool {
        let room = self.entries.len() < self.limit;
        if room {
            let place = record.place();
            // Blob alignment is relative to the start of the stream, the same for every record.
            self.bits = place.bits.part(0, u64::MAX);
            self.entries.push(Entry { at: place.bits.at(), abbreviation: place.abbreviation.clone() });
        }
        room
    }

    /// Reserves memory for the records of a block of the given number of bits.
    pub(crate) fn reserve(&mut self, bits: u64) {
        // Few records are shorter than sixty bits.
        self.entries.reserve((bits / 60) as usize);
    }

    /// Number of records.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True if empty.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The record with this number.
    pub fn get(&self, number: usize) -> Option<Record<'a>> {
        let entry = self.entries.get(number)?;
        let place =
            Place { bits: self.bits.part(entry.at, u64::MAX), abbreviation: entry.abbreviation.clone() };
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

/// Abbreviation id of unabbreviated records.
const UNABBREVIATED: u64 = 3;
/// First id assigned to a definition.
const FIRST_ABBREVIATION: u64 = 4;
