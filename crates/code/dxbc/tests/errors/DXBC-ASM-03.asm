//== fires
ps_5_0
if r0.x
endif_nz
sample_aoffimmi r0.xyzw, v0.xyxx, t0.xyzw, s0
sample(1,0,0) r0.xyzw, v0.xyxx, t0.xyzw, s0
ld_indexable_uint(texture2d)(float,float,float,float) r0.xyzw, r0.xyzw, t0.xyzw
sync_all
dcl_resource_raw_glc t0
//== near
ps_5_0
if_nz r0.x
endif
sample_aoffimmi(1,0,0) r0.xyzw, v0.xyxx, t0.xyzw, s0
resinfo_indexable(texture2d)(float,float,float,float)_uint r0.xyzw, l(0), t0.xyzw
sync_uglobal_g_t
dcl_uav_raw_glc u0
