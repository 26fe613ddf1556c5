//! Transform feedback: which bytes of which buffers outputs are written to.

use crate::model::At;
use crate::parse::Parser;
use crate::rules::LAYOUT;
use crate::types::{Length, Type};

/// Most bytes between the values of two vertices.
const MAX_STRIDE: u32 = 256;

impl Parser<'_> {
    /// States the stride of a buffer; another one is reported.
    pub(crate) fn set_stride(&mut self, buffer: u32, stride: u32, at: At) {
        let known = *self.program.modes.xfb_strides.entry(buffer).or_insert(stride);
        let first = *self.declared.transform_feedback.strides.entry(buffer).or_insert(at);
        if known != stride {
            let message = format!("found the stride {stride} of buffer {buffer}, expected {known} as before");
            let finding = self.finding_with(&LAYOUT, at, message, (first, "it is stated here"));
            self.add(finding.help("state one stride for a buffer"));
        }
    }

    /// Takes bytes of a buffer for an output.
    pub(crate) fn use_capture(&mut self, buffer: u32, offset: u32, ty: Type, at: At) {
        if self.is_unsized(ty) {
            let message = "found an array without a size with `xfb_offset`, expected a size".to_owned();
            self.report_layout(at, message, "write the size of the array");
            return;
        }
        if self.declared.is_known {
            return;
        }
        let width = self.widest_component(ty);
        let size = self.capture_size(ty);
        if width > 0 && !offset.is_multiple_of(width) {
            let message = format!("found `xfb_offset = {offset}`, expected a multiple of {width}");
            self.report_layout(at, message, "align it to the components of the type");
        }
        let widest = self.declared.transform_feedback.widest.entry(buffer).or_default();
        *widest = width.max(*widest);
        let end = offset.saturating_add(size);
        let ranges = self.declared.transform_feedback.used.entry(buffer).or_default();
        let before = ranges.range(..end).next_back().map(|(from, (to, other))| (*from, *to, *other));
        if let Some((_, to, other)) = before
            && to > offset
        {
            let message = format!("found bytes from {offset} of buffer {buffer} a second time");
            let finding = self.finding_with(&LAYOUT, at, message, (other, "they are taken here"));
            self.add(finding.help("use another offset"));
            return;
        }
        ranges.insert(offset, (end, at));
    }

    /// Bytes of the largest component of a type.
    fn widest_component(&self, ty: Type) -> u32 {
        let types = &self.program.types;
        match ty {
            Type::Array(_) => self.widest_component(types.innermost(ty)),
            Type::Struct(id) => {
                let members = &types.structure(id).members;
                members.iter().map(|member| self.widest_component(member.ty)).max().unwrap_or(0)
            }
            _ => ty.scalar().map_or(0, |scalar| scalar.width() / 8),
        }
    }

    /// Bytes that a type takes in a buffer.
    pub(crate) fn capture_size(&self, ty: Type) -> u32 {
        let types = &self.program.types;
        match ty {
            Type::Array(_) => {
                let Some(array) = types.as_array(ty) else { return 0 };
                let length = if let Length::Fixed(length) = array.length { length } else { 1 };
                self.capture_size(array.element).saturating_mul(length)
            }
            Type::Struct(id) => {
                let mut size = 0_u32;
                for member in &types.structure(id).members {
                    let align = self.widest_component(member.ty).max(1);
                    size = size.checked_next_multiple_of(align).unwrap_or(u32::MAX);
                    size = size.saturating_add(self.capture_size(member.ty));
                }
                size.checked_next_multiple_of(self.widest_component(ty).max(1)).unwrap_or(u32::MAX)
            }
            _ => ty.scalar().map_or(0, |scalar| scalar.width() / 8 * ty.components()),
        }
    }

    /// Gives members of a captured block the offsets that they do not state.
    pub(crate) fn member_captures(&mut self, sizes: &[(Type, Option<u32>)], first: u32) -> Vec<u32> {
        let mut next = first;
        let mut offsets = Vec::new();
        for (ty, stated) in sizes {
            let align = self.widest_component(*ty).max(1);
            let offset = stated.unwrap_or_else(|| next.checked_next_multiple_of(align).unwrap_or(u32::MAX));
            offsets.push(offset);
            next = offset.saturating_add(self.capture_size(*ty));
        }
        offsets
    }

    /// Checks strides once all outputs are known, and sets those that are not stated.
    pub(crate) fn finish_captures(&mut self) {
        let mut buffers: Vec<u32> = self.declared.transform_feedback.used.keys().copied().collect();
        buffers.extend(self.program.modes.xfb_strides.keys().copied());
        buffers.sort_unstable();
        buffers.dedup();
        for buffer in buffers {
            let width = self.declared.transform_feedback.widest.get(&buffer).copied().unwrap_or(4).max(1);
            let last = self
                .declared
                .transform_feedback
                .used
                .get(&buffer)
                .and_then(|ranges| ranges.values().max_by_key(|(end, _)| *end).copied());
            let (end, at) = last.unwrap_or((0, At::NONE));
            let needed = end.checked_next_multiple_of(width).unwrap_or(u32::MAX);
            let stride = *self.program.modes.xfb_strides.entry(buffer).or_insert(needed);
            let problem = if needed > stride {
                Some(format!("found the stride {stride} of buffer {buffer}, expected {needed} or more"))
            } else if !stride.is_multiple_of(width) {
                Some(format!("found the stride {stride} of buffer {buffer}, expected a multiple of {width}"))
            } else if stride > MAX_STRIDE {
                Some(format!("found the stride {stride} of buffer {buffer}, expected {MAX_STRIDE} or less"))
            } else {
                None
            };
            if let Some(message) = problem {
                self.report_layout(at, message, "change `xfb_stride`, or capture fewer outputs");
            }
        }
    }
}
