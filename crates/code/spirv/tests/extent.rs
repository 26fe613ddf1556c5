//! Tests the computed size of modules embedded in other data.

use crate::support;
use glassbox_core::format::ScanBudget;
use glassbox_spirv::{assemble, extent};
use glassbox_testing::case::files;
use glassbox_testing::random::Random;
use support::{assembled, fixtures};

const MODULE: &str = "\
    OpCapability Shader
    OpMemoryModel Logical GLSL450
    OpEntryPoint Fragment %main \"main\"
    OpExecutionMode %main OriginUpperLeft
    %void = OpTypeVoid
    %fn = OpTypeFunction %void
    %main = OpFunction %void None %fn
    %start = OpLabel
    OpReturn
    OpFunctionEnd
";

fn found(bytes: &[u8]) -> Option<usize> {
    extent(bytes, &mut ScanBudget::new(1 << 20))
}

/// The module with big-endian words.
fn byte_swapped(bytes: &[u8]) -> Vec<u8> {
    let words = bytes.as_chunks::<4>().0;
    words.iter().flat_map(|word| word.iter().rev().copied()).collect()
}

#[test]
fn the_last_function_ends_a_module() {
    let bytes = assembled(MODULE);
    for bytes in [bytes.clone(), byte_swapped(&bytes)] {
        for behind in [&b""[..], b"abc", &[0; 64], &[0xff; 64], &bytes] {
            let data = [&bytes, behind].concat();
            assert_eq!(found(&data), Some(bytes.len()), "before {behind:x?}");
        }
    }
}

#[test]
fn instructions_allowed_after_a_function_belong_to_the_module() {
    let size = assembled(MODULE).len();
    let second = "\
        %second = OpFunction %void None %fn
        %other = OpLabel
        OpReturn
        OpFunctionEnd
    ";
    let whole = assembled(&format!("{MODULE}{second}"));
    assert_eq!(found(&whole), Some(whole.len()));
    // An unterminated function is cut off; the module is complete without it.
    assert_eq!(found(&whole[..whole.len() - 4]), Some(size));
    let no_line = assembled(&format!("{MODULE}OpNoLine\n"));
    assert_eq!(found(&no_line), Some(no_line.len()));
    let reflection = MODULE.replace(
        "OpMemoryModel",
        "OpExtension \"SPV_KHR_non_semantic_info\"\n%set = OpExtInstImport \"NonSemantic.Anything\"\nOpMemoryModel",
    );
    let size = assembled(&reflection).len();
    let behind = assembled(&format!("{reflection}%info = OpExtInst %void %set 1\n"));
    assert_eq!(found(&behind), Some(behind.len()));
    assert!(behind.len() > size);
    let capability = assembled(&format!("{MODULE}OpCapability Shader\n"));
    assert_eq!(found(&capability), Some(assembled(MODULE).len()));
}

#[test]
fn without_functions_the_last_known_instruction_ends_a_module() {
    let bytes = assembled("OpCapability Linkage\nOpMemoryModel Logical GLSL450\n%void = OpTypeVoid\n");
    for behind in [&b""[..], b"abc", &[0; 64], &[0xff; 64]] {
        assert_eq!(found(&[&bytes, behind].concat()), Some(bytes.len()));
    }
    // A module without `Linkage` has entry points, and so functions.
    let cut = assembled(MODULE);
    for size in (0..cut.len()).step_by(4) {
        assert_eq!(found(&cut[..size]), None, "cut off at {size}");
    }
}

#[test]
fn implausible_headers_and_first_instructions_are_rejected() {
    let bytes = assembled(MODULE);
    let changes: [(usize, u32, &str); 8] = [
        (0, 0x0723_0204, "magic"),
        (1, 0x0002_0000, "major version"),
        (1, 0x0001_0a00, "minor version"),
        (1, 0x0001_0001, "reserved byte of the version"),
        (3, 0, "no ids"),
        (3, 0x0400_0001, "too many ids"),
        (4, 1, "schema"),
        (5, 0x0003_000e, "no capability first"),
    ];
    for (word, value, what) in changes {
        let mut changed = bytes.clone();
        changed[4 * word..4 * word + 4].copy_from_slice(&value.to_le_bytes());
        assert_eq!(found(&changed), None, "{what}");
    }
}

#[test]
fn fixtures_are_found_in_noise() {
    let mut random = Random::new(17);
    let mut count = 0;
    for path in files(&fixtures(), "spvasm") {
        let name = path.display();
        let text = std::fs::read_to_string(&path).expect("the fixture is readable");
        let Ok(bytes) = assemble(&text) else { continue };
        let Some(alone) = found(&bytes) else { continue };
        let noise: Vec<u8> = (0..256).map(|_| random.index(256) as u8).collect();
        assert_eq!(found(&[&bytes[..alone], &noise].concat()), Some(alone), "{name}");
        count += 1;
    }
    assert!(count >= 3, "{count} fixtures are modules");
}

#[test]
fn the_effort_is_limited() {
    let bytes = assembled(MODULE);
    assert_eq!(extent(&bytes, &mut ScanBudget::new(79)), None);
    assert_eq!(extent(&bytes, &mut ScanBudget::new(80)), Some(bytes.len()));
}
