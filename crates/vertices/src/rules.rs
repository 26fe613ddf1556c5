//! Rules for vertex files.

use glassbox_core::diagnostic::Examples;

/// Examples for each rule, generated from the rule cases.
static EXAMPLES: Examples = Examples::new(include_str!("examples.txt"));

glassbox_core::rules! {
    source: "docs/pica/simulator.md",
    examples: &EXAMPLES,

    NUMBER = "VERTICES-01" Error "a value is not a number" {
        cause: "A cell of the file holds text where a number is expected, is empty, or uses a comma as the decimal point.",
        effect: "The vertices are not read and nothing is run.",
        cure: "Write a number such as 0.5, -1e3 or inf, or a bit pattern such as 0x3f800000. Leave columns of text out of the \
               file.",
    }
    ROW = "VERTICES-02" Error "a row has other columns than the first" {
        cause: "A row has more or fewer values than the line of names or the first row, or an object has other fields.",
        effect: "It is unclear which value belongs to which column, so the vertices are not read.",
        cure: "Give every row the same values in the same order.",
    }
    HEADER = "VERTICES-03" Error "the header of a PLY file is wrong" {
        cause: "A line of the header is misspelt, names an unknown type, or the header never ends.",
        effect: "The vertices cannot be located, so they are not read.",
        cure: "Write the header as `ply`, `format ascii 1.0`, `element vertex COUNT`, a `property float NAME` for each \
               column, and `end_header`.",
    }
    TRUNCATED = "VERTICES-04" Error "the file ends before its last vertex" {
        cause: "The header promises more elements than the file holds, or the file was cut off.",
        effect: "The vertices are not read.",
        cure: "Copy the file again, or set the count in the header to what is there.",
    }
    INDEX = "VERTICES-05" Error "an index is out of range" {
        cause: "A face of an OBJ file names a position, texture coordinate or normal that the file does not define before \
                it. Indices begin at 1; negative ones count back from the last one.",
        effect: "The vertices are not read.",
        cure: "Export the file again, or fix the index.",
    }
    SHAPE = "VERTICES-06" Error "the JSON is not a table of vertices" {
        cause: "The text is not JSON, or its arrays and objects are not nested as a table.",
        effect: "The vertices are not read.",
        cure: "Write an array of objects such as [{\"position\": [1, 2, 3]}], an array of arrays of numbers, or an object of \
               arrays such as {\"position\": [[1, 2, 3]]}.",
    }
    EMPTY = "VERTICES-07" Error "the file has no vertices" {
        cause: "The file is empty, has a line of names only, or its element `vertex` has the count 0.",
        effect: "There is nothing to run.",
        cure: "Check that this is the right file.",
    }
    ENCODING = "VERTICES-08" Error "the file is not text" {
        cause: "The file is binary, or in another encoding than UTF-8.",
        effect: "The vertices are not read.",
        cure: "Save it as UTF-8. State the kind of the file if its name is misleading.",
    }
    MIXED = "VERTICES-09" Warning "a corner lacks attributes that other corners have" {
        cause: "Some corners of an OBJ file have a texture coordinate or a normal, and others have none.",
        effect: "Missing texture coordinates and normals are read as zeros.",
        cure: "Export the file with texture coordinates and normals for all faces or for none.",
    }
}
