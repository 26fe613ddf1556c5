//! Programs from outside that a test shows what it makes.
//!
//! Such a test runs everywhere, and shows nothing. [`asking!`](crate::asking) makes a second one of it, which is ignored by default:
//! it does the same and shows everything, and fails where the program is missing.

use std::cell::Cell;

/// A program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tool {
    /// `spirv-val` of SPIRV-Tools.
    SpirvVal,
    /// `llvm-dis-19` of LLVM.
    LlvmDis,
    /// `glslangValidator` of Khronos.
    Glslang,
    /// The compiler of HLSL for shader model 5 that `GLASSBOX_FXC` names.
    Fxc,
    /// The compiler of HLSL for shader model 6 that `GLASSBOX_DXC` names.
    Dxc,
}

thread_local! {
    /// The program that the test on this thread asks, and how often it has.
    static ASKED: Cell<Option<(Tool, usize)>> = const { Cell::new(None) };
}

/// Runs a test that shows a program what it makes.
///
/// # Panics
/// When the test fails, or shows nothing.
pub fn asking(tool: Tool, test: impl FnOnce()) {
    ASKED.set(Some((tool, 0)));
    test();
    let shown = ASKED.take().map_or(0, |(_, shown)| shown);
    assert!(shown > 0, "{tool:?} was shown nothing");
}

/// Whether the test on this thread asks a program. Counts as showing it something.
pub(crate) fn is_asked(tool: Tool) -> bool {
    match ASKED.get() {
        Some((asked, shown)) if asked == tool => {
            ASKED.set(Some((tool, shown + 1)));
            true
        }
        _ => false,
    }
}

/// Second tests of tests in the module around it, that ask a program: `asking!(spirv_val: one, other);`.
#[macro_export]
macro_rules! asking {
    (spirv_val: $($test:ident),+) => {
        $crate::asking!(needs_spirv_val SpirvVal "needs spirv-val (Debian: spirv-tools)" $($test)+);
    };
    (llvm_dis: $($test:ident),+) => {
        $crate::asking!(needs_llvm_dis LlvmDis "needs llvm-dis-19 (Debian: llvm-19)" $($test)+);
    };
    (glslang: $($test:ident),+) => {
        $crate::asking!(needs_glslang Glslang "needs glslangValidator (Debian: glslang-tools)" $($test)+);
    };
    (fxc: $($test:ident),+) => {
        $crate::asking!(needs_fxc Fxc "needs a compiler of HLSL: GLASSBOX_FXC" $($test)+);
    };
    (dxc: $($test:ident),+) => {
        $crate::asking!(needs_dxc Dxc "needs a compiler of HLSL: GLASSBOX_DXC" $($test)+);
    };
    ($module:ident $tool:ident $reason:literal $($test:ident)+) => {
        mod $module {
            $(
                #[test]
                #[ignore = $reason]
                fn $test() {
                    $crate::tool::asking($crate::tool::Tool::$tool, super::$test);
                }
            )+
        }
    };
}
