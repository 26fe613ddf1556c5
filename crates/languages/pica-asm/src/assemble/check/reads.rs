//! Registers that are read before anything is written to them.
//!
//! Facts: PICA200 instruction set notes, sections 4 and 6.

use std::collections::HashSet;

use glassbox_pica::Opcode;
use glassbox_pica::control::{ControlGraph, NodeId, Target};
use glassbox_pica::descriptor::Descriptor;
use glassbox_pica::format::Field;
use glassbox_pica::instruction::{Instruction, sources};
use glassbox_pica::opcode::{Class, Flow};
use glassbox_pica::register::{Combine, Index};

/// Components of the temporary registers, four bits a register with bit 0 for x, and above them what else a program
/// writes before it reads.
type Written = u128;

const ADDRESS_X: Written = 1 << 64;
const ADDRESS_Y: Written = 1 << 65;
const LOOP: Written = 1 << 66;
const FLAG_X: Written = 1 << 67;
const FLAG_Y: Written = 1 << 68;

/// Names of what is not a component of a temporary register.
const OTHERS: [(Written, &str); 5] = [
    (ADDRESS_X, "a0.x"),
    (ADDRESS_Y, "a0.y"),
    (LOOP, "aL"),
    (FLAG_X, "cmp.x"),
    (FLAG_Y, "cmp.y"),
];

/// A read of something that no path has written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Read {
    /// The word that reads.
    pub(super) word: usize,
    /// What it reads, such as `r3.xy`.
    pub(super) what: String,
}

/// The reads that no path from the entry has written, once a word, in the order of the code.
pub(super) fn unwritten(code: &[u32], descriptors: &[[u32; 2]], graph: &ControlGraph) -> Vec<Read> {
    let Target::Node(entry) = graph.entry() else {
        return Vec::new();
    };
    let effects: Vec<(Written, Written)> = code
        .iter()
        .map(|&word| {
            let descriptor = descriptor(word, descriptors);
            (reads(word, descriptor), writes(word, descriptor))
        })
        .collect();
    // What some path may have written before a node; `None` for nodes that no path has come to yet.
    let mut before: Vec<Option<Written>> = vec![None; graph.nodes().len()];
    before[entry.index()] = Some(0);
    let mut open = vec![entry];
    while let Some(node) = open.pop() {
        let word = usize::from(graph.node(node).word);
        let Some(written) = before[node.index()] else {
            continue;
        };
        let after = written | effects.get(word).map_or(0, |effect| effect.1);
        let exits = graph.node(node).exits;
        for target in exits
            .transitions()
            .flat_map(|transition| transition.next.targets())
        {
            let Target::Node(next) = target else { continue };
            let known = &mut before[next.index()];
            if known.is_none_or(|known| known | after != known) {
                *known = Some(known.unwrap_or(0) | after);
                open.push(next);
            }
        }
    }
    // A word has a node for each way to be called; what one of them has written counts.
    let mut missing: Vec<Option<Written>> = vec![None; code.len()];
    for (index, written) in before.iter().enumerate() {
        let (Some(written), node) = (written, graph.node(NodeId(index as u32))) else {
            continue;
        };
        let word = usize::from(node.word);
        if let (Some(slot), Some(effect)) = (missing.get_mut(word), effects.get(word)) {
            let lacks = effect.0 & !written;
            *slot = Some(slot.map_or(lacks, |known| known & lacks));
        }
    }
    let mut said = HashSet::new();
    let mut found = Vec::new();
    for (word, &lacks) in missing.iter().enumerate() {
        let Some(lacks) = lacks.filter(|&lacks| lacks != 0) else {
            continue;
        };
        for what in names(lacks) {
            // The first read of each tells enough.
            if said.insert(what.clone()) {
                found.push(Read { word, what });
            }
        }
    }
    found
}

fn descriptor(word: u32, descriptors: &[[u32; 2]]) -> Descriptor {
    let index = Opcode::of(word).format().get(word, Field::Descriptor) as usize;
    Descriptor::decode(descriptors.get(index).map_or(0, |words| words[0]))
}

/// The components that an instruction reads, as far as they can influence it.
fn reads(word: u32, descriptor: Descriptor) -> Written {
    let info = Opcode::of(word).info();
    let mut read = 0;
    let lanes = info.lanes.iter().zip(descriptor.sources);
    for (source, (lanes, selection)) in sources(word).zip(lanes) {
        let Some(register) = source.as_temporary() else {
            continue;
        };
        let used = lanes.under(descriptor.mask.0);
        for lane in (0..4).filter(|lane| used & (8 >> lane) != 0) {
            read |= 1 << (4 * register + selection.swizzle.component(lane));
        }
    }
    let wide = info
        .format
        .wide_source()
        .map(|field| info.format.get(word, field));
    if wide.is_some_and(|register| register >= 0x20) {
        read |= match Index::from_bits(info.format.get(word, Field::Index)) {
            Index::None => 0,
            Index::AddressX => ADDRESS_X,
            Index::AddressY => ADDRESS_Y,
            Index::Loop => LOOP,
        };
    }
    if let Instruction::Flagged {
        condition, opcode, ..
    } = Instruction::decode(word)
        && opcode != Opcode::CALL
    {
        read |= match condition.combine {
            Combine::X => FLAG_X,
            Combine::Y => FLAG_Y,
            Combine::And | Combine::Or => FLAG_X | FLAG_Y,
        };
    }
    read
}

/// The components that an instruction writes.
fn writes(word: u32, descriptor: Descriptor) -> Written {
    let info = Opcode::of(word).info();
    let mask = descriptor.mask;
    match info.class {
        Class::Arithmetic => {
            let flags = if Opcode::of(word) == Opcode::LITP {
                FLAG_X | FLAG_Y
            } else {
                0
            };
            match info.format.get(word, Field::Destination) {
                temporary @ 0x10.. => Written::from(mask.reversed()) << (4 * (temporary - 0x10)) | flags,
                _ => flags,
            }
        }
        Class::Address => {
            let x = if mask.contains(0) { ADDRESS_X } else { 0 };
            let y = if mask.contains(1) { ADDRESS_Y } else { 0 };
            x | y
        }
        Class::Compare => FLAG_X | FLAG_Y,
        _ if info.flow == Flow::Loop => LOOP,
        _ => 0,
    }
}

/// Each register with its components, such as `r3.xy`.
fn names(set: Written) -> impl Iterator<Item = String> {
    let temporaries = (0..16).filter_map(move |register| {
        let components = (set >> (4 * register)) as u8 & 0xF;
        let letters: String = "xyzw"
            .char_indices()
            .filter(|(at, _)| components >> at & 1 != 0)
            .map(|(_, letter)| letter)
            .collect();
        (components != 0).then(|| format!("r{register}.{letters}"))
    });
    let others = OTHERS.iter().filter(move |(bit, _)| set & bit != 0);
    temporaries.chain(others.map(|(_, name)| (*name).to_owned()))
}
