//! Where a file ends that stands in the middle of other data.
//!
//! A file has neither a size nor an index: its end follows from reading its sections and adding up its modules. Each module
//! has to begin with the SPIR-V magic number where the sections before it end; noise does not.

use glassbox_core::format::Effort;
use glassbox_core::limits::Limits;
use glassbox_core::reader::{Reader, Silent, Window};

use crate::legacy::{self, Generation};
use crate::raw::{
    HEADER_SIZE, Header, MAX_BINDINGS, MAX_INPUTS, MAX_OUTPUTS, MAX_SUBPASS_INPUTS, SPIRV_MAGIC, ShaderType,
    VERSION,
};
use crate::sections::Sections;

/// Magic and version, which are the same in every layout.
pub(crate) const SIGNATURE: &[u8] = b"VBC\x01";
/// Most bytes before the code of a file that is found in other data.
const MAX_REFLECTION: usize = 1 << 18;
/// Effort that a candidate costs at least.
const CANDIDATE: u64 = 64;

/// Size of the file that begins with the first of these bytes; see
/// [`Format::extent`](glassbox_core::format::Format::extent).
pub(crate) fn extent(bytes: &[u8], effort: &mut Effort) -> Option<usize> {
    if !bytes.starts_with(SIGNATURE) {
        return None;
    }
    effort.spend(CANDIDATE)?;
    // The older layouts cost little and each needs a module in its place, so they cannot be taken for one another. The
    // released one comes last: reading another as it may lead far astray.
    let older = Generation::TRIALS.into_iter().find_map(|generation| {
        effort.spend(CANDIDATE)?;
        let mut trial = Reader::new(Window::whole(bytes), Silent, Limits::default());
        let (_, end) = legacy::prefix(&mut trial, generation)?;
        usize::try_from(end).ok()
    });
    older.or_else(|| released(bytes, effort))
}

fn released(bytes: &[u8], effort: &mut Effort) -> Option<usize> {
    let start = &bytes[..bytes.len().min(MAX_REFLECTION)];
    let mut reader = Reader::new(Window::whole(start), Silent, Limits::default());
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

/// Size of a module, stated in 16 bits of which a long module shows only the lowest.
fn module(bytes: &[u8], words: u16, effort: &mut Effort) -> Option<usize> {
    let stated = 4 * usize::from(words);
    if !bytes.starts_with(&SPIRV_MAGIC) {
        return None;
    }
    match glassbox_spirv::extent(bytes, effort) {
        Some(size) if size / 4 % 0x1_0000 == usize::from(words) => Some(size),
        _ => (stated <= bytes.len()).then_some(stated),
    }
}
