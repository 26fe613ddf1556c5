//! Headers of programs in GLSL: golden texts, and the offsets of random blocks beside the decorations of their modules.

use std::collections::BTreeSet;
use std::path::Path;

use glassbox_glsl::source::IncludeList;
use glassbox_glsl::stage::Stage;
use glassbox_glsl::{Options, StageSource, compile_program};
use glassbox_headers::{FieldType, Language, Structure, structures, write};
use glassbox_spirv::reflect::{Length, Member, TypeId, TypeKind};
use glassbox_spirv::{Reflection, reflect};
use glassbox_testing::golden::golden;
use glassbox_testing::random::Random;

/// Number of random blocks.
const BLOCKS: u64 = 400;

/// The interface of the stages of a program.
pub(crate) fn reflections(stages: &[(Stage, &str)]) -> Vec<Reflection> {
    let sources: Vec<StageSource<'_>> =
        stages.iter().map(|(stage, text)| StageSource::new(*stage, "text", text)).collect();
    let compiled = compile_program(&sources, &IncludeList::default(), &Options::default());
    let found: Vec<String> = compiled.findings.items().iter().map(|finding| finding.to_string()).collect();
    assert!(!compiled.findings.has_errors(), "{found:?}\n{}", stages[0].1);
    let modules = compiled.stages.iter();
    modules
        .map(|stage| reflect(&stage.module.bytes().expect("it is small")).expect("it is a module"))
        .collect()
}

/// A program with a random block.
pub(crate) fn random_block(seed: u64) -> (String, Reflection) {
    let text = glassbox_testing::glsl::block(&mut Random::new(seed));
    let reflection = reflections(&[(Stage::Compute, &text)]).remove(0);
    (text, reflection)
}

/// Every random block.
pub(crate) fn random_blocks() -> impl Iterator<Item = (String, Reflection)> {
    (1..=BLOCKS).map(random_block)
}

pub(crate) const STAGES: [(Stage, &str); 2] = [
    (
        Stage::Vertex,
        "#version 450
        layout(location = 0) in vec3 position;
        layout(location = 1) in uvec2 kind;
        layout(location = 0) out vec3 normal;
        layout(set = 1, binding = 0, std140) uniform Camera {
            mat4 view;
            mat3 turn;
            layout(row_major) mat2x3 shear;
            vec3 eye;
            float zoom;
            float weights[4];
        } camera;
        layout(push_constant) uniform Draw { uint object; layout(offset = 16) vec2 shift; } draw;
        void main() { normal = camera.turn * position; gl_Position = camera.view * vec4(position, draw.shift.x); }",
    ),
    (
        Stage::Fragment,
        "#version 450
        layout(constant_id = 3) const int SAMPLES = 4;
        layout(constant_id = 4) const bool SOFT = true;
        layout(constant_id = 5) const float BIAS = 0.125;
        struct Lamp { vec3 place; float reach; vec3 color; };
        layout(set = 0, binding = 1, std430) readonly buffer Lamps { uint count; bool isOn[3]; Lamp lamps[]; };
        layout(set = 0, binding = 2) uniform sampler2D maps[2];
        layout(set = 1, binding = 0, std140) uniform Camera {
            mat4 view;
            mat3 turn;
            layout(row_major) mat2x3 shear;
            vec3 eye;
            float zoom;
            float weights[4];
        } camera;
        layout(location = 0) in vec3 normal;
        layout(location = 0) out vec4 color;
        void main() {
            color = texture(maps[1], normal.xy) * float(SAMPLES) + BIAS + camera.zoom;
            for (uint i = 0u; i < count; ++i) color.rgb += lamps[i].color;
            if (SOFT) color *= 0.5;
        }",
    ),
];

#[test]
fn a_program_has_everything_once() {
    let modules = reflections(&STAGES);
    let modules: Vec<&Reflection> = modules.iter().collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    golden(folder.join("lamps.hpp"), write(Language::Cpp, "lamps", &modules));
    golden(folder.join("lamps.rs.txt"), write(Language::Rust, "lamps", &modules));
}

