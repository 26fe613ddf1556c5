//! The registers of the machine: what is known of them where code is written, and the variables that hold them elsewhere.
//!
//! In straight code a register is the value that was written last. Where paths part and meet, it is in a variable; values that
//! no path has changed stay known.

use std::collections::HashMap;

use glassbox_spirv::build::value::storage_class;
use glassbox_spirv::build::{Id, op};

use crate::code::Code;

/// A register: v0 to v15, r0 to r15, o0 to o15, and those of one component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cell(usize);

impl Cell {
    pub(crate) const COUNT: usize = 53;
    pub(crate) const ADDRESS: [Cell; 2] = [Cell(48), Cell(49)];
    /// aL.
    pub(crate) const COUNTER: Cell = Cell(50);
    pub(crate) const FLAGS: [Cell; 2] = [Cell(51), Cell(52)];

    pub(crate) const fn input(number: u8) -> Cell {
        Cell((number & 15) as usize)
    }

    pub(crate) const fn temporary(number: u8) -> Cell {
        Cell(16 + (number & 15) as usize)
    }

    pub(crate) const fn output(number: u8) -> Cell {
        Cell(32 + (number & 15) as usize)
    }

    pub(crate) const fn bit(self) -> u64 {
        1 << self.0
    }

    fn name(self) -> String {
        match self.0 {
            number @ 0..16 => format!("v{number}"),
            number @ 16..32 => format!("r{}", number - 16),
            number @ 32..48 => format!("o{}", number - 32),
            48 => "a0_x".to_owned(),
            49 => "a0_y".to_owned(),
            50 => "aL".to_owned(),
            51 => "cmp_x".to_owned(),
            _ => "cmp_y".to_owned(),
        }
    }

    const fn width(self) -> usize {
        if self.0 < 48 { 4 } else { 1 }
    }
}

/// All registers.
pub(crate) const EVERYTHING: u64 = (1 << Cell::COUNT) - 1;

/// A value of one component: a scalar, or a component of a vector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lane {
    pub(crate) value: Id,
    pub(crate) component: Option<u32>,
}

impl Lane {
    pub(crate) const fn scalar(value: Id) -> Lane {
        Lane { value, component: None }
    }
}

/// What is known where code is written.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    lanes: Vec<[Option<Lane>; 4]>,
    /// Components that the variables do not have yet, by register.
    dirty: Vec<u8>,
    /// Values of c registers.
    pub(crate) uniforms: HashMap<u8, Id>,
}

impl Known {
    fn nothing() -> Known {
        Known { lanes: vec![[None; 4]; Cell::COUNT], dirty: vec![0; Cell::COUNT], uniforms: HashMap::new() }
    }

    /// Forgets registers, by their bits.
    pub(crate) fn forget(&mut self, cells: u64) {
        for (number, lanes) in self.lanes.iter_mut().enumerate() {
            if cells >> number & 1 != 0 {
                *lanes = [None; 4];
            }
        }
    }

    /// What is known where paths meet that are written.
    pub(crate) fn meet(paths: Vec<Known>, before: &Known) -> Known {
        let mut paths = paths.into_iter();
        let Some(mut known) = paths.next() else { return before.clone() };
        for other in paths {
            for (lanes, others) in known.lanes.iter_mut().zip(&other.lanes) {
                for (lane, other) in lanes.iter_mut().zip(others) {
                    *lane = lane.filter(|lane| Some(*lane) == *other);
                }
            }
            known.uniforms.clone_from(&before.uniforms);
        }
        known
    }
}

/// The registers of a module.
pub(crate) struct Registers {
    /// Storage class of the variables.
    pub(crate) class: u32,
    /// The type of a vector.
    vector: Id,
    variables: Vec<Option<Id>>,
    pub(crate) known: Known,
    /// Input registers that have one value in the whole function.
    pub(crate) given: [Option<Id>; 16],
    /// Names that registers cannot have.
    pub(crate) taken: Vec<String>,
}

