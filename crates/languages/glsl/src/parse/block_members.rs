//! Layouts of the members of a block: what they have from it, their locations, and their bytes in transform feedback.

use glassbox_syntax::report::shown;

use super::block::{ReadBlock, merge_into};
use super::require::{IO_BLOCKS, Since};
use super::structure::ReadMember;
use crate::language::Api;
use crate::model::{Layout, Packing, Storage, flag};
use crate::parse::Parser;
use crate::types::Type;

impl Parser<'_> {
    /// Merges the layout of the block into those of its members.
    pub(crate) fn merge_member_layouts(
        &mut self,
        block: &mut ReadBlock,
        defaults: &Layout,
        members: &mut [ReadMember],
    ) {
        let mut with_location = None;
        let mut without_location = None;
        for read in members.iter() {
            self.check_member_layout(block, defaults, read);
            if read.member.qualifiers.layout().location.is_some() {
                with_location = with_location.or(Some(read.member.at));
            } else {
                without_location = without_location.or(Some(read.member.at));
            }
        }
        let is_interface = matches!(block.storage, Storage::In | Storage::Out);
        let has_block_location = block.specifiers.qualifiers.layout().location.is_some();
        if is_interface && !has_block_location && with_location.is_some() && without_location.is_some() {
            let message =
                "found members with a location and without one, expected one for all or none".to_owned();
            self.report_layout(block.name_at, message, "write a location on each member, or on the block");
        }
        if with_location.is_some() {
            let outer = usize::from(self.is_arrayed_interface(block.storage, &block.specifiers.qualifiers));
            if block.dimensions.len() > outer {
                let message = "found locations of members in an array of blocks, expected one on the block";
                self.report_layout(block.name_at, message.to_owned(), "put the location on the block");
            }
        }
        for read in members.iter_mut() {
            let own = read.member.qualifiers.layout().clone();
            let mut inherited = defaults.clone();
            merge_into(&mut inherited, &own);
            let mut merged = own;
            merge_into(&mut merged, &inherited);
            if merged != Layout::default() {
                *read.member.qualifiers.layout_mut() = merged;
            }
        }
        if is_interface {
            self.number_members(block, members);
        }
        self.capture_block(block, defaults, members);
    }

    /// Whether members have places that the text can know. Vulkan has no other packings.
    pub(crate) fn is_laid_out(&self, packing: Option<Packing>) -> bool {
        match packing {
            None => self.program.environment.api.has_vulkan(),
            Some(packing) => matches!(packing, Packing::Std140 | Packing::Std430 | Packing::Scalar),
        }
    }

    fn check_member_layout(&mut self, block: &ReadBlock, defaults: &Layout, read: &ReadMember) {
        let own = read.member.qualifiers.layout().clone();
        let at = read.member.at;
        let name = shown(&read.member.name);
        if own.stream.is_some() && own.stream.unwrap_or(0) != defaults.stream.unwrap_or(0) {
            let message = format!("found another stream on `{name}` than its block has");
            self.report_layout(at, message, "state the stream on the block");
        }
        if own.xfb_buffer.is_some() && own.xfb_buffer.unwrap_or(0) != defaults.xfb_buffer.unwrap_or(0) {
            let message = format!("found another buffer on `{name}` than its block has");
            self.report_layout(at, message, "state the buffer on the block");
        }
        if own.packing.is_some() {
            let message = format!("found a packing on the member `{name}`, expected it on the block");
            self.report_layout(at, message, "put it on the block");
        }
        if own.location.is_some() {
            if matches!(block.storage, Storage::In | Storage::Out) {
                let what = "a location of a member";
                if self.program.environment.is_embedded() {
                    self.needs(at, what, Since(0, 320), &IO_BLOCKS);
                } else {
                    self.needs(at, what, Since(440, 0), &["GL_ARB_enhanced_layouts"]);
                }
            } else {
                let message = format!("found a location on `{name}`, expected it between stages alone");
                self.report_layout(at, message, "remove it");
            }
        }
        if own.offset.is_some() && self.program.environment.api == Api::OpenGl {
            self.needs(at, "`offset` of a member", Since(440, 300), &["GL_ARB_enhanced_layouts"]);
        }
        if (own.align.is_some() || own.offset.is_some()) && !self.is_laid_out(defaults.packing) {
            let message =
                format!("found `offset` or `align` on `{name}`, expected a block with `std140` or `std430`");
            self.report_layout(at, message, "write `std140` or `std430` on the block");
        }
    }

    /// Gives members the locations that follow from that of the block and of the members before.
    fn number_members(&mut self, block: &mut ReadBlock, members: &mut [ReadMember]) {
        let is_stated = members.iter().any(|read| read.member.qualifiers.layout().location.is_some());
        if !is_stated {
            return;
        }
        // Each member has its own from here on.
        let mut next = block.specifiers.qualifiers.layout_mut().location.take();
        for read in members {
            let own = read.member.qualifiers.layout().location.or(next);
            read.member.qualifiers.layout_mut().location = own;
            let views = self.program.types.as_array(read.member.ty);
            let ty = match views {
                Some(views) if read.member.qualifiers.has(flag::PER_VIEW) => views.element,
                _ => read.member.ty,
            };
            next = own.map(|own| own.saturating_add(self.location_count(ty, false)));
        }
    }

    /// Gives members of a captured block their offsets, and takes the bytes.
    fn capture_block(&mut self, block: &ReadBlock, defaults: &Layout, members: &mut [ReadMember]) {
        if block.storage != Storage::Out {
            return;
        }
        let layout = block.specifiers.qualifiers.layout().clone();
        let has_member_offset =
            members.iter().any(|read| read.member.qualifiers.layout().xfb_offset.is_some());
        let buffer = defaults.xfb_buffer;
        if layout.xfb_offset.is_none() && !has_member_offset {
            return;
        }
        let buffer = buffer.unwrap_or(0);
        if let Some(first) = layout.xfb_offset {
            let sizes: Vec<(Type, Option<u32>)> = members
                .iter()
                .map(|read| (read.member.ty, read.member.qualifiers.layout().xfb_offset))
                .collect();
            for (read, offset) in members.iter_mut().zip(self.member_captures(&sizes, first)) {
                read.member.qualifiers.layout_mut().xfb_offset = Some(offset);
            }
        }
        for read in members.iter_mut() {
            if read.member.qualifiers.layout().xfb_offset.is_some() {
                read.member.qualifiers.layout_mut().xfb_buffer = Some(buffer);
            }
        }
    }
}
