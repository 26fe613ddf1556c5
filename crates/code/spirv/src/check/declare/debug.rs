//! Checks names and lines.

use super::{Checker, rules};
use crate::grammar::op;
use crate::module::Type;

/// Checks every instruction that describes the source.
pub(super) fn check(checker: &mut Checker<'_>) {
    let module = checker.module;
    for at in module.walk() {
        match module.opcode(at) {
            op::MEMBER_NAME => {
                let member = module.word(at, 1);
                let message = match module.ty(module.word(at, 0)) {
                    Some(Type::Struct { members }) if (member as usize) < members.len() => continue,
                    Some(Type::Struct { members }) => {
                        format!("the structure has {} members, none with the index {member}", members.len())
                    }
                    _ => "members of structures have names, not those of other types".into(),
                };
                checker.report(&rules::NAME_TARGET, at, message);
            }
            op::LINE if module.opcode_of(module.word(at, 0)) != op::STRING => {
                checker.report_operand(&rules::LINE_FILE, at, 0, "the file is not an OpString".into());
            }
            _ => {}
        }
    }
}
