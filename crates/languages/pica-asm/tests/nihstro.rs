//! Compares sources in nihstro's dialect with files made by nihstro.
//!
//! Deliberate differences, where nihstro's output does not do on hardware what the source says, are listed
//! below.

use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_pica_asm::{Assembly, Input, Options, nihstro};
use glassbox_shbin::model::{Binary, Shbin, Tables};

/// A deliberate difference in a word or descriptor: index, nihstro's value, ours.
type Difference = (usize, u32, u32);

fn assemble(name: &str) -> (Assembly, Binary<'static>) {
    let folder = glassbox_testing::corpus::file("shbin/other");
    let text = std::fs::read_to_string(folder.join(format!("{name}.vsh"))).expect("the source is there");
    assert!(nihstro::is_source(&text), "{name}");
    let file_name = if name.ends_with("gs") { "source.g.vsh" } else { "source.vsh" };
    let input = Input { name: file_name, text: &text };
    let assembly = nihstro::assemble(input, &Options::default());
    let bytes: &'static [u8] =
        std::fs::read(folder.join(format!("{name}.shbin"))).expect("the file is there").leak();
    let file =
        glassbox_shbin::read::read(Window::whole(bytes), &Limits::default()).expect("it is a SHBIN file");
    let Shbin::Binary(binary) = file.model else { panic!("{name} is linked") };
    (assembly, binary)
}

fn differences(theirs: &[u32], ours: &[u32]) -> Vec<Difference> {
    assert_eq!(theirs.len(), ours.len());
    let pairs = theirs.iter().zip(ours).enumerate();
    pairs.filter(|(_, (a, b))| a != b).map(|(at, (&a, &b))| (at, a, b)).collect()
}

/// Uniforms, labels and outputs as text; unordered ones are sorted.
fn tables(tables: &Tables<'_>) -> Vec<String> {
    let mut rows: Vec<String> = tables
        .uniforms
        .iter()
        .map(|uniform| format!("{} {}", tables.symbols.text(uniform.name), uniform.first.range(uniform.last)))
        .collect();
    rows.sort();
    rows.extend(
        tables.labels.iter().map(|label| format!("{}: {}", tables.symbols.text(label.name), label.position)),
    );
    rows.extend(tables.outputs.iter().map(|output| format!("{} {}", output.place(), output.semantic.0)));
    rows
}

fn compare(
    name: &str,
    words: &[Difference],
    descriptors: &[Difference],
) -> (Binary<'static>, Binary<'static>) {
    let (assembly, theirs) = assemble(name);
    let ours = assembly.binary.unwrap_or_else(|| panic!("{name}: {:#?}", assembly.findings));
    let code = |binary: &Binary<'_>| binary.program.code.iter().collect::<Vec<u32>>();
    let table = |binary: &Binary<'_>| {
        let rows = binary.program.descriptors.iter();
        rows.map(|row| row.operands.0).collect::<Vec<u32>>()
    };
    assert_eq!(differences(&code(&theirs), &code(&ours)), words, "{name}: words");
    assert_eq!(differences(&table(&theirs), &table(&ours)), descriptors, "{name}: descriptors");
    (theirs, ours)
}

#[test]
fn arithmetic_and_flow() {
    let descriptors = [
        // `rsq r3.y, r0.y`, `exp r3.z, r0.z` and `log r3.w, r0.w` read x in nihstro's file.
        (8, 0x0204, 0x0A04),
        (9, 0x0102, 0x1102),
        (10, 0x0061, 0x1861),
        // `mova r0.xy` writes nothing in it.
        (12, 0x0200, 0x020C),
    ];
    let (theirs, ours) = compare("nih_arith", &[], &descriptors);
    let (theirs, ours) = (&theirs.executables[0], &ours.executables[0]);
    assert_eq!(tables(&theirs.tables), tables(&ours.tables));
    assert_eq!(theirs.tables.constants, ours.tables.constants);
    // nihstro writes the offset of the label's name.
    assert_eq!((theirs.main, ours.main), (6, 2));
}

#[test]
fn constants_are_rounded_as_picasso_does_it() {
    let (theirs, ours) = compare("nih_float", &[], &[]);
    let (theirs, ours) = (&theirs.executables[0].tables, &ours.executables[0].tables);
    assert_eq!(tables(theirs), tables(ours));
    let words = |tables: &Tables<'_>| {
        let rows = tables.constants.iter();
        rows.map(|row| row.data.map(|word| word.0)).collect::<Vec<_>>()
    };
    // 1e38 is out of range: its exponent wraps in nihstro's file and is infinite in ours.
    let theirs = words(theirs);
    let ours = words(ours);
    assert_eq!(theirs[0], ours[0]);
    assert_eq!((theirs[1][0], theirs[1][2]), (ours[1][0], ours[1][2]));
    // 1.9999999 is rounded to 2 there, and truncated here.
    assert_eq!((theirs[1][1], ours[1][1]), (0x40_0000, 0x3F_FFFF));
    assert_eq!((theirs[1][3], ours[1][3]), (0x3D_2CED, 0x7F_0000));
}

#[test]
fn geometry() {
    // nihstro does not count `setemitraw` when it resolves labels.
    let words = [(6, 0xB400_1800, 0xB400_2000)];
    let (theirs, ours) = compare("nih_gs", &words, &[]);
    assert_eq!(ours.executables[0].stage, theirs.executables[0].stage);
    assert_eq!(ours.executables[0].main, 0);
}
