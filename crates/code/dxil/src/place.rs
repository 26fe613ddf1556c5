//! Describes positions in bitcode as paths.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use crate::record_name;
use crate::walk::{Event, Walk};

/// A block or record, with its enclosing blocks from the outermost one.
///
/// Displayed as a path: `module[0].function[3].inst_ret[0]`. Block indices count blocks of the same id in
/// their parent, record indices count records of the same code in their block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place(Vec<(String, u64)>);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, (name, index)) in self.0.iter().enumerate() {
            let dot = if depth > 0 { "." } else { "" };
            write!(f, "{dot}{name}[{index}]")?;
        }
        Ok(())
    }
}

/// Counters of an open block.
#[derive(Default)]
struct Counters {
    blocks: BTreeMap<u32, u64>,
    records: BTreeMap<u64, u64>,
}

/// Index of an item among those of its kind; counts it.
fn count<K: Ord>(counters: &mut BTreeMap<K, u64>, kind: K) -> u64 {
    let number = counters.entry(kind).or_insert(0);
    *number += 1;
    *number - 1
}

/// Path of the block or record that starts with these bits; `None` if none does. Work is linear in the size.
pub fn place(bytes: &[u8], bits: &Range<u64>) -> Option<Place> {
    let mut path: Vec<(String, u64)> = Vec::new();
    let mut counters = vec![Counters::default()];
    let mut walk = Walk::new(bytes);
    while let Some(event) = walk.next() {
        match event {
            Ok(Event::Enter(block)) => {
                let number = count(&mut counters.last_mut()?.blocks, block.id.0);
                let name = block.id.name().map_or_else(|| format!("block_{}", block.id.0), str::to_owned);
                path.push((name, number));
                counters.push(Counters::default());
                if block.bits.start == bits.start {
                    return Some(Place(path));
                }
            }
            Ok(Event::Leave(_)) => {
                path.pop();
                counters.pop();
            }
            Ok(Event::Record(record)) => {
                let number = count(&mut counters.last_mut()?.records, record.code);
                if record.bits.start == bits.start {
                    let block = walk.block().map(|block| block.id).unwrap_or_default();
                    let name = record_name::of(block, record.code)
                        .map_or_else(|| format!("record_{}", record.code), str::to_owned);
                    path.push((name, number));
                    return Some(Place(path));
                }
            }
            Ok(Event::Abbreviation(..)) | Err(_) => {}
        }
    }
    None
}
