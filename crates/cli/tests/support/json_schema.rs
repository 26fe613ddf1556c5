//! Validates the subset of JSON Schema used by the published schemas. Stricter than the standard in one point: a
//! property missing from an object's schema is a problem, so that no output is undocumented.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

/// Words that describe and do not constrain.
const DESCRIBING: &[&str] = &["$schema", "$id", "$defs", "title", "description", "required", "pattern"];

/// Collects where `value` does not follow `schema`; `root` holds the definitions.
pub(crate) fn check(root: &Value, schema: &Value, value: &Value, path: &str, problems: &mut Vec<String>) {
    let Some(words) = schema.as_object() else {
        problems.push(format!("{path}: the schema is no object"));
        return;
    };
    for (word, wanted) in words {
        match word.as_str() {
            "type" => {
                let types: Vec<&str> = match wanted {
                    Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
                    one => one.as_str().into_iter().collect(),
                };
                if !types.iter().any(|name| is_type(value, name)) {
                    problems.push(format!("{path}: {value} is not of type {wanted}"));
                    return;
                }
            }
            "const" if value != wanted => problems.push(format!("{path}: {value} is not {wanted}")),
            "enum" if !wanted.as_array().is_some_and(|all| all.contains(value)) => {
                problems.push(format!("{path}: {value} is none of {wanted}"));
            }
            "minimum" => {
                if let (Some(value), Some(least)) = (value.as_f64(), wanted.as_f64())
                    && value < least
                {
                    problems.push(format!("{path}: {value} is below {least}"));
                }
            }
            "maximum" => {
                if let (Some(value), Some(most)) = (value.as_f64(), wanted.as_f64())
                    && value > most
                {
                    problems.push(format!("{path}: {value} is above {most}"));
                }
            }
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(root, wanted, item, &format!("{path}[{index}]"), problems);
                }
            }
            "properties" => properties(root, schema, value, path, problems),
            // Every object is checked like this.
            "additionalProperties" if wanted == &Value::Bool(false) => {}
            "additionalProperties" => {
                for (name, item) in value.as_object().into_iter().flatten() {
                    check(root, wanted, item, &format!("{path}.{name}"), problems);
                }
            }
            "$ref" => {
                let (file, name) =
                    wanted.as_str().and_then(|text| text.split_once("#/$defs/")).unwrap_or_default();
                // A definition of another schema has that one as its root.
                let other = match file {
                    "" => None,
                    file => Some(read(file.trim_end_matches(".json"))),
                };
                let root = other.unwrap_or(root);
                match root["$defs"].get(name) {
                    Some(target) => check(root, target, value, path, problems),
                    None => problems.push(format!("{path}: {wanted} is not defined")),
                }
            }
            "anyOf" => {
                let fits = wanted.as_array().into_iter().flatten().any(|one| {
                    let mut found = Vec::new();
                    check(root, one, value, path, &mut found);
                    found.is_empty()
                });
                if !fits {
                    problems.push(format!("{path}: {value} fits none of {wanted}"));
                }
            }
            "const" | "enum" => {}
            word if DESCRIBING.contains(&word) => {}
            word => problems.push(format!("{path}: the check does not know {word}")),
        }
    }
}

/// A published schema, loaded once.
pub(crate) fn read(name: &str) -> &'static Value {
    static KNOWN: Mutex<BTreeMap<String, &'static Value>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(name.to_owned()).or_insert_with(|| Box::leak(Box::new(load(name))))
}

fn load(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/schema/{name}.json"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).expect("the schema is JSON")
}

fn properties(root: &Value, schema: &Value, value: &Value, path: &str, problems: &mut Vec<String>) {
    let Some(object) = value.as_object() else { return };
    let described = &schema["properties"];
    for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        if !object.contains_key(name) {
            problems.push(format!("{path}: {name} is missing"));
        }
    }
    for (name, item) in object {
        match described.get(name) {
            Some(inner) => check(root, inner, item, &format!("{path}.{name}"), problems),
            None => problems.push(format!("{path}: {name} is not described")),
        }
    }
}

fn is_type(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        _ => false,
    }
}
