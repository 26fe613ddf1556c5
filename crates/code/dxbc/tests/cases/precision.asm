// Minimum precision: what is used with the precision of the result, and what is not. Signs of zero.
ps_5_0
dcl_resource_texture2dms (float,float,float,float) t1
dcl_input_ps_sgv v7.y, sampleIndex
dcl_input_ps_sgv v7.x, sample_index
add r0.x, r0.x {min16f}, r2.x
add r0.x, r0.x, -|r2.x {min16f}|
add r0.x, r0.x, |r2.x| {min16f}
mov r1.x, r1.x {min16u}
imul null, r1.x {min16u}, v1.z {min16u}, l(3)
movc r0.x {min16f}, r2.x, l(1.0), r0.x
ishl r1.x {min16u}, r1.x, l(2)
ult r2.x, l(7), r1.x {min16u}
utof r0.x {min16f}, v1.z
ld r4.x {min16u}, cb0[2].xyzw, t2.xyzw
sample r2.xyzw {min16f}, v1.xyxx, t0.xzwy, s0
store_uav_typed u1.xyzw, r8.xxxx, v0.xyzw {min16f}
dp2 r3.x {min16f}, cb0[r6.x {min16i} + 3].xyxx, icb[r6.x {min16i} + 0].xyxx
movc r0.x, r1.x, l(-0.0), l(0x80000001)
add r0.x, r0.x, l(-0.0)
iadd r0.x, r0.x, l(0x80000000)
mov r0.x, l(1e20)
//== fxc
ps_5_0
dcl_resource_texture2dms(0) (float,float,float,float) t1
dcl_input_ps_sgv constant v7.y, sampleIndex
dcl_input_ps_sgv constant v7.x, sampleIndex
add r0.x, r0.x {min16f as def32}, r2.x
add r0.x, r0.x, -|r2.x {min16f as def32}|
add r0.x, r0.x, |r2.x {min16f as def32}|
mov r1.x, r1.x {min16u as def32}
imul null, r1.x {min16u}, v1.z {min16u as def32}, l(3)
movc r0.x {min16f}, r2.x, l(1.000000) {def32 as min16f}, r0.x {def32 as min16f}
ishl r1.x {min16u}, r1.x {def32 as min16u}, l(2)
ult r2.x, l(7), r1.x {min16u}
utof r0.x {min16f}, v1.z
ld r4.x {min16u}, cb0[2].xyzw, t2.xyzw
sample r2.xyzw {min16f}, v1.xyxx, t0.xzwy, s0
store_uav_typed u1.xyzw, r8.xxxx, v0.xyzw {min16f}
dp2 r3.x {min16f}, cb0[r6.x {min16i} + 3].xyxx {def32 as min16f}, icb[r6.x {min16i} + 0].xyxx {def32 as min16f}
movc r0.x, r1.x, l(-0.000000), l(0x80000001)
add r0.x, r0.x, l(-0.000000)
iadd r0.x, r0.x, l(0x80000000)
mov r0.x, l(100000002004087734272.000000)
