//! Compares the listing of a test library line by line, and tests selections.

use crate::support;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_dx_asm::dxil::{self, Error, Selection};

const LISTING: &str = r#";
; Buffer Definitions:
;
;
; Resource Bindings:
;
; Name                                 Type  Format         Dim      ID      HLSL Bind  Count
; ------------------------------ ---------- ------- ----------- ------- -------------- ------
;
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%struct.Light = type { float, i32 }

@"\01?Lights@@3PAULight@@A" = external addrspace(2) constant [4 x %struct.Light]

; Function Attrs: nounwind readnone
declare float @dx.op.unary.f32(i32, float) #0

; Function Attrs: nounwind
define float @"\01?Shade@@YAMMI@Z"(float %x, i32) #1 {
  switch i32 %0, label %last [
    i32 0, label %2
    i32 1, label %4
  ]

; <label>:2                                       ; preds = %4, %1
  %3 = call float @dx.op.unary.f32(i32 13, float %x) #1  ; Sin(value)
  br label %last

; <label>:4                                       ; preds = %1
  %5 = fcmp fast ogt float %x, 5.000000e-01
  br i1 %5, label %last, label %2

last:                                             ; preds = %4, %2, %1
  %6 = phi float [ %x, %1 ], [ %3, %2 ], [ 0x3FB99999A0000000, %4 ]
  %7 = fptoui float %6 to i32
  %8 = add nsw i32 %7, 1
  %9 = uitofp i32 %8 to float
  ret float %9
}

define void @Nothing() {
  ret void
}

attributes #0 = { nounwind readnone }
attributes #1 = { nounwind }

!dx.version = !{!0}
!dx.shaderModel = !{!1}
!dx.entryPoints = !{!2}

!0 = !{i32 1, i32 3}
!1 = !{!"lib", i32 6, i32 3}
!2 = !{null, !"", null, null, null}
"#;

const GRAPH: &str = r#"digraph shader {
    node [shape=box, fontname=monospace];
    subgraph cluster_1 {
        label="?Shade@@YAMMI@Z";
        f1_b0 [label="%1:\l  switch i32 %0, label %last [\l    i32 0, label %2\l    i32 1, label %4\l  ]\l"];
        f1_b1 [label="%2:\l  %3 = call float @dx.op.unary.f32(i32 13, float %x) #1  ; Sin(value)\l  br label %last\l"];
        f1_b2 [label="%4:\l  %5 = fcmp fast ogt float %x, 5.000000e-01\l  br i1 %5, label %last, label %2\l"];
        f1_b3 [label="%last:\l  %6 = phi float [ %x, %1 ], [ %3, %2 ], [ 0x3FB99999A0000000, %4 ]\l  %7 = fptoui float %6 to i32\l  %8 = add nsw i32 %7, 1\l  %9 = uitofp i32 %8 to float\l  ret float %9\l"];
        f1_b0 -> f1_b3 [label="default"];
        f1_b0 -> f1_b1 [label="0"];
        f1_b0 -> f1_b2 [label="1"];
        f1_b1 -> f1_b3;
        f1_b2 -> f1_b3 [label="true"];
        f1_b2 -> f1_b1 [label="false"];
    }
}
"#;

fn text(result: Result<Vec<u8>, Error>) -> String {
    String::from_utf8(result.unwrap()).unwrap()
}

fn only(name: &str) -> Selection<'_> {
    Selection { function: Some(name), part: None }
}

#[test]
fn whole() {
    let bytes = support::library();
    let container = glassbox_dxcontainer::read::open(Window::whole(&bytes), &Limits::default()).unwrap();
    assert_eq!(text(dxil::container(&container, &Selection::default())), LISTING);
    assert_eq!(text(dxil::bitcode(&support::bitcode(), &Selection::default())), LISTING);
    let missing = Selection { function: None, part: Some("ILDB") };
    let error = dxil::container(&container, &missing).unwrap_err();
    assert_eq!(
        error.to_string(),
        "found no part ILDB with bitcode; name one of DXIL, ILDB and STAT that the container has"
    );
}

#[test]
fn one_function() {
    let bitcode = support::bitcode();
    let from = LISTING.find("; Function Attrs: nounwind\n").unwrap();
    let to = LISTING.find("\ndefine void @Nothing").unwrap();
    for name in ["\u{1}?Shade@@YAMMI@Z", "\\01?Shade@@YAMMI@Z", "?Shade@@YAMMI@Z", "Shade"] {
        assert_eq!(text(dxil::bitcode(&bitcode, &only(name))), &LISTING[from..to], "{name}");
    }
    let error = |name| dxil::bitcode(&bitcode, &only(name)).unwrap_err().to_string();
    assert_eq!(error("Shad"), "no function is called `Shad`; did you mean `Shade`?");
    assert_eq!(error("quite.another"), "no function is called `quite.another`");
}

#[test]
fn control_flow() {
    assert_eq!(text(dxil::graph(&support::bitcode(), &only("Shade"))), GRAPH);
}

#[test]
fn a_damaged_body_is_told_and_passed_over() {
    let mut bitcode = support::bitcode();
    let module = glassbox_dxil::Module::read(&bitcode).unwrap();
    let body = module.functions[1].body.clone().unwrap();
    // Turns the block count, the first record of the body, into a meaningless record.
    let at = body.start as usize / 8;
    for byte in &mut bitcode[at + 8..at + 16] {
        *byte = 0xFF;
    }
    let listed = text(dxil::bitcode(&bitcode, &Selection::default()));
    assert!(
        listed.contains("define float @\"\\01?Shade@@YAMMI@Z\"(float, i32) #1 {\n  ; DXC-PRG-06: "),
        "{listed}"
    );
    assert!(listed.contains(" of the bitcode)\n}\n\ndefine void @Nothing() {\n  ret void\n}\n"), "{listed}");
}
