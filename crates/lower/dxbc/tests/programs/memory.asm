cs_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_structured t0, 16
dcl_uav_structured_opc u0, 8
dcl_uav_raw u1
dcl_uav_typed_texture2d (uint,uint,uint,uint) u2
dcl_tgsm_structured g0, 4, 64
dcl_input vThreadID.xyz
dcl_input vThreadIDInGroupFlattened
dcl_temps 3
dcl_thread_group 64, 1, 1
ld_structured r0.xyzw, vThreadID.x, l(0), t0.xyzw
add r0.x, r0.x, r0.y
store_structured g0.x, vThreadIDInGroupFlattened, l(0), r0.x
sync_g_t
ld_structured r1.x, l(3), l(0), g0.xxxx
imm_atomic_alloc r2.x, u0
store_structured u0.xy, r2.x, l(0), r0.zwzz
imm_atomic_iadd r2.y, u1, l(8), l(5)
atomic_umax u1, l(12), r2.y
imm_atomic_cmp_exch r2.z, u2, vThreadID.xyxx, l(0), l(7)
bufinfo r0.xy, t0.xyxx
store_raw u1.xyzw, l(16), r0.xyxy
store_raw u1.x, l(32), r1.x
store_raw u1.x, l(36), r2.z
ret
