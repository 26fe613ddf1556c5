//! Generates random valid modules as SPIR-V assembly.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::random::Random;

mod expressions;
mod statements;

/// Stage of a generated module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Reads and writes storage buffers.
    Compute,
    /// Reads inputs, a uniform block and a texture; writes a color.
    Fragment,
}

/// Assembly of a valid Vulkan 1.0 module with about `statements` statements. Integer results are defined for all
/// inputs; shifts and divisors are guarded. No loop runs more than a few times.
pub fn module(stage: Stage, statements: usize, random: &mut Random) -> String {
    let mut program = Program::new(random);
    program.left = statements;
    program.helpers();
    program.entry(stage);
    program.text(stage)
}

/// Scalar kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Scalar {
    Bool,
    Int,
    Uint,
    Float,
}

use Scalar::{Bool, Float, Int, Uint};

/// Type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Ty {
    /// Scalar, or vector of two to four.
    Vector(Scalar, u32),
    /// Matrix of floats: columns and rows.
    Matrix(u32, u32),
}

impl Ty {
    const fn scalar(scalar: Scalar) -> Ty {
        Ty::Vector(scalar, 1)
    }
}

/// A function that may be called: its id, parameters and result.
#[derive(Clone, Debug)]
struct Helper {
    id: String,
    parameters: Vec<Ty>,
    result: Ty,
}

struct Program<'r> {
    random: &'r mut Random,
    last_id: u32,
    /// Types, constants and global variables, in order.
    globals: String,
    /// Ids of `globals` by the text of their definition.
    known: HashMap<String, String>,
    /// Variables of the open function; they precede its code.
    variables: String,
    /// Code of the open function.
    code: String,
    /// Finished functions.
    functions: String,
    helpers: Vec<Helper>,
    /// Values that dominate the open block.
    values: Vec<(Ty, String)>,
    /// Local variables.
    locals: Vec<(Ty, String)>,
    /// Label of the open block.
    block: String,
    /// Statements left.
    left: usize,
    depth: usize,
    /// Innermost loop, then switch, that the code may leave: merge block and continue target.
    exits: Vec<Exit>,
}

#[derive(Clone, Debug)]
struct Exit {
    merge: String,
    next: Option<String>,
}

