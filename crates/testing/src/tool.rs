//! Selects the external tools that tests run on their output.
//!
//! By default such a test runs without the tool. [`asking!`](crate::asking) adds a second version,
//! ignored by default, that runs the tool on every output and fails if the tool is missing.

use std::cell::Cell;

/// External tool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tool {
    /// `spirv-val` of SPIRV-Tools.
    SpirvVal,
    /// `llvm-dis-19` of LLVM.
    LlvmDis,
    /// `glslangValidator` of Khronos.
    Glslang,
    /// `clang++-19` of LLVM, with a library of Metal.
    Clang,
    /// HLSL compiler for shader model 5, named by `GLASSBOX_FXC`.
    Fxc,
    /// HLSL compiler for shader model 6, named by `GLASSBOX_DXC`.
    Dxc,
    /// skia-python, of the Python that `GLASSBOX_SKIA_PYTHON` names.
    Skia,
    /// `tint` of Dawn.
    Tint,
}

thread_local! {
    /// Tool used by the test on this thread, and the number of uses.
    static ASKED: Cell<Option<(Tool, usize)>> = const { Cell::new(None) };
}

/// Runs a test with a tool enabled.
///
/// # Panics
/// If the test fails or never uses the tool.
pub fn asking(tool: Tool, test: impl FnOnce()) {
    ASKED.set(Some((tool, 0)));
    test();
    let shown = ASKED.take().map_or(0, |(_, shown)| shown);
    assert!(shown > 0, "{tool:?} was shown nothing");
}

/// True if the test on this thread uses the tool. Counts as a use.
pub fn is_asked(tool: Tool) -> bool {
    match ASKED.get() {
        Some((asked, shown)) if asked == tool => {
            ASKED.set(Some((tool, shown + 1)));
            true
        }
        _ => false,
    }
}

/// Adds versions of the enclosing module's tests that use a tool: `asking!(spirv_val: one,
/// other);`.
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
    (clang: $($test:ident),+) => {
        $crate::asking!(needs_clang Clang "needs clang++-19 (Debian: clang-19)" $($test)+);
    };
    (fxc: $($test:ident),+) => {
        $crate::asking!(needs_fxc Fxc "needs a compiler of HLSL: GLASSBOX_FXC" $($test)+);
    };
    (dxc: $($test:ident),+) => {
        $crate::asking!(needs_dxc Dxc "needs a compiler of HLSL: GLASSBOX_DXC" $($test)+);
    };
    (skia: $($test:ident),+) => {
        $crate::asking!(needs_skia_python Skia "needs skia-python: GLASSBOX_SKIA_PYTHON" $($test)+);
    };
    (tint: $($test:ident),+) => {
        $crate::asking!(needs_tint Tint "needs tint of Dawn" $($test)+);
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
