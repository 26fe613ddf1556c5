//! Builds and serialises structured data.

use glassbox_core::format::WriteError;
use std::borrow::Cow;

use super::records::SdType;
use super::{MAX_NESTING, View, names};

/// Maximum items of an array or properties of an object.
pub const MAX_ITEMS: usize = 255;

/// A value.
#[derive(Clone, PartialEq, Debug)]
pub enum Value<'a> {
    /// Nothing.
    Null,
    /// A boolean.
    Bool(bool),
    /// Unsigned 8-bit integer.
    U8(u8),
    /// Unsigned 16-bit integer.
    U16(u16),
    /// Unsigned 32-bit integer.
    U32(u32),
    /// Unsigned 64-bit integer.
    U64(u64),
    /// Signed 8-bit integer.
    I8(i8),
    /// Signed 16-bit integer.
    I16(i16),
    /// Signed 32-bit integer.
    I32(i32),
    /// 32-bit float.
    I64(i64),
    /// 64-bit float.
    Float(f32),
    /// Double-precision number.
    Double(f64),
    /// String without a terminator; usually UTF-8.
    String(Cow<'a, [u8]>),
    /// Items of any types.
    Array(Vec<Value<'a>>),
    /// Properties.
    Object(Object<'a>),
}

/// An object: its properties in order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Object<'a> {
    /// The properties; parsed objects may repeat a hash.
    pub properties: Vec<Property<'a>>,
}

/// A property of an object.
#[derive(Clone, PartialEq, Debug)]
pub struct Property<'a> {
    /// Hash of the name.
    pub hash: u64,
    /// Value.
    pub value: Value<'a>,
}

