//! Adds debug information to a listing: `#line` before instructions, and locations of variables as comments.
//!
//! Source: listings of the legacy compiler, release 10, and the databases it wrote. Release 6.3 prints file
//! names without directories.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use glassbox_core::reader::Window;
use glassbox_dxbc::names::OperandType;
use glassbox_dxbc::print::{Notes, Release};
use glassbox_dxbc::{Instruction, Opcode, Operand, Program};
use glassbox_dxcontainer::container::Container;
use glassbox_pdb::codeview::{DebugInfo, FileId, Place, Variable};
use glassbox_pdb::read::open;

use super::names::clean;

/// Letters of the components.
const COMPONENTS: [char; 4] = ['x', 'y', 'z', 'w'];

/// Notes on a program; `None` without valid debug information.
pub(super) fn notes(container: &Container<'_>, code: &[u8], release: Release) -> Option<Notes> {
    let data = container.data(b"SPDB")?;
    let (pdb, _, _) = open(Window::whole(data), &container.limits).ok()?;
    let debug = DebugInfo::read(&pdb)?;
    let program = Program::read(code).ok()?;
    let mut notes = Notes::default();
    let mut work = container.limits.work(data.len() as u64);
    let lines = lines(&debug, &mut work)?;
    let starts = starts(&debug);
    let procedures = debug.scopes.iter().filter(|scope| scope.depth == 0);
    let is_start: HashSet<u32> = procedures.map(|scope| scope.span.start).collect();
    let (mut file, mut line) = (None, None);
    for instruction in program.walk() {
        let range = instruction.range();
        if is_body(&instruction) {
            (file, line) = (None, None);
        }
        let (at, end) = (u32::try_from(range.start).ok()?, u32::try_from(range.end).ok()?);
        let mut before =
            if is_start.contains(&at) { initial(&debug, &starts, at, &mut work)? } else { String::new() };
        if let Some(&(its_file, its_line)) = lines.get(&at) {
            let is_new = file != Some(its_file);
            if is_new || line != Some(its_line) {
                if before.is_empty() {
                    before.push('\n');
                }
                let _ = write!(before, "#line {its_line}");
                if is_new {
                    let name = clean(&String::from_utf8_lossy(debug.file(its_file)?));
                    let name = match release {
                        Release::V6_3 => name.rsplit(['\\', '/']).next().unwrap_or_default(),
                        Release::V10 => &name,
                    };
                    work = work.checked_sub(name.len() as u64)?;
                    let _ = write!(before, " \"{name}\"");
                }
                before.push('\n');
                (file, line) = (Some(its_file), Some(its_line));
            }
        }
        if !before.is_empty() {
            notes.before.insert(range.start, before);
        }
        if let Some(behind) = behind(&debug, &starts, &instruction, at, end, &mut work)? {
            notes.behind.insert(range.start, behind);
        }
    }
    Some(notes)
}

/// True at the start of a function called through an interface, where the compiler repeats the file name.
fn is_body(instruction: &Instruction<'_>) -> bool {
    let is_body = |operand: Operand<'_>| operand.operand_type() == OperandType::FUNCTION_BODY;
    instruction.opcode == Opcode::LABEL && instruction.operand(0).is_some_and(is_body)
}

/// File and line of each instruction, in the innermost function.
fn lines(debug: &DebugInfo<'_>, work: &mut u64) -> Option<HashMap<u32, (FileId, u32)>> {
    let mut lines = debug.lines.clone();
    // Inner functions follow outer ones.
    for source in debug.scopes.iter().flat_map(|scope| &scope.sources) {
        let first = lines.partition_point(|line| line.address < source.addresses.start);
        let inside = lines.get_mut(first..).unwrap_or_default().iter_mut();
        for line in inside.take_while(|line| line.address < source.addresses.end) {
            *work = work.checked_sub(4)?;
            (line.file, line.line) = (source.line.file, source.line.line);
        }
        *work = work.checked_sub(4)?;
    }
    let lines = lines.iter();
    Some(lines.map(|line| (line.address, (line.file, line.line))).collect())
}

