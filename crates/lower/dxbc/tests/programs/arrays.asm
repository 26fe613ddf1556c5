cs_5_0
dcl_globalFlags refactoringAllowed
dcl_immediateConstantBuffer { { 1.0, 2.0, 3.0, 4.0},
                              { 5.0, 6.0, 7.0, 8.0} }
dcl_constantbuffer cb1[4], dynamicIndexed
dcl_uav_raw u0
dcl_input vThreadID.xyz
dcl_temps 2
dcl_indexableTemp x0[3], 4
dcl_thread_group 1, 1, 1
mov r0.x, vThreadID.x
mov x0[0].xyzw, cb1[r0.x + 1].xyzw
mov x0[1].xyzw, icb[r0.x].xyzw
mov x0[r0.x].y, l(9.0)
mul r1.xyzw, x0[r0.x + 1].xyzw, l(2.0, 2.0, 2.0, 2.0)
store_raw u0.xyzw, l(0), r1.xyzw
ret
