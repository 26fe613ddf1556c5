//! The state of a run.

use std::fs;
use std::time::{Duration, SystemTime};

use glassbox_programs::digest::sum;
use glassbox_programs::index::{Output, Results, json};
use glassbox_programs::state::{State, Unit};

fn age(path: &std::path::Path, seconds: u64) {
    let file = fs::File::options().write(true).open(path).expect("it is there");
    file.set_modified(SystemTime::now() - Duration::from_secs(seconds)).expect("times can be set");
}

#[test]
fn what_changed_is_seen() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    for name in ["same", "size", "time", "gone", "new"] {
        fs::write(at(name), name).expect("it can be written");
        age(at(name).as_ref(), 100);
    }
    fs::write(at("new"), "new").expect("it can be written");
    let mut state = State::default();
    state.begin();
    for name in ["same", "size", "time", "gone", "missing", "appears", "new"] {
        state.source(&at(name));
    }
    assert_eq!(state.source(&at("size")), 1, "a file has one number");
    fs::write(at("result"), "new").expect("it can be written");
    fs::write(at("replaced"), "old").expect("it can be written");
    fs::write(at("removed"), "old").expect("it can be written");
    let result = ["result", "replaced", "removed"].map(|name| state.result(&at(name)));
    fs::write(at("unused"), "").expect("it can be written");
    state.source(&at("unused"));
    let output = |file: &str| Output {
        target: "wgsl".into(),
        stage: "vertex".into(),
        entry: "main".into(),
        file: file.into(),
    };
    let unit = Unit {
        name: "program".into(),
        shape: sum(b"options"),
        read: (0..7).collect(),
        written: result.to_vec(),
        outputs: ["result", "replaced", "removed"].map(output).to_vec(),
    };
    state.units.push(unit);
    let path = folder.path().join("state/of/it");
    state.save(&path).expect("it can be written");
    fs::write(at("size"), "other").expect("it can be written");
    age(at("time").as_ref(), 50);
    fs::remove_file(at("gone")).expect("it can be removed");
    fs::write(at("appears"), "").expect("it can be written");
    fs::write(at("other"), "old").expect("it can be written");
    fs::rename(at("other"), at("replaced")).expect("it can be renamed");
    fs::remove_file(at("removed")).expect("it can be removed");
    let read = State::load(&path).expect("it can be read").expect("it is whole");
    assert_eq!(read.units, state.units);
    assert_eq!(read.files, state.files[..10], "files that nothing has are left out");
    // `new` was written when the run began: its time proves nothing. Results are written by runs only.
    assert_eq!(read.unchanged(), [true, false, false, false, true, false, false, true, false, false]);
}

#[test]
fn damaged_states_are_none() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("state");
    assert_eq!(State::load(&path).expect("there is none"), None);
    State::default().save(&path).expect("it can be written");
    let mut bytes = fs::read(&path).expect("it is there");
    *bytes.last_mut().expect("it has bytes") ^= 1;
    fs::write(&path, bytes).expect("it can be written");
    assert_eq!(State::load(&path).expect("it can be read"), None);
}

#[test]
fn the_index_is_json() {
    let output = |file: &str| Output {
        target: "glsl".into(),
        stage: "fragment".into(),
        entry: "ma\"in".into(),
        file: file.into(),
    };
    let defines = |value: &str| vec![("A".to_owned(), value.to_owned())];
    let (zero, one, other) = (defines("0"), defines("1"), defines("\\"));
    let (x, y) = ([output("x\n")], [output("y")]);
    let all = [
        Results { program: "a", defines: &zero, outputs: &x, is_wrong: false },
        Results { program: "a", defines: &one, outputs: &[], is_wrong: true },
        Results { program: "b", defines: &other, outputs: &y, is_wrong: false },
    ];
    let expected = "{\"schema\":1,\"programs\":[
{\"name\":\"a\",\"permutations\":[
  {\"defines\":{\"A\":\"0\"},\"ok\":true,\"outputs\":[{\"target\":\"glsl\",\"stage\":\"fragment\",\"entry\":\"ma\\\"in\",\"file\":\"x\\u000a\"}]},
  {\"defines\":{\"A\":\"1\"},\"ok\":false,\"outputs\":[]}]},
{\"name\":\"b\",\"permutations\":[
  {\"defines\":{\"A\":\"\\\\\"},\"ok\":true,\"outputs\":[{\"target\":\"glsl\",\"stage\":\"fragment\",\"entry\":\"ma\\\"in\",\"file\":\"y\"}]}]}
]}
";
    assert_eq!(json(&all), expected);
    assert_eq!(json(&[]), "{\"schema\":1,\"programs\":[]}\n");
}

#[test]
fn units_are_found_in_any_order() {
    let unit = |name: &str| Unit {
        name: name.into(),
        shape: sum(name.as_bytes()),
        read: Vec::new(),
        outputs: Vec::new(),
        written: Vec::new(),
    };
    for (names, found) in [
        (vec!["a", "b", "c"], vec!["a", "b", "c"]),
        (vec!["a", "c"], vec!["a", "c"]),
        (vec!["c", "new", "a", "b"], vec!["c", "", "a", "b"]),
        (vec!["new", "a", "b", "c"], vec!["", "a", "b", "c"]),
        (vec![], vec![]),
    ] {
        let mut state = State::default();
        state.units = ["a", "b", "c"].map(unit).to_vec();
        let taken = state.take(names.iter().copied());
        let taken: Vec<&str> =
            taken.iter().map(|unit| unit.as_ref().map_or("", |unit| unit.name.as_str())).collect();
        assert_eq!(taken, found, "{names:?}");
        assert_eq!(state.units, []);
    }
}
