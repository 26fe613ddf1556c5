//! Lists the codes of operators and compiler-generated functions.

use crate::tree::{Operator, OperatorKind};

macro_rules! operators {
    ($($code:literal $kind:ident $text:literal,)+) => {
        &[$(Operator { code: $code, text: $text, kind: OperatorKind::$kind },)+]
    };
}

/// All except constructors, destructors, conversions and literal operators, which are not fixed texts.
static OPERATORS: &[Operator] = operators! {
    "2" Symbol " new",
    "3" Symbol " delete",
    "4" Symbol "=",
    "5" Symbol ">>",
    "6" Symbol "<<",
    "7" Symbol "!",
    "8" Symbol "==",
    "9" Symbol "!=",
    "A" Symbol "[]",
    "C" Symbol "->",
    "D" Symbol "*",
    "E" Symbol "++",
    "F" Symbol "--",
    "G" Symbol "-",
    "H" Symbol "+",
    "I" Symbol "&",
    "J" Symbol "->*",
    "K" Symbol "/",
    "L" Symbol "%",
    "M" Symbol "<",
    "N" Symbol "<=",
    "O" Symbol ">",
    "P" Symbol ">=",
    "Q" Symbol ",",
    "R" Symbol "()",
    "S" Symbol "~",
    "T" Symbol "^",
    "U" Symbol "|",
    "V" Symbol "&&",
    "W" Symbol "||",
    "X" Symbol "*=",
    "Y" Symbol "+=",
    "Z" Symbol "-=",
    "_0" Symbol "/=",
    "_1" Symbol "%=",
    "_2" Symbol ">>=",
    "_3" Symbol "<<=",
    "_4" Symbol "&=",
    "_5" Symbol "|=",
    "_6" Symbol "^=",
    "_D" Helper "vbase dtor",
    "_E" Helper "vector deleting dtor",
    "_F" Helper "default ctor closure",
    "_G" Helper "scalar deleting dtor",
    "_H" Helper "vector ctor iterator",
    "_I" Helper "vector dtor iterator",
    "_J" Helper "vector vbase ctor iterator",
    "_K" Helper "virtual displacement map",
    "_L" Helper "eh vector ctor iterator",
    "_M" Helper "eh vector dtor iterator",
    "_N" Helper "eh vector vbase ctor iterator",
    "_O" Helper "copy ctor closure",
    "_T" Helper "local vftable ctor closure",
    "_U" Symbol " new[]",
    "_V" Symbol " delete[]",
    "__A" Helper "managed vector ctor iterator",
    "__B" Helper "managed vector dtor iterator",
    "__C" Helper "EH vector copy ctor iterator",
    "__D" Helper "EH vector vbase copy ctor iterator",
    "__G" Helper "vector copy ctor iterator",
    "__H" Helper "vector vbase copy constructor iterator",
    "__I" Helper "managed vector vbase copy constructor iterator",
    "__L" Symbol " co_await",
    "__M" Symbol "<=>",
};

/// Pseudo-operators in symbols other than functions.
pub(super) static VFTABLE: Operator = helper("_7", "vftable");
pub(super) static VBTABLE: Operator = helper("_8", "vbtable");
pub(super) static LOCAL_VFTABLE: Operator = helper("_S", "local vftable");
pub(super) static VCALL: Operator = helper("_9", "vcall");
pub(super) static GUARD: Operator = helper("_B", "local static guard");
pub(super) static THREAD_GUARD: Operator = helper("__J", "local static thread guard");
pub(super) static BASE_ARRAY: Operator = helper("_R2", "RTTI Base Class Array");
pub(super) static HIERARCHY: Operator = helper("_R3", "RTTI Class Hierarchy Descriptor");
pub(super) static LOCATOR: Operator = helper("_R4", "RTTI Complete Object Locator");

const fn helper(code: &'static str, text: &'static str) -> Operator {
    Operator { code, text, kind: OperatorKind::Helper }
}

/// The operator whose code is a prefix of some bytes. No code is a prefix of another.
pub(super) fn lookup(bytes: &[u8]) -> Option<&'static Operator> {
    OPERATORS.iter().find(|operator| bytes.starts_with(operator.code.as_bytes()))
}
