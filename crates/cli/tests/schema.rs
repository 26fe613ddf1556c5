//! The JSON and SARIF output of the command follows the schemas.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::json_schema;
use json_schema::check;
use serde_json::{Value, json};

/// Inputs of every kind: the fixtures, unknown data, and a text form with a mistake.
fn inputs(folder: &Path) -> Vec<PathBuf> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let mut all: Vec<PathBuf> = std::fs::read_dir(fixtures)
        .expect("the fixtures can be listed")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    all.extend(glassbox_testing::case::base_files());
    all.sort();
    for (name, bytes) in [
        ("unknown.bin", &b"\x00\x01\xfe not a shader"[..]),
        ("empty.bin", b""),
        ("bad.txt", b"glassbox 1\nsize u8 = 300\n"),
        ("good.txt", b"glassbox 1\nsize f32 = bits(0x7fc00000)\n"),
    ] {
        let path = folder.join(name);
        std::fs::write(&path, bytes).expect("the folder can be written");
        all.push(path);
    }
    all
}

fn run(arguments: &[&str], inputs: &[PathBuf]) -> Value {
    let done = Command::new(env!("CARGO_BIN_EXE_glassbox"))
        .args(arguments)
        .args(inputs)
        .output()
        .expect("the command runs");
    assert_ne!(done.status.code(), None, "{arguments:?} ended with a signal");
    let text = String::from_utf8(done.stdout).expect("JSON is UTF-8");
    serde_json::from_str(&text).unwrap_or_else(|error| {
        let errors = String::from_utf8_lossy(&done.stderr);
        panic!("{arguments:?} {inputs:?}: {error}: {text}{errors}")
    })
}

fn assert_follows(name: &str, document: &Value) {
    let mut problems = Vec::new();
    let schema = json_schema::read(name);
    check(schema, schema, document, "$", &mut problems);
    assert!(problems.is_empty(), "{name}:\n{}", problems.join("\n"));
}

#[test]
fn results_of_projects_follow_their_schemas() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/build");
    let read = |path: &Path| -> Value {
        let text = std::fs::read_to_string(path).expect("it is written");
        serde_json::from_str(&text).expect("it is JSON")
    };
    let compile = |arguments: &[&str]| {
        let done = Command::new(env!("CARGO_BIN_EXE_glassbox"))
            .arg("compile")
            .args(arguments)
            .args(["--quiet", "-o"])
            .arg(folder.path().join("out"))
            .current_dir(&example)
            .output()
            .expect("the command runs");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    };
    compile(&["shaders.toml"]);
    assert_follows("programs", &read(&folder.path().join("out/index.json")));
    let reflected = folder.path().join("light.json");
    let path = reflected.to_str().expect("the path is text");
    compile(&["light.vert", "light.frag", "-I", "common", "--reflect", path]);
    assert_follows("interface", &read(&reflected));
}

#[test]
fn reports_follow_their_schemas() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let inputs = inputs(folder.path());
    for (command, name) in [
        ("validate", "diagnostics"),
        ("info", "info"),
        ("interface", "interface"),
        ("symbols", "symbols"),
        ("dump", "tree"),
    ] {
        let document = run(&[command, "--format", "json"], &inputs);
        assert_follows(name, &document);
        if command == "validate" {
            assert_eq!(document["files"].as_array().map(Vec::len), Some(inputs.len()));
        }
    }
}

