//! Checks layouts and modifiers.

use super::Checker;
use super::finding::Finding;
use crate::command::Command;
use crate::model::{Layout, ModelNode};
use crate::raw::{LAYOUT_BITS, LayoutFlags, MODIFIER_BITS, ModifierFlags};
use crate::rules;

/// Values of a layout with their names and flags.
fn values(layout: &Layout) -> [(&'static str, i32, LayoutFlags); 7] {
    [
        ("location", layout.location, LayoutFlags::LOCATION),
        ("offset", layout.offset, LayoutFlags::OFFSET),
        ("binding", layout.binding, LayoutFlags::BINDING),
        ("index", layout.index, LayoutFlags::INDEX),
        ("set", layout.set, LayoutFlags::SET),
        ("builtin", layout.builtin, LayoutFlags::BUILTIN),
        ("inputAttachmentIndex", layout.input_attachment_index, LayoutFlags::INPUT_ATTACHMENT_INDEX),
    ]
}

impl Checker<'_, '_> {
    pub(super) fn modifiers(&mut self) {
        for at in self.nodes() {
            match self.model.command(at) {
                Command::Layout | Command::BuiltinLayout => self.layout(at),
                Command::Modifiers8Bit | Command::Modifiers => self.flags(at),
                _ => {}
            }
        }
    }

    fn layout(&mut self, at: ModelNode) {
        let layout = self.model.layout(at);
        let is_full = self.model.command(at) == Command::Layout;
        let unknown = layout.flags.0 & !LAYOUT_BITS;
        if unknown != 0 {
            let message = format!("found layout flags {:#x}, expected only bits 0 to 10", layout.flags.0);
            self.report(
                Finding::new(&rules::LAYOUT_FLAGS, at, message)
                    .field("flags")
                    .help(format!("clear {unknown:#x}")),
            );
        }
        for (name, value, flag) in values(&layout) {
            if value < -1 {
                let message = format!("found {name} {value}, expected -1 or more");
                self.report(
                    Finding::new(&rules::LAYOUT_VALUE, at, message)
                        .field(name)
                        .note("-1 means that no value was given"),
                );
            }
            if is_full && value != -1 && layout.flags.0 & flag.0 == 0 {
                let message = format!("found {name} {value} without its flag {:#x}", flag.0);
                self.report(
                    Finding::new(&rules::LAYOUT_FLAG_MISSING, at, message)
                        .field(name)
                        .help(format!("set the flag {flag}, or {name} to -1")),
                );
            }
        }
    }

    fn flags(&mut self, at: ModelNode) {
        let flags = self.model.node(at).c;
        let unknown = flags & !MODIFIER_BITS;
        if unknown != 0 {
            let message = format!("found modifier flags {flags:#x}, expected only bits 0 to 12");
            self.report(
                Finding::new(&rules::MODIFIER_FLAGS, at, message)
                    .field("flags")
                    .help(format!("clear {unknown:#x}")),
            );
        }
        use ModifierFlags as M;
        let has = |flag: M| flags & flag.0 != 0;
        let precisions = [M::HIGHP, M::MEDIUMP, M::LOWP].into_iter().filter(|&flag| has(flag));
        let clash = if precisions.count() > 1 {
            M(flags & (M::HIGHP.0 | M::MEDIUMP.0 | M::LOWP.0))
        } else if has(M::INLINE) && has(M::NO_INLINE) {
            M(M::INLINE.0 | M::NO_INLINE.0)
        } else if has(M::UNIFORM) && (has(M::IN) || has(M::OUT)) {
            M(flags & (M::UNIFORM.0 | M::IN.0 | M::OUT.0))
        } else {
            return;
        };
        let message = format!("found {clash}, which contradict each other");
        self.report(
            Finding::new(&rules::MODIFIER_CONFLICT, at, message).field("flags").help("leave one of them out"),
        );
    }
}