#[test]
fn names_that_a_language_has_itself_are_changed() {
    let text = "#version 450
        layout(local_size_x = 8, local_size_y = 4) in;
        layout(binding = 0) buffer std { float class; float self; float int32; } namespace_;
        void main() { namespace_.class = 1.0; }";
    let modules = reflections(&[(Stage::Compute, text)]);
    let cpp = write(Language::Cpp, "1.comp", &[&modules[0]]);
    assert!(
        cpp.contains("namespace x_1_comp {") && cpp.contains("struct std_ {\n    float class_;"),
        "{cpp}"
    );
    assert!(cpp.contains("constexpr std::uint32_t main[3] = {8, 4, 1};"), "{cpp}");
    let rust = write(Language::Rust, "1.comp", &[&modules[0]]);
    assert!(rust.contains("    pub class: f32,\n    pub self_: f32,\n"), "{rust}");
}

/// Offsets of the numbers of a type by the decorations.
struct Stated<'r> {
    reflection: &'r Reflection,
    found: BTreeSet<u64>,
}

impl Stated<'_> {
    fn ty(&mut self, ty: TypeId, member: &Member, at: u64) {
        match self.reflection.ty(ty) {
            TypeKind::Array { element, length: Length::Fixed(count), stride } => {
                for index in 0..*count {
                    self.ty(*element, member, at + index * u64::from(stride.expect("it is in a block")));
                }
            }
            TypeKind::Struct { members, .. } => {
                for member in members {
                    self.ty(member.ty, member, at + u64::from(member.offset.expect("it is in a block")));
                }
            }
            TypeKind::Matrix { column, count } => {
                let TypeKind::Vector { component, count: rows } = self.reflection.ty(*column) else {
                    panic!()
                };
                let size = self.size(*component);
                let stride = u64::from(member.matrix_stride.expect("it is in a block"));
                for column in 0..u64::from(*count) {
                    for row in 0..u64::from(*rows) {
                        let (major, minor) = if member.row_major { (row, column) } else { (column, row) };
                        self.found.insert(at + major * stride + minor * size);
                    }
                }
            }
            TypeKind::Vector { component, count } => {
                let size = self.size(*component);
                self.found.extend((0..u64::from(*count)).map(|index| at + index * size));
            }
            TypeKind::RuntimeArray { .. } => {}
            _ => drop(self.found.insert(at)),
        }
    }

    fn size(&self, ty: TypeId) -> u64 {
        match self.reflection.ty(ty) {
            TypeKind::Int { width, .. } | TypeKind::Float { width } => u64::from(width / 8),
            other => panic!("{other:?}"),
        }
    }
}

/// Offsets of the numbers of a structure; false if some of it is bytes, or numbers that stand for padding.
fn laid_out(all: &[Structure], ty: &FieldType, at: u64, found: &mut BTreeSet<u64>) -> (u64, bool) {
    match ty {
        FieldType::Scalar(scalar) => {
            found.insert(at);
            (scalar.size(), true)
        }
        FieldType::Array(element, count) => {
            let (mut size, mut is_whole) = (0, true);
            for _ in 0..*count {
                let (one, is_one) = laid_out(all, element, at + size, found);
                size += one;
                is_whole &= is_one;
            }
            (size, is_whole)
        }
        FieldType::Padded(value, padding) => {
            let (size, is_whole) = laid_out(all, value, at, found);
            (size + padding, is_whole)
        }
        FieldType::Structure(number) => {
            let structure = &all[*number];
            let mut is_whole = true;
            for field in structure.fields.iter().filter(|field| !field.is_padding) {
                // Numbers that stand for what is between elements.
                let is_flat = field.note.as_deref().is_some_and(|note| note.contains("element i begins"));
                is_whole &= !is_flat && laid_out(all, &field.ty, at + field.offset, found).1;
            }
            (structure.size, is_whole)
        }
        FieldType::Bytes(count) => (*count, false),
    }
}

#[test]
fn numbers_are_where_the_decorations_say() {
    let mut whole = 0;
    for (text, reflection) in random_blocks() {
        let all = structures(&[&reflection]);
        let at = all.iter().position(|structure| structure.name == "Block").expect("it has the block");
        let block = reflection.descriptors[0].element;
        let mut stated = Stated { reflection: &reflection, found: BTreeSet::new() };
        for member in reflection.members(block) {
            stated.ty(member.ty, member, u64::from(member.offset.expect("it is in a block")));
        }
        let mut found = BTreeSet::new();
        if laid_out(&all, &FieldType::Structure(at), 0, &mut found).1 {
            whole += 1;
            assert_eq!(found, stated.found, "{text}");
        }
        assert!(found.is_subset(&stated.found), "{text}");
    }
    // The others have something in the padding of a matrix or an array, which scalar layout allows.
    assert!(whole >= BLOCKS - BLOCKS / 10, "{whole} of {BLOCKS}");
}
