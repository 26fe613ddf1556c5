//! Random blocks: members of every type, arrays, structures, with every rule of placing them.

use std::fmt::Write as _;

use crate::random::Random;

/// Types of members.
const TYPES: [&str; 25] = [
    "float", "int", "uint", "bool", "vec2", "vec3", "vec4", "ivec2", "ivec3", "uvec4", "bvec3", "mat2",
    "mat3", "mat4", "mat2x3", "mat3x2", "mat4x3", "mat2x4", "double", "dvec2", "dvec3", "dvec4", "dmat2",
    "dmat3x2", "dmat4",
];

/// A compute program with one block at binding 0, placed by random rules, of which a member is read and written back.
pub fn block(random: &mut Random) -> String {
    let mut text = String::from(
        "#version 450\n#extension GL_EXT_scalar_block_layout : require\nlayout(local_size_x = 1) in;\n",
    );
    let structures = random.below(3);
    for number in 0..structures {
        let _ = writeln!(text, "struct S{number} {{");
        for member in 0..1 + random.below(5) {
            let _ = writeln!(text, "{} m{member}{};", ty(random, number), array(random));
        }
        text.push_str("};\n");
    }
    let packing = ["std140", "std430", "scalar"][random.index(3)];
    let matrices = ["", ", row_major", ", column_major"][random.index(3)];
    let _ = writeln!(text, "layout(binding = 0, {packing}{matrices}) buffer Block {{");
    for member in 0..1 + random.below(10) {
        let layout = match random.below(8) {
            0 => "layout(row_major) ",
            1 => "layout(column_major) ",
            2 => "layout(align = 16) ",
            3 => "layout(align = 64) ",
            _ => "",
        };
        let _ = writeln!(text, "{layout}{} b{member}{};", ty(random, structures), array(random));
    }
    text.push_str("uint last;\n");
    if random.below(3) == 0 {
        let _ = writeln!(text, "{} rest[];", ty(random, structures));
    }
    text.push_str("} block;\nvoid main() { block.last = block.last + 1u; }\n");
    text
}

fn ty(random: &mut Random, structures: u64) -> String {
    if structures > 0 && random.below(4) == 0 {
        return format!("S{}", random.below(structures));
    }
    TYPES[random.index(TYPES.len())].to_owned()
}

fn array(random: &mut Random) -> String {
    match random.below(6) {
        0 => format!("[{}]", 1 + random.below(4)),
        1 => format!("[{}][{}]", 1 + random.below(3), 1 + random.below(3)),
        _ => String::new(),
    }
}
