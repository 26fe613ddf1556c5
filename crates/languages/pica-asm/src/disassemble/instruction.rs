//! Formats one instruction as a source line.

use std::fmt::Write as _;

use glassbox_pica::Opcode;
use glassbox_pica::descriptor::{Descriptor, Mask, Swizzle};
use glassbox_pica::format::{Field, Format};
use glassbox_pica::opcode::{Class, Lanes, Operand};
use glassbox_pica::register::{Comparison, Condition, Index, Source};

/// Components to write in a selection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Letters {
    /// All four stored in the descriptor, so that descriptors are shared as in the original.
    All,
    /// Only significant ones.
    Used,
}

/// Names of registers and code addresses.
pub(crate) trait Words {
    /// A destination field; `mask` has the components written, bit 3 for x.
    fn destination(&self, field: u8, mask: u8) -> String;

    /// A float source field, with its index register and the rest of the brackets.
    fn source(&self, field: u8, index: Index) -> String;

    /// A bool register.
    fn boolean(&self, number: u8) -> String;

    /// An integer register.
    fn integer(&self, number: u8) -> String;

    /// Procedure with this range.
    fn procedure(&self, start: usize, size: usize) -> Option<&str>;

    /// Label of a word.
    fn label(&self, word: usize) -> Option<&str>;
}

/// Reason why an instruction cannot be written as source.
pub(crate) type Unsayable = &'static str;

/// Formats an instruction without descriptor number. Words that open blocks are formatted as if the block
/// nested.
pub(crate) fn instruction(
    word: u32,
    descriptors: &[u32],
    letters: Letters,
    words: &dyn Words,
) -> Result<String, Unsayable> {
    let opcode = Opcode::of(word);
    let info = opcode.info();
    let get = |field| info.format.get(word, field);
    if !opcode.is_known() {
        return Err("unknown opcode");
    }
    let is_call = matches!(opcode, Opcode::CALL | Opcode::CALLC | Opcode::CALLU);
    // Sizes over 255 words overflow into these bits.
    let may_spill = is_call || matches!(opcode, Opcode::IFC | Opcode::IFU);
    if get(Field::Reserved) != 0 && !may_spill {
        return Err("reserved bits are set");
    }
    match info.class {
        Class::Control | Class::Geometry => control(word, opcode, words),
        _ => {
            let descriptor = descriptors
                .get(get(Field::Descriptor) as usize)
                .ok_or("the descriptor is not in the table")?;
            arithmetic(word, opcode, Descriptor::decode(*descriptor), letters, words)
        }
    }
}

fn arithmetic(
    word: u32,
    opcode: Opcode,
    descriptor: Descriptor,
    letters: Letters,
    words: &dyn Words,
) -> Result<String, Unsayable> {
    let info = opcode.info();
    let get = |field| info.format.get(word, field);
    check_sources(word, opcode)?;
    // The assembler chooses the inverted form by the operands.
    let mnemonic = match opcode {
        Opcode::DPHI => Opcode::DPH,
        Opcode::DSTI => Opcode::DST,
        Opcode::SGEI => Opcode::SGE,
        Opcode::SLTI => Opcode::SLT,
        Opcode::MADI => Opcode::MAD,
        plain => plain,
    };
    let mut line = mnemonic.info().mnemonic.to_owned();
    let mut separator = " ";
    for &operand in info.operands {
        let text = match operand {
            Operand::Destination => {
                let mask = descriptor.mask.0;
                if mask == 0 {
                    return Err("the destination mask is empty");
                }
                let register = words.destination(get(Field::Destination) as u8, mask);
                if letters == Letters::All || mask != Mask::ALL.0 {
                    format!("{register}.{}", descriptor.mask)
                } else {
                    register
                }
            }
            Operand::Address => {
                if get(Field::Destination) != 0 {
                    return Err("the destination field of mova is not zero");
                }
                match descriptor.mask.0 {
                    0x8 => "a0.x",
                    0x4 => "a0.y",
                    0xC => "a0.xy",
                    _ => return Err("the destination mask of mova is not x, y or xy"),
                }
                .to_owned()
            }
            Operand::Source(field) => {
                let index = if info.format.is_wide(field) {
                    Index::from_bits(get(Field::Index))
                } else {
                    Index::None
                };
                let position = field as usize - Field::Source1 as usize;
                let selection = descriptor.sources[position];
                let mut text = if selection.negate { "-" } else { "" }.to_owned();
                text.push_str(&words.source(get(field) as u8, index));
                // CMP selects components independently of masks.
                let mask = match info.class {
                    Class::Compare => Mask::ALL.0,
                    _ => descriptor.mask.0,
                };
                select(&mut text, selection.swizzle, info.lanes[position], mask, letters);
                text
            }
            Operand::Comparison(field) => {
                let operator = get(field);
                if operator > 5 {
                    return Err("the comparison operator has no name");
                }
                Comparison(operator as u8).name().to_owned()
            }
            _ => continue,
        };
        write!(line, "{separator}{text}").expect("strings do not fail");
        separator = ", ";
    }
    Ok(line)
}

