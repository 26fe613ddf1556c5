//! Measures the cost of the recorder: the same records read by a hand-written loop, by the reader with the
//! empty recorder, and by the reader with the map. The first two must be within 5 % of each other.
//!
//! `cargo bench -p glassbox-core --bench reading`

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use glassbox_core::limits::Limits;
use glassbox_core::map::Map;
use glassbox_core::reader::{NoRecorder, NodeId, ReadError, Reader, Recorder, Window};

glassbox_core::record! {
    /// Header: offset and count of the table.
    pub struct Head: 8 {
        /// Offset of the table.
        0 offset: u32,
        /// Number of entries.
        4 count: u32,
    }
}

glassbox_core::record! {
    /// An entry of mixed widths.
    pub struct Entry: 16 {
        /// Name, as a number.
        0 name: u32,
        /// First register.
        4 first: u16,
        /// Last register, inclusive.
        6 last: u16,
        /// Value of the entry.
        8 value: u64,
    }
}

/// Many small tables, each found through a head, as in a container of many parts.
fn file(tables: u32, entries: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let table_size = 16 * entries;
    for table in 0..tables {
        bytes.extend_from_slice(&(8 * tables + table * table_size).to_le_bytes());
        bytes.extend_from_slice(&entries.to_le_bytes());
    }
    for entry in 0..tables * entries {
        bytes.extend_from_slice(&entry.to_le_bytes());
        bytes.extend_from_slice(&[1, 0, 2, 0]);
        bytes.extend_from_slice(&u64::from(entry).to_le_bytes());
    }
    bytes
}

fn sum(entry: &Entry) -> u64 {
    u64::from(entry.name) ^ u64::from(entry.first) ^ u64::from(entry.last) ^ entry.value
}

fn read<R: Recorder>(bytes: &[u8], tables: u32, recorder: R) -> Result<u64, ReadError> {
    let mut reader = Reader::new(Window::whole(bytes), recorder, Limits::default());
    let mut total = 0;
    for table in 0..tables {
        let (head, _) = reader.record::<Head>(NodeId::ROOT.item("head", table), u64::from(table) * 8)?;
        let name = NodeId::ROOT.item("table", table);
        let (entries, _) = reader.records::<Entry>(name, u64::from(head.offset), u64::from(head.count))?;
        for entry in entries.iter() {
            total ^= sum(&entry);
        }
    }
    Ok(total)
}

/// The same with the same checks, written out.
fn by_hand(bytes: &[u8], tables: u32) -> Option<u64> {
    let u16_at = |bytes: &[u8], at: usize| Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?));
    let u32_at = |bytes: &[u8], at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let u64_at = |bytes: &[u8], at: usize| Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
    let mut total = 0;
    for table in 0..tables as usize {
        let offset = u32_at(bytes, table * 8)? as usize;
        let count = u32_at(bytes, table * 8 + 4)? as usize;
        let table = bytes.get(offset..offset.checked_add(count.checked_mul(16)?)?)?;
        for entry in table.chunks_exact(16) {
            total ^= sum(&Entry {
                name: u32_at(entry, 0)?,
                first: u16_at(entry, 4)?,
                last: u16_at(entry, 6)?,
                value: u64_at(entry, 8)?,
            });
        }
    }
    Some(total)
}

fn reading(criterion: &mut Criterion) {
    for (tables, entries) in [(4, 65_536), (20_000, 8)] {
        let bytes = file(tables, entries);
        assert_eq!(by_hand(&bytes, tables), read(&bytes, tables, NoRecorder).ok());
        let mut group = criterion.benchmark_group(format!("{tables} tables of {entries}"));
        group.throughput(Throughput::Bytes(bytes.len() as u64));
        group.bench_function("by hand", |bencher| {
            bencher.iter(|| by_hand(black_box(&bytes), tables));
        });
        group.bench_function("empty recorder", |bencher| {
            bencher.iter(|| read(black_box(&bytes), tables, NoRecorder));
        });
        group.bench_function("map", |bencher| {
            bencher.iter(|| {
                let mut map = Map::new(bytes.len() as u64, &Limits::default());
                (read(black_box(&bytes), tables, &mut map).ok(), map.resolve().leaves().len())
            });
        });
        group.finish();
    }
}

criterion_group!(benches, reading);
criterion_main!(benches);
