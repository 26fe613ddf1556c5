//== fires
ps_5_0
dcl_globalFlags refactoringAlowed
dcl_constantbuffer cb0[1], immediate
dcl_input_ps linear perspective v0.xy
dcl_input_ps_siv linear v0.xy, positon
dcl_resource_texture2D (float,float,float,float) t0
mov r0.x, r1.x {min16}
dcl_inputprimitive patch33
.customdata remark, 0x0
//== near
ps_5_0
dcl_globalFlags refactoringAllowed | skipOptimization
dcl_constantbuffer cb0[1], immediateIndexed
dcl_input_ps linear noperspective v0.xy
dcl_input_ps_siv linear v0.xy, position
dcl_resource_texture2d (float,float,float,float) t0
mov r0.x, r1.x {min16f}
dcl_inputprimitive patch32
.customdata comment, 0x0
