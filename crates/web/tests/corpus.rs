//! What holds for every file of the corpus.

use glassbox_testing::corpus;
use glassbox_web::Session;
use serde_json::json;

use crate::ask;

/// Texts come in windows as the library writes them, each line with addresses that exist; every byte has a row.
#[test]
fn windows_are_what_the_library_writes() {
    let mut files = 0;
    for path in corpus::files("", &[""]) {
        let bytes = std::fs::read(&path).expect("the corpus can be read");
        if bytes.len() > 200_000 {
            continue;
        }
        files += 1;
        let name = &corpus::name(&path);
        let mut session = Session::default();
        let (about, _) = ask(&mut session, &json!({"ask": "open", "name": name}), &bytes);
        let number = &about["file"];
        let Ok(binary) = glassbox::binary(&bytes) else {
            assert!(!about["mistakes"].as_array().expect("a list").is_empty(), "{name}");
            continue;
        };
        let addresses = about["addresses"].as_u64().expect("a number");
        let opened = glassbox::open_named(
            name,
            &binary,
            None,
            &glassbox::compile::CompileOptions::default(),
            &glassbox_core::limits::Limits::default(),
        );
        let (answer, text) = ask(&mut session, &json!({"ask": "whole", "file": number, "view": "text"}), &[]);
        assert_eq!(String::from_utf8_lossy(&text), opened.text(), "{name}");
        let total = answer["lines"].as_u64().expect("a number");
        let mut joined = Vec::new();
        for from in (0..total).step_by(97) {
            let request = json!({"ask": "lines", "file": number, "view": "text", "from": from, "count": 97});
            let (window, _) = ask(&mut session, &request, &[]);
            assert_eq!(window["total"], total);
            for (line, place) in
                std::iter::zip(window["lines"].as_array().unwrap(), window["places"].as_array().unwrap())
            {
                joined.extend_from_slice(line.as_str().unwrap().as_bytes());
                joined.push(b'\n');
                let (start, end) = (place[0].as_u64().unwrap(), place[1].as_u64().unwrap());
                assert!(start <= end && end <= addresses, "{name}: {line} {place}");
            }
        }
        assert_eq!(joined, text, "{name}");
        let request = json!({"ask": "lines", "file": number, "view": "code", "from": 0, "count": 1_000_000});
        let reply = session.ask(request.to_string().as_bytes(), &[]);
        let reply: serde_json::Value = serde_json::from_slice(&reply.json).expect("an answer is JSON");
        if let Some(window) = reply.get("answer") {
            let places = window["places"].as_array().expect("a list");
            let are_known = places.iter().filter(|place| place.is_array()).count();
            assert!(are_known == 0 || are_known == places.len(), "{name}");
        }
        let size = binary.len() as u64;
        for at in (0..size).step_by((size as usize / 16).max(1)) {
            let (located, _) = ask(&mut session, &json!({"ask": "locate", "file": number, "at": at}), &[]);
            let chain = located["chain"].as_array().unwrap_or_else(|| panic!("{name}: nothing owns {at}"));
            let last = chain.last().expect("a row");
            let (start, end) = (last["start"].as_u64().unwrap(), last["end"].as_u64().unwrap());
            assert!((start..end).contains(&at), "{name}: {at} {last}");
            for view in ["text", "dump"] {
                let request = json!({"ask": "line_at", "file": number, "view": view, "at": at});
                let (line, _) = ask(&mut session, &request, &[]);
                assert!(line["line"].is_u64(), "{name}: no line of {view} shows {at}");
            }
        }
    }
    assert!(files > 300, "{files}");
}
