//! Single requests.

use glassbox_web::Session;
use serde_json::{Value, json};

use crate::{ask, refused};

/// The smallest VBC file, and others, are made by the compilers.
const VSL: &str = include_str!("../../../examples/vsl/tinted.vsl");

fn open(session: &mut Session, name: &str, bytes: &[u8]) -> Value {
    ask(session, &json!({"ask": "open", "name": name}), bytes).0
}

#[test]
fn requests_that_make_no_sense_are_refused() {
    let mut session = Session::default();
    for (request, says) in [
        (json!({"ask": "sing"}), "unknown variant `sing`"),
        (json!({"ask": "close"}), "missing field `file`"),
        (json!({"ask": "children", "file": 1, "node": "", "from": 0, "count": 1}), "there is no open file 1"),
        (json!({"ask": "open", "name": "a", "format": "gif"}), "there is no format \"gif\""),
        (json!({"ask": "explain", "rule": "NO-1"}), "there is no rule \"NO-1\""),
    ] {
        let (sentence, _) = refused(&mut session, &request, &[]);
        assert!(sentence.contains(says), "{sentence}");
    }
    assert!(refused(&mut session, &json!(7), &[]).0.contains("not understood"));
}

#[test]
fn a_source_compiles_opens_converts_and_says_where_it_is_wrong() {
    let mut session = Session::default();
    let request = json!({"ask": "compile", "name": "tinted.vsl"});
    let (compiled, bytes) = ask(&mut session, &request, VSL.as_bytes());
    assert_eq!(compiled["findings"], json!([]));
    let about = open(&mut session, "tinted.vbc", &bytes);
    assert_eq!((&about["kind"], &about["format"]), (&json!("binary"), &json!("vbc")));
    assert!(about["targets"].as_array().unwrap().contains(&json!("wgsl")));
    let request = json!({"ask": "entries", "file": about["file"], "to": "wgsl"});
    let entries = ask(&mut session, &request, &[]).0["entries"].clone();
    let entry = &entries[0]["stage"];
    let request = json!({"ask": "convert", "file": about["file"], "to": "wgsl", "options": {"entry": entry}});
    let (_, text) = ask(&mut session, &request, &[]);
    assert!(String::from_utf8_lossy(&text).contains("fn "), "{}", String::from_utf8_lossy(&text));
    let wrong = VSL.replacen(';', "", 1);
    let (compiled, bytes) =
        ask(&mut session, &json!({"ask": "compile", "name": "tinted.vsl"}), wrong.as_bytes());
    assert!(bytes.is_empty());
    assert!(compiled["findings"][0]["line"].is_u64(), "{compiled}");
}

#[test]
fn a_field_is_edited_as_in_the_text_form() {
    let mut session = Session::default();
    let (_, bytes) = ask(&mut session, &json!({"ask": "compile", "name": "tinted.vsl"}), VSL.as_bytes());
    let about = open(&mut session, "tinted.vbc", &bytes);
    let request = json!({"ask": "children", "file": about["file"], "node": "", "from": 0, "count": 50});
    let (rows, _) = ask(&mut session, &request, &[]);
    let first = &rows["rows"][0];
    let request =
        json!({"ask": "children", "file": about["file"], "node": first["id"], "from": 0, "count": 50});
    let (fields, _) = ask(&mut session, &request, &[]);
    let numbers = fields["rows"].as_array().unwrap().iter();
    let mut numbers = numbers.filter(|row| row["type"] == "u16" && row["name"] == "image_table");
    let field = numbers.next().unwrap_or_else(|| panic!("{fields}"));
    let label = format!("{}.{}", first["name"].as_str().unwrap(), field["name"].as_str().unwrap());
    let edit = |value: &str| json!({"ask": "edit", "file": about["file"], "label": label, "value": value});
    let (edited, new) = ask(&mut session, &edit("0x1234"), &[]);
    assert_eq!(edited["findings"], json!([]));
    let at = field["start"].as_u64().unwrap() as usize;
    assert_eq!((&new[at..at + 2], new.len()), (&[0x34, 0x12][..], bytes.len()));
    let (edited, new) = ask(&mut session, &edit("yes"), &[]);
    assert!(new.is_empty() && edited["findings"][0]["rule"].is_string(), "{edited}");
    // The path that a finding would state leads to the row.
    let (located, _) =
        ask(&mut session, &json!({"ask": "locate", "file": about["file"], "path": label}), &[]);
    assert_eq!(located["chain"].as_array().unwrap().last().unwrap()["id"], field["id"]);
}

#[test]
fn stages_compile_to_languages_and_effects_draw() {
    let mut session = Session::default();
    let source =
        "#version 450\nlayout(location = 0) out vec4 c;\nvoid main() { c = vec4(1.0, 0.5, 0.0, 1.0); }\n";
    let request = json!({"ask": "stages", "sources": [{"name": "a.frag", "text": source}], "to": "wgsl"});
    let (compiled, text) = ask(&mut session, &request, &[]);
    assert_eq!(compiled["modules"][0]["stage"], "fragment", "{compiled}");
    assert!(String::from_utf8_lossy(&text).contains("@fragment"));
    let about = open(&mut session, "a.frag", source.as_bytes());
    assert_eq!((&about["kind"], &about["title"]), (&json!("source"), &json!("GLSL")));
    let request = json!({"ask": "convert", "file": about["file"], "to": "hlsl"});
    assert!(String::from_utf8_lossy(&ask(&mut session, &request, &[]).1).contains("SV_Target"));

    let effect = "uniform half4 tint; half4 main(float2 p) { return tint; }";
    let about = open(&mut session, "a.rts", effect.as_bytes());
    assert_eq!(about["draws"], true);
    let (inputs, _) = ask(&mut session, &json!({"ask": "uniforms", "file": about["file"]}), &[]);
    assert_eq!(inputs["uniforms"][0]["name"], "tint");
    let request = json!({"ask": "draw", "file": about["file"], "width": 2, "height": 1, "uniforms": {"tint": [1.0, 0.0, 0.2, 1.0]}});
    let (_, pixels) = ask(&mut session, &request, &[]);
    assert_eq!(pixels, [255, 0, 51, 255, 255, 0, 51, 255]);
    let request =
        json!({"ask": "draw", "file": about["file"], "width": 1, "height": 1, "uniforms": {"tnt": [1]}});
    assert!(refused(&mut session, &request, &[]).0.contains("tnt"));
}

#[test]
fn search_finds_names_values_bytes_and_lines() {
    let mut session = Session::default();
    let (_, bytes) = ask(&mut session, &json!({"ask": "compile", "name": "tinted.vsl"}), VSL.as_bytes());
    let about = open(&mut session, "tinted.vbc", &bytes);
    let mut find = |text: &str, within: &str| {
        let request = json!({"ask": "find", "file": about["file"], "text": text, "within": within, "from": 0, "count": 5});
        ask(&mut session, &request, &[]).0["hits"].as_array().unwrap().clone()
    };
    assert!(find("magic", "names")[0]["path"].as_str().unwrap().contains("magic"));
    let magic: Vec<String> = bytes[..4].iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(find(&magic.join(" "), "bytes")[0]["start"], 0);
    assert_eq!(find("glassbox 1", "text")[0]["line"], 0);
    assert!(find("no such thing anywhere", "values").is_empty());
}
