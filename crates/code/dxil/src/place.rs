//! Where in bitcode something is, in words.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use crate::record_name;
use crate::walk::{Event, Walk};

/// A block or record by the blocks around it, from the outermost one.
///
/// Written as a path: `module[0].function[3].inst_ret[0]`. The places of blocks count those of the same id in the block around
/// them, those of records count those of the same code in their block.
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

/// What a block that is open has had so far.
#[derive(Default)]
struct Met {
    blocks: BTreeMap<u32, u64>,
    records: BTreeMap<u64, u64>,
}

/// Gives the number of a thing among those of its kind, and counts it.
fn count<K: Ord>(met: &mut BTreeMap<K, u64>, kind: K) -> u64 {
    let number = met.entry(kind).or_insert(0);
    *number += 1;
    *number - 1
}

/// The block or record that begins where these bits do; `None` when nothing does. The work is proportional to the size.
pub fn place(bytes: &[u8], bits: &Range<u64>) -> Option<Place> {
    let mut path: Vec<(String, u64)> = Vec::new();
    let mut met = vec![Met::default()];
    let mut walk = Walk::new(bytes);
    while let Some(event) = walk.next() {
        match event {
            Ok(Event::Enter(block)) => {
                let number = count(&mut met.last_mut()?.blocks, block.id.0);
                let name = block
                    .id
                    .name()
                    .map_or_else(|| format!("block_{}", block.id.0), str::to_owned);
                path.push((name, number));
                met.push(Met::default());
                if block.bits.start == bits.start {
                    return Some(Place(path));
                }
            }
            Ok(Event::Leave(_)) => {
                path.pop();
                met.pop();
            }
            Ok(Event::Record(record)) => {
                let number = count(&mut met.last_mut()?.records, record.code);
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
