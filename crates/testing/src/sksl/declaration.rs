//! Generates the declarations before the functions: structs, children, uniforms, constants,
//! variables.

use super::types::{Scalar, Type};
use super::{Field, Kind, Struct, Use, Variable, Writer};

impl Writer<'_> {
    pub(super) fn declarations(&mut self) {
        let most = self.shape.declarations;
        for _ in 0..self.below(most / 2 + 1) {
            self.structure_declaration();
        }
        for _ in 0..self.below(3) {
            self.child();
        }
        for _ in 0..1 + self.below(most) {
            self.uniform();
        }
        for _ in 0..self.below(most + 1) {
            self.global_constant();
        }
        if self.one_in(8) {
            self.global_variable();
        }
    }

    fn structure_declaration(&mut self) {
        let number = self.structs.len();
        let mut fields = Vec::new();
        let mut text = format!("struct S{number} {{");
        for index in 0..1 + self.below(4) {
            let ty = self.value_type();
            let array = self.one_in(6).then(|| 1 + self.below(4));
            let name = format!("f{index}");
            let spelt = self.spelt(ty);
            text.push_str(&format!(" {spelt} {name}{};", suffix(array)));
            fields.push(Field { name, ty, array });
        }
        text.push_str(" };\n");
        self.text.push_str(&text);
        self.structs.push(Struct { fields });
    }

    fn child(&mut self) {
        let (ty, kind) =
            [("shader", Kind::Shader), ("colorFilter", Kind::ColorFilter), ("blender", Kind::Blender)]
                [self.random.index(3)];
        let name = self.name();
        self.text.push_str(&format!("uniform {ty} {name};\n"));
        self.children.push((name, kind));
    }

    fn uniform(&mut self) {
        let scalar = [Scalar::Float, Scalar::Float, Scalar::Half, Scalar::Int][self.random.index(4)];
        let ty = match self.below(4) {
            0 if scalar.is_float() => {
                let size = 2 + self.below(3);
                Type::Matrix(scalar, size, size)
            }
            1 => Type::Vector(scalar, 1),
            _ => Type::Vector(scalar, 2 + self.below(3)),
        };
        let array = self.one_in(6).then(|| 1 + self.below(4));
        let is_color = self.kind != Kind::Generic
            && scalar.is_float()
            && matches!(ty, Type::Vector(_, 3..))
            && self.one_in(3);
        let layout = if is_color { "layout(color) " } else { "" };
        let (spelt, name) = (self.spelt(ty), self.name());
        let text = if self.one_in(2) {
            format!("{layout}uniform {spelt} {name}{};\n", suffix(array))
        } else {
            format!("{layout}uniform {spelt}{} {name};\n", suffix(array))
        };
        self.text.push_str(&text);
        self.uniform_slots += ty.slots() * array.unwrap_or(1);
        self.variables.push(Variable { name, ty, array, may: Use::Read, below: None });
    }

    fn global_constant(&mut self) {
        let text = self.constant();
        self.text.push_str(&text);
        self.text.push('\n');
    }

    /// Declaration of a compile-time constant.
    pub(super) fn constant(&mut self) -> String {
        self.only_constants = true;
        let ty = self.value_type();
        let depth = self.below(3);
        let array = (self.is_es3 && self.one_in(6)).then(|| 1 + self.below(4));
        let value = match array {
            Some(count) => self.array(ty, count, depth),
            None => self.expression(ty, depth),
        };
        self.only_constants = false;
        let (spelt, name) = (self.spelt(ty), self.name());
        let text = format!("const {spelt}{} {name} = {value};", suffix(array));
        self.variables.push(Variable { name, ty, array, may: Use::Constant, below: None });
        text
    }

    fn global_variable(&mut self) {
        self.only_constants = true;
        let ty = self.value_type();
        let value = self.expression(ty, 1);
        self.only_constants = false;
        let (spelt, name) = (self.spelt(ty), self.name());
        self.text.push_str(&format!("{spelt} {name} = {value};\n"));
        self.variables.push(Variable { name, ty, array: None, may: Use::Write, below: None });
    }
}

/// Array suffix of a name or type.
pub(super) fn suffix(array: Option<u32>) -> String {
    array.map_or(String::new(), |count| format!("[{count}]"))
}
