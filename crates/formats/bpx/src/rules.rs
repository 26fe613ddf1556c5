glassbox_core::rules! {
    HDR_01 = "BPX-HDR-01" Error "a" { cause: "", effect: "", cure: "" }
    HDR_02 = "BPX-HDR-02" Error "a" { cause: "", effect: "", cure: "" }
}
