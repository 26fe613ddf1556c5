//! The page of extensions, `docs/glsl/extensions.md`, says what the table of the compiler says. `GLASSBOX_BLESS=1` writes it anew.

use std::fmt::Write as _;
use std::path::Path;

use crate::support;

const HEAD: &str = "# Extensions of GLSL

`#extension` may name these. An extension that is not here is refused where the line says `require`, and left out with a warning where it says `enable`
or `warn`. What is said of an extension of the language has the form in the module that the extension of SPIR-V with its name states; the capabilities and
extensions of the module are those that its instructions need.

This page is written by a test of `glassbox-glsl` from the table that the compiler reads.

| extension | turns on with it | compiles |
| --- | --- | --- |
";

/// What the state of an extension says to readers.
fn shown(state: &str) -> String {
    match state.split_once(": ") {
        Some(("part", what)) => format!("all but this: {what}"),
        Some(("refused", why)) => format!("no: {why}"),
        _ if state == "text" => "yes; it changes what a text may say, and nothing of the module".to_owned(),
        _ => "yes".to_owned(),
    }
}

#[test]
fn the_page_lists_every_extension() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table =
        std::fs::read_to_string(root.join("src/vocabulary/extensions.txt")).expect("the table is read");
    let mut page = HEAD.to_owned();
    let mut count = 0;
    for line in table.lines().filter(|line| line.starts_with("GL_")) {
        let parts: Vec<&str> = line.split(" ; ").collect();
        let [name, _, _, brings, state] = parts[..] else { panic!("what is `{line}`?") };
        let brought: Vec<String> =
            brings.split_whitespace().filter(|name| *name != "-").map(|name| format!("`{name}`")).collect();
        let _ = writeln!(page, "| `{name}` | {} | {} |", brought.join(", "), shown(state));
        count += 1;
    }
    assert!(count > 200, "{count} extensions are read");
    support::compare(&root.join("../../../docs/glsl/extensions.md"), &page);
}
