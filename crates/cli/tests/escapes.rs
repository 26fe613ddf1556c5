//! No name, string or argument can control the terminal, with and without colours; programs get the exact characters.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use crate::command;
use command::glassbox;

/// Colour, title, clearing the screen; eight-bit forms; direction of text; line ends.
const ODD: &str = "a\u{1b}[31mb\u{1b}]0;t\u{7}c\u{9b}2J\u{202e}d\u{2066}e\u{200f}\u{61c}\u{2028}\r\nf";

/// The first character or sequence in a text that is neither plain nor one of our colours.
fn odd(text: &[u8], is_coloured: bool) -> Option<String> {
    let mut text = String::from_utf8(text.to_vec()).expect("the text is UTF-8");
    if is_coloured {
        for colour in ["\u{1b}[0m", "\u{1b}[1m", "\u{1b}[2m", "\u{1b}[4m", "\u{1b}[22m"] {
            text = text.replace(colour, "");
        }
        for colour in 30..=37 {
            text = text.replace(&format!("\u{1b}[{colour}m"), "");
            text = text.replace(&format!("\u{1b}[1;{colour}m"), "");
        }
        for colour in 90..=97 {
            text = text.replace(&format!("\u{1b}[{colour}m"), "");
            text = text.replace(&format!("\u{1b}[1m\u{1b}[{colour}m"), "");
            text = text.replace(&format!("\u{1b}[38;5;{}m", colour - 82), "");
        }
    }
    let at = text.find(|c: char| glassbox_core::printable::is_control(c) && !matches!(c, '\n' | '\t'))?;
    Some(text[at..].chars().take(80).flat_map(char::escape_debug).collect())
}

#[test]
fn names_and_strings_are_spelled() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = folder.path();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let name = |end: &str| format!("{ODD}.{end}");
    // A module whose entry point, variables and strings have such names.
    let source = format!(
        "OpCapability Shader\n%s = OpString \"{ODD}\"\nOpMemoryModel Logical GLSL450\n\
         OpEntryPoint Vertex %main \"{ODD}\" %v\nOpSource GLSL 450 %s \"{ODD}\"\nOpName %v \"{ODD}\"\n\
         OpDecorate %v Location 0\n%void = OpTypeVoid\n%fn = OpTypeFunction %void\n%f = OpTypeFloat 32\n\
         %p = OpTypePointer Input %f\n%v = OpVariable %p Input\n%main = OpFunction %void None %fn\n\
         %l = OpLabel\nOpReturn\nOpFunctionEnd\n"
    );
    for (end, bytes) in [
        ("spvasm", source.into_bytes()),
        ("vsl", format!("@frag {{ {ODD} }}").into_bytes()),
        ("rts", format!("half4 main(float2 p) {{ return {ODD}; }}").into_bytes()),
        ("v.pica", format!(".proc {ODD}\n{ODD} o0, v0\n.end").into_bytes()),
        ("bin", format!("no shader {ODD}").into_bytes()),
        ("shbin.txt", fs::read(fixtures.join("tint.shbin.txt")).expect("the fixture")),
    ] {
        fs::write(folder.join(name(end)), bytes).expect("the file can be written");
    }
    let module = name("spv");
    let assembled = glassbox(folder, &["asm", &name("spvasm"), "-o", &module]);
    assert_eq!(assembled.status.code(), Some(0), "{:?}", odd(&assembled.stderr, false));

    let ends = ["spv", "vsl", "rts", "v.pica", "bin", "shbin.txt", "none"];
    let commands = [
        "info",
        "interface",
        "symbols",
        "dump",
        "validate",
        "disasm",
        "scan",
        "extract --list",
        "extract",
        "part list",
        "repair --list",
        "repair -o out",
        "strip --all -o out",
        "sign -o out",
        "symtab verify",
        "parse -o out",
        "print",
        "asm -o out",
        "asm --compat picasso -o out",
        "compile --check",
        "run",
        "convert --to wgsl",
        "link --check",
        "link --plan --exports x --profile lib_6_3",
        "bpx-assembly --check --name x",
        "explain",
        "--bad",
    ];
    for end in ends {
        let file = name(end);
        for command in commands {
            for colour in ["never", "always"] {
                let mut arguments: Vec<&OsStr> = command.split(' ').map(OsStr::new).collect();
                arguments.push(file.as_ref());
                arguments.extend(["--color", colour].map(OsStr::new));
                // picasso has no such switch.
                if command.contains("picasso") {
                    arguments.truncate(arguments.len() - 2);
                }
                let done = glassbox(folder, &arguments);
                assert!(matches!(done.status.code(), Some(0..=2)), "{command} {end}: {:?}", done.status);
                // The output of `extract` is data.
                let outputs = match command {
                    "extract" if done.status.success() && end != "vsl" => vec![&done.stderr],
                    _ => vec![&done.stdout, &done.stderr],
                };
                for text in outputs {
                    let found = odd(text, colour == "always");
                    assert!(found.is_none(), "{command} {end} --color {colour}: {found:?}");
                }
            }
        }
    }
}

#[test]
fn programs_get_the_exact_name() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let name = format!("{ODD}.bin");
    fs::write(folder.path().join(&name), b"\x00\x01\xfe\xff").expect("the file can be written");
    let arguments = ["info", "--format", "json", &name].map(OsStr::new);
    let done = glassbox(folder.path(), &arguments);
    let document: serde_json::Value = serde_json::from_slice(&done.stdout).expect("JSON");
    assert_eq!(document["files"][0]["file"], name);
    assert_eq!(document["findings"][0]["file"], name);
}

#[test]
fn strings_come_back_exactly() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = folder.path();
    let source = format!("OpCapability Linkage\nOpMemoryModel Logical GLSL450\n%s = OpString \"{ODD}\"\n");
    fs::write(folder.join("a.spvasm"), source).expect("the file can be written");
    for arguments in [
        ["asm", "a.spvasm", "-o", "a.spv"],
        ["disasm", "a.spv", "-o", "b.spvasm"],
        ["asm", "b.spvasm", "-o", "b.spv"],
        ["print", "a.spv", "-o", "a.txt"],
        ["parse", "a.txt", "-o", "c.spv"],
    ] {
        let done = glassbox(folder, &arguments.map(OsStr::new));
        assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
    }
    let read = |name: &str| fs::read(folder.join(name)).expect("the file is there");
    assert_eq!(read("a.spv"), read("b.spv"));
    assert_eq!(read("a.spv"), read("c.spv"));
    assert_eq!(odd(&read("b.spvasm"), false), None);
    assert_eq!(odd(&read("a.txt"), false), None);
}
