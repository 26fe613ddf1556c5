//! Checks that DXC output, read as a typed module and re-encoded, has the same bytes.

use glassbox_dxil::ir::{self, Typed};
use glassbox_dxil::{BitcodeError, Event, Walk};
use glassbox_testing::container::{containers, parts, program};

/// Files whose bitcode is deliberately damaged, missing or not from DXC.
const OTHERS: &[&str] = &["dxil_bc_garbage", "dxil_bc_size", "dxil_bc_offset", "psv2_compute", "/yaml/"];

/// Items of bitcode, one line each.
fn items(bytes: &[u8]) -> Vec<String> {
    let item = |event| match event {
        Ok(Event::Enter(block)) => format!("enter {} {}", block.id, block.width),
        Ok(Event::Leave(block)) => format!("leave {}", block.id),
        Ok(Event::Record(record)) => {
            let operands: Vec<u64> = record.operands().collect();
            format!("record {} by {}: {operands:?}", record.code, record.abbreviation)
        }
        Ok(Event::Abbreviation(form, _)) => format!("abbreviation {:?}", form.operands()),
        Err(fault) => format!("fault {fault}"),
    };
    Walk::new(bytes).map(item).collect()
}

/// Describes the first difference of two bitcodes.
fn difference(expected: &[u8], found: &[u8]) -> String {
    let (expected, found) = (items(expected), items(found));
    let at = expected.iter().zip(&found).take_while(|(a, b)| a == b).count();
    let around = |items: &[String]| items[at.saturating_sub(3)..(at + 3).min(items.len())].join("\n  ");
    format!("item {at}: expected\n  {}\nfound\n  {}", around(&expected), around(&found))
}

/// Holds what is written of each program of the corpus against its bytes. `write` gives nothing for parts that it leaves out.
pub(crate) fn assert_same_bytes(
    write: impl Fn(&[u8; 4], &Typed<'_>) -> Option<Result<Vec<u8>, BitcodeError>>,
) {
    let mut count = 0;
    let mut wrong = Vec::new();
    for (name, bytes) in containers() {
        if OTHERS.iter().any(|other| name.contains(other)) {
            continue;
        }
        for (code, data) in parts(&bytes) {
            let Some((_, bitcode)) = program(data) else {
                continue;
            };
            let written = match Typed::read(bitcode) {
                Ok(module) => write(&code, &module),
                Err(fault) => Some(Err(fault)),
            };
            let Some(written) = written else { continue };
            count += 1;
            let difference = match written {
                Ok(written) if written == bitcode => continue,
                Ok(written) => difference(bitcode, &written),
                Err(fault) => format!("{fault} at {:?}", fault.bits),
            };
            wrong.push(format!("{name} {}: {difference}", String::from_utf8_lossy(&code)));
        }
    }
    assert!(count > 0);
    assert!(wrong.is_empty(), "{} of {count}\n{}", wrong.len(), wrong[..wrong.len().min(12)].join("\n"));
}

#[test]
fn every_bitcode_of_dxc_is_written_to_the_same_bytes() {
    assert_same_bytes(|_, module| Some(ir::encode(module)));
}
