//! Requests and their answers, over the corpus and by hand.

mod corpus;
mod requests;

use glassbox_web::Session;
use serde_json::Value;

/// Asks, and expects an answer.
fn ask(session: &mut Session, request: &Value, data: &[u8]) -> (Value, Vec<u8>) {
    let reply = session.ask(request.to_string().as_bytes(), data);
    let mut json: Value = serde_json::from_slice(&reply.json).expect("an answer is JSON");
    match json.get_mut("answer") {
        Some(answer) => (answer.take(), reply.bytes),
        None => panic!("{request}: {json}"),
    }
}

/// Asks, and expects to be refused: the sentence, and the findings.
fn refused(session: &mut Session, request: &Value, data: &[u8]) -> (String, Vec<Value>) {
    let reply = session.ask(request.to_string().as_bytes(), data);
    let json: Value = serde_json::from_slice(&reply.json).expect("an answer is JSON");
    let sentence = json["refused"].as_str().unwrap_or_else(|| panic!("{request}: {json}"));
    (sentence.to_owned(), json["findings"].as_array().cloned().unwrap_or_default())
}
