//! Corpus tests: round trip, repairs, reflection.

use glassbox_core::diagnostic::Severity;
use glassbox_core::format::{Format, WriteLayout};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_testing::{corpus, tree};
use glassbox_vbc::format::FORMAT;

#[test]
fn writing_with_the_layout_gives_the_same_bytes() {
    let mut written = 0;
    for row in corpus::expected("vbc") {
        let bytes = row.bytes();
        let Ok(opened) = FORMAT.open(Window::whole(&bytes), &Limits::default()) else {
            continue;
        };
        let back = opened.write(WriteLayout::Original).unwrap_or_else(|why| panic!("{}: {why}", row.name));
        assert!(back == bytes, "{}: other bytes", row.name);
        written += 1;
    }
    eprintln!("{written} files written again");
}

#[test]
fn repaired_subpass_records_are_those_of_the_fixed_compiler() {
    for name in ["one", "two", "four"] {
        let broken = corpus::bytes(&format!("vbc/released/passinput-{name}.vbc"));
        let right = corpus::bytes(&format!("vbc/corrected/passinput-{name}.vbc"));
        let opened = FORMAT.open(Window::whole(&broken), &Limits::default()).expect("it is VBC");
        let fixed = opened.repair("subpass-records").expect("it can be fixed");
        let code = right.windows(4).position(|word| word == [3, 2, 0x23, 7]).expect("there is code");
        assert_eq!(fixed[25..code], right[25..code], "{name}");
        assert!(tree::diagnostics(&FORMAT, &fixed).iter().all(|finding| finding.severity < Severity::Error));
    }
}

#[test]
fn upgraded_files_have_no_errors() {
    for row in corpus::expected("vbc").iter().filter(|row| row.name.starts_with("vbc/legacy")) {
        let bytes = row.bytes();
        let opened = FORMAT.open(Window::whole(&bytes), &Limits::default()).expect("it is VBC");
        let upgraded = opened.repair("upgrade").unwrap_or_else(|why| panic!("{}: {why}", row.name));
        let errors: Vec<String> = tree::diagnostics(&FORMAT, &upgraded)
            .iter()
            .filter(|finding| finding.severity == Severity::Error)
            .map(|finding| format!("{} {}: {}", finding.rule.id, finding.location.path, finding.message))
            .collect();
        assert!(errors.is_empty(), "{}: {errors:#?}", row.name);
        assert!(opened.write(WriteLayout::Canonical).is_ok(), "{}", row.name);
    }
}

#[test]
fn default_repairs_remove_what_they_name() {
    for row in corpus::expected("vbc") {
        let bytes = row.bytes();
        let Ok(opened) = FORMAT.open(Window::whole(&bytes), &Limits::default()) else {
            continue;
        };
        for repair in opened.repairs() {
            match opened.repair(repair.name) {
                Ok(fixed) => {
                    let left = tree::diagnostics(&FORMAT, &fixed);
                    let gone = left.iter().all(|finding| Some(finding.rule.id) != repair.rule);
                    // Sorting cannot close a gap.
                    assert!(
                        gone || repair.name == "output-order",
                        "{}: {} leaves its rule",
                        row.name,
                        repair.name
                    );
                }
                Err(why) => assert_eq!(repair.name, "length-wrap", "{}: {why}", row.name),
            }
        }
    }
}

#[test]
fn derived_reflection_agrees_with_the_compiler() {
    let mut equal = 0;
    for row in corpus::expected("vbc") {
        let whole = row.name.starts_with("vbc/released") || row.name.starts_with("vbc/corrected");
        let bytes = row.bytes();
        let Ok((glassbox_vbc::read::File::Released(file), _)) =
            glassbox_vbc::read::open(Window::whole(&bytes), &Limits::default())
        else {
            continue;
        };
        if !whole || file.layout.objects.is_some() {
            continue;
        }
        let derived = glassbox_vbc::derive::from_modules(file.program.modules.clone())
            .unwrap_or_else(|why| panic!("{}: {why}", row.name));
        for binding in derived.bindings.iter() {
            let stored = file.program.bindings.iter().find(|stored| stored.slot == binding.slot);
            let stored = stored.unwrap_or_else(|| panic!("{}: slot {}", row.name, binding.slot));
            let shape = (stored.base_type, stored.shape());
            assert_eq!(shape, (binding.base_type, binding.shape()), "{} slot {}", row.name, binding.slot);
            assert_eq!(
                stored.stages.0 & binding.stages.0,
                binding.stages.0,
                "{} slot {}",
                row.name,
                binding.slot
            );
        }
        equal += usize::from(derived.bindings.len() == file.program.bindings.len());
    }
    eprintln!("{equal} files have all their bindings in the code");
}
