# Writes SPIR-V assembly of many functions; `awk -v functions=N -f big-module.awk`. 9000 functions are about 5 MB.
BEGIN {
    print "OpCapability Shader"
    print "%glsl = OpExtInstImport \"GLSL.std.450\""
    print "OpMemoryModel Logical GLSL450"
    print "OpEntryPoint Fragment %main \"main\" %in %out"
    print "OpExecutionMode %main OriginUpperLeft"
    for (i = 0; i < functions; i++) printf "OpName %%f%d \"shade_%d\"\n", i, i
    print "OpDecorate %in Location 0"
    print "OpDecorate %out Location 0"
    print "%void = OpTypeVoid"
    print "%float = OpTypeFloat 32"
    print "%vec4 = OpTypeVector %float 4"
    print "%fn = OpTypeFunction %void"
    print "%shade = OpTypeFunction %vec4 %vec4"
    print "%ptr_in = OpTypePointer Input %vec4"
    print "%ptr_out = OpTypePointer Output %vec4"
    print "%in = OpVariable %ptr_in Input"
    print "%out = OpVariable %ptr_out Output"
    for (i = 0; i < 64; i++) printf "%%k%d = OpConstant %%float %d.%d\n", i, i, i * 7 % 100
    for (i = 0; i < functions; i++) {
        printf "%%f%d = OpFunction %%vec4 None %%shade\n%%p%d = OpFunctionParameter %%vec4\n%%l%d = OpLabel\n", i, i, i
        for (j = 0; j < 6; j++) {
            a = i "_" j
            from = j ? "%d" i "_" (j - 1) : "%p" i
            printf "%%a%s = OpCompositeExtract %%float %s %d\n", a, from, j % 4
            printf "%%b%s = OpExtInst %%float %%glsl FClamp %%a%s %%k%d %%k%d\n", a, a, j, (i + j) % 64
            printf "%%c%s = OpFMul %%float %%b%s %%k%d\n", a, a, (i * 3 + j) % 64
            printf "%%d%s = OpCompositeInsert %%vec4 %%c%s %s %d\n", a, a, from, (j + 1) % 4
        }
        printf "OpReturnValue %%d%d_5\nOpFunctionEnd\n", i
    }
    print "%main = OpFunction %void None %fn"
    print "%start = OpLabel"
    print "%x = OpLoad %vec4 %in"
    print "%y = OpFunctionCall %vec4 %f0 %x"
    print "OpStore %out %y"
    print "OpReturn"
    print "OpFunctionEnd"
}