/// A document with every field of the schema is read, and one without a field of it is too.
#[test]
fn bindings_are_read_as_their_schema_says() {
    let whole = json!({
        "schema": 1,
        "push_constants": {
            "name": "Draw",
            "hlsl": {"registers": ["b3"], "space": 1},
            "msl": {"buffer": 2, "texture": 0, "sampler": 0},
            "wgsl": {"group": 0, "binding": 4, "sampler": 5},
        },
        "resources": [{
            "set": 0,
            "binding": 4294967295u32,
            "name": "albedo",
            "glsl": {"binding": 1},
            "vulkan": {"set": 2, "binding": 3},
            "hlsl": {"registers": ["t4", "s5"], "space": 6},
            "msl": {"buffer": 7, "texture": 8, "sampler": 9},
            "wgsl": {"group": 1, "binding": 2, "sampler": 3},
        }],
        "registers": [{"register": "t4", "space": 1, "count": 2, "set": 3, "binding": 6}],
    });
    assert_follows("bindings", &whole);
    assert_has_all(json_schema::read("bindings"), &whole, "$");
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let shader = folder.path().join("tint.spv");
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tint.vert.spvasm");
    let convert = |document: &Value| {
        let bindings = folder.path().join("bindings.json");
        std::fs::write(&bindings, document.to_string()).expect("it can be written");
        let mut command = Command::new(env!("CARGO_BIN_EXE_glassbox"));
        let command = command.args(["convert", "--to", "hlsl", "--bindings"]).arg(&bindings).arg(&shader);
        command.output().expect("the command runs").status.code()
    };
    let mut assemble = Command::new(env!("CARGO_BIN_EXE_glassbox"));
    assert!(assemble.arg("asm").arg(fixture).arg("-o").arg(&shader).status().expect("it runs").success());
    assert_eq!(convert(&whole), Some(0));
    for field in ["/schema", "/push_constants", "/resources/0/hlsl/space", "/resources/0/binding"] {
        let mut wrong = whole.clone();
        *wrong.pointer_mut(field).expect("it is there") = json!("wrong");
        assert_eq!(convert(&wrong), Some(1), "{field}");
    }
    assert_eq!(convert(&json!({})), Some(0));
}

/// Checks that a document has every property of a schema.
fn assert_has_all(schema: &Value, value: &Value, path: &str) {
    for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
        assert!(!value[name].is_null(), "{path}.{name}");
        assert_has_all(inner, &value[name], &format!("{path}.{name}"));
    }
    if !schema["items"].is_null() {
        assert_has_all(&schema["items"], &value[0], &format!("{path}[0]"));
    }
}

#[test]
fn reports_on_one_file_follow_their_schemas() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let inputs = inputs(folder.path());
    for input in &inputs {
        let known = run(&["info", "--format", "json"], std::slice::from_ref(input));
        if known["files"][0]["format"].is_null() {
            continue;
        }
        for (command, name) in [("extract", "pieces"), ("repair", "repairs")] {
            let document = run(&[command, "--list", "--format", "json"], std::slice::from_ref(input));
            assert_follows(name, &document);
        }
    }
}

#[test]
fn plans_follow_their_schema() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let mut files = Vec::new();
    for name in ["main", "shade", "again"] {
        let source = fixtures.join(format!("{name}.dxil.txt"));
        let file = folder.path().join(format!("{name}.dxil"));
        let parsed = Command::new(env!("CARGO_BIN_EXE_glassbox"))
            .arg("parse")
            .arg(source)
            .arg("-o")
            .arg(&file)
            .status();
        assert!(parsed.expect("the command runs").success());
        files.push(file);
    }
    for request in [
        &["--entry", "MainPS", "--profile", "ps_6_0"][..],
        &["--entry", "MianPS", "--profile", "ps_6_0"],
        &["--exports", "Shade", "--profile", "lib_6_3"],
        &["--entry", "MainPS", "--profile", "ps_5_0"],
    ] {
        let arguments = [&["link", "--plan", "--format", "json"], request].concat();
        assert_follows("link-plan", &run(&arguments, &files));
        // Without the library that has the function.
        assert_follows("link-plan", &run(&arguments, &files[..1]));
    }
}

#[test]
fn maps_follow_their_schema() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let map = folder.path().join("map.json");
    let status = Command::new(env!("CARGO_BIN_EXE_glassbox"))
        .args(["convert", "--to", "glsl", "--name-map"])
        .arg(&map)
        .arg(fixtures.join("tint.shbin.txt"))
        .output()
        .expect("the command runs")
        .status;
    assert!(status.success());
    let text = std::fs::read_to_string(map).expect("the map is there");
    assert_follows("map", &serde_json::from_str(&text).expect("the map is JSON"));
}

