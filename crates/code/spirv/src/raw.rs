//! The numbers of the specification that this crate itself acts on.

/// Opcodes.
pub(crate) mod op {
    pub(crate) const SOURCE: u16 = 3;
    pub(crate) const NAME: u16 = 5;
    pub(crate) const MEMBER_NAME: u16 = 6;
    pub(crate) const STRING: u16 = 7;
    pub(crate) const LINE: u16 = 8;
    pub(crate) const EXTENSION: u16 = 10;
    pub(crate) const EXT_INST_IMPORT: u16 = 11;
    pub(crate) const EXT_INST: u16 = 12;
    pub(crate) const MEMORY_MODEL: u16 = 14;
    pub(crate) const ENTRY_POINT: u16 = 15;
    pub(crate) const EXECUTION_MODE: u16 = 16;
    pub(crate) const CAPABILITY: u16 = 17;
    pub(crate) const TYPE_VOID: u16 = 19;
    pub(crate) const TYPE_BOOL: u16 = 20;
    pub(crate) const TYPE_INT: u16 = 21;
    pub(crate) const TYPE_FLOAT: u16 = 22;
    pub(crate) const TYPE_VECTOR: u16 = 23;
    pub(crate) const TYPE_MATRIX: u16 = 24;
    pub(crate) const TYPE_IMAGE: u16 = 25;
    pub(crate) const TYPE_SAMPLER: u16 = 26;
    pub(crate) const TYPE_SAMPLED_IMAGE: u16 = 27;
    pub(crate) const TYPE_ARRAY: u16 = 28;
    pub(crate) const TYPE_RUNTIME_ARRAY: u16 = 29;
    pub(crate) const TYPE_STRUCT: u16 = 30;
    pub(crate) const TYPE_POINTER: u16 = 32;
    pub(crate) const TYPE_FUNCTION: u16 = 33;
    pub(crate) const TYPE_FORWARD_POINTER: u16 = 39;
    pub(crate) const CONSTANT_TRUE: u16 = 41;
    pub(crate) const CONSTANT_FALSE: u16 = 42;
    pub(crate) const CONSTANT: u16 = 43;
    pub(crate) const CONSTANT_NULL: u16 = 46;
    pub(crate) const SPEC_CONSTANT_TRUE: u16 = 48;
    pub(crate) const SPEC_CONSTANT_FALSE: u16 = 49;
    pub(crate) const SPEC_CONSTANT: u16 = 50;
    pub(crate) const SPEC_CONSTANT_OP: u16 = 52;
    pub(crate) const FUNCTION: u16 = 54;
    pub(crate) const FUNCTION_PARAMETER: u16 = 55;
    pub(crate) const FUNCTION_END: u16 = 56;
    pub(crate) const FUNCTION_CALL: u16 = 57;
    pub(crate) const VARIABLE: u16 = 59;
    pub(crate) const IMAGE_TEXEL_POINTER: u16 = 60;
    pub(crate) const LOAD: u16 = 61;
    pub(crate) const STORE: u16 = 62;
    pub(crate) const COPY_MEMORY: u16 = 63;
    pub(crate) const COPY_MEMORY_SIZED: u16 = 64;
    pub(crate) const ACCESS_CHAIN: u16 = 65;
    pub(crate) const IN_BOUNDS_ACCESS_CHAIN: u16 = 66;
    pub(crate) const PTR_ACCESS_CHAIN: u16 = 67;
    pub(crate) const ARRAY_LENGTH: u16 = 68;
    pub(crate) const IN_BOUNDS_PTR_ACCESS_CHAIN: u16 = 70;
    pub(crate) const DECORATE: u16 = 71;
    pub(crate) const MEMBER_DECORATE: u16 = 72;
    pub(crate) const GROUP_DECORATE: u16 = 74;
    pub(crate) const GROUP_MEMBER_DECORATE: u16 = 75;
    pub(crate) const COMPOSITE_EXTRACT: u16 = 81;
    pub(crate) const COPY_OBJECT: u16 = 83;
    pub(crate) const IMAGE_WRITE: u16 = 99;
    pub(crate) const BITCAST: u16 = 124;
    pub(crate) const SHIFT_RIGHT_LOGICAL: u16 = 194;
    pub(crate) const BITWISE_AND: u16 = 199;
    pub(crate) const BIT_FIELD_U_EXTRACT: u16 = 203;
    pub(crate) const ATOMIC_LOAD: u16 = 227;
    pub(crate) const ATOMIC_STORE: u16 = 228;
    pub(crate) const ATOMIC_EXCHANGE: u16 = 229;
    pub(crate) const ATOMIC_XOR: u16 = 242;
    pub(crate) const NO_LINE: u16 = 317;
    pub(crate) const ATOMIC_FLAG_TEST_AND_SET: u16 = 318;
    pub(crate) const ATOMIC_FLAG_CLEAR: u16 = 319;
    pub(crate) const EXECUTION_MODE_ID: u16 = 331;
    pub(crate) const DECORATE_ID: u16 = 332;
    pub(crate) const TYPE_RAY_QUERY: u16 = 4472;
    pub(crate) const TYPE_ACCELERATION_STRUCTURE: u16 = 5341;
    pub(crate) const ATOMIC_F_MIN: u16 = 5614;
    pub(crate) const ATOMIC_F_MAX: u16 = 5615;
    pub(crate) const DECORATE_STRING: u16 = 5632;
    pub(crate) const MEMBER_DECORATE_STRING: u16 = 5633;
    pub(crate) const ATOMIC_F_ADD: u16 = 6035;
}