impl<'r> Program<'r> {
    fn new(random: &'r mut Random) -> Program<'r> {
        Program {
            random,
            last_id: 0,
            globals: String::new(),
            known: HashMap::new(),
            variables: String::new(),
            code: String::new(),
            functions: String::new(),
            helpers: Vec::new(),
            values: Vec::new(),
            locals: Vec::new(),
            block: String::new(),
            left: 0,
            depth: 0,
            exits: Vec::new(),
        }
    }

    fn chance(&mut self, of: u64) -> bool {
        self.random.below(of) == 0
    }

    fn id(&mut self) -> String {
        self.last_id += 1;
        format!("%v{}", self.last_id)
    }

    /// Emits an instruction with a result.
    fn emit(&mut self, instruction: &str) -> String {
        let id = self.id();
        let _ = writeln!(self.code, "{id} = {instruction}");
        id
    }

    /// Emits an instruction without a result.
    fn effect(&mut self, instruction: &str) {
        let _ = writeln!(self.code, "{instruction}");
    }

    /// Id of a type or constant, declared on first use.
    fn global(&mut self, definition: &str) -> String {
        if let Some(id) = self.known.get(definition) {
            return id.clone();
        }
        let id = self.id();
        let _ = writeln!(self.globals, "{id} = {definition}");
        self.known.insert(definition.to_owned(), id.clone());
        id
    }

    fn ty(&mut self, ty: Ty) -> String {
        match ty {
            Ty::Vector(scalar, 1) => self.global(match scalar {
                Bool => "OpTypeBool",
                Int => "OpTypeInt 32 1",
                Uint => "OpTypeInt 32 0",
                Float => "OpTypeFloat 32",
            }),
            Ty::Vector(scalar, count) => {
                let component = self.ty(Ty::scalar(scalar));
                self.global(&format!("OpTypeVector {component} {count}"))
            }
            Ty::Matrix(columns, rows) => {
                let column = self.ty(Ty::Vector(Float, rows));
                self.global(&format!("OpTypeMatrix {column} {columns}"))
            }
        }
    }

    fn pointer(&mut self, class: &str, pointee: &str) -> String {
        self.global(&format!("OpTypePointer {class} {pointee}"))
    }

    /// A scalar constant; floats are halves of small integers.
    fn scalar_constant(&mut self, scalar: Scalar, value: i32) -> String {
        let ty = self.ty(Ty::scalar(scalar));
        match scalar {
            Bool if value & 1 == 0 => self.global(&format!("OpConstantFalse {ty}")),
            Bool => self.global(&format!("OpConstantTrue {ty}")),
            Int => self.global(&format!("OpConstant {ty} {value}")),
            Uint => self.global(&format!("OpConstant {ty} {}", value as u32)),
            Float => self.global(&format!("OpConstant {ty} {}", f64::from(value) / 2.0)),
        }
    }

    /// A constant whose components are all `value`.
    fn splat(&mut self, ty: Ty, value: i32) -> String {
        match ty {
            Ty::Vector(scalar, 1) => self.scalar_constant(scalar, value),
            Ty::Vector(scalar, count) => {
                let part = self.scalar_constant(scalar, value);
                let ty = self.ty(ty);
                self.global(&format!("OpConstantComposite {ty}{}", format!(" {part}").repeat(count as usize)))
            }
            Ty::Matrix(columns, rows) => {
                let part = self.splat(Ty::Vector(Float, rows), value);
                let ty = self.ty(ty);
                self.global(&format!(
                    "OpConstantComposite {ty}{}",
                    format!(" {part}").repeat(columns as usize)
                ))
            }
        }
    }

    fn constant(&mut self, ty: Ty) -> String {
        const VALUES: [i32; 12] = [0, 1, 2, 3, 5, 7, 16, 31, 255, -1, -2, 1000];
        let value = VALUES[self.random.index(VALUES.len())];
        if matches!(ty, Ty::Vector(..)) && self.chance(8) {
            let ty = self.ty(ty);
            return self.global(&format!("OpConstantNull {ty}"));
        }
        self.splat(ty, value)
    }

    fn any_type(&mut self) -> Ty {
        let scalar = [Bool, Int, Uint, Float, Float, Int][self.random.index(6)];
        match self.random.below(10) {
            0 => Ty::Matrix(2 + self.random.below(3) as u32, 2 + self.random.below(3) as u32),
            1..=4 => Ty::scalar(scalar),
            _ => Ty::Vector(scalar, 2 + self.random.below(3) as u32),
        }
    }

    /// Declares a local variable with a random value in it.
    fn local(&mut self, ty: Ty) -> String {
        let pointee = self.ty(ty);
        let pointer = self.pointer("Function", &pointee);
        let id = self.id();
        let _ = writeln!(self.variables, "{id} = OpVariable {pointer} Function");
        let value = self.value(ty);
        self.effect(&format!("OpStore {id} {value}"));
        self.locals.push((ty, id.clone()));
        id
    }

    /// Starts the code of a function.
    fn begin(&mut self) -> String {
        self.values.clear();
        self.locals.clear();
        self.block = self.id();
        self.block.clone()
    }

    /// Ends a function whose first lines are `head`, with its entry block's label.
    fn finish(&mut self, head: &str, entry: &str) {
        let (variables, code) = (std::mem::take(&mut self.variables), std::mem::take(&mut self.code));
        let _ = write!(self.functions, "{head}{entry} = OpLabel\n{variables}{code}OpFunctionEnd\n");
    }

    /// Functions that the entry point may call.
    fn helpers(&mut self) {
        let share = self.left / 4;
        for _ in 0..self.random.below(3) {
            let result = self.any_type();
            let parameters: Vec<Ty> = (0..self.random.below(4)).map(|_| self.any_type()).collect();
            let id = self.id();
            let result_id = self.ty(result);
            let types: Vec<String> = parameters.iter().map(|ty| self.ty(*ty)).collect();
            let signature = self.global(&format!("OpTypeFunction {result_id} {}", types.join(" ")));
            let mut head = format!("{id} = OpFunction {result_id} None {signature}\n");
            let entry = self.begin();
            for (ty, name) in parameters.iter().zip(&types) {
                let parameter = self.id();
                let _ = writeln!(head, "{parameter} = OpFunctionParameter {name}");
                self.values.push((*ty, parameter));
            }
            let left = std::mem::replace(&mut self.left, share);
            self.statements(Some(result));
            self.left = left.saturating_sub(share);
            let value = self.value(result);
            self.effect(&format!("OpReturnValue {value}"));
            self.finish(&head, &entry);
            self.helpers.push(Helper { id, parameters, result });
        }
    }

    /// The entry point.
    fn entry(&mut self, stage: Stage) {
        let void = self.global("OpTypeVoid");
        let signature = self.global(&format!("OpTypeFunction {void}"));
        let entry = self.begin();
        match stage {
            Stage::Compute => self.compute_inputs(),
            Stage::Fragment => self.fragment_inputs(),
        }
        for _ in 0..2 + self.random.below(4) {
            let ty = self.any_type();
            self.local(ty);
        }
        self.statements(None);
        match stage {
            Stage::Compute => self.compute_outputs(),
            Stage::Fragment => self.fragment_outputs(),
        }
        self.effect("OpReturn");
        let head = format!("%main = OpFunction {void} None {signature}\n");
        self.finish(&head, &entry);
    }

    fn load(&mut self, ty: Ty, pointer: &str) -> String {
        let name = self.ty(ty);
        let id = self.emit(&format!("OpLoad {name} {pointer}"));
        self.values.push((ty, id.clone()));
        id
    }

    fn global_variable(&mut self, name: &str, class: &str, pointee: &str) {
        let pointer = self.pointer(class, pointee);
        let _ = writeln!(self.globals, "%{name} = OpVariable {pointer} {class}");
    }

    fn compute_inputs(&mut self) {
        let uint = self.ty(Ty::scalar(Uint));
        let uint3 = self.ty(Ty::Vector(Uint, 3));
        self.global_variable("invocation", "Input", &uint3);
        let _ = writeln!(self.globals, "%words = OpTypeRuntimeArray {uint}\n%buffer = OpTypeStruct %words");
        self.global_variable("source", "Uniform", "%buffer");
        self.global_variable("target", "Uniform", "%buffer");
        self.load(Ty::Vector(Uint, 3), "%invocation");
        let index = self.emit(&format!("OpCompositeExtract {uint} {} 0", self.values[0].1));
        self.values.push((Ty::scalar(Uint), index.clone()));
        let pointer = self.pointer("Uniform", &uint);
        let zero = self.scalar_constant(Int, 0);
        let four = self.scalar_constant(Uint, 4);
        let base = self.emit(&format!("OpIMul {uint} {index} {four}"));
        for word in 0..4 {
            let offset = self.scalar_constant(Uint, word);
            let at = self.emit(&format!("OpIAdd {uint} {base} {offset}"));
            let place = self.emit(&format!("OpAccessChain {pointer} %source {zero} {at}"));
            self.load(Ty::scalar(Uint), &place);
        }
    }

    fn compute_outputs(&mut self) {
        let uint = self.ty(Ty::scalar(Uint));
        let pointer = self.pointer("Uniform", &uint);
        let zero = self.scalar_constant(Int, 0);
        let four = self.scalar_constant(Uint, 4);
        let index = self.values[1].1.clone();
        let base = self.emit(&format!("OpIMul {uint} {index} {four}"));
        let result = self.summary();
        for word in 0..4 {
            let offset = self.scalar_constant(Uint, word);
            let at = self.emit(&format!("OpIAdd {uint} {base} {offset}"));
            let place = self.emit(&format!("OpAccessChain {pointer} %target {zero} {at}"));
            let part = self.emit(&format!("OpCompositeExtract {uint} {result} {word}"));
            self.effect(&format!("OpStore {place} {part}"));
        }
    }

    fn fragment_inputs(&mut self) {
        let float = self.ty(Ty::scalar(Float));
        let float4 = self.ty(Ty::Vector(Float, 4));
        let int = self.ty(Ty::scalar(Int));
        let int2 = self.ty(Ty::Vector(Int, 2));
        let matrix = self.ty(Ty::Matrix(4, 4));
        self.global_variable("color", "Input", &float4);
        self.global_variable("cell", "Input", &int2);
        self.global_variable("result", "Output", &float4);
        let _ = writeln!(self.globals, "%block = OpTypeStruct {matrix} {float4} {int} {float}");
        self.global_variable("parameters", "Uniform", "%block");
        let _ = writeln!(self.globals, "%image = OpTypeImage {float} 2D 0 0 0 1 Unknown");
        let _ = writeln!(self.globals, "%sampled = OpTypeSampledImage %image");
        self.global_variable("texture", "UniformConstant", "%sampled");
        self.load(Ty::Vector(Float, 4), "%color");
        self.load(Ty::Vector(Int, 2), "%cell");
        let members = [Ty::Matrix(4, 4), Ty::Vector(Float, 4), Ty::scalar(Int), Ty::scalar(Float)];
        for (member, ty) in members.into_iter().enumerate() {
            let pointee = self.ty(ty);
            let pointer = self.pointer("Uniform", &pointee);
            let index = self.scalar_constant(Int, member as i32);
            let place = self.emit(&format!("OpAccessChain {pointer} %parameters {index}"));
            self.load(ty, &place);
        }
        let float2 = self.ty(Ty::Vector(Float, 2));
        let place = self.emit(&format!("OpVectorShuffle {float2} {} {0} 0 1", self.values[0].1));
        let texture = self.emit("OpLoad %sampled %texture");
        let texel = if self.chance(2) {
            self.emit(&format!("OpImageSampleImplicitLod {float4} {texture} {place}"))
        } else {
            let zero = self.scalar_constant(Float, 0);
            self.emit(&format!("OpImageSampleExplicitLod {float4} {texture} {place} Lod {zero}"))
        };
        self.values.push((Ty::Vector(Float, 4), texel));
    }

    fn fragment_outputs(&mut self) {
        let value = self.value(Ty::Vector(Float, 4));
        self.effect(&format!("OpStore %result {value}"));
    }

    /// The module around the functions.
    fn text(self, stage: Stage) -> String {
        let head = match stage {
            Stage::Compute => include_str!("programs/compute.txt"),
            Stage::Fragment => include_str!("programs/fragment.txt"),
        };
        format!("{head}{}{}", self.globals, self.functions)
    }
}