#[test]
fn names_follow_their_schema() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let map = folder.path().join("names.json");
    let done = Command::new(env!("CARGO_BIN_EXE_glassbox"))
        .args(["convert", "--to", "wgsl", "--entry", "vertex", "--name-map"])
        .arg(&map)
        .arg(fixtures.join("tint.vbc.txt"))
        .output()
        .expect("the command runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let text = std::fs::read_to_string(map).expect("the map is there");
    assert_follows("names", &serde_json::from_str(&text).expect("the map is JSON"));
}

#[test]
fn finds_follow_their_schema() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let text = std::fs::read_to_string(fixtures.join("tint.vbc.txt")).expect("the fixture is there");
    let inner = text.replacen("glassbox 1", "glassbox 1\nraw[0] u8 = 1", 1);
    let carrier = folder.path().join("carrier.txt");
    std::fs::write(&carrier, inner).expect("the folder can be written");
    for input in [carrier, folder.path().join("unknown.bin")] {
        let _ = inputs(folder.path());
        let arguments = ["scan", "--recursive", "--format", "json"];
        let document = run(&arguments, std::slice::from_ref(&input));
        assert_follows("finds", &document);
        let finds = document["files"][0]["finds"].as_array().expect("finds");
        if input.ends_with("carrier.txt") {
            assert_eq!(finds[0]["format"], "vbc");
            assert_eq!(finds[0]["start"], 1);
            assert_eq!(finds[1]["inside"], 0);
        } else {
            assert!(finds.is_empty());
        }
    }
}

#[test]
fn differences_follow_their_schema() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let inputs: Vec<PathBuf> =
        inputs(folder.path()).into_iter().filter(|path| !path.ends_with("bad.txt")).collect();
    for pair in inputs.windows(2) {
        let document = run(&["diff", "--format", "json"], pair);
        assert_follows("diff", &document);
        assert_eq!(document["same"], json!(false));
    }
    let same = [inputs[0].clone(), inputs[0].clone()];
    assert_eq!(run(&["diff", "--format", "json"], &same)["same"], json!(true));
}

#[test]
fn rules_follow_their_schema() {
    let document = run(&["explain", "--format", "json"], &[]);
    assert_follows("rules", &document);
    let rules = document["rules"].as_array().expect("rules");
    assert!(rules.iter().any(|rule| rule["id"] == "GLASSBOX-01"));
    let mut ids: Vec<_> = rules.iter().filter_map(|rule| rule["id"].as_str()).collect();
    ids.sort_unstable();
    let count = ids.len();
    ids.dedup();
    assert_eq!(ids.len(), count, "an id stands for two rules");
}

