//! Views: named bit ranges inside a leaf.
//!
//! The field tree ends at leaves. A leaf of code may have an inner structure that is not byte aligned, such
//! as the blocks and records of an LLVM bitstream or the fields of an instruction word. A [`View`] names
//! those bits on demand; it owns nothing, and its output is not stored.
//!
//! A view reports to [`ViewBuilder`], which enforces the rest: ranges nest, are in order, and leave no bit out.
//! Unnamed bits are called `unnamed`.

use std::ops::{ControlFlow, Range};

/// Maximum nesting; deeper ranges are merged into their parent.
pub const MAX_DEPTH: usize = 128;

/// Level of detail of a view.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Detail {
    /// Containers: blocks, functions.
    Blocks,
    /// Records and instructions.
    #[default]
    Records,
    /// Every field of them.
    Fields,
}

/// A range of bits that a view names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ViewItem<'v> {
    /// Number of enclosing ranges.
    pub depth: usize,
    /// The bits, counted from the lowest bit of the leaf's first byte.
    pub bits: Range<u64>,
    /// Level of detail at which it is shown.
    pub detail: Detail,
    /// Name of the item.
    pub name: &'v str,
    /// Its number among its like.
    pub index: Option<u64>,
    /// Its value, of things that are one number.
    pub value: Option<u64>,
    /// Meaning in words; may be empty.
    pub meaning: &'v str,
}

/// A view of code.
pub trait View: Sync {
    /// The language of the code, as leaves state it.
    fn language(&self) -> &'static str;

    /// Names the bits of some code, whatever its bytes are. The work is bounded by the size of the code.
    fn name(&self, code: &[u8], names: &mut ViewBuilder<'_>);
}

/// Receives each item from [`ViewBuilder`]; the result decides whether to continue.
pub type Sink<'s> = dyn FnMut(&ViewItem<'_>) -> ControlFlow<()> + 's;

/// Collects the items a view reports.
pub struct ViewBuilder<'s> {
    sink: &'s mut Sink<'s>,
    detail: Detail,
    open: Vec<Open>,
    /// Ranges that were too deep to open.
    too_deep: usize,
    /// All bits before this one have a name.
    at: u64,
    end: u64,
    stopped: bool,
}

/// A range that is open.
struct Open {
    end: u64,
    /// True if it has children.
    used: bool,
}

/// Description of an item.
#[derive(Clone, Copy, Debug)]
pub struct Label<'v> {
    /// Name of the item.
    pub name: &'v str,
    /// Its number among its like.
    pub index: Option<u64>,
    /// Numeric value, if it has one.
    pub value: Option<u64>,
    /// Meaning in words.
    pub meaning: &'v str,
}

impl<'v> Label<'v> {
    /// A name alone.
    pub fn new(name: &'v str) -> Self {
        Label { name, index: None, value: None, meaning: "" }
    }

    /// With its number among its like.
    pub fn index(self, index: u64) -> Self {
        Label { index: Some(index), ..self }
    }

    /// With a value.
    pub fn value(self, value: u64) -> Self {
        Label { value: Some(value), ..self }
    }

    /// Adds a meaning.
    pub fn meaning(self, meaning: &'v str) -> Self {
        Label { meaning, ..self }
    }
}

/// Passes every item of a view to a sink, parents before children, until the sink breaks.
pub fn items(view: &dyn View, code: &[u8], detail: Detail, sink: &mut Sink<'_>) {
    let end = code.len() as u64 * 8;
    let mut names = ViewBuilder { sink, detail, open: Vec::new(), too_deep: 0, at: 0, end, stopped: false };
    view.name(code, &mut names);
    while !names.open.is_empty() {
        names.close();
    }
    names.gap(end);
}

