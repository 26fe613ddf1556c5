//! Defines the opcode table used for decoding, checking and printing.
//!
//! Source: section 13 of the project's description of DirectX containers, and Microsoft's description of the
//! tokenized program format of Direct3D 11 and 12.

use std::fmt;

use crate::role::Role;

/// Largest opcode number in the table plus one.
pub const OPCODES: usize = 235;

/// An opcode: the lowest eleven bits of an opcode token.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Opcode(pub u16);

/// Properties of an opcode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpcodeInfo {
    /// Mnemonic in assembly.
    pub mnemonic: &'static str,
    /// Role of each operand, in order.
    pub roles: &'static [Role],
    /// Words after the operands, before shader model 5.1.
    pub words: u8,
    /// Words after the operands, from shader model 5.1 on.
    pub words_5_1: u8,
}

macro_rules! opcodes {
    ($($number:literal $name:ident $mnemonic:literal $roles:literal $words:literal $words_5_1:literal;)*) => {
        impl Opcode {
            $(#[doc = concat!("`", $mnemonic, "`.")] pub const $name: Opcode = Opcode($number);)*

            /// All known opcodes, in order.
            pub const ALL: &'static [Opcode] = &[$(Opcode($number)),*];
        }

        static TABLE: [Option<OpcodeInfo>; OPCODES] = {
            let mut table = [None; OPCODES];
            $(table[$number] = Some(OpcodeInfo {
                mnemonic: $mnemonic,
                roles: const { &roles::<{ $roles.len() }>($roles) },
                words: $words,
                words_5_1: $words_5_1,
            });)*
            table
        };
    };
}

/// Decodes a string of role letters.
const fn roles<const N: usize>(letters: &str) -> [Role; N] {
    let mut roles = [Role::Untyped; N];
    let mut at = 0;
    while at < N {
        roles[at] = Role::of(letters.as_bytes()[at]);
        at += 1;
    }
    roles
}

impl Opcode {
    /// Properties; `None` for reserved and unknown numbers.
    #[inline]
    pub fn info(self) -> Option<&'static OpcodeInfo> {
        TABLE.get(usize::from(self.0))?.as_ref()
    }

    /// True for declarations, which precede the instructions with a few exceptions.
    pub fn is_declaration(self) -> bool {
        matches!(self.0, 88..=106 | 143..=162 | 206)
    }

    /// True for numbers that no program may use.
    pub fn is_reserved(self) -> bool {
        self == Opcode::JMP || self.info().is_none()
    }

    /// True if the mnemonic ends with `_z` or `_nz`.
    pub fn has_test(self) -> bool {
        matches!(
            self,
            Opcode::BREAKC | Opcode::CALLC | Opcode::CONTINUEC | Opcode::RETC | Opcode::IF | Opcode::DISCARD
        )
    }

    /// True if it accesses memory: it has a resource operand, or is an atomic operation or a store.
    pub fn is_access(self) -> bool {
        let info = self.info();
        info.is_some_and(|info| {
            info.roles.contains(&Role::Resource)
                || info.mnemonic.starts_with("store_")
                || info.mnemonic.contains("atomic_")
        })
    }

    /// Maximum number of unused words after the operands. The legacy compiler reserves room for texel offsets
    /// of these instructions and keeps it, uncleared, if they are zero.
    pub fn spare_words(self) -> usize {
        match self {
            Opcode::SAMPLEPOS
            | Opcode::SAMPLE_L_S
            | Opcode::SAMPLE_C_LZ_S
            | Opcode::SAMPLE_CL_S
            | Opcode::SAMPLE_B_CL_S
            | Opcode::SAMPLE_D_CL_S
            | Opcode::SAMPLE_C_CL_S => 2,
            _ => 0,
        }
    }

    /// Opcode with this mnemonic, as in the table.
    pub fn named(mnemonic: &str) -> Option<Opcode> {
        Opcode::ALL.iter().copied().find(|opcode| opcode.info().is_some_and(|info| info.mnemonic == mnemonic))
    }

    /// True if the length is in the next word when the token is extended.
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

// Number, name, mnemonic, roles of the operands (see `Role::of`), words after them, words after them from 5.1
// on.
opcodes! {
    0 ADD "add" "Dff" 0 0;
    1 AND "and" "Dii" 0 0;
    2 BREAK "break" "" 0 0;
    3 BREAKC "breakc" "t" 0 0;
    4 CALL "call" "l" 0 0;
    5 CALLC "callc" "tl" 0 0;
    6 CASE "case" "i" 0 0;
    7 CONTINUE "continue" "" 0 0;
    8 CONTINUEC "continuec" "t" 0 0;
    9 CUT "cut" "" 0 0;
    10 DEFAULT "default" "" 0 0;
    11 DERIV_RTX "deriv_rtx" "Df" 0 0;
    12 DERIV_RTY "deriv_rty" "Df" 0 0;
    13 DISCARD "discard" "t" 0 0;
    14 DIV "div" "Dff" 0 0;
    15 DP2 "dp2" "Dff" 0 0;
    16 DP3 "dp3" "Dff" 0 0;
    17 DP4 "dp4" "Dff" 0 0;
    18 ELSE "else" "" 0 0;
    19 EMIT "emit" "" 0 0;
    20 EMIT_THEN_CUT "emit_then_cut" "" 0 0;
    21 ENDIF "endif" "" 0 0;
    22 ENDLOOP "endloop" "" 0 0;
    23 ENDSWITCH "endswitch" "" 0 0;
    24 EQ "eq" "Dff" 0 0;
    25 EXP "exp" "Df" 0 0;
    26 FRC "frc" "Df" 0 0;
    27 FTOI "ftoi" "Df" 0 0;
    28 FTOU "ftou" "Df" 0 0;
    29 GE "ge" "Dff" 0 0;
    30 IADD "iadd" "Dii" 0 0;
    31 IF "if" "t" 0 0;
    32 IEQ "ieq" "Dii" 0 0;
    33 IGE "ige" "Dii" 0 0;
    34 ILT "ilt" "Dii" 0 0;
    35 IMAD "imad" "Diii" 0 0;
    36 IMAX "imax" "Dii" 0 0;
    37 IMIN "imin" "Dii" 0 0;
    38 IMUL "imul" "DDii" 0 0;
    39 INE "ine" "Dii" 0 0;
    40 INEG "ineg" "Di" 0 0;
    41 ISHL "ishl" "Dii" 0 0;
    42 ISHR "ishr" "Dii" 0 0;
    43 ITOF "itof" "Di" 0 0;
    44 LABEL "label" "l" 0 0;
    45 LD "ld" "Dir" 0 0;
    46 LDMS "ldms" "Diri" 0 0;
    47 LOG "log" "Df" 0 0;
    48 LOOP "loop" "" 0 0;
    49 LT "lt" "Dff" 0 0;
    50 MAD "mad" "Dfff" 0 0;
    51 MIN "min" "Dff" 0 0;
    52 MAX "max" "Dff" 0 0;
    53 CUSTOMDATA "customdata" "" 0 0;
    54 MOV "mov" "Dt" 0 0;
    55 MOVC "movc" "Dttt" 0 0;
    56 MUL "mul" "Dff" 0 0;
    57 NE "ne" "Dff" 0 0;
    58 NOP "nop" "" 0 0;
    59 NOT "not" "Di" 0 0;
    60 OR "or" "Dii" 0 0;
    61 RESINFO "resinfo" "Dir" 0 0;
    62 RET "ret" "" 0 0;
    63 RETC "retc" "t" 0 0;
    64 ROUND_NE "round_ne" "Df" 0 0;
    65 ROUND_NI "round_ni" "Df" 0 0;
    66 ROUND_PI "round_pi" "Df" 0 0;
    67 ROUND_Z "round_z" "Df" 0 0;
    68 RSQ "rsq" "Df" 0 0;
    69 SAMPLE "sample" "Dfrs" 0 0;
    70 SAMPLE_C "sample_c" "Dfrsf" 0 0;
    71 SAMPLE_C_LZ "sample_c_lz" "Dfrsf" 0 0;
    72 SAMPLE_L "sample_l" "Dfrsf" 0 0;
    73 SAMPLE_D "sample_d" "Dfrsff" 0 0;
    74 SAMPLE_B "sample_b" "Dfrsf" 0 0;
    75 SQRT "sqrt" "Df" 0 0;
    76 SWITCH "switch" "i" 0 0;
    77 SINCOS "sincos" "DDf" 0 0;
    78 UDIV "udiv" "DDii" 0 0;
    79 ULT "ult" "Dii" 0 0;
    80 UGE "uge" "Dii" 0 0;
    81 UMUL "umul" "DDii" 0 0;
    82 UMAD "umad" "Diii" 0 0;
    83 UMAX "umax" "Dii" 0 0;
    84 UMIN "umin" "Dii" 0 0;
    85 USHR "ushr" "Dii" 0 0;
    86 UTOF "utof" "Di" 0 0;
    87 XOR "xor" "Dii" 0 0;
    88 DCL_RESOURCE "dcl_resource" "o" 1 2;
    89 DCL_CONSTANTBUFFER "dcl_constantbuffer" "o" 0 2;
    90 DCL_SAMPLER "dcl_sampler" "o" 0 1;
    91 DCL_INDEXRANGE "dcl_indexrange" "o" 1 1;
    92 DCL_OUTPUTTOPOLOGY "dcl_outputtopology" "" 0 0;
    93 DCL_INPUTPRIMITIVE "dcl_inputprimitive" "" 0 0;
    94 DCL_MAXOUT "dcl_maxout" "" 1 1;
    95 DCL_INPUT "dcl_input" "o" 0 0;
    96 DCL_INPUT_SGV "dcl_input_sgv" "o" 1 1;
    97 DCL_INPUT_SIV "dcl_input_siv" "o" 1 1;
    98 DCL_INPUT_PS "dcl_input_ps" "o" 0 0;
    99 DCL_INPUT_PS_SGV "dcl_input_ps_sgv" "o" 1 1;
    100 DCL_INPUT_PS_SIV "dcl_input_ps_siv" "o" 1 1;
    101 DCL_OUTPUT "dcl_output" "o" 0 0;
    102 DCL_OUTPUT_SGV "dcl_output_sgv" "o" 1 1;
    103 DCL_OUTPUT_SIV "dcl_output_siv" "o" 1 1;
    104 DCL_TEMPS "dcl_temps" "" 1 1;
    105 DCL_INDEXABLETEMP "dcl_indexableTemp" "" 3 3;
    106 DCL_GLOBALFLAGS "dcl_globalFlags" "" 0 0;
    107 JMP "jmp" "" 0 0;
    108 LOD "lod" "Dfrs" 0 0;
    109 GATHER4 "gather4" "Dfrs" 0 0;
    110 SAMPLEPOS "samplepos" "Dri" 0 0;
    111 SAMPLEINFO "sampleinfo" "Dr" 0 0;
    113 HS_DECLS "hs_decls" "" 0 0;
    114 HS_CONTROL_POINT_PHASE "hs_control_point_phase" "" 0 0;
    115 HS_FORK_PHASE "hs_fork_phase" "" 0 0;
    116 HS_JOIN_PHASE "hs_join_phase" "" 0 0;
    117 EMIT_STREAM "emit_stream" "m" 0 0;
    118 CUT_STREAM "cut_stream" "m" 0 0;
    119 EMIT_THEN_CUT_STREAM "emit_then_cut_stream" "m" 0 0;
    120 FCALL "fcall" "p" 0 0;
    121 BUFINFO "bufinfo" "Dr" 0 0;
    122 DERIV_RTX_COARSE "deriv_rtx_coarse" "Df" 0 0;
    123 DERIV_RTX_FINE "deriv_rtx_fine" "Df" 0 0;
    124 DERIV_RTY_COARSE "deriv_rty_coarse" "Df" 0 0;
    125 DERIV_RTY_FINE "deriv_rty_fine" "Df" 0 0;
    126 GATHER4_C "gather4_c" "Dfrsf" 0 0;
    127 GATHER4_PO "gather4_po" "Dfirs" 0 0;
    128 GATHER4_PO_C "gather4_po_c" "Dfirsf" 0 0;
    129 RCP "rcp" "Df" 0 0;
    130 F32TOF16 "f32tof16" "Df" 0 0;
    131 F16TOF32 "f16tof32" "Di" 0 0;
    132 UADDC "uaddc" "DDii" 0 0;
    133 USUBB "usubb" "DDii" 0 0;
    134 COUNTBITS "countbits" "Di" 0 0;
    135 FIRSTBIT_HI "firstbit_hi" "Di" 0 0;
    136 FIRSTBIT_LO "firstbit_lo" "Di" 0 0;
    137 FIRSTBIT_SHI "firstbit_shi" "Di" 0 0;
    138 UBFE "ubfe" "Diii" 0 0;
    139 IBFE "ibfe" "Diii" 0 0;
    140 BFI "bfi" "Diiii" 0 0;
    141 BFREV "bfrev" "Di" 0 0;
    142 SWAPC "swapc" "DDttt" 0 0;
    143 DCL_STREAM "dcl_stream" "o" 0 0;
    144 DCL_FUNCTION_BODY "dcl_function_body" "" 1 1;
    145 DCL_FUNCTION_TABLE "dcl_function_table" "" 0 0;
    146 DCL_INTERFACE "dcl_interface" "" 0 0;
    147 DCL_INPUT_CONTROL_POINT_COUNT "dcl_input_control_point_count" "" 0 0;
    148 DCL_OUTPUT_CONTROL_POINT_COUNT "dcl_output_control_point_count" "" 0 0;
    149 DCL_TESSELLATOR_DOMAIN "dcl_tessellator_domain" "" 0 0;
    150 DCL_TESSELLATOR_PARTITIONING "dcl_tessellator_partitioning" "" 0 0;
    151 DCL_TESSELLATOR_OUTPUT_PRIMITIVE "dcl_tessellator_output_primitive" "" 0 0;
    152 DCL_HS_MAX_TESSFACTOR "dcl_hs_max_tessfactor" "" 1 1;
    153 DCL_HS_FORK_PHASE_INSTANCE_COUNT "dcl_hs_fork_phase_instance_count" "" 1 1;
    154 DCL_HS_JOIN_PHASE_INSTANCE_COUNT "dcl_hs_join_phase_instance_count" "" 1 1;
    155 DCL_THREAD_GROUP "dcl_thread_group" "" 3 3;
    156 DCL_UAV_TYPED "dcl_uav_typed" "o" 1 2;
    157 DCL_UAV_RAW "dcl_uav_raw" "o" 0 1;
    158 DCL_UAV_STRUCTURED "dcl_uav_structured" "o" 1 2;
    159 DCL_TGSM_RAW "dcl_tgsm_raw" "o" 1 1;
    160 DCL_TGSM_STRUCTURED "dcl_tgsm_structured" "o" 2 2;
    161 DCL_RESOURCE_RAW "dcl_resource_raw" "o" 0 1;
    162 DCL_RESOURCE_STRUCTURED "dcl_resource_structured" "o" 1 2;
    163 LD_UAV_TYPED "ld_uav_typed" "Dir" 0 0;
    164 STORE_UAV_TYPED "store_uav_typed" "Dtt" 0 0;
    165 LD_RAW "ld_raw" "Dir" 0 0;
    166 STORE_RAW "store_raw" "Dit" 0 0;
    167 LD_STRUCTURED "ld_structured" "Diir" 0 0;
    168 STORE_STRUCTURED "store_structured" "Diit" 0 0;
    169 ATOMIC_AND "atomic_and" "Dii" 0 0;
    170 ATOMIC_OR "atomic_or" "Dii" 0 0;
    171 ATOMIC_XOR "atomic_xor" "Dii" 0 0;
    172 ATOMIC_CMP_STORE "atomic_cmp_store" "Diii" 0 0;
    173 ATOMIC_IADD "atomic_iadd" "Dii" 0 0;
    174 ATOMIC_IMAX "atomic_imax" "Dii" 0 0;
    175 ATOMIC_IMIN "atomic_imin" "Dii" 0 0;
    176 ATOMIC_UMAX "atomic_umax" "Dii" 0 0;
    177 ATOMIC_UMIN "atomic_umin" "Dii" 0 0;
    178 IMM_ATOMIC_ALLOC "imm_atomic_alloc" "Dr" 0 0;
    179 IMM_ATOMIC_CONSUME "imm_atomic_consume" "Dr" 0 0;
    180 IMM_ATOMIC_IADD "imm_atomic_iadd" "Drii" 0 0;
    181 IMM_ATOMIC_AND "imm_atomic_and" "Drii" 0 0;
    182 IMM_ATOMIC_OR "imm_atomic_or" "Drii" 0 0;
    183 IMM_ATOMIC_XOR "imm_atomic_xor" "Drii" 0 0;
    184 IMM_ATOMIC_EXCH "imm_atomic_exch" "Drii" 0 0;
    185 IMM_ATOMIC_CMP_EXCH "imm_atomic_cmp_exch" "Driii" 0 0;
    186 IMM_ATOMIC_IMAX "imm_atomic_imax" "Drii" 0 0;
    187 IMM_ATOMIC_IMIN "imm_atomic_imin" "Drii" 0 0;
    188 IMM_ATOMIC_UMAX "imm_atomic_umax" "Drii" 0 0;
    189 IMM_ATOMIC_UMIN "imm_atomic_umin" "Drii" 0 0;
    190 SYNC "sync" "" 0 0;
    191 DADD "dadd" "Ddd" 0 0;
    192 DMAX "dmax" "Ddd" 0 0;
    193 DMIN "dmin" "Ddd" 0 0;
    194 DMUL "dmul" "Ddd" 0 0;
    195 DEQ "deq" "Ddd" 0 0;
    196 DGE "dge" "Ddd" 0 0;
    197 DLT "dlt" "Ddd" 0 0;
    198 DNE "dne" "Ddd" 0 0;
    199 DMOV "dmov" "Dd" 0 0;
    200 DMOVC "dmovc" "Dtdd" 0 0;
    201 DTOF "dtof" "Dd" 0 0;
    202 FTOD "ftod" "Df" 0 0;
    203 EVAL_SNAPPED "eval_snapped" "Dfi" 0 0;
    204 EVAL_SAMPLE_INDEX "eval_sample_index" "Dfi" 0 0;
    205 EVAL_CENTROID "eval_centroid" "Df" 0 0;
    206 DCL_GSINSTANCES "dcl_gsinstances" "" 1 1;
    207 ABORT "abort" "" 0 0;
    208 DEBUG_BREAK "debug_break" "" 0 0;
    210 DDIV "ddiv" "Ddd" 0 0;
    211 DFMA "dfma" "Dddd" 0 0;
    212 DRCP "drcp" "Dd" 0 0;
    213 MSAD "msad" "Diii" 0 0;
    214 DTOI "dtoi" "Dd" 0 0;
    215 DTOU "dtou" "Dd" 0 0;
    216 ITOD "itod" "Di" 0 0;
    217 UTOD "utod" "Di" 0 0;
    219 GATHER4_S "gather4_s" "DDfrs" 0 0;
    220 GATHER4_C_S "gather4_c_s" "DDfrsf" 0 0;
    221 GATHER4_PO_S "gather4_po_s" "DDfirs" 0 0;
    222 GATHER4_PO_C_S "gather4_po_c_s" "DDfirsf" 0 0;
    223 LD_S "ld_s" "DDir" 0 0;
    224 LDMS_S "ldms_s" "DDiri" 0 0;
    225 LD_UAV_TYPED_S "ld_uav_typed_s" "DDir" 0 0;
    226 LD_RAW_S "ld_raw_s" "DDir" 0 0;
    227 LD_STRUCTURED_S "ld_structured_s" "DDiir" 0 0;
    228 SAMPLE_L_S "sample_l_s" "DDfrsf" 0 0;
    229 SAMPLE_C_LZ_S "sample_c_lz_s" "DDfrsf" 0 0;
    230 SAMPLE_CL_S "sample_cl_s" "DDfrsf" 0 0;
    231 SAMPLE_B_CL_S "sample_b_cl_s" "DDfrsff" 0 0;
    232 SAMPLE_D_CL_S "sample_d_cl_s" "DDfrsfff" 0 0;
    233 SAMPLE_C_CL_S "sample_c_cl_s" "DDfrsff" 0 0;
    234 CHECK_ACCESS_FULLY_MAPPED "check_access_fully_mapped" "Di" 0 0;
}
