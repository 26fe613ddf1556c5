//! Tests that the projects in `examples/bpxs` build for every target.

use std::path::Path;

use crate::support;
use glassbox_bpx_build::project::targets;

#[test]
fn every_example_builds_for_every_target() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/bpxs");
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        files.push((name, std::fs::read(&path).unwrap()));
    }
    let projects: Vec<usize> = (0..files.len()).filter(|at| files[*at].0.ends_with(".toml")).collect();
    assert!(!projects.is_empty());
    for at in projects {
        files.swap(0, at);
        let build = support::build_files(&files);
        assert!(build.findings.is_empty(), "{}: {:#?}", files[0].0, build.findings);
        assert_eq!(build.programs.len(), targets().len(), "{}", files[0].0);
    }
}
