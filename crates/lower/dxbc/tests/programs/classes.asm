cs_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer cb0[1], immediateIndexed
dcl_uav_raw u0
dcl_function_body fb0
dcl_function_body fb1
dcl_function_body fb2
dcl_function_table ft0 = {fb0}
dcl_function_table ft1 = {fb1}
dcl_function_table ft2 = {fb2}
dcl_interface_dynamicindexed fp0[3][1] = {ft0, ft1}
dcl_interface fp3[1][1] = {ft2}
dcl_temps 3
dcl_thread_group 1, 1, 1
mov r0.x, cb0[0].x
fcall fp0[r0.x + 0][0]
fcall fp3[0][0]
store_raw u0.xy, l(0), r1.xyxx
ret
label fb0
mov r2.xy, this[r0.x + 0].xyxx
mul r1.x, l(2.0), cb[r2.x + 0][r2.y + 0].z
ret
label fb1
mov r2.xy, this[r0.x + 0].zwzz
sample_l_indexable(texture2d)(float,float,float,float) r1.x, l(0.5, 0.25, 0, 0), t[r2.x + 0].yxzw, s[r2.y + 0], l(0)
ret
label fb2
mov r2.x, this[3].z
ld_indexable(texture1d)(uint,uint,uint,uint) r1.y, l(7, 0, 0, 0), t[r2.x + 1].xwyz
ret
