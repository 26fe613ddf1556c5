//! The opcodes: one table for reading, checking and printing.
//!
//! Source: section 13 of the project's description of DirectX containers, and Microsoft's description of the tokenized
//! program format of Direct3D 11 and 12.

use std::fmt;

/// One past the highest opcode number of the table.
pub const OPCODES: usize = 235;

/// An opcode: the lowest eleven bits of an instruction's first word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Opcode(pub u16);

/// What is known about an opcode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpcodeInfo {
    /// Name in assembly.
    pub mnemonic: &'static str,
    /// Number of operands.
    pub operands: u8,
    /// Words behind the operands, before shader model 5.1.
    pub words: u8,
    /// Words behind the operands, from shader model 5.1 on.
    pub words_5_1: u8,
}

macro_rules! opcodes {
    ($($number:literal $name:ident $mnemonic:literal $operands:literal $words:literal $words_5_1:literal;)*) => {
        impl Opcode {
            $(#[doc = concat!("`", $mnemonic, "`.")] pub const $name: Opcode = Opcode($number);)*

            /// Every known opcode, in order.
            pub const ALL: &'static [Opcode] = &[$(Opcode($number)),*];
        }

        static TABLE: [Option<OpcodeInfo>; OPCODES] = {
            let mut table = [None; OPCODES];
            $(table[$number] = Some(OpcodeInfo {
                mnemonic: $mnemonic,
                operands: $operands,
                words: $words,
                words_5_1: $words_5_1,
            });)*
            table
        };
    };
}

impl Opcode {
    /// What is known about it; `None` for reserved numbers and those past the table.
    #[inline]
    pub fn info(self) -> Option<&'static OpcodeInfo> {
        TABLE.get(usize::from(self.0))?.as_ref()
    }

    /// Whether it declares something: what stands before the instructions, with a few exceptions.
    pub fn is_declaration(self) -> bool {
        matches!(self.0, 88..=106 | 143..=162 | 206)
    }

    /// Whether no program may have it, although it has a number of its own.
    pub fn is_reserved(self) -> bool {
        self == Opcode::JMP || self.info().is_none()
    }

    /// Whether its length is the next word when the first word is extended.
    pub fn has_long_form(self) -> bool {
        matches!(self, Opcode::DCL_FUNCTION_TABLE | Opcode::DCL_INTERFACE)
    }
}

impl fmt::Display for Opcode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.info() {
            Some(info) => f.write_str(info.mnemonic),
            None => write!(f, "opcode {}", self.0),
        }
    }
}

