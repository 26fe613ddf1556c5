//! Checks the laws of every format on mutated corpus files and on random bytes.

use glassbox_core::format::Format;
use glassbox_core::places::NoPlaces;
use glassbox_testing::corpus;
use glassbox_testing::random::{Random, mutate};
use glassbox_testing::tree::assert_laws;

/// The formats whose corpus is read, and their names in its table of expectations.
const CORPORA: [(&str, &str); 5] =
    [("shbin", "shbin"), ("vbc", "vbc"), ("sksl", "sksl"), ("bpx", "bpxs"), ("dxcontainer", "dxcontainer")];
/// Mutations of the corpus in all.
const MUTATIONS: usize = 10_000;
/// Maximum size of a mutated file, bytes: larger ones are slow and show nothing new.
const MAX_MUTATED: usize = 64 << 10;

fn formats_of(name: &str) -> Option<&'static dyn Format> {
    glassbox::format(name)
}

#[test]
fn program_databases_of_the_corpus_obey_the_laws() {
    let format = formats_of("pdb").expect("the format is known");
    for path in corpus::files("dxcontainer/pdb", &[".pdb"]) {
        let bytes = std::fs::read(&path).expect("the file is readable");
        assert_laws(format, &glassbox::registry(), &bytes, &path.display().to_string());
        for seed in 0..500 {
            let changed = mutate(&bytes, &mut Random::new(seed));
            let what = format!("{} with seed {seed}", path.display());
            assert_laws(format, &glassbox::registry(), &changed, &what);
        }
    }
}

#[test]
fn mutations_of_the_corpus_obey_the_laws() {
    for (name, listed) in CORPORA {
        let format = formats_of(name).expect("the format is known");
        let rows = corpus::expected(listed);
        let files: Vec<Vec<u8>> =
            rows.iter().map(corpus::Expected::bytes).filter(|bytes| bytes.len() <= MAX_MUTATED).collect();
        for seed in 0..MUTATIONS / CORPORA.len() {
            let mut random = Random::new(seed as u64);
            let file = seed % files.len();
            let bytes = mutate(&files[file], &mut random);
            assert_laws(
                format,
                &glassbox::registry(),
                &bytes,
                &format!("file {file} of {name} with seed {seed}"),
            );
        }
    }
}

#[test]
fn random_bytes_obey_the_laws() {
    let magics: &[&[u8]] = &[
        b"",
        b"DVLB\x01\0\0\0\x0c\0\0\0DVLP",
        b"DVOJ",
        b"VBC\x01\x01",
        b"BPXS\0\0\0\0\0\0\0\0\0\0\0\0\x02\0\0\0\x02\0\0\0",
        b"\x03\x02\x23\x07",
        b"\x07\x23\x02\x03",
        b"DXBC",
        b"DXBC\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\x90\x01\0\0\x02\0\0\0\x28\0\0\0\x38\0\0\0STAT\x08\0\0\0",
        b"Microsoft C/C++ MSF 7.00\r\n\x1aDS\0\0\0\x40\0\0\0\x01\0\0\0\x08\0\0\0\x10\0\0\0\0\0\0\0\x02\0\0\0",
        b"\x08\0\x05\0\x04main\x2b\x03\x34\0",
    ];
    for seed in 0..4000 {
        let mut random = Random::new(seed);
        let mut bytes = magics[seed as usize % magics.len()].to_vec();
        bytes.extend(random.bytes(400));
        // Small numbers make offsets and counts that are in range.
        if seed % 2 == 0 {
            bytes.iter_mut().skip(24).for_each(|byte| *byte &= 0x0f);
        }
        for format in glassbox::formats() {
            assert_laws(
                *format,
                &glassbox::registry(),
                &bytes,
                &format!("random bytes of seed {seed} as {}", format.id()),
            );
        }
    }
}

#[test]
fn spirv_modules_of_the_corpus_come_back() {
    let spirv = formats_of("spirv").expect("the format is known");
    let registry = glassbox::registry();
    let language = registry.language("spirv").expect("the language is known");
    for row in corpus::expected("vbc") {
        let bytes = row.bytes();
        let limits = glassbox_core::limits::Limits::default();
        let file = glassbox::open_as(&bytes, formats_of("vbc"), &limits);
        let tree = file.tree();
        for &leaf in tree.leaves() {
            let node = tree.node(leaf);
            if !matches!(node.kind, glassbox_core::reader::NodeKind::Code { .. }) {
                continue;
            }
            let module = &bytes[node.start as usize..node.end as usize];
            let mut text = Vec::new();
            if language
                .disassemble(module, &[], &mut text, &mut NoPlaces)
                .expect("writing to memory succeeds")
            {
                let text = String::from_utf8(text).expect("assembly is UTF-8");
                assert!(
                    language.assemble(&text).is_ok_and(|back| back == module),
                    "{}: {}",
                    row.name,
                    tree.path(leaf)
                );
            }
            assert_laws(spirv, &registry, module, &row.name);
        }
    }
}

/// Each line of code shows some of its bytes; together the lines show all of them, without a jump ahead.
#[test]
fn lines_of_code_show_its_bytes() {
    let mut counts = std::collections::BTreeMap::<&str, usize>::new();
    for path in corpus::files("", &[""]) {
        let bytes = std::fs::read(&path).expect("the corpus can be read");
        let file = glassbox::open(&bytes);
        for (piece, name) in file.code(None) {
            let language = glassbox::language(name).expect("the language is known");
            let (mut text, mut places) = (Vec::new(), Vec::new());
            let code = &piece.bytes;
            if !language.disassemble(code, &piece.side_table, &mut text, &mut places).expect("memory") {
                assert!(text.is_empty() && places.is_empty(), "{}", path.display());
                continue;
            }
            let lines = text.split_inclusive(|byte| *byte == b'\n').count();
            assert_eq!(places.len(), lines, "{}: {name}", path.display());
            let mut end = 0;
            for place in &places {
                assert!(
                    place.start <= end && place.end <= code.len() as u64,
                    "{}: {place:?}",
                    path.display()
                );
                end = end.max(place.end);
            }
            assert_eq!(end, code.len() as u64, "{}: {name}", path.display());
            *counts.entry(name).or_default() += 1;
        }
    }
    for name in ["spirv", "pica", "dxbc"] {
        assert!(counts.get(name).is_some_and(|count| *count > 3), "{name}: {counts:?}");
    }
}