/// Variable locations that start at an address.
type Starts<'d, 'a> = HashMap<u32, Vec<(&'d Variable<'a>, &'d Place)>>;

fn starts<'d, 'a>(debug: &'d DebugInfo<'a>) -> Starts<'d, 'a> {
    let mut out = Starts::new();
    for variable in &debug.variables {
        for place in &variable.places {
            for start in &place.starts {
                out.entry(*start).or_default().push((variable, place));
            }
        }
    }
    out
}

/// Comment before a procedure: initial locations of its variables. Empty if there are none.
fn initial(debug: &DebugInfo<'_>, starts: &Starts<'_, '_>, at: u32, work: &mut u64) -> Option<String> {
    let mut out = String::new();
    let mut last = None;
    let mut found: Vec<_> = visible(debug, starts, at, at).collect();
    // Inner functions come first here, and only here.
    found.sort_by_key(|(variable, _)| Reverse(debug.scopes.get(variable.scope).map(|scope| scope.depth)));
    for (variable, place) in found {
        let register =
            (place.register, place.indices.first().map(|index| index >> 4), place.indices.get(1..));
        out.push_str(match last {
            None => "//\n// Initial variable locations:\n//   ",
            Some(last) if last == register => "; ",
            Some(_) => "; \n//   ",
        });
        last = Some(register);
        assignment(&mut out, debug, variable, place, work)?;
    }
    if !out.is_empty() {
        out.push_str("\n//\n");
    }
    Some(out)
}

/// Comment after an instruction: variable locations that start at its end.
fn behind(
    debug: &DebugInfo<'_>,
    starts: &Starts<'_, '_>,
    instruction: &Instruction<'_>,
    at: u32,
    end: u32,
    work: &mut u64,
) -> Option<Option<String>> {
    let mut out = String::new();
    for (variable, place) in visible(debug, starts, at, end) {
        out.push_str(match (out.is_empty(), instruction.opcode) {
            (false, _) => "; ",
            (true, Opcode::ELSE) => "  // Prior locations: ",
            (true, Opcode::CALL | Opcode::CALLC) => "  // Post-call locations: ",
            (true, _) => "  // ",
        });
        assignment(&mut out, debug, variable, place, work)?;
    }
    Some((!out.is_empty()).then_some(out))
}

/// Locations that start at `start`, in functions whose range contains `at`.
fn visible<'d, 'a>(
    debug: &'d DebugInfo<'_>,
    starts: &'d Starts<'d, 'a>,
    at: u32,
    start: u32,
) -> impl Iterator<Item = (&'d Variable<'a>, &'d Place)> {
    let is_visible = move |(variable, _): &(&Variable<'_>, _)| {
        let scope = debug.scopes.get(variable.scope);
        scope.is_some_and(|scope| scope.span.contains(&at))
    };
    let found = starts.get(&start).map_or(&[][..], Vec::as_slice);
    found.iter().copied().filter(is_visible)
}

/// A register and the variable, or part of one, located in it.
fn assignment(
    out: &mut String,
    debug: &DebugInfo<'_>,
    variable: &Variable<'_>,
    place: &Place,
    work: &mut u64,
) -> Option<()> {
    register(out, place)?;
    out.push_str(" <- ");
    let start = out.len();
    out.push_str(&clean(&String::from_utf8_lossy(variable.name)));
    if place.is_part {
        let mut part = String::new();
        let (offset, size) = (place.offset.into(), place.size.into());
        debug.types.part(&mut part, variable.kind, offset, size, work)?;
        out.push_str(&clean(&part));
    }
    *work = work.checked_sub((out.len() - start) as u64)?;
    Some(())
}

/// A register with its indices, and its component if it has one.
fn register(out: &mut String, place: &Place) -> Option<()> {
    let kind = OperandType(u8::try_from(place.register).ok()?);
    out.push_str(kind.name()?);
    let Some(&index) = place.indices.first() else {
        return Some(());
    };
    // These are indexed by number; all others by byte offset.
    if matches!(kind, OperandType::INDEXABLE_TEMP | OperandType::STREAM) {
        let _ = write!(out, "{index}");
        return Some(());
    }
    // Registers that exist only once have a negative number.
    if let number @ 0.. = index as i32 >> 4 {
        match place.indices.get(1..) {
            Some([]) | None => {
                let _ = write!(out, "{number}");
            }
            Some(outer) => {
                for number in outer.iter().rev() {
                    let _ = write!(out, "[{number}]");
                }
                let _ = write!(out, "[{number}]");
            }
        }
    }
    out.push('.');
    out.extend(COMPONENTS.get((index >> 2 & 3) as usize));
    Some(())
}