impl Registers {
    pub(crate) fn new(class: u32, vector: Id, taken: Vec<String>) -> Registers {
        let variables = vec![None; Cell::COUNT];
        Registers { class, vector, variables, known: Known::nothing(), given: [None; 16], taken }
    }

    /// The registers at the beginning of a function in which nothing is known.
    pub(crate) fn begin(&mut self) {
        self.known = Known::nothing();
        self.given = [None; 16];
        if self.class == storage_class::FUNCTION {
            self.variables.fill(None);
        }
    }

    /// States that all registers are zero but the inputs.
    pub(crate) fn reset(&mut self, code: &mut Code) {
        for number in 16..Cell::COUNT {
            let ty = self.component(code, Cell(number));
            let zero = match ty {
                ty if ty == code.types.bool => code.bool(false),
                ty => code.b.constant(ty, 0),
            };
            self.known.lanes[number] = [Some(Lane::scalar(zero)); 4];
            self.known.dirty[number] = 0;
        }
    }

    fn ty(&self, code: &Code, cell: Cell) -> Id {
        if cell.width() == 4 { self.vector } else { self.component(code, cell) }
    }

    fn component(&self, code: &Code, cell: Cell) -> Id {
        match cell.0 {
            0..48 => code.b.component_type(self.vector).unwrap_or(self.vector),
            48..51 => code.types.int,
            _ => code.types.bool,
        }
    }

    /// The variable of a register.
    pub(crate) fn variable(&mut self, code: &mut Code, cell: Cell) -> Id {
        if let Some(variable) = self.variables[cell.0] {
            return variable;
        }
        let mut name = cell.name();
        if self.taken.contains(&name) {
            name.push_str("_register");
        }
        let ty = self.ty(code, cell);
        let variable = match self.class {
            storage_class::FUNCTION => code.local(&name, ty),
            _ => code.private(&name, ty, None),
        };
        self.variables[cell.0] = Some(variable);
        variable
    }

    /// States that an input register is a variable of the interface.
    pub(crate) fn set_input(&mut self, number: u8, variable: Id) {
        self.variables[usize::from(number & 15)] = Some(variable);
    }

    /// The variables so far but those of inputs, with their types.
    pub(crate) fn variables(&self, code: &Code) -> Vec<(Id, Id)> {
        let numbers = 16..Cell::COUNT;
        numbers.filter_map(|number| Some((self.variables[number]?, self.ty(code, Cell(number))))).collect()
    }

    /// Some components of a register.
    pub(crate) fn read(&mut self, code: &mut Code, cell: Cell, components: &[u8]) -> Vec<Lane> {
        let given = self.given.get(cell.0).copied().flatten();
        let mut whole = given;
        components
            .iter()
            .map(|&component| {
                let component = usize::from(component & 3);
                if given.is_none()
                    && let Some(lane) = self.known.lanes[cell.0][component]
                {
                    return lane;
                }
                let value = *whole.get_or_insert_with(|| self.load(code, cell));
                match cell.width() {
                    4 => Lane { value, component: Some(component as u32) },
                    _ => Lane::scalar(value),
                }
            })
            .collect()
    }

    /// Loads a register, after which what was unknown of it is known.
    fn load(&mut self, code: &mut Code, cell: Cell) -> Id {
        let (variable, ty) = (self.variable(code, cell), self.ty(code, cell));
        let value = code.load(ty, variable);
        for component in 0..cell.width() {
            let lane = match cell.width() {
                4 => Lane { value, component: Some(component as u32) },
                _ => Lane::scalar(value),
            };
            self.known.lanes[cell.0][component].get_or_insert(lane);
        }
        value
    }

    /// A register of one component.
    pub(crate) fn scalar(&mut self, code: &mut Code, cell: Cell) -> Id {
        let lane = self.read(code, cell, &[0])[0];
        lane_value(code, lane)
    }

