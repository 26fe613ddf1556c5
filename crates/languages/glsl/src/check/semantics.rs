//! Scope and semantics of memory as arguments of atomic functions and barriers, of GL_KHR_memory_scope_semantics.

use crate::model::{At, ExpressionId};
use crate::parse::Parser;
use crate::rules::CONSTANT;
use crate::types::Type;
use crate::vocabulary::functions::Signature;

const ACQUIRE: i64 = 0x2;
const RELEASE: i64 = 0x4;
const ACQUIRE_RELEASE: i64 = 0x8;
const MAKE_AVAILABLE: i64 = 0x2000;
const MAKE_VISIBLE: i64 = 0x4000;
const VOLATILE: i64 = 0x8000;
/// All bits of semantics.
const SEMANTICS: i64 = ORDER | MAKE_AVAILABLE | MAKE_VISIBLE | VOLATILE;
/// Bits that state an order.
const ORDER: i64 = ACQUIRE | RELEASE | ACQUIRE_RELEASE;
/// All bits of storage: buffer, shared, image, output.
const STORAGE: i64 = 0x40 | 0x100 | 0x800 | 0x1000;

/// What a call states.
#[derive(Clone, Copy, Default)]
struct Stated {
    storage: i64,
    semantics: i64,
}

impl Parser<'_> {
    /// Reports combinations of semantics that have no meaning.
    pub(crate) fn check_semantics(
        &mut self,
        name: &str,
        arguments: &[ExpressionId],
        _signature: &Signature,
        at: At,
    ) -> bool {
        let Some((first, second)) = self.stated_semantics(name, arguments) else {
            return true;
        };
        let problem = problem_of(name, first, second);
        let Some((found, cure)) = problem else {
            return true;
        };
        let finding = self.finding(&CONSTANT, at, format!("found {found} for `{name}`"));
        self.add(finding.help(cure));
        false
    }

    /// Storage and semantics, with those for the case that a comparison fails.
    fn stated_semantics(&self, name: &str, arguments: &[ExpressionId]) -> Option<(Stated, Stated)> {
        let is_image = name.starts_with("imageAtomic");
        let is_multisampled = arguments.first().is_some_and(|image| match self.ty(*image) {
            Type::Image(kind) => kind.is_multisampled,
            _ => false,
        });
        // Behind the place come the coordinate and the sample, then the operands, then the scope.
        let place = if is_image { 2 + usize::from(is_multisampled) } else { 1 };
        let start = match name {
            "controlBarrier" | "controlBarrierArrive" | "controlBarrierWait" => 2,
            "memoryBarrier" => 1,
            _ if name.ends_with("Load") => place + 1,
            _ if name.ends_with("CompSwap") => place + 3,
            _ => place + 2,
        };
        let get = |at: usize| arguments.get(at).and_then(|argument| self.integer(*argument));
        let first = Stated { storage: get(start)?, semantics: get(start + 1)? };
        let second = match (get(start + 2), get(start + 3)) {
            (Some(storage), Some(semantics)) => Stated { storage, semantics },
            _ => Stated::default(),
        };
        Some((first, second))
    }
}

/// What is wrong, and how to fix it.
fn problem_of(name: &str, first: Stated, second: Stated) -> Option<(&'static str, &'static str)> {
    let is_any = |test: &dyn Fn(Stated) -> bool| test(first) || test(second);
    let order = |stated: Stated| stated.semantics & ORDER;
    let is_store = name.ends_with("Store");
    let is_load = name.ends_with("Load");
    let is_barrier = name.ends_with("Barrier") || name.starts_with("controlBarrier");
    if is_any(&|stated| stated.semantics & !SEMANTICS != 0) {
        return Some(("a number that is no semantics", "use the constants `gl_Semantics…`"));
    }
    if is_any(&|stated| stated.storage & !STORAGE != 0) {
        return Some(("a number that is no storage", "use the constants `gl_StorageSemantics…`"));
    }
    if is_any(&|stated| order(stated).count_ones() > 1) {
        return Some(("several orders of memory", "state one of acquire, release and acquire-release"));
    }
    if is_any(&|stated| order(stated) != 0 && stated.storage == 0) {
        return Some(("an order of memory without storage", "state a `gl_StorageSemantics…` too"));
    }
    if is_any(&|stated| order(stated) == 0 && stated.storage != 0) {
        return Some(("storage without an order of memory", "state acquire, release or acquire-release too"));
    }
    if is_any(&|stated| {
        stated.semantics & MAKE_AVAILABLE != 0 && stated.semantics & (RELEASE | ACQUIRE_RELEASE) == 0
    }) {
        return Some(("`gl_SemanticsMakeAvailable` without a release", "add `gl_SemanticsRelease`"));
    }
    if is_any(&|stated| {
        stated.semantics & MAKE_VISIBLE != 0 && stated.semantics & (ACQUIRE | ACQUIRE_RELEASE) == 0
    }) {
        return Some(("`gl_SemanticsMakeVisible` without an acquire", "add `gl_SemanticsAcquire`"));
    }
    if is_store && first.semantics & (ACQUIRE | ACQUIRE_RELEASE) != 0 {
        return Some(("an acquire", "a store can only release"));
    }
    if is_load && first.semantics & (RELEASE | ACQUIRE_RELEASE) != 0 {
        return Some(("a release", "a load can only acquire"));
    }
    if name == "memoryBarrier" && order(first) == 0 {
        return Some(("no order of memory", "state acquire, release or acquire-release"));
    }
    if is_barrier && first.semantics & VOLATILE != 0 {
        return Some(("`gl_SemanticsVolatile`", "remove it: barriers have no volatile access"));
    }
    if name == "controlBarrierArrive" && first.storage != 0 && first.semantics & !MAKE_AVAILABLE != RELEASE {
        return Some(("another order than release", "use `gl_SemanticsRelease`"));
    }
    if name == "controlBarrierWait" && first.storage != 0 && first.semantics & !MAKE_VISIBLE != ACQUIRE {
        return Some(("another order than acquire", "use `gl_SemanticsAcquire`"));
    }
    if name.ends_with("CompSwap") { exchange_problem(first, second) } else { None }
}

/// The semantics of a comparison that fails are weaker than those of one that holds.
fn exchange_problem(equal: Stated, unequal: Stated) -> Option<(&'static str, &'static str)> {
    let cure = "state no more for unequal values than for equal ones";
    if unequal.semantics & (RELEASE | ACQUIRE_RELEASE) != 0 {
        return Some(("a release for unequal values", cure));
    }
    if unequal.semantics & ACQUIRE != 0 && equal.semantics & (ACQUIRE | ACQUIRE_RELEASE) == 0 {
        return Some(("an acquire for unequal values alone", cure));
    }
    if unequal.semantics & MAKE_VISIBLE != 0 && equal.semantics & MAKE_VISIBLE == 0 {
        return Some(("`gl_SemanticsMakeVisible` for unequal values alone", cure));
    }
    if unequal.storage & !equal.storage != 0 {
        return Some(("storage for unequal values alone", cure));
    }
    if (equal.semantics ^ unequal.semantics) & VOLATILE != 0 {
        return Some(("`gl_SemanticsVolatile` for one case alone", cure));
    }
    None
}
