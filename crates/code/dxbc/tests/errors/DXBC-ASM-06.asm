//== fires
ps_5_0
mov r0.yx, r1.xyzw
mov r0.x, r1.xyzwx
mov r0.x, r1.q
mov r0., r1.x
mov [precise(xq)] r0.x, r1.x
//== near
ps_5_0
mov r0.xy, r1.wzyx
mov r0.x, r1.x
mov r0.xyz, r1.xy
mov [precise(xw)] r0.x, r1.x
