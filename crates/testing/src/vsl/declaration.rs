//! Generates everything before the stages, by the rules of section 5.

use super::types::{FORMATS, RANKS, Type, scalar};
use super::{Field, Resource, Structure, Writer};

impl Writer<'_> {
    pub(super) fn declarations(&mut self) {
        let most = self.shape.declarations;
        for _ in 0..self.below(most.min(6) + 1) {
            self.structure();
        }
        let mut lines = Vec::new();
        self.inputs_lines(most, &mut lines);
        self.output_lines(most, &mut lines);
        self.binding_lines(most, &mut lines);
        self.local_lines(most, &mut lines);
        if !self.structures.is_empty() && !self.one_in(3) {
            let name = self.global_name();
            let structure = self.random.index(self.structures.len());
            lines.push(format!("uniform {} {name};", self.structures[structure].name));
            self.uniform = Some((name, structure));
        }
        for place in (1..lines.len()).rev() {
            let other = self.random.index(place + 1);
            lines.swap(place, other);
        }
        // Subpass input indices are consecutive.
        let mut at = 0;
        for index in 0..self.below(most.min(4) + 1) {
            let name = self.global_name();
            let kind = [scalar::FLOAT, scalar::INT, scalar::UINT][self.random.index(3)];
            let ty = Type::vector(kind, 4);
            at += self.random.index(lines.len() - at + 1);
            lines.insert(at, format!("passinput({index}) {} {name};", ty.name()));
            at += 1;
            self.subpass_inputs.push((name, ty));
        }
        for line in lines {
            let gap = self.gap();
            self.text.push_str(&line);
            self.text.push_str(gap);
            self.text.push('\n');
        }
    }

    fn structure(&mut self) {
        let name = self.global_name();
        let mut fields: Vec<Field> = Vec::new();
        let mut size = 0;
        for _ in 0..1 + self.below(8) {
            let field = Field { name: self.name(), ty: self.value_type(), array: None };
            let largest = (1024 - size) / (4 * field.ty.components());
            let array = match self.below(4) {
                0 => Some(1 + self.below(8)),
                1 if self.one_in(4) => Some(1 + self.below(64)),
                _ => None,
            };
            let array = array.map(|array| array.min(largest));
            if largest == 0 || fields.iter().any(|other| other.name == field.name) {
                continue;
            }
            size += 4 * field.ty.components() * array.unwrap_or(1);
            fields.push(Field { array, ..field });
        }
        self.text.push_str(&format!("@struct {name} {{"));
        for field in &fields {
            let array = field.array.map_or(String::new(), |array| format!("[{array}]"));
            self.text.push_str(&format!(" {} {}{array};", field.ty.name(), field.name));
        }
        self.text.push_str(" };\n");
        self.structures.push(Structure { name, fields });
    }

    fn inputs_lines(&mut self, most: u32, lines: &mut Vec<String>) {
        let mut used = [false; 16];
        for _ in 0..self.below(most.min(16) + 1) {
            let mut ty = self.value_type();
            if ty.is_bool() {
                ty = ty.of(scalar::FLOAT);
            }
            let array = (!ty.is_matrix() && self.one_in(5)).then(|| 1 + self.below(16));
            let count = (ty.columns * array.unwrap_or(1)) as usize;
            let first = self.random.index(16);
            let Some(range) = used.get_mut(first..first + count) else {
                continue;
            };
            if range.contains(&true) {
                continue;
            }
            range.fill(true);
            let name = self.global_name();
            let suffix = array.map_or(String::new(), |array| format!("[{array}]"));
            let location = self.index(first as u32);
            lines.push(format!("in({location}) {} {name}{suffix};", ty.name()));
            self.inputs.push(Field { name, ty, array });
        }
    }

    fn output_lines(&mut self, most: u32, lines: &mut Vec<String>) {
        for location in 0..8 {
            if self.below(9) >= most.min(8) {
                continue;
            }
            let kind = [scalar::FLOAT, scalar::INT, scalar::UINT][self.random.index(3)];
            let ty = Type::vector(kind, [1, 2, 4, 4][self.random.index(4)]);
            let name = self.global_name();
            let location = self.index(location);
            lines.push(format!("out({location}) {} {name};", ty.name()));
            self.outputs.push(Field { name, ty, array: None });
        }
    }

    fn local_lines(&mut self, most: u32, lines: &mut Vec<String>) {
        for _ in 0..self.below(most.min(12) + 1) {
            let ty = self.number_type();
            let flat = if ty.is_integer() || self.one_in(3) { "flat " } else { "" };
            let name = self.global_name();
            lines.push(format!("local(vert) {flat}{} {name};", ty.name()));
            self.locals.push(Field { name, ty, array: None });
        }
    }

    fn binding_lines(&mut self, most: u32, lines: &mut Vec<String>) {
        for slot in 0..32 {
            if self.below(33) >= most {
                continue;
            }
            let name = self.global_name();
            let (resource, ty) = self.resource();
            let slot = self.index(slot);
            lines.push(format!("bind({slot}) {ty} {name};"));
            self.bindings.push((name, resource));
        }
    }

    fn resource(&mut self) -> (Resource, String) {
        let classes = [("", scalar::FLOAT), ("I", scalar::INT), ("U", scalar::UINT)];
        let (letter, class) = classes[self.random.index(3)];
        let texel = Type::vector(class, 4);
        let rank = self.random.index(RANKS.len());
        let rank_name = RANKS[rank].0;
        let (format, format_scalar, components) = FORMATS[self.random.index(FORMATS.len())];
        let of_format = Type::vector(format_scalar, components);
        let kinds = if self.structures.is_empty() { 4 } else { 6 };
        let structure = self.random.index(self.structures.len());
        let structure_name = |writer: &Self| writer.structures[structure].name.clone();
        match self.below(kinds) {
            0 => (Resource::Sampler { rank, texel }, format!("{letter}Sampler{rank_name}")),
            1 => (Resource::Image { rank, texel: of_format }, format!("Image{rank_name}<{format}>")),
            2 => (Resource::ReadTexels { texel }, format!("RO{letter}Texels")),
            3 => (Resource::Texels { texel: of_format }, format!("RWTexels<{format}>")),
            4 => (Resource::ReadBuffer { structure }, format!("ROBuffer<{}>", structure_name(self))),
            _ => (Resource::Buffer { structure }, format!("RWBuffer<{}>", structure_name(self))),
        }
    }

    /// Index as a literal in any spelling.
    fn index(&mut self, value: u32) -> String {
        match self.below(8) {
            0 => format!("0x{value:x}"),
            1 => format!("{value}u"),
            2 => format!("0{value}"),
            _ => value.to_string(),
        }
    }
}
