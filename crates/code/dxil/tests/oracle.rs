//! Compares every record of every bitcode in the corpus with another reader.

use glassbox_dxil::{BlockId, Event, Walk};
use glassbox_testing::container::{containers, parts, program};
use llvm_bitcode::bitcode::{BitcodeElement, Payload};
use llvm_bitcode::read::Error;
use llvm_bitcode::{Bitcode, bitcode};

/// Block, code, operands.
type Row = (u32, u64, Vec<u64>);

fn theirs(name: &str, bytes: &[u8]) -> Option<Vec<Row>> {
    let bitcode = match Bitcode::new(bytes) {
        Ok(bitcode) => bitcode,
        // Compilers write zero-width fields in modules without referents; the other reader rejects them.
        Err(Error::AbbrevWidthTooSmall(0)) => return None,
        Err(error) => panic!("{name}: {error}"),
    };
    let mut rows = Vec::new();
    let mut open: Vec<(u32, std::vec::IntoIter<BitcodeElement>)> =
        vec![(u32::MAX, bitcode.elements.into_iter())];
    while let Some((block, elements)) = open.last_mut() {
        match elements.next() {
            None => drop(open.pop()),
            Some(BitcodeElement::Block(inner)) => open.push((inner.id, inner.elements.into_iter())),
            Some(BitcodeElement::Record(record)) => rows.push((*block, record.id, operands(record))),
        }
    }
    Some(rows)
}

fn operands(mut record: bitcode::Record) -> Vec<u64> {
    let mut operands = record.fields().to_vec();
    match record.take_payload() {
        Some(Payload::Array(numbers)) => operands.extend(numbers),
        Some(Payload::Char6String(text)) => operands.extend(text.bytes().map(u64::from)),
        Some(Payload::Blob(_)) | None => {}
    }
    operands
}

fn ours(bytes: &[u8]) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut open = vec![BlockId(u32::MAX)];
    for event in Walk::new(bytes) {
        match event.expect("there is no fault") {
            Event::Enter(block) => open.push(block.id),
            Event::Leave(_) => drop(open.pop()),
            Event::Abbreviation(..) => {}
            Event::Record(record) => {
                let block = open.last().copied().unwrap_or_default();
                // The other reader hides BLOCKINFO records that select a block.
                if block != BlockId::BLOCKINFO {
                    rows.push((block.0, record.code, record.operands().collect()));
                }
            }
        }
    }
    rows
}

#[test]
fn records_match_another_reader() {
    let (mut modules, mut records, mut refused) = (0, 0, 0);
    for (name, bytes) in containers() {
        if name.contains("dxil_bc_") {
            // Their bitcode is damaged: a reader may stop anywhere.
            continue;
        }
        for (_, data) in parts(&bytes) {
            let Some((_, bitcode)) = program(data).filter(|(_, bitcode)| bitcode.starts_with(b"BC")) else {
                continue;
            };
            let ours = ours(bitcode);
            let Some(theirs) = theirs(&name, bitcode) else {
                refused += 1;
                continue;
            };
            assert_eq!(ours.len(), theirs.len(), "{name}");
            for (index, (one, other)) in ours.iter().zip(&theirs).enumerate() {
                assert_eq!(one, other, "{name}: record {index}");
            }
            modules += 1;
            records += ours.len();
        }
    }
    println!("{modules} modules, {records} records; {refused} modules refused");
    assert!(modules > 400, "{modules}");
}
