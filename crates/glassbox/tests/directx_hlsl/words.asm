cs_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_structured t0, 16
dcl_resource_raw t1
dcl_uav_structured_opc u0, 8
dcl_uav_structured u1, 4
dcl_uav_raw u2
dcl_tgsm_structured g0, 4, 64
dcl_input vThreadID.xyz
dcl_input vThreadIDInGroupFlattened
dcl_temps 3
dcl_thread_group 64, 1, 1
ld_structured r0.xyzw, vThreadID.x, l(0), t0.xyzw
ld_raw r1.x, l(16), t1.xxxx
store_structured g0.x, vThreadIDInGroupFlattened, l(0), r0.x
sync_g_t
imm_atomic_alloc r2.x, u0
store_structured u0.xy, r2.x, l(0), r0.zwzz
imm_atomic_consume r2.y, u0
imin r2.y, r2.y, l(9)
imm_atomic_imin r2.z, g0, l(3, 0, 0, 0), r1.x
atomic_imax u1, vThreadID.xxxx, r2.z
imm_atomic_imin r2.w, u2, l(8), r2.z
atomic_umax u2, l(12), r2.w
bufinfo r0.xy, t0.xyxx
store_raw u2.xyzw, l(16), r0.xyxy
store_raw u2.x, l(32), r2.y
ret
