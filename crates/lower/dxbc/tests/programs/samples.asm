cs_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_texture2dms(4) (float,float,float,float) t0
dcl_uav_raw u0
dcl_input vThreadID.x
dcl_temps 2
dcl_thread_group 1, 1, 1
sampleinfo_uint r0.x, rasterizer.x
utof r0.x, r0.x
samplepos r0.yz, rasterizer.xxyx, vThreadID.x
samplepos r1.xy, t0.xyxx, vThreadID.x
add r0.yz, r0.yyzy, r1.xxyx
sampleinfo r0.w, t0.x
store_raw u0.xyzw, l(0), r0.xyzw
ret
