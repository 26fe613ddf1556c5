//== fires
ps_5_0
add r0.x, r1.x
mov r0.x, r1.x, r2.x
ret r0.x
//== near
ps_5_0
add r0.x, r1.x, r2.x
mov r0.x, r1.x
ret
