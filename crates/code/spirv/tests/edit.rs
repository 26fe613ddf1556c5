//! Tests the removal of debug information.

use glassbox_spirv::check::check_structure;
use glassbox_spirv::{Binary, Options, Removal, disassemble, reflect, remove};

const MODULE: &str = r#"; SPIR-V
; Version: 1.3
; Generator: Khronos Glslang Reference Front End; 11
; Bound: 60
; Schema: 0
OpCapability Shader
OpExtension "SPV_KHR_non_semantic_info"
OpExtension "SPV_GOOGLE_user_type"
%1 = OpExtInstImport "GLSL.std.450"
%2 = OpExtInstImport "NonSemantic.Shader.DebugInfo.100"
%3 = OpExtInstImport "NonSemantic.DebugPrintf"
%4 = OpExtInstImport "NonSemantic.ClspvReflection.5"
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %10 "main" %20
OpExecutionMode %10 OriginUpperLeft
%5 = OpString "shader.frag"
%6 = OpString "void main() {
}
"
%7 = OpString "value %f"
OpSource GLSL 450 %5 "void main() {
}
"
OpSourceContinued "// the end"
OpSourceExtension "GL_EXT_debug_printf"
OpName %10 "main"
OpName %20 "color"
OpName %5 "file"
OpModuleProcessed "entry-point main"
OpDecorate %20 Location 0
OpDecorateString %20 UserTypeGOOGLE "float4"
%11 = OpTypeVoid
%12 = OpTypeFunction %11
%13 = OpTypeFloat 32
%14 = OpTypeVector %13 4
%15 = OpTypePointer Output %14
%16 = OpTypeInt 32 0
%17 = OpConstant %16 1
%18 = OpConstant %13 0.5
%19 = OpConstantComposite %14 %18 %18 %18 %18
%20 = OpVariable %15 Output
%30 = OpExtInst %11 %2 DebugSource %5 %6
%31 = OpExtInst %11 %4 Kernel %10 %5
%10 = OpFunction %11 None %12
%40 = OpLabel
OpLine %5 2 1
%41 = OpExtInst %11 %2 DebugLine %30 %17 %17 %17 %17
OpStore %20 %19
OpNoLine
%42 = OpExtInst %11 %3 1 %7 %18
OpReturn
OpFunctionEnd
"#;

fn bytes() -> Vec<u8> {
    crate::support::assembled(MODULE)
}

fn without(what: Removal) -> String {
    let bytes = bytes();
    let module = Binary::read(&bytes).expect("it is a module");
    let out = remove(&module, what);
    let reflection = reflect(&out).expect("it is a module");
    assert_eq!(reflection.header.bound, 60, "the bound stays");
    assert!(check_structure(&out).is_empty(), "it is as sound as before");
    disassemble(&out, &Options { names: glassbox_spirv::Names::Numeric, indent: 0, ..Options::default() })
        .expect("it is a module")
}

#[test]
fn only_debug_information_is_removed() {
    let text = without(Removal { debug: true, ..Removal::default() });
    for gone in [
        "OpSource",
        "OpLine",
        "OpNoLine",
        "OpModuleProcessed",
        "DebugInfo",
        "DebugSource",
        "DebugLine",
        "void main()",
    ] {
        assert!(!text.contains(gone), "{gone} is still there:\n{text}");
    }
    // Printf is not debug information, and this string is used by a set that stays.
    for stays in [
        "OpName %10 \"main\"",
        "\"value %f\"",
        "NonSemantic.DebugPrintf",
        "SPV_KHR_non_semantic_info",
        "%5 = OpString \"shader.frag\"",
        "OpStore %20 %19",
    ] {
        assert!(text.contains(stays), "{stays} is gone:\n{text}");
    }
}

#[test]
fn names_can_be_removed_alone() {
    let text = without(Removal { names: true, ..Removal::default() });
    assert!(!text.contains("OpName") && text.contains("OpSource GLSL 450"), "{text}");
}

#[test]
fn everything_can_be_removed() {
    let text = without(Removal { debug: true, names: true, reflection: true });
    for gone in ["OpName", "shader.frag", "ClspvReflection", "UserTypeGOOGLE", "OpSource"] {
        assert!(!text.contains(gone), "{gone} is still there:\n{text}");
    }
    assert!(text.contains("NonSemantic.DebugPrintf"), "{text}");
}

#[test]
fn empty_removal_changes_nothing() {
    let bytes = bytes();
    for length in [4, 12, 20, 44, bytes.len() - 6, bytes.len()] {
        let module = Binary::read(&bytes[..length]).expect("it is a module");
        assert_eq!(remove(&module, Removal::default()), &bytes[..length]);
        // Unreadable instructions stay.
        remove(&module, Removal { debug: true, names: true, reflection: true });
    }
}