/// Decorations.
pub(crate) mod decoration {
    pub(crate) const SPEC_ID: u32 = 1;
    pub(crate) const BLOCK: u32 = 2;
    pub(crate) const BUFFER_BLOCK: u32 = 3;
    pub(crate) const ROW_MAJOR: u32 = 4;
    pub(crate) const ARRAY_STRIDE: u32 = 6;
    pub(crate) const MATRIX_STRIDE: u32 = 7;
    pub(crate) const BUILT_IN: u32 = 11;
    pub(crate) const NO_PERSPECTIVE: u32 = 13;
    pub(crate) const FLAT: u32 = 14;
    pub(crate) const PATCH: u32 = 15;
    pub(crate) const CENTROID: u32 = 16;
    pub(crate) const SAMPLE: u32 = 17;
    pub(crate) const NON_WRITABLE: u32 = 24;
    pub(crate) const NON_READABLE: u32 = 25;
    pub(crate) const LOCATION: u32 = 30;
    pub(crate) const COMPONENT: u32 = 31;
    pub(crate) const INDEX: u32 = 32;
    pub(crate) const BINDING: u32 = 33;
    pub(crate) const DESCRIPTOR_SET: u32 = 34;
    pub(crate) const OFFSET: u32 = 35;
    pub(crate) const INPUT_ATTACHMENT_INDEX: u32 = 43;
}

/// Storage classes.
pub(crate) mod storage {
    pub(crate) const UNIFORM_CONSTANT: u32 = 0;
    pub(crate) const INPUT: u32 = 1;
    pub(crate) const UNIFORM: u32 = 2;
    pub(crate) const OUTPUT: u32 = 3;
    pub(crate) const PRIVATE: u32 = 6;
    pub(crate) const FUNCTION: u32 = 7;
    pub(crate) const PUSH_CONSTANT: u32 = 9;
    pub(crate) const STORAGE_BUFFER: u32 = 12;
}

/// Execution modes.
pub(crate) mod mode {
    pub(crate) const LOCAL_SIZE: u32 = 17;
    pub(crate) const LOCAL_SIZE_ID: u32 = 38;
}

/// Image dimensions.
pub(crate) mod dim {
    pub(crate) const BUFFER: u32 = 5;
    pub(crate) const SUBPASS_DATA: u32 = 6;
}
