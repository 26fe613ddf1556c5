//! Defines the builtin types, functions and variables, and resolves calls and operators.
//!
//! A file refers to builtin symbols by name only; the tables here define them. [`Scope`] lists those visible to a
//! program, and [`Types`] resolves conversions, operators and calls, for this crate's checks and for compilers.
//!
//! ```
//! use glassbox_sksl::builtin::{CallRules, Narrowing, Scalar, Scope, Type, Types};
//! use glassbox_sksl::raw::ProgramKind;
//!
//! let scope = Scope::of(ProgramKind::SHADER).ok_or("an unknown kind")?;
//! let types = Types::new();
//! let rules = CallRules { narrowing: Narrowing::Allowed, es2: true };
//! let arguments = [Type::Vector(Scalar::Half, 3), Type::Scalar(Scalar::FloatLiteral)];
//! let (_, call) = scope.resolve_call(&types, "max", &arguments, rules).map_err(|_| "no such function")?;
//! assert_eq!(types.name(call.result), "half3");
//! assert_eq!(types.name(call.parameters[1]), "half");
//! # Ok::<(), &str>(())
//! ```

#[macro_use]
mod declare;

mod bodies;
mod coerce;
mod gpu;
mod names;
mod public;
mod resolve;
mod scalar;
mod scope;
mod store;
mod today;
mod types;
mod variables;

pub use bodies::{body, is_inlined};
pub use coerce::{Binary, Cost, Narrowing, Operation, Unary};
pub use declare::{Function, Mark, Overload, Parameter};
pub use names::{ALIASES, alias, private_type, root_type};
pub use resolve::{CallError, CallRules, Choice, Places, Settled, Signature};
pub use scalar::{NumberKind, Scalar};
pub use scope::{CAPABILITIES, Module, Scope, Symbol, is_es2, is_runtime_effect, narrowing};
pub use store::{Array, Field, Struct, Types};
pub use types::{ArrayId, BOOL, FLOAT, FLOAT2, FLOAT4, Generic, HALF4, INT, Opaque, StructId, Type};
pub use variables::{PER_VERTEX, Variable};
