//! Checks that the listing of a program assembles to the same program.

use std::fmt::Write as _;

use glassbox_core::diagnostic::Severity;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_dx_asm::dxil::assemble::{Options, assemble, replace};
use glassbox_dx_asm::dxil::{self, Selection};
use glassbox_dxcontainer::part::program::peek;
use glassbox_dxil::ir::Typed;
use glassbox_testing::container::containers;
use glassbox_testing::random::{Random, mutate_text};

/// Files whose bitcode is deliberately damaged, missing or not from DXC.
const OTHERS: &[&str] = &["dxil_bc_garbage", "dxil_bc_size", "dxil_bc_offset", "psv2_compute", "/yaml/"];

/// First different lines of two texts.
fn difference(a: &str, b: &str) -> String {
    let mut out = String::new();
    let pairs = a.lines().zip(b.lines()).enumerate();
    for (number, (a, b)) in pairs.filter(|(_, (a, b))| a != b).take(3) {
        writeln!(out, "    line {}:\n      {a}\n      {b}", number + 1).expect("memory");
    }
    out
}

#[test]
fn listings_assemble_to_the_same_bitcode() {
    let mut count = 0;
    let mut by_default = 0;
    let mut wrong = Vec::new();
    for (name, bytes) in containers() {
        if OTHERS.iter().any(|other| name.contains(other)) {
            continue;
        }
        let Ok(container) = glassbox_dxcontainer::read::open(Window::whole(&bytes), &Limits::default())
        else {
            continue;
        };
        for part in ["DXIL", "ILDB"] {
            let code = part.as_bytes().first_chunk().expect("four letters");
            let Some(found) = container.directory.find(code) else { continue };
            let Some((_, _, bitcode)) = peek(container.window, found) else { continue };
            let Ok(module) = Typed::read(bitcode) else { continue };
            count += 1;
            let selection = Selection { part: Some(part), ..Selection::default() };
            let text = dxil::container(&container, &selection).expect("it was read");
            let text = String::from_utf8(text).expect("it is UTF-8");
            let options = Options::of(&module).expect("it was read");
            by_default += usize::from(options == Options::default());
            match assemble(&text, &options) {
                Ok(made) if made == bitcode => {}
                Ok(made) => {
                    if let Some(out) = std::env::var_os("GLASSBOX_LISTINGS") {
                        let file =
                            std::path::PathBuf::from(out).join(format!("{}_{part}", name.replace('/', "_")));
                        std::fs::write(file.with_extension("old.bc"), bitcode).expect("a folder");
                        std::fs::write(file.with_extension("new.bc"), &made).expect("a folder");
                        std::fs::write(file.with_extension("ll"), &text).expect("a folder");
                    }
                    let again = dxil::bitcode(&made, &Selection::default()).expect("it was made");
                    let again = String::from_utf8(again).expect("it is UTF-8");
                    let start = text.find("target datalayout").unwrap_or(0);
                    let from = again.find("target datalayout").unwrap_or(0);
                    let kinds =
                        options.kinds.iter().map(|kind| String::from_utf8_lossy(kind)).collect::<Vec<_>>();
                    let lines = difference(&text[start..], &again[from..]);
                    wrong.push(format!("{name} {part}: other bytes, kinds {kinds:?}\n{lines}"));
                }
                Err(errors) => {
                    let first = &errors[0];
                    let line = text[..first.span.start].lines().count();
                    let around = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
                    wrong.push(format!(
                        "{name} {part}: {} mistakes, line {line}: {}\n    {around}",
                        errors.len(),
                        first.message
                    ));
                }
            }
        }
    }
    println!("{count} programs, {by_default} with the default options");
    assert!(wrong.is_empty(), "{} of {count} differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn listings_of_dxc_assemble_to_the_same_bitcode() {
    let mut count = 0;
    let mut wrong = Vec::new();
    for (name, bytes) in containers() {
        if OTHERS.iter().any(|other| name.contains(other)) || name.contains("malformed") {
            continue;
        }
        let Some(text) = glassbox_testing::container::listing(&name) else { continue };
        let Ok(container) = glassbox_dxcontainer::read::open(Window::whole(&bytes), &Limits::default())
        else {
            continue;
        };
        let of = |code: &[u8; 4]| {
            let found = container.directory.find(code)?;
            peek(container.window, found).map(|found| found.2)
        };
        let Some(bitcode) = of(b"ILDB").or_else(|| of(b"DXIL")) else { continue };
        count += 1;
        match assemble(&text, &Options::of_container(&container)) {
            Ok(made) if made == bitcode => {}
            Ok(_) => wrong.push(format!("{name}: other bytes")),
            Err(errors) => wrong.push(format!("{name}: {errors}")),
        }
    }
    println!("{count} listings");
    assert!(count > 0);
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Rules of the errors in a container.
fn errors(bytes: &[u8]) -> Vec<&'static str> {
    let container =
        glassbox_dxcontainer::read::open(Window::whole(bytes), &Limits::default()).expect("a container");
    let findings = glassbox_dxcontainer::check::check(&container);
    let errors = findings.items().iter().filter(|finding| finding.severity == Severity::Error);
    errors.map(|finding| finding.rule.id).collect()
}

/// A listing with other constants in its arithmetic.
fn edited(text: &str) -> String {
    let is_number = |word: &str| word.len() == 12 && word.as_bytes()[1] == b'.' && word.as_bytes()[8] == b'e';
    let line = |line: &str| {
        if ![" = fmul ", " = fadd ", " = fsub "].iter().any(|word| line.contains(word)) {
            return line.to_owned();
        }
        let words = line.split(' ').map(|word| match word.trim_end_matches(',') {
            number if is_number(number) => word.replace(number, "2.500000e-01"),
            _ => word.to_owned(),
        });
        words.collect::<Vec<_>>().join(" ")
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n") + "\n"
}

#[test]
fn edited_programs_are_put_into_their_containers() {
    let mut count = 0;
    for (name, bytes) in containers() {
        if OTHERS.iter().any(|other| name.contains(other))
            || name.contains("malformed")
            || name.contains("/sym0/")
        {
            continue;
        }
        let Ok(container) = glassbox_dxcontainer::read::open(Window::whole(&bytes), &Limits::default())
        else {
            continue;
        };
        let selection = Selection { part: Some("DXIL"), ..Selection::default() };
        let Ok(text) = dxil::container(&container, &selection) else { continue };
        let text = String::from_utf8(text).expect("it is UTF-8");
        let edited = edited(&text);
        if edited == text || !errors(&bytes).is_empty() {
            continue;
        }
        count += 1;
        let made = assemble(&edited, &Options::of_container(&container))
            .unwrap_or_else(|errors| panic!("{name}: {errors}"));
        let replaced =
            replace(&bytes, &made, &Limits::default()).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        assert_eq!(errors(&replaced.bytes), [""; 0], "{name}");
        assert_ne!(replaced.bytes, bytes, "{name}");
        let opened = glassbox_dxcontainer::read::open(Window::whole(&replaced.bytes), &Limits::default())
            .expect("it was made");
        assert_eq!(opened.digest_state(), container.digest_state(), "{name}");
        let codes = |container: &glassbox_dxcontainer::container::Container<'_>| -> Vec<String> {
            let codes = container.parts().iter().map(|part| part.code.to_string());
            codes.filter(|code| code != "ILDB" && code != "ILDN").collect()
        };
        let debug = [b"ILDB", b"ILDN"].into_iter().filter(|code| container.data(code).is_some()).count();
        assert_eq!(codes(&opened), codes(&container), "{name}");
        assert_eq!(replaced.notes.len(), debug, "{name}: {:?}", replaced.notes);
        if let Some(out) = std::env::var_os("GLASSBOX_LISTINGS") {
            let file = std::path::PathBuf::from(out).join(name.replace('/', "_"));
            std::fs::write(file.with_extension("edited.dxil"), &replaced.bytes).expect("a folder");
        }
    }
    println!("{count} programs");
    assert!(count > 0);
}

#[test]
fn an_unchanged_text_gives_the_same_file() {
    for (name, bytes) in containers() {
        if OTHERS.iter().any(|other| name.contains(other)) || name.contains("malformed") {
            continue;
        }
        let Ok(container) = glassbox_dxcontainer::read::open(Window::whole(&bytes), &Limits::default())
        else {
            continue;
        };
        let Ok(text) = dxil::container(&container, &Selection::default()) else { continue };
        if container.data(b"DXIL").is_none() {
            continue;
        }
        let text = String::from_utf8(text).expect("it is UTF-8");
        let made = assemble(&text, &Options::of_container(&container))
            .unwrap_or_else(|errors| panic!("{name}: {errors}"));
        let replaced =
            replace(&bytes, &made, &Limits::default()).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        assert!(replaced.bytes == bytes, "{name}: {:?}", replaced.notes);
    }
}

#[test]
fn depth_and_size_are_limited() {
    let deep = |open: &str, close: &str, inner: &str, count: usize| {
        format!("{}{inner}{}", open.repeat(count), close.repeat(count))
    };
    let cases = [
        format!("@v = external global {}", deep("{ ", " }", "i32", 100_000)),
        format!("@v = external global i32{}", "*".repeat(100_000)),
        format!("@v = global i32 {}", deep("add (i32 ", ", i32 1)", "1", 100_000)),
        format!("!0 = {}", deep("!{", "}", "", 100_000)),
        "(".repeat(100_000),
        "define void @f() {\n".repeat(50_000),
        format!("define void @f() {{\n{}", "  br label %1\n".repeat(100_000)),
        format!("define void @f() {{\n{}", "  %1 = x\n".repeat(100_000)),
        "\"".repeat(100_000),
        "!0 = !{!0}\n@".repeat(50_000),
    ];
    for text in cases {
        let errors = assemble(&text, &Options::default()).expect_err(&text[..40]);
        assert!(errors.len() <= 100, "{}", &text[..40]);
    }
}

/// Pieces of text that change the meaning of what is around them.
const PIECES: [&str; 24] = [
    "%1", "%x", "@main", "!0", "#0", "{", "}", "(", ")", "[", "]", "<", ">", ",", "=", "*", "i32", "float",
    "\"", "\n", "label", "metadata", "-1", "ret void",
];

#[test]
fn changed_texts_are_assembled_or_refused_with_places() {
    let mut sources: Vec<String> = Vec::new();
    let cases = include_str!("dxil/refused.txt").split("== ").skip(1);
    sources.extend(cases.map(|case| case.split_once('\n').expect("a text").1.to_owned()));
    for (_, bytes) in containers().into_iter().filter(|(_, bytes)| bytes.len() < 6000).take(40) {
        let Ok(container) = glassbox_dxcontainer::read::open(Window::whole(&bytes), &Limits::default())
        else {
            continue;
        };
        if let Ok(text) = dxil::container(&container, &Selection::default()) {
            sources.push(String::from_utf8(text).expect("it is UTF-8"));
        }
    }
    let mut random = Random::new(37);
    let (mut made, mut refused) = (0, 0);
    for source in &sources {
        for _ in 0..40 {
            let text = mutate_text(source, &PIECES, 3, &mut random);
            match assemble(&text, &Options::default()) {
                Ok(bitcode) => {
                    made += 1;
                    let listing = dxil::bitcode(&bitcode, &Selection::default()).expect("it was made");
                    let listing = String::from_utf8(listing).expect("names are escaped");
                    let again = assemble(&listing, &Options::default());
                    let again = again.unwrap_or_else(|errors| panic!("{errors}\n{listing}"));
                    let second = dxil::bitcode(&again, &Selection::default()).expect("it was made");
                    assert!(second == listing.as_bytes(), "{listing}\n{}", String::from_utf8_lossy(&second));
                }
                Err(errors) => {
                    refused += 1;
                    for error in &errors {
                        assert!(text.get(error.span.clone()).is_some(), "{error:?}\n{text}");
                        assert!(error.rule.is_some() && error.help.is_some(), "{error:?}");
                    }
                }
            }
        }
    }
    println!("{made} assembled, {refused} refused");
    assert!(made > 100 && refused > 100);
}
