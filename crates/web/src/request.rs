//! Requests as hosts write them.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

/// A request: README.md says what each answers.
#[derive(Deserialize, Debug)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Request {
    About {},
    Open {
        name: String,
        #[serde(default)]
        format: Option<String>,
    },
    Close {
        file: u32,
    },
    Document {
        file: u32,
        what: What,
    },
    Children {
        file: u32,
        node: String,
        from: usize,
        count: usize,
    },
    Locate {
        file: u32,
        #[serde(default)]
        at: Option<u64>,
        #[serde(default)]
        path: Option<String>,
        #[serde(default)]
        id: Option<String>,
    },
    Owners {
        file: u32,
        from: u64,
        to: u64,
        count: usize,
    },
    Bytes {
        file: u32,
        from: u64,
        to: u64,
    },
    Lines {
        file: u32,
        view: String,
        from: usize,
        count: usize,
    },
    LineAt {
        file: u32,
        view: String,
        at: u64,
    },
    Whole {
        file: u32,
        view: String,
    },
    Find {
        file: u32,
        text: String,
        within: Within,
        from: u64,
        count: usize,
        #[serde(default)]
        view: Option<String>,
    },
    Entries {
        file: u32,
        to: String,
    },
    Convert {
        file: u32,
        to: String,
        #[serde(default)]
        options: BTreeMap<String, Value>,
    },
    Extract {
        file: u32,
        piece: usize,
    },
    Diff {
        old: u32,
        new: u32,
    },
    Assemble {},
    Edit {
        file: u32,
        label: String,
        value: String,
    },
    Repair {
        file: u32,
        repair: String,
    },
    Compile {
        name: String,
        #[serde(default)]
        language: Option<String>,
        #[serde(default)]
        kind: Option<String>,
        #[serde(default)]
        options: BTreeMap<String, Value>,
    },
    Stages {
        sources: Vec<StageSource>,
        #[serde(default)]
        to: Option<String>,
        #[serde(default)]
        options: BTreeMap<String, Value>,
    },
    Uniforms {
        file: u32,
    },
    Draw {
        file: u32,
        width: u32,
        height: u32,
        #[serde(default)]
        uniforms: BTreeMap<String, Vec<f64>>,
        #[serde(default)]
        children: BTreeMap<String, PictureSize>,
    },
    Explain {
        rule: String,
    },
}

/// A JSON document of the command.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub(crate) enum What {
    Info,
    Strings,
    Findings,
    Interface,
    Symbols,
    Parts,
    Pieces,
    Repairs,
}

/// What a search looks at.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Within {
    Names,
    Values,
    Bytes,
    Text,
}

/// The source of a stage.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct StageSource {
    pub(crate) name: String,
    pub(crate) text: String,
    #[serde(default)]
    pub(crate) language: Option<String>,
    #[serde(default)]
    pub(crate) stage: Option<String>,
}

/// Size of a picture, pixels.
#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct PictureSize {
    pub(crate) width: u32,
    pub(crate) height: u32,
}