/// Rejects sources that the assembler would refuse or encode differently.
fn check_sources(word: u32, opcode: Opcode) -> Result<(), Unsayable> {
    let info = opcode.info();
    let sources: Vec<Source> = glassbox_pica::instruction::sources(word).collect();
    let index = Index::from_bits(info.format.get(word, Field::Index));
    let is_uniform = |source: &Source| source.as_uniform().is_some();
    match (info.format, sources.as_slice()) {
        (Format::OneInverted, [_, second]) if !is_uniform(second) => {
            return Err("the inverted form has no uniform");
        }
        (Format::FiveInverted, [_, _, third]) if !is_uniform(third) && index == Index::None => {
            return Err("the inverted form has no uniform");
        }
        (Format::OneCompare, _) => return Ok(()),
        _ => {}
    }
    let mut inputs = sources.iter().filter_map(|source| source.as_input());
    if let Some(first) = inputs.next()
        && inputs.any(|other| other != first)
    {
        return Err("two input registers in one instruction");
    }
    Ok(())
}

/// Appends a selection, in full or in part.
fn select(text: &mut String, swizzle: Swizzle, lanes: Lanes, mask: u8, letters: Letters) {
    let used = lanes.under(mask);
    // Missing letters repeat the last one, so single components and runs from x stay in place.
    let shown = match (letters, used) {
        (Letters::Used, _) if swizzle == Swizzle::IDENTITY && lanes != Lanes::Scalar => return,
        (Letters::Used, 0x8 | 0xC | 0xE) => used,
        (Letters::Used, 0x4 | 0x2 | 0x1) => used,
        _ => 0xF,
    };
    text.push('.');
    let components = (0..4).filter(|&component| Mask(shown).contains(component));
    text.extend(components.map(|component| swizzle.letter(component)));
}

fn control(word: u32, opcode: Opcode, words: &dyn Words) -> Result<String, Unsayable> {
    let info = opcode.info();
    let get = |field| info.format.get(word, field);
    let (target, count) = (get(Field::Target) as usize, get(Field::Count) as usize);
    let size = count | (get(Field::Reserved) as usize) << 8;
    let mnemonic = info.mnemonic;
    let label = || words.label(target).ok_or("the target has no label");
    let procedure = || {
        let name = words.procedure(target, size);
        name.ok_or("the called words are not a procedure")
    };
    match opcode {
        Opcode::CALL if word >> 22 & 0xF != 0 => Err("condition bits of call are set"),
        Opcode::CALL => Ok(format!("call {}", procedure()?)),
        Opcode::CALLC => Ok(format!("callc {}, {}", condition(word)?, procedure()?)),
        Opcode::CALLU => Ok(format!("callu {}, {}", words.boolean(get(Field::Register) as u8), procedure()?)),
        Opcode::IFC => Ok(format!("ifc {}", condition(word)?)),
        Opcode::IFU => Ok(format!("ifu {}", words.boolean(get(Field::Register) as u8))),
        Opcode::LOOP if count != 0 => Err("the size field of the loop is set"),
        Opcode::LOOP if get(Field::Register) > 7 => Err("the integer register of the loop has no name"),
        Opcode::LOOP => Ok(format!("for {}", words.integer(get(Field::Register) as u8))),
        Opcode::BREAKC if target | count != 0 => Err("target or size of breakc is set"),
        Opcode::BREAKC => Ok(format!("breakc {}", condition(word)?)),
        Opcode::JMPC if count != 0 => Err("the size field of the jump is set"),
        Opcode::JMPC => Ok(format!("jmpc {}, {}", condition(word)?, label()?)),
        Opcode::JMPU if count > 1 => Err("the size field of the jump is set"),
        Opcode::JMPU => {
            let not = if count == 1 { "!" } else { "" };
            let boolean = words.boolean(get(Field::Register) as u8);
            Ok(format!("jmpu {not}{boolean}, {}", label()?))
        }
        Opcode::SETEMIT if get(Field::Vertex) > 2 => Err("vertex 3 of setemit"),
        Opcode::SETEMIT => {
            let flags = match (get(Field::Primitive), get(Field::Winding)) {
                (0, 0) => "",
                (_, 0) => ", prim",
                (0, _) => ", inv",
                _ => ", prim inv",
            };
            Ok(format!("setemit {}{flags}", get(Field::Vertex)))
        }
        _ => Ok(mnemonic.to_owned()),
    }
}

/// Formats a condition on the compare flags. Unused reference values are not written: assemblers set them.
fn condition(word: u32) -> Result<String, Unsayable> {
    let condition = Condition::from_bits(word >> 22);
    use glassbox_pica::register::Combine;
    match condition.combine {
        Combine::X if !condition.y => Err("the reference of the flag that does not count is clear"),
        Combine::Y if !condition.x => Err("the reference of the flag that does not count is clear"),
        _ => Ok(condition.to_string()),
    }
}
