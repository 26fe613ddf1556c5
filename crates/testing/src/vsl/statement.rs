//! Generates stages and statements, by sections 7, 8.3 and 12.

use super::types::{RANKS, Type, scalar};
use super::{Field, Resource, Stage, Variable, Writer};

/// Maximum cost of an expression: approximately its number of operators.
const COST: u32 = 24;

impl Writer<'_> {
    pub(super) fn stage(&mut self, stage: Stage) {
        self.stage = stage;
        self.left = self.below(self.shape.statements + 1);
        self.text.push_str(match stage {
            Stage::Vertex => "@vert",
            Stage::Fragment => "@frag",
        });
        self.text.push_str(" {\n");
        self.scopes.push(Vec::new());
        // Variables for the computations.
        for _ in 0..self.left.min(4) {
            self.declare();
        }
        while self.left > 0 {
            self.statement(0);
        }
        self.scopes.pop();
        self.text.push_str("}\n");
    }

    fn start(&mut self) -> u32 {
        self.left = self.left.saturating_sub(1);
        self.cost = COST;
        1 + self.below(self.shape.depth)
    }

    fn put(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn statement(&mut self, nesting: u32) {
        let room = nesting < self.shape.nesting;
        match self.below(16) {
            0..=3 => self.declare(),
            4..=9 => self.assign(),
            10..=11 if room => self.choose(nesting + 1),
            12..=13 if room => self.repeat(nesting + 1),
            14 => self.store(),
            15 if nesting > 0 || self.one_in(8) => self.jump(),
            _ => self.assign(),
        }
    }

    fn block(&mut self, nesting: u32) {
        self.text.push_str("{ ");
        self.scopes.push(Vec::new());
        for _ in 0..self.below(5) {
            if self.left > 0 {
                self.statement(nesting);
            }
        }
        self.scopes.pop();
        self.put("}");
    }

    /// Block, or single statement.
    fn body(&mut self, nesting: u32) {
        if self.one_in(4) {
            self.scopes.push(Vec::new());
            if self.one_in(4) {
                self.jump()
            } else {
                self.assign()
            }
            self.scopes.pop();
        } else {
            self.block(nesting);
        }
    }

    fn declare(&mut self) {
        let depth = self.start();
        let ty = self.value_type();
        let name = self.name();
        let value =
            if self.one_in(6) { String::new() } else { format!(" = {}", self.implicit_text(ty, depth)) };
        let gap = self.gap();
        self.put(&format!("{}{gap}{name}{value};", ty.name()));
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(Variable { name, ty, writable: true });
        }
    }

    fn choose(&mut self, nesting: u32) {
        let depth = self.start();
        let condition = self.exact_text(Type::BOOL, depth);
        self.text.push_str(&format!("if ({condition}) "));
        self.body(nesting);
        while self.one_in(3) {
            let depth = self.start();
            let condition = self.exact_text(Type::BOOL, depth);
            self.text.push_str(&format!("elif ({condition}) "));
            self.body(nesting);
        }
        match self.below(8) {
            0 => {
                // Its own else branches belong to it, so nothing may follow.
                self.text.push_str("else ");
                self.choose(nesting);
            }
            1..=3 => {
                self.text.push_str("else ");
                self.body(nesting);
            }
            _ => {}
        }
    }

    fn repeat(&mut self, nesting: u32) {
        self.start();
        let name = self.name();
        let from = i64::from(self.below(17)) - 8;
        let to = i64::from(self.below(17)) - 8;
        let step = match self.below(3) {
            0 if to > from => format!(" : {}", 1 + self.below(3)),
            0 if to < from => format!(" : -{}", 1 + self.below(3)),
            _ => String::new(),
        };
        let from = match (from, self.one_in(8)) {
            (0.., true) => format!("0x{from:x}"),
            _ => from.to_string(),
        };
        self.text.push_str(&format!("for ({name}; {from} : {to}{step}) "));
        self.scopes.push(vec![Variable { name, ty: Type::INT, writable: false }]);
        self.loops += 1;
        self.block(nesting);
        self.loops -= 1;
        self.scopes.pop();
    }

    fn jump(&mut self) {
        self.start();
        let jump = match self.below(6) {
            0 | 1 if self.loops > 0 => "break;",
            2 | 3 if self.loops > 0 => "continue;",
            4 if self.stage == Stage::Fragment => "discard;",
            _ => "return;",
        };
        self.put(jump);
    }

    /// Writable variables of the stage, their types, and whether they are readable too.
    fn writable(&mut self) -> Vec<(String, Type, bool)> {
        let private = self.scopes.iter().flatten().filter(|one| one.writable);
        let mut found: Vec<(String, Type, bool)> =
            private.map(|one| (one.name.clone(), one.ty, true)).collect();
        let global = |field: &Field, readable| (field.name.clone(), field.ty, readable);
        match self.stage {
            Stage::Vertex => {
                found.extend(self.locals.iter().map(|one| global(one, false)));
                found.push(("$Position".to_owned(), Type::vector(scalar::FLOAT, 4), false));
                found.push(("$PointSize".to_owned(), Type::FLOAT, false));
            }
            Stage::Fragment => found.extend(self.outputs.iter().map(|one| global(one, true))),
        }
        let buffers: Vec<(String, usize)> = self
            .bindings
            .iter()
            .filter_map(|(name, resource)| match *resource {
                Resource::Buffer { structure } => Some((name.clone(), structure)),
                _ => None,
            })
            .collect();
        if let Some((name, structure)) = self.pick(&buffers) {
            let index = self.integer(1);
            for field in self.structures[structure].fields.clone() {
                let element = match field.array {
                    Some(array) => format!("[{}]", self.element(array)),
                    None => String::new(),
                };
                found.push((format!("{name}[{index}].{}{element}", field.name), field.ty, true));
            }
        }
        found
    }

    fn assign(&mut self) {
        let depth = self.start();
        let places = self.writable();
        let Some((mut place, mut ty, readable)) = self.pick(&places) else {
            return self.declare();
        };
        if ty.is_matrix() && self.one_in(2) {
            place = format!("{place}[{}]", self.element(ty.columns));
            ty = Type::vector(scalar::FLOAT, ty.rows);
        }
        if ty.is_vector() && self.one_in(2) {
            if self.one_in(3) {
                place = format!("{place}[{}]", self.element(ty.rows));
                ty = ty.component();
            } else {
                let swizzle = self.distinct(ty.rows);
                ty = Type::vector(ty.scalar, swizzle.len() as u32);
                place = format!("{place}.{swizzle}");
            }
        }
        if readable && !ty.is_bool() && self.one_in(3) {
            return self.compound(&place, ty, depth);
        }
        let value = self.implicit_text(ty, depth);
        self.put(&format!("{place} = {value};"));
    }

    /// Distinct letters.
    fn distinct(&mut self, size: u32) -> String {
        let mut letters = ["xyzw", "rgba", "stpq"][self.random.index(3)].as_bytes()[..size as usize].to_vec();
        let count = 1 + self.random.index(letters.len());
        (0..count)
            .map(|_| {
                let place = self.random.index(letters.len());
                char::from(letters.remove(place))
            })
            .collect()
    }

    fn compound(&mut self, place: &str, ty: Type, depth: u32) {
        let scalar_right = ty.is_vector() && self.one_in(2);
        let right = if scalar_right { ty.component() } else { ty };
        let (operator, value) = match self.below(10) {
            0..=1 => ("+=", self.implicit_text(ty, depth)),
            2 => ("-=", self.implicit_text(ty, depth)),
            3 if ty.is_matrix() && self.one_in(2) => ("*=", self.implicit_text(Type::FLOAT, depth)),
            3 if ty.is_matrix() => {
                let right = Type::matrix(ty.columns, ty.columns);
                ("*=", self.exact_text(right, depth))
            }
            4 if ty.is_matrix() => ("/=", self.exact_text(ty, depth)),
            _ if ty.is_matrix() => ("+=", self.exact_text(ty, depth)),
            3 => ("*=", self.implicit_text(right, depth)),
            4 => ("/=", self.integer_or(right, depth)),
            5 => ("%=", self.integer_or(right, depth)),
            6 if ty.is_integer() => (["<<=", ">>="][self.random.index(2)], self.exact_text(right, depth)),
            7.. if ty.is_integer() => {
                (["&=", "|=", "^="][self.random.index(3)], self.exact_text(right, depth))
            }
            _ => ("-=", self.exact_text(ty, depth)),
        };
        self.put(&format!("{place} {operator} {value};"));
    }

    /// Integer divisor.
    fn integer_or(&mut self, ty: Type, depth: u32) -> String {
        let value = self.exact_text(ty, depth);
        if ty.is_float() {
            return value;
        }
        // Setting any bit makes it nonzero.
        format!("({value}) | {}({})", ty.name(), if ty.scalar == scalar::INT { "1" } else { "1u" })
    }

    /// Stores to texels and whole buffer elements.
    fn store(&mut self) {
        let depth = self.start();
        let stores: Vec<(String, Resource)> = self
            .bindings
            .iter()
            .filter(|(_, resource)| {
                matches!(resource, Resource::Image { .. } | Resource::Texels { .. } | Resource::Buffer { .. })
            })
            .cloned()
            .collect();
        let Some((name, resource)) = self.pick(&stores) else {
            return self.assign();
        };
        match resource {
            Resource::Image { rank, texel } => {
                let kind = [scalar::INT, scalar::UINT][self.random.index(2)];
                let coordinate = self.exact_text(Type::vector(kind, RANKS[rank].1), depth);
                let value = self.exact_text(texel, depth);
                self.put(&format!("{name}[{coordinate}] = {value};"));
            }
            Resource::Texels { texel } => {
                let ty = [Type::INT, Type::UINT][self.random.index(2)];
                let index = self.exact_text(ty, depth);
                let value = self.exact_text(texel, depth);
                self.put(&format!("{name}[{index}] = {value};"));
            }
            Resource::Buffer { structure } => {
                let others: Vec<String> = self
                    .bindings
                    .iter()
                    .filter(|(_, other)| {
                        *other == Resource::Buffer { structure }
                            || *other == Resource::ReadBuffer { structure }
                    })
                    .map(|(name, _)| name.clone())
                    .collect();
                let from = self.pick(&others).unwrap_or_else(|| name.clone());
                let (to_index, from_index) = (self.integer(1), self.integer(1));
                self.put(&format!("{name}[{to_index}] = {from}[{from_index}];"));
            }
            _ => self.assign(),
        }
    }
}