/// The part of the SARIF 2.1.0 schema that our logs touch, with its limits.
fn sarif_schema() -> Value {
    let text = |name: &str| json!({ "type": "object", "required": ["text"], "properties": { name: { "type": "string" } } });
    let level = json!({ "enum": ["none", "note", "warning", "error"] });
    let message = text("text");
    let index = json!({ "type": "integer", "minimum": -1 });
    json!({
        "type": "object",
        "required": ["version", "runs"],
        "properties": {
            "$schema": { "type": "string" },
            "version": { "const": "2.1.0" },
            "runs": { "type": "array", "items": {
                "type": "object",
                "required": ["tool"],
                "properties": {
                    "tool": { "type": "object", "required": ["driver"], "properties": { "driver": {
                        "type": "object",
                        "required": ["name"],
                        "properties": {
                            "name": { "type": "string" },
                            "version": { "type": "string" },
                            "rules": { "type": "array", "items": {
                                "type": "object",
                                "required": ["id"],
                                "properties": {
                                    "id": { "type": "string" },
                                    "shortDescription": message,
                                    "fullDescription": message,
                                    "help": message,
                                    "defaultConfiguration": { "type": "object", "properties": { "level": level } },
                                },
                            } },
                        },
                    } } },
                    "columnKind": { "enum": ["utf16CodeUnits", "unicodeCodePoints"] },
                    "invocations": { "type": "array", "items": {
                        "type": "object",
                        "required": ["executionSuccessful"],
                        "properties": {
                            "executionSuccessful": { "type": "boolean" },
                            "toolExecutionNotifications": { "type": "array", "items": {
                                "type": "object",
                                "required": ["message"],
                                "properties": { "level": level, "message": message },
                            } },
                        },
                    } },
                    "artifacts": { "type": "array", "items": {
                        "type": "object",
                        "properties": {
                            "location": { "$ref": "#/$defs/artifactLocation" },
                            "length": { "type": "integer", "minimum": -1 },
                            "roles": { "type": "array", "items": { "enum": ["analysisTarget"] } },
                        },
                    } },
                    "results": { "type": "array", "items": {
                        "type": "object",
                        "required": ["message"],
                        "properties": {
                            "ruleId": { "type": "string" },
                            "ruleIndex": index,
                            "level": level,
                            "message": message,
                            "locations": { "type": "array", "items": { "$ref": "#/$defs/location" } },
                            "relatedLocations": { "type": "array", "items": { "$ref": "#/$defs/location" } },
                            // A property bag, in which the standard allows any names: these are ours.
                            "properties": { "type": "object", "properties": {
                                "cause": { "type": "integer", "minimum": 0 },
                                "like": { "type": "integer", "minimum": 0 },
                            } },
                        },
                    } },
                },
            } },
        },
        "$defs": {
            "artifactLocation": { "type": "object", "properties": {
                "uri": { "type": "string" },
                "index": index,
            } },
            "location": { "type": "object", "properties": {
                "physicalLocation": { "type": "object", "required": ["artifactLocation"], "properties": {
                    "artifactLocation": { "$ref": "#/$defs/artifactLocation" },
                    "region": { "type": "object", "properties": {
                        "startLine": { "type": "integer", "minimum": 1 },
                        "startColumn": { "type": "integer", "minimum": 1 },
                        "byteOffset": { "type": "integer", "minimum": -1 },
                        "byteLength": { "type": "integer", "minimum": 0 },
                    } },
                } },
                "logicalLocations": { "type": "array", "items": { "type": "object", "properties": {
                    "fullyQualifiedName": { "type": "string" },
                } } },
                "message": message,
            } },
        },
    })
}

#[test]
fn sarif_follows_the_standard() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let inputs = inputs(folder.path());
    let log = run(&["validate", "--format", "sarif"], &inputs);
    let schema = sarif_schema();
    let mut problems = Vec::new();
    check(&schema, &schema, &log, "$", &mut problems);
    assert!(problems.is_empty(), "{}", problems.join("\n"));

    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    let artifacts = run["artifacts"].as_array().expect("artifacts");
    let results = run["results"].as_array().expect("results");
    assert!(!results.is_empty());
    assert_eq!(artifacts.len(), inputs.len());
    for result in results {
        let rule = result["ruleIndex"].as_u64().expect("an index") as usize;
        assert_eq!(rules[rule]["id"], result["ruleId"]);
        let place = &result["locations"][0]["physicalLocation"]["artifactLocation"];
        let artifact = place["index"].as_u64().expect("an index") as usize;
        assert_eq!(artifacts[artifact]["location"]["uri"], place["uri"]);
        for word in ["cause", "like"] {
            if let Some(other) = result["properties"][word].as_u64() {
                let other = &results[other as usize]["locations"][0]["physicalLocation"]["artifactLocation"];
                assert_eq!(other["uri"], place["uri"], "a finding follows from one of its own file");
            }
        }
    }
}

#[test]
fn runs_follow_their_schema() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("the folder can be written");
        path
    };
    let points = write("points.csv", "x,y\n1,nan\n2,0\n");
    let vertex = write(
        "loop.v.pica",
        ".out - position\n.proc main\nmov o0, v0\nagain:\ncmp v0, eq, eq, v0.xxxx\njmpc cmp.y, again\nend\n.end\n",
    );
    let geometry = write(
        "one.g.pica",
        ".gsh point c0\n.out - position\n.proc main\nmov o0, v0\nsetemit 0, prim\nemit\nend\n.end\n",
    );
    let points = points.to_str().expect("a name");
    for input in [vertex, geometry] {
        for more in [&["--hex"][..], &["--trace", "--profile"], &["--float32"]] {
            let mut arguments = vec!["run", "--format", "json", "--max-steps", "50", "--batch", points];
            arguments.extend(more);
            assert_follows("run", &run(&arguments, std::slice::from_ref(&input)));
        }
    }
}