impl ViewBuilder<'_> {
    /// True if the sink has stopped.
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// True if items of this detail are requested. Others need not be reported.
    pub fn wants(&self, detail: Detail) -> bool {
        detail <= self.detail
    }

    /// All bits before this one have a name.
    pub fn at(&self) -> u64 {
        self.at
    }

    /// Opens a range with children, from `start` to `end`, bits. Bits already named, or outside the parent,
    /// are excluded.
    pub fn open(&mut self, detail: Detail, bits: Range<u64>, label: Label<'_>) {
        if self.open.len() >= MAX_DEPTH {
            self.too_deep += 1;
            return;
        }
        self.gap(bits.start);
        let end = bits.end.clamp(self.at, self.limit());
        self.tell(detail, self.at..end, label);
        self.mark();
        self.open.push(Open { end, used: false });
    }

    /// Closes the range that was opened last.
    pub fn close(&mut self) {
        if self.too_deep > 0 {
            self.too_deep -= 1;
            return;
        }
        if let Some(open) = self.open.last() {
            let end = open.end;
            // A range without children is reported whole.
            if open.used {
                self.gap(end);
            }
            self.at = self.at.max(end);
            self.open.pop();
        }
    }

    /// Names bits without children.
    pub fn leaf(&mut self, detail: Detail, bits: Range<u64>, label: Label<'_>) {
        self.gap(bits.start);
        let end = bits.end.clamp(self.at, self.limit());
        self.tell(detail, self.at..end, label);
        self.mark();
        self.at = end;
    }

    /// End of the innermost open range, bits.
    fn limit(&self) -> u64 {
        self.open.last().map_or(self.end, |open| open.end)
    }

    fn mark(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.used = true;
        }
    }

    /// Fills the gap between the last named bit and `to`.
    fn gap(&mut self, to: u64) {
        let to = to.min(self.limit());
        if to > self.at {
            self.tell(Detail::Fields, self.at..to, Label::new("unnamed"));
            self.mark();
            self.at = to;
        }
    }

    fn tell(&mut self, detail: Detail, bits: Range<u64>, label: Label<'_>) {
        if self.stopped || !self.wants(detail) {
            return;
        }
        let item = ViewItem {
            depth: self.open.len(),
            bits,
            detail,
            name: label.name,
            index: label.index,
            value: label.value,
            meaning: label.meaning,
        };
        self.stopped = (self.sink)(&item).is_break();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A view that reports the given ranges, valid or not.
    struct FixedView(&'static [(bool, u64, u64)]);

    impl View for FixedView {
        fn language(&self) -> &'static str {
            "fixed"
        }

        fn name(&self, _: &[u8], names: &mut ViewBuilder<'_>) {
            for &(opens, start, end) in self.0 {
                match (opens, start == end) {
                    (false, true) => names.close(),
                    (true, _) => names.open(Detail::Blocks, start..end, Label::new("block")),
                    (false, false) => names.leaf(Detail::Records, start..end, Label::new("record")),
                }
            }
        }
    }

    fn collected(steps: &'static [(bool, u64, u64)], detail: Detail) -> Vec<(usize, u64, u64, String)> {
        let mut out = Vec::new();
        items(&FixedView(steps), &[0; 4], detail, &mut |item| {
            out.push((item.depth, item.bits.start, item.bits.end, item.name.to_owned()));
            ControlFlow::Continue(())
        });
        out
    }

    fn row(depth: usize, start: u64, end: u64, name: &str) -> (usize, u64, u64, String) {
        (depth, start, end, name.to_owned())
    }

    #[test]
    fn what_is_left_out_is_unnamed() {
        let steps = &[(true, 2, 20), (false, 5, 9), (false, 12, 20), (false, 0, 0)];
        assert_eq!(
            collected(steps, Detail::Fields),
            [
                row(0, 0, 2, "unnamed"),
                row(0, 2, 20, "block"),
                row(1, 2, 5, "unnamed"),
                row(1, 5, 9, "record"),
                row(1, 9, 12, "unnamed"),
                row(1, 12, 20, "record"),
                row(0, 20, 32, "unnamed"),
            ]
        );
        assert_eq!(
            collected(steps, Detail::Records),
            [row(0, 2, 20, "block"), row(1, 5, 9, "record"), row(1, 12, 20, "record"),]
        );
    }

    #[test]
    fn ranges_stay_inside_what_is_around_them() {
        // Records past their block, overlapping records, a block never closed and one closed twice.
        let steps =
            &[(false, 1, 1), (true, 0, 16), (false, 0, 99), (false, 4, 12), (false, 0, 0), (true, 8, 99)];
        assert_eq!(
            collected(steps, Detail::Fields),
            [
                row(0, 0, 16, "block"),
                row(1, 0, 16, "record"),
                row(1, 16, 16, "record"),
                row(0, 16, 32, "block"),
            ]
        );
    }

    #[test]
    fn a_sink_can_stop() {
        let mut count = 0;
        items(&FixedView(&[(false, 0, 1), (false, 1, 2)]), &[0; 4], Detail::Fields, &mut |_| {
            count += 1;
            ControlFlow::Break(())
        });
        assert_eq!(count, 1);
    }
}
