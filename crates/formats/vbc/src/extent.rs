//! Computes the size of a file embedded in other data.
//!
//! A file has neither a size field nor an index: its end follows from parsing the sections and adding up the
//! modules. Every module must begin with the SPIR-V magic number, which rejects noise.

use glassbox_core::format::ScanBudget;
use glassbox_core::limits::Limits;
use glassbox_core::reader::{NoRecorder, Reader, Window};

use crate::legacy::{self, Generation};
use crate::raw::{
    HEADER_SIZE, Header, MAX_BINDINGS, MAX_INPUTS, MAX_OUTPUTS, MAX_SUBPASS_INPUTS, SPIRV_MAGIC, ShaderType,
    VERSION,
};
use crate::sections::Sections;

/// Magic and version, common to all layouts.
pub(crate) const SIGNATURE: &[u8] = b"VBC\x01";
/// Maximum bytes before the code in a file found in other data.
const MAX_REFLECTION: usize = 1 << 18;
/// Minimum effort charged for a candidate.
const CANDIDATE: u64 = 64;

/// Size of the file at the start of `bytes`; see [`Format::extent`](glassbox_core::format::Format::extent).
pub(crate) fn extent(bytes: &[u8], effort: &mut ScanBudget) -> Option<usize> {
    if !bytes.starts_with(SIGNATURE) {
        return None;
    }
    effort.spend(CANDIDATE)?;
    // The older layouts are cheap to try and require a module at the computed offset, so they cannot be
    // confused. The released layout comes last: misreading another layout as it may run far off course.
    let older = Generation::TRIALS.into_iter().find_map(|generation| {
        effort.spend(CANDIDATE)?;
        let mut trial = Reader::new(Window::whole(bytes), NoRecorder, Limits::default());
        let (_, end) = legacy::prefix(&mut trial, generation)?;
        usize::try_from(end).ok()
    });
    older.or_else(|| released(bytes, effort))
}

fn released(bytes: &[u8], effort: &mut ScanBudget) -> Option<usize> {
    let start = &bytes[..bytes.len().min(MAX_REFLECTION)];
    let mut reader = Reader::new(Window::whole(start), NoRecorder, Limits::default());
    let header = reader.peek::<Header>(0).ok()?;
    let inputs = reader.peek_value::<u32>(HEADER_SIZE).ok()?;
    if header.version != VERSION || header.shader_type != ShaderType::GRAPHICS || inputs > MAX_INPUTS {
        return None;
    }
    let mut sections = Sections::new(&mut reader, header.lengths(), None);
    sections.read();
    let (program, layout) = (&sections.program, &sections.layout);
    let fits = layout.stop.is_none()
        && layout.objects.is_none()
        && program.outputs.len() <= MAX_OUTPUTS as usize
        && program.bindings.len() <= MAX_BINDINGS as usize
        && program.subpass_inputs.len() <= MAX_SUBPASS_INPUTS as usize;
    let mut at = usize::try_from(sections.at).ok()?;
    effort.spend(at as u64)?;
    if !fits || header.lengths() == [0; 5] {
        return None;
    }
    for words in header.lengths().into_iter().filter(|&words| words > 0) {
        at = at.checked_add(module(bytes.get(at..)?, words, effort)?)?;
    }
    Some(at)
}

/// Size of a module, given the low 16 bits of its word count.
fn module(bytes: &[u8], words: u16, effort: &mut ScanBudget) -> Option<usize> {
    let stated = 4 * usize::from(words);
    if !bytes.starts_with(&SPIRV_MAGIC) {
        return None;
    }
    match glassbox_spirv::extent(bytes, effort) {
        Some(size) if size / 4 % 0x1_0000 == usize::from(words) => Some(size),
        _ => (stated <= bytes.len()).then_some(stated),
    }
}
