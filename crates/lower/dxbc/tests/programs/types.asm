cs_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer cb0[2], immediateIndexed
dcl_uav_raw u0
dcl_input vThreadID.xyz
dcl_temps 4
dcl_thread_group 8, 1, 1
// A register that is a float, then bits.
mul r0.xyzw, cb0[0].xyzw, cb0[1].yyyy
add_sat r0.xy, -r0.xyxx, |r0.zwzz|
iadd r1.x, r0.x, vThreadID.x
lt r1.y, r0.x, r0.y
and r1.z, r1.y, l(1.0)
movc r1.w, r1.y, r0.z, l(2.0)
store_raw u0.xyzw, l(0), r1.xyzw
// What Direct3D defines.
ftoi r2.x, r0.x
udiv r2.y, r2.z, r2.x, vThreadID.x
ishl r2.w, r2.x, vThreadID.x
bfi r3.x, l(8), l(4), r2.y, r2.z
umul r3.y, r3.z, r2.y, r2.z
sincos r3.w, null, r0.w
store_raw u0.xyzw, l(16), r2.xyzw
store_raw u0.xyzw, l(32), r3.xyzw
mad [precise] r0.x, r0.x, r0.y, r0.z
store_raw u0.x, l(48), r0.x
ret