// Number, name, mnemonic, operands, words behind them, words behind them from 5.1 on.
opcodes! {
    0 ADD "add" 3 0 0;
    1 AND "and" 3 0 0;
    2 BREAK "break" 0 0 0;
    3 BREAKC "breakc" 1 0 0;
    4 CALL "call" 1 0 0;
    5 CALLC "callc" 2 0 0;
    6 CASE "case" 1 0 0;
    7 CONTINUE "continue" 0 0 0;
    8 CONTINUEC "continuec" 1 0 0;
    9 CUT "cut" 0 0 0;
    10 DEFAULT "default" 0 0 0;
    11 DERIV_RTX "deriv_rtx" 2 0 0;
    12 DERIV_RTY "deriv_rty" 2 0 0;
    13 DISCARD "discard" 1 0 0;
    14 DIV "div" 3 0 0;
    15 DP2 "dp2" 3 0 0;
    16 DP3 "dp3" 3 0 0;
    17 DP4 "dp4" 3 0 0;
    18 ELSE "else" 0 0 0;
    19 EMIT "emit" 0 0 0;
    20 EMIT_THEN_CUT "emit_then_cut" 0 0 0;
    21 ENDIF "endif" 0 0 0;
    22 ENDLOOP "endloop" 0 0 0;
    23 ENDSWITCH "endswitch" 0 0 0;
    24 EQ "eq" 3 0 0;
    25 EXP "exp" 2 0 0;
    26 FRC "frc" 2 0 0;
    27 FTOI "ftoi" 2 0 0;
    28 FTOU "ftou" 2 0 0;
    29 GE "ge" 3 0 0;
    30 IADD "iadd" 3 0 0;
    31 IF "if" 1 0 0;
    32 IEQ "ieq" 3 0 0;
    33 IGE "ige" 3 0 0;
    34 ILT "ilt" 3 0 0;
    35 IMAD "imad" 4 0 0;
    36 IMAX "imax" 3 0 0;
    37 IMIN "imin" 3 0 0;
    38 IMUL "imul" 4 0 0;
    39 INE "ine" 3 0 0;
    40 INEG "ineg" 2 0 0;
    41 ISHL "ishl" 3 0 0;
    42 ISHR "ishr" 3 0 0;
    43 ITOF "itof" 2 0 0;
    44 LABEL "label" 1 0 0;
    45 LD "ld" 3 0 0;
    46 LDMS "ldms" 4 0 0;
    47 LOG "log" 2 0 0;
    48 LOOP "loop" 0 0 0;
    49 LT "lt" 3 0 0;
    50 MAD "mad" 4 0 0;
    51 MIN "min" 3 0 0;
    52 MAX "max" 3 0 0;
    53 CUSTOMDATA "customdata" 0 0 0;
    54 MOV "mov" 2 0 0;
    55 MOVC "movc" 4 0 0;
    56 MUL "mul" 3 0 0;
    57 NE "ne" 3 0 0;
    58 NOP "nop" 0 0 0;
    59 NOT "not" 2 0 0;
    60 OR "or" 3 0 0;
    61 RESINFO "resinfo" 3 0 0;
    62 RET "ret" 0 0 0;
    63 RETC "retc" 1 0 0;
    64 ROUND_NE "round_ne" 2 0 0;
    65 ROUND_NI "round_ni" 2 0 0;
    66 ROUND_PI "round_pi" 2 0 0;
    67 ROUND_Z "round_z" 2 0 0;
    68 RSQ "rsq" 2 0 0;
    69 SAMPLE "sample" 4 0 0;
    70 SAMPLE_C "sample_c" 5 0 0;
    71 SAMPLE_C_LZ "sample_c_lz" 5 0 0;
    72 SAMPLE_L "sample_l" 5 0 0;
    73 SAMPLE_D "sample_d" 6 0 0;
    74 SAMPLE_B "sample_b" 5 0 0;
    75 SQRT "sqrt" 2 0 0;
    76 SWITCH "switch" 1 0 0;
    77 SINCOS "sincos" 3 0 0;
    78 UDIV "udiv" 4 0 0;
    79 ULT "ult" 3 0 0;
    80 UGE "uge" 3 0 0;
    81 UMUL "umul" 4 0 0;
    82 UMAD "umad" 4 0 0;
    83 UMAX "umax" 3 0 0;
    84 UMIN "umin" 3 0 0;
    85 USHR "ushr" 3 0 0;
    86 UTOF "utof" 2 0 0;
    87 XOR "xor" 3 0 0;
    88 DCL_RESOURCE "dcl_resource" 1 1 2;
    89 DCL_CONSTANTBUFFER "dcl_constantbuffer" 1 0 2;
    90 DCL_SAMPLER "dcl_sampler" 1 0 1;
    91 DCL_INDEXRANGE "dcl_indexrange" 1 1 1;
    92 DCL_OUTPUTTOPOLOGY "dcl_outputtopology" 0 0 0;
    93 DCL_INPUTPRIMITIVE "dcl_inputprimitive" 0 0 0;
    94 DCL_MAXOUT "dcl_maxout" 0 1 1;
    95 DCL_INPUT "dcl_input" 1 0 0;
    96 DCL_INPUT_SGV "dcl_input_sgv" 1 1 1;
    97 DCL_INPUT_SIV "dcl_input_siv" 1 1 1;
    98 DCL_INPUT_PS "dcl_input_ps" 1 0 0;
    99 DCL_INPUT_PS_SGV "dcl_input_ps_sgv" 1 1 1;
    100 DCL_INPUT_PS_SIV "dcl_input_ps_siv" 1 1 1;
    101 DCL_OUTPUT "dcl_output" 1 0 0;
    102 DCL_OUTPUT_SGV "dcl_output_sgv" 1 1 1;
    103 DCL_OUTPUT_SIV "dcl_output_siv" 1 1 1;
    104 DCL_TEMPS "dcl_temps" 0 1 1;
    105 DCL_INDEXABLETEMP "dcl_indexableTemp" 0 3 3;
    106 DCL_GLOBALFLAGS "dcl_globalFlags" 0 0 0;
    107 JMP "jmp" 0 0 0;
    108 LOD "lod" 4 0 0;
    109 GATHER4 "gather4" 4 0 0;
    110 SAMPLEPOS "samplepos" 3 0 0;
    111 SAMPLEINFO "sampleinfo" 2 0 0;
    113 HS_DECLS "hs_decls" 0 0 0;
    114 HS_CONTROL_POINT_PHASE "hs_control_point_phase" 0 0 0;
    115 HS_FORK_PHASE "hs_fork_phase" 0 0 0;
    116 HS_JOIN_PHASE "hs_join_phase" 0 0 0;
    117 EMIT_STREAM "emit_stream" 1 0 0;
    118 CUT_STREAM "cut_stream" 1 0 0;
    119 EMIT_THEN_CUT_STREAM "emit_then_cut_stream" 1 0 0;
    120 FCALL "fcall" 1 0 0;
    121 BUFINFO "bufinfo" 2 0 0;
    122 DERIV_RTX_COARSE "deriv_rtx_coarse" 2 0 0;
    123 DERIV_RTX_FINE "deriv_rtx_fine" 2 0 0;
    124 DERIV_RTY_COARSE "deriv_rty_coarse" 2 0 0;
    125 DERIV_RTY_FINE "deriv_rty_fine" 2 0 0;
    126 GATHER4_C "gather4_c" 5 0 0;
    127 GATHER4_PO "gather4_po" 5 0 0;
    128 GATHER4_PO_C "gather4_po_c" 6 0 0;
    129 RCP "rcp" 2 0 0;
    130 F32TOF16 "f32tof16" 2 0 0;
    131 F16TOF32 "f16tof32" 2 0 0;
    132 UADDC "uaddc" 4 0 0;
    133 USUBB "usubb" 4 0 0;
    134 COUNTBITS "countbits" 2 0 0;
    135 FIRSTBIT_HI "firstbit_hi" 2 0 0;
    136 FIRSTBIT_LO "firstbit_lo" 2 0 0;
    137 FIRSTBIT_SHI "firstbit_shi" 2 0 0;
    138 UBFE "ubfe" 4 0 0;
    139 IBFE "ibfe" 4 0 0;
    140 BFI "bfi" 5 0 0;
    141 BFREV "bfrev" 2 0 0;
    142 SWAPC "swapc" 5 0 0;
    143 DCL_STREAM "dcl_stream" 1 0 0;
    144 DCL_FUNCTION_BODY "dcl_function_body" 0 1 1;
    145 DCL_FUNCTION_TABLE "dcl_function_table" 0 0 0;
    146 DCL_INTERFACE "dcl_interface" 0 0 0;
    147 DCL_INPUT_CONTROL_POINT_COUNT "dcl_input_control_point_count" 0 0 0;
    148 DCL_OUTPUT_CONTROL_POINT_COUNT "dcl_output_control_point_count" 0 0 0;
    149 DCL_TESSELLATOR_DOMAIN "dcl_tessellator_domain" 0 0 0;
    150 DCL_TESSELLATOR_PARTITIONING "dcl_tessellator_partitioning" 0 0 0;
    151 DCL_TESSELLATOR_OUTPUT_PRIMITIVE "dcl_tessellator_output_primitive" 0 0 0;
    152 DCL_HS_MAX_TESSFACTOR "dcl_hs_max_tessfactor" 0 1 1;
    153 DCL_HS_FORK_PHASE_INSTANCE_COUNT "dcl_hs_fork_phase_instance_count" 0 1 1;
    154 DCL_HS_JOIN_PHASE_INSTANCE_COUNT "dcl_hs_join_phase_instance_count" 0 1 1;
    155 DCL_THREAD_GROUP "dcl_thread_group" 0 3 3;
    156 DCL_UAV_TYPED "dcl_uav_typed" 1 1 2;
    157 DCL_UAV_RAW "dcl_uav_raw" 1 0 1;
    158 DCL_UAV_STRUCTURED "dcl_uav_structured" 1 1 2;
    159 DCL_TGSM_RAW "dcl_tgsm_raw" 1 1 1;
    160 DCL_TGSM_STRUCTURED "dcl_tgsm_structured" 1 2 2;
    161 DCL_RESOURCE_RAW "dcl_resource_raw" 1 0 1;
    162 DCL_RESOURCE_STRUCTURED "dcl_resource_structured" 1 1 2;
    163 LD_UAV_TYPED "ld_uav_typed" 3 0 0;
    164 STORE_UAV_TYPED "store_uav_typed" 3 0 0;
    165 LD_RAW "ld_raw" 3 0 0;
    166 STORE_RAW "store_raw" 3 0 0;
    167 LD_STRUCTURED "ld_structured" 4 0 0;
    168 STORE_STRUCTURED "store_structured" 4 0 0;
    169 ATOMIC_AND "atomic_and" 3 0 0;
    170 ATOMIC_OR "atomic_or" 3 0 0;
    171 ATOMIC_XOR "atomic_xor" 3 0 0;
    172 ATOMIC_CMP_STORE "atomic_cmp_store" 4 0 0;
    173 ATOMIC_IADD "atomic_iadd" 3 0 0;
    174 ATOMIC_IMAX "atomic_imax" 3 0 0;
    175 ATOMIC_IMIN "atomic_imin" 3 0 0;
    176 ATOMIC_UMAX "atomic_umax" 3 0 0;
    177 ATOMIC_UMIN "atomic_umin" 3 0 0;
    178 IMM_ATOMIC_ALLOC "imm_atomic_alloc" 2 0 0;
    179 IMM_ATOMIC_CONSUME "imm_atomic_consume" 2 0 0;
    180 IMM_ATOMIC_IADD "imm_atomic_iadd" 4 0 0;
    181 IMM_ATOMIC_AND "imm_atomic_and" 4 0 0;
    182 IMM_ATOMIC_OR "imm_atomic_or" 4 0 0;
    183 IMM_ATOMIC_XOR "imm_atomic_xor" 4 0 0;
    184 IMM_ATOMIC_EXCH "imm_atomic_exch" 4 0 0;
    185 IMM_ATOMIC_CMP_EXCH "imm_atomic_cmp_exch" 5 0 0;
    186 IMM_ATOMIC_IMAX "imm_atomic_imax" 4 0 0;
    187 IMM_ATOMIC_IMIN "imm_atomic_imin" 4 0 0;
    188 IMM_ATOMIC_UMAX "imm_atomic_umax" 4 0 0;
    189 IMM_ATOMIC_UMIN "imm_atomic_umin" 4 0 0;
    190 SYNC "sync" 0 0 0;
    191 DADD "dadd" 3 0 0;
    192 DMAX "dmax" 3 0 0;
    193 DMIN "dmin" 3 0 0;
    194 DMUL "dmul" 3 0 0;
    195 DEQ "deq" 3 0 0;
    196 DGE "dge" 3 0 0;
    197 DLT "dlt" 3 0 0;
    198 DNE "dne" 3 0 0;
    199 DMOV "dmov" 2 0 0;
    200 DMOVC "dmovc" 4 0 0;
    201 DTOF "dtof" 2 0 0;
    202 FTOD "ftod" 2 0 0;
    203 EVAL_SNAPPED "eval_snapped" 3 0 0;
    204 EVAL_SAMPLE_INDEX "eval_sample_index" 3 0 0;
    205 EVAL_CENTROID "eval_centroid" 2 0 0;
    206 DCL_GSINSTANCES "dcl_gsinstances" 0 1 1;
    207 ABORT "abort" 0 0 0;
    208 DEBUG_BREAK "debug_break" 0 0 0;
    210 DDIV "ddiv" 3 0 0;
    211 DFMA "dfma" 4 0 0;
    212 DRCP "drcp" 2 0 0;
    213 MSAD "msad" 4 0 0;
    214 DTOI "dtoi" 2 0 0;
    215 DTOU "dtou" 2 0 0;
    216 ITOD "itod" 2 0 0;
    217 UTOD "utod" 2 0 0;
    219 GATHER4_S "gather4_s" 5 0 0;
    220 GATHER4_C_S "gather4_c_s" 6 0 0;
    221 GATHER4_PO_S "gather4_po_s" 6 0 0;
    222 GATHER4_PO_C_S "gather4_po_c_s" 7 0 0;
    223 LD_S "ld_s" 4 0 0;
    224 LDMS_S "ldms_s" 5 0 0;
    225 LD_UAV_TYPED_S "ld_uav_typed_s" 4 0 0;
    226 LD_RAW_S "ld_raw_s" 4 0 0;
    227 LD_STRUCTURED_S "ld_structured_s" 5 0 0;
    228 SAMPLE_L_S "sample_l_s" 6 0 0;
    229 SAMPLE_C_LZ_S "sample_c_lz_s" 6 0 0;
    230 SAMPLE_CL_S "sample_cl_s" 6 0 0;
    231 SAMPLE_B_CL_S "sample_b_cl_s" 7 0 0;
    232 SAMPLE_D_CL_S "sample_d_cl_s" 8 0 0;
    233 SAMPLE_C_CL_S "sample_c_cl_s" 7 0 0;
    234 CHECK_ACCESS_FULLY_MAPPED "check_access_fully_mapped" 2 0 0;
}
