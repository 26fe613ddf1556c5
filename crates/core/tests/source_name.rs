//! Tests the names of extracted sources.

use glassbox_core::source_name::SourceNames;

#[test]
fn names_of_paths() {
    let rows: [(&[u8], &str, &str); 9] = [
        (br"Z:\..\lib\Light Map.hlsl", "lib_Light_Map", "hlsl"),
        (b"c:/shaders/a.vert", "shaders_a", "vert"),
        // Only one letter in front of a colon is a drive.
        (b"pack:/a/b.frag", "pack__a_b", "frag"),
        (b":a.fx", "_a", "fx"),
        (b"a.HLSL", "a", "hlsl"),
        (b"a.b.c", "a.b.c", "txt"),
        (b"/./../", "source", "txt"),
        (b"\xff.glsl", "_", "glsl"),
        (b"", "source", "txt"),
    ];
    for (path, stem, extension) in rows {
        let found = SourceNames::default().name("x-", path);
        assert_eq!(found, (format!("x-{stem}"), extension), "{}", path.escape_ascii());
    }
}
