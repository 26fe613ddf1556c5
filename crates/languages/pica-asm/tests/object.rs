//! Checks the data of an assembly for linkers and for tools that show sources next to code.

use glassbox_pica_asm::{Assembly, Input, Options, assemble};

const LIBRARY: &str = "\
.nodvle
.fvec mvp[4], lights
# 20 \"lights.v.pica\"
.proc shade
    mov r0, lights
    call helper
.end
.proc helper
    nop
.end
";

const MAIN: &str = "\
.fvec mvp[4]
.out - position
.proc main
    ifu b0
        call shade
    .end
    mov o0, r0
    end
.end
";

fn object(name: &str, text: &str) -> Assembly {
    let options = Options { object: true, ..Options::default() };
    assemble(&[Input { name, text }], &options)
}

#[test]
fn calls_of_other_objects_are_left_open() {
    let main = object("main.v.pica", MAIN);
    let binary = main.binary.as_ref().expect("an object needs no other");
    let calls: Vec<_> =
        main.calls.iter().map(|call| (call.word, call.name.as_str(), call.is_resolved)).collect();
    assert_eq!(calls, [(1, "shade", false)]);
    assert_eq!(binary.program.code.iter().nth(1), Some(0x9000_0000), "the target is open");
    let entry = main.entries[0].as_ref().expect("there is `main`");
    // ifu, call, its NOP, mov, end.
    assert_eq!((entry.procedure.as_str(), entry.start, entry.size), ("main", 0, 5));
}

#[test]
fn a_library_keeps_its_tables_and_has_no_entry() {
    let library = object("library.v.pica", LIBRARY);
    let binary = library.binary.as_ref().expect("a library needs no entry");
    assert_eq!(library.entries, [None]);
    let tables = &binary.executables[0].tables;
    let names: Vec<String> =
        tables.uniforms.iter().map(|uniform| tables.symbols.text(uniform.name)).collect();
    assert_eq!(names, ["mvp", "lights"]);
    let procedures: Vec<_> = library
        .procedures
        .iter()
        .map(|procedure| (procedure.name.as_str(), procedure.start, procedure.size))
        .collect();
    assert_eq!(procedures, [("shade", 0, 3), ("helper", 3, 1)]);
    assert!(library.calls[0].is_resolved);
}

#[test]
fn words_know_their_statements_and_the_lines_of_markers() {
    let library = object("library.v.pica", LIBRARY);
    let lines: Vec<_> =
        library.words.iter().map(|word| (library.files[word.file as usize].as_str(), word.line)).collect();
    let file = "lights.v.pica";
    assert_eq!(lines, [(file, 21), (file, 22), (file, 23), (file, 25)]);
    let statements: Vec<&str> =
        library.words.iter().map(|word| &LIBRARY[word.start as usize..word.end as usize]).collect();
    assert_eq!(statements, ["mov r0, lights", "call helper", ".end", "nop"]);
}

#[test]
fn a_program_without_its_procedures_is_none() {
    let input = Input { name: "main.v.pica", text: MAIN };
    let alone = assemble(&[input], &Options::default());
    assert!(alone.binary.is_none());
    assert!(alone.findings.iter().any(|finding| finding.rule.id == "PICA-ASM-19"));
    let library = Input { name: "library.v.pica", text: LIBRARY };
    let both = assemble(&[input, library], &Options::default());
    assert_eq!(both.executable_inputs, [0]);
    assert!(both.header().contains("#define VSH_FVEC_lights 0x04\n"));
}