impl<'a> Object<'a> {
    /// Appends a property.
    pub fn with(mut self, name: &str, value: Value<'a>) -> Object<'a> {
        let hash = names::hash(name);
        self.properties.push(Property { hash, value });
        self
    }

    /// Prepends the list of property names, for every listed name.
    pub fn with_debug_names(mut self, listed: &[&'a str]) -> Object<'a> {
        let list = listed.iter().map(|name| Value::String(Cow::Borrowed(name.as_bytes())));
        let value = Value::Array(list.collect());
        self.properties.insert(0, Property { hash: names::DEBUG, value });
        self
    }

    /// Value of a property; the last one if repeated.
    pub fn get(&self, name: &str) -> Option<&Value<'a>> {
        let hash = names::hash(name);
        let found = self.properties.iter().rev().find(|property| property.hash == hash);
        found.map(|property| &property.value)
    }

    /// Serialises an outermost object. `Err` describes what the format cannot express.
    pub fn encode(&self, out: &mut Vec<u8>) -> Result<(), WriteError> {
        object(self, out, 0)
    }
}

// Values may be nested arbitrarily; the writer stops at the reader's limit.
fn object(object: &Object<'_>, out: &mut Vec<u8>, depth: usize) -> Result<(), WriteError> {
    out.push(count("an object", "properties", object.properties.len(), depth)?);
    for property in &object.properties {
        out.extend_from_slice(&property.hash.to_le_bytes());
        encode(&property.value, out, depth + 1)?;
    }
    Ok(())
}

fn count(what: &str, of: &str, count: usize, depth: usize) -> Result<u8, WriteError> {
    if depth >= MAX_NESTING {
        return Err(WriteError::new(format!("the structured data is nested more than {MAX_NESTING} deep")));
    }
    let too_many = || format!("{what} has {count} {of}, at most {MAX_ITEMS} are allowed");
    Ok(u8::try_from(count).map_err(|_| too_many())?)
}

fn encode(value: &Value<'_>, out: &mut Vec<u8>, depth: usize) -> Result<(), WriteError> {
    out.push(value.ty().0);
    match value {
        Value::Null => {}
        Value::Bool(truth) => out.push(u8::from(*truth)),
        Value::U8(number) => out.push(*number),
        Value::U16(number) => out.extend_from_slice(&number.to_le_bytes()),
        Value::U32(number) => out.extend_from_slice(&number.to_le_bytes()),
        Value::U64(number) => out.extend_from_slice(&number.to_le_bytes()),
        Value::I8(number) => out.extend_from_slice(&number.to_le_bytes()),
        Value::I16(number) => out.extend_from_slice(&number.to_le_bytes()),
        Value::I32(number) => out.extend_from_slice(&number.to_le_bytes()),
        Value::I64(number) => out.extend_from_slice(&number.to_le_bytes()),
        Value::Float(number) => out.extend_from_slice(&number.to_le_bytes()),
        Value::Double(number) => out.extend_from_slice(&number.to_le_bytes()),
        Value::String(text) if text.contains(&0) => {
            return Err(WriteError::new(format!("the string \"{}\" holds a NUL", text.escape_ascii())));
        }
        Value::String(text) => {
            out.extend_from_slice(text);
            out.push(0);
        }
        Value::Array(items) => {
            out.push(count("an array", "items", items.len(), depth)?);
            for item in items {
                encode(item, out, depth + 1)?;
            }
        }
        Value::Object(inner) => object(inner, out, depth)?,
    }
    Ok(())
}

impl<'a> Value<'a> {
    /// A string.
    pub fn text(text: &'a str) -> Value<'a> {
        Value::String(Cow::Borrowed(text.as_bytes()))
    }

    /// The type code.
    pub fn ty(&self) -> SdType {
        match self {
            Value::Null => SdType::NULL,
            Value::Bool(_) => SdType::BOOL,
            Value::U8(_) => SdType::UINT8,
            Value::U16(_) => SdType::UINT16,
            Value::U32(_) => SdType::UINT32,
            Value::U64(_) => SdType::UINT64,
            Value::I8(_) => SdType::INT8,
            Value::I16(_) => SdType::INT16,
            Value::I32(_) => SdType::INT32,
            Value::I64(_) => SdType::INT64,
            Value::Float(_) => SdType::FLOAT,
            Value::Double(_) => SdType::DOUBLE,
            Value::String(_) => SdType::STRING,
            Value::Array(_) => SdType::ARRAY,
            Value::Object(_) => SdType::OBJECT,
        }
    }
}

impl<'a> View<'_, 'a> {
    /// Converts the value and its contents, keeping order and duplicates.
    pub fn to_value(self) -> Value<'a> {
        // In reverse order, so that a container's children are already built and on top of the stack.
        let mut built: Vec<(u64, Value<'a>)> = Vec::new();
        for index in (self.index()..self.item().next.max(self.index() + 1)).rev() {
            let view = self.at(index);
            let mut held = || {
                let from = built.len() - view.children().count().min(built.len());
                built.split_off(from).into_iter().rev()
            };
            let value = match view.item().ty {
                SdType::ARRAY => Value::Array(held().map(|(_, value)| value).collect()),
                SdType::OBJECT => {
                    let properties = held().map(|(hash, value)| Property { hash, value });
                    Value::Object(Object { properties: properties.collect() })
                }
                _ => view.scalar(),
            };
            built.push((view.item().hash, value));
        }
        built.pop().map_or(Value::Null, |(_, value)| value)
    }

    /// Properties of an object; empty for other values.
    pub fn to_object(self) -> Object<'a> {
        match self.to_value() {
            Value::Object(object) => object,
            _ => Object::default(),
        }
    }

    fn scalar(&self) -> Value<'a> {
        use glassbox_core::value::Value as _;
        let bytes = self.payload();
        match self.item().ty {
            SdType::BOOL => Value::Bool(bytes == [1]),
            SdType::UINT8 => Value::U8(u8::load(bytes)),
            SdType::UINT16 => Value::U16(u16::load(bytes)),
            SdType::UINT32 => Value::U32(u32::load(bytes)),
            SdType::UINT64 => Value::U64(u64::load(bytes)),
            SdType::INT8 => Value::I8(i8::load(bytes)),
            SdType::INT16 => Value::I16(i16::load(bytes)),
            SdType::INT32 => Value::I32(i32::load(bytes)),
            SdType::INT64 => Value::I64(i64::load(bytes)),
            SdType::FLOAT => Value::Float(f32::load(bytes)),
            SdType::DOUBLE => Value::Double(f64::load(bytes)),
            SdType::STRING => Value::String(Cow::Borrowed(self.text().unwrap_or_default())),
            _ => Value::Null,
        }
    }
}
