//! Atomic counters: each has bytes of a buffer to itself.

use crate::model::{At, GlobalId};
use crate::parse::Parser;
use crate::rules::DECLARATION;

impl Parser<'_> {
    /// Gives a counter its offset, and takes it.
    pub(super) fn place_counter(&mut self, id: GlobalId, at: At) {
        let global = self.program.global(id);
        let layout = global.qualifiers.layout();
        let Some(binding) = layout.binding else {
            return;
        };
        let stated = layout.offset;
        if self.is_unsized(global.ty) {
            let message = "found an array of counters without a size, expected a size";
            let finding = self.finding(&DECLARATION, at, message);
            self.add(finding.help("write the number of counters"));
            return;
        }
        let size = self.element_count(global.ty).saturating_mul(4);
        let offset =
            stated.unwrap_or_else(|| self.declared.counters.next.get(&binding).copied().unwrap_or(0));
        if !offset.is_multiple_of(4) {
            let message = format!("found the offset {offset} of a counter, expected a multiple of 4");
            self.report_layout(at, message, "write a multiple of 4");
        }
        let end = offset.saturating_add(size);
        let used = self.declared.counters.used.entry(binding).or_default();
        let before = used.range(..end).next_back().map(|(_, (to, other))| (*to, *other));
        if let Some((to, other)) = before
            && to > offset
        {
            let message =
                format!("found the offset {offset} of a counter a second time, expected another one");
            let finding = self.finding_with(&crate::rules::LAYOUT, at, message, (other, "it is taken here"));
            self.add(finding.help("use another offset, or none"));
        } else {
            used.insert(offset, (end, at));
        }
        self.declared.counters.next.insert(binding, end);
        self.program.globals[id.0 as usize].qualifiers.layout_mut().offset = Some(offset);
    }
}