    /// Writes components of a register.
    pub(crate) fn write(&mut self, cell: Cell, components: &[u8], lanes: &[Lane]) {
        for (&component, &lane) in components.iter().zip(lanes) {
            self.known.lanes[cell.0][usize::from(component & 3)] = Some(lane);
            self.known.dirty[cell.0] |= 1 << (component & 3);
        }
    }

    /// Stores what the variables do not have yet, of the registers that are read later.
    pub(crate) fn flush(&mut self, code: &mut Code, live: u64) {
        for number in 0..Cell::COUNT {
            let dirty = std::mem::take(&mut self.known.dirty[number]);
            if dirty == 0 || live >> number & 1 == 0 {
                continue;
            }
            let cell = Cell(number);
            let variable = self.variable(code, cell);
            let lanes = self.known.lanes[number];
            if cell.width() == 1 {
                if let Some(lane) = lanes[0] {
                    let value = lane_value(code, lane);
                    code.store(variable, value);
                }
                continue;
            }
            if dirty == 0xF
                && let Some(lanes) = lanes.into_iter().collect::<Option<Vec<Lane>>>()
            {
                let value = assemble(code, &lanes);
                code.store(variable, value);
                continue;
            }
            let ty = self.component(code, cell);
            // All values come before the first store: one of them may be a load of the variable.
            let mut values = Vec::new();
            for component in 0..4u32 {
                if dirty >> component & 1 != 0
                    && let Some(lane) = lanes[component as usize]
                {
                    values.push((component, lane_value(code, lane)));
                }
            }
            for (component, value) in values {
                let index = code.uint(component);
                let place = code.place(self.class, ty, variable, &[index]);
                code.store(place, value);
            }
        }
    }
}

/// The scalar of a lane.
pub(crate) fn lane_value(code: &mut Code, lane: Lane) -> Id {
    match lane.component {
        None => lane.value,
        Some(component) => code.part(lane.value, component),
    }
}

/// A vector of lanes, or the scalar of one.
pub(crate) fn assemble(code: &mut Code, lanes: &[Lane]) -> Id {
    if let [lane] = lanes {
        return lane_value(code, *lane);
    }
    let scalars: Vec<Lane> = lanes.iter().map(|lane| folded(code, *lane)).collect();
    let mut parts = Vec::new();
    let mut rest = scalars.as_slice();
    while let [first, ..] = rest {
        let run =
            rest.iter().take_while(|lane| lane.component.is_some() && lane.value == first.value).count();
        let (head, tail) = rest.split_at(run.max(1));
        parts.push(swizzled(code, head));
        rest = tail;
    }
    if let [part] = parts[..] {
        return part;
    }
    let component = match lanes.first() {
        Some(lane) if lane.component.is_some() => code.b.component_type(code.type_of(lane.value)),
        Some(lane) => Some(code.type_of(lane.value)),
        None => None,
    };
    let component = component.unwrap_or(code.types.float);
    let ty = code.vector_type(component, lanes.len());
    code.construct(ty, &parts)
}

/// A lane of a constant vector is a constant.
fn folded(code: &mut Code, lane: Lane) -> Lane {
    if lane.component.is_some() && code.b.is_constant(lane.value) {
        Lane::scalar(lane_value(code, lane))
    } else {
        lane
    }
}

/// Components of one vector, or a scalar.
fn swizzled(code: &mut Code, lanes: &[Lane]) -> Id {
    let [first, ..] = lanes else { return code.uint(0) };
    if lanes.len() == 1 {
        return lane_value(code, *first);
    }
    let components: Vec<u32> = lanes.iter().map(|lane| lane.component.unwrap_or(0)).collect();
    let width = code.width(first.value);
    if components.len() as u32 == width && components.iter().copied().eq(0..width) {
        return first.value;
    }
    let component = code.b.component_type(code.type_of(first.value)).unwrap_or(code.types.float);
    let ty = code.vector_type(component, lanes.len());
    code.b.value_with(op::VECTOR_SHUFFLE, ty, &[first.value, first.value], &components)
}
