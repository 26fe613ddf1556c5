//== fires
ps_5_0
mov r0.x, v[0][1][2][3].x
mov r0.x, cb0[1.x
mov r0.x, x0[x1[x2[x3[x4[x5[0].x + 1].x + 1].x + 1].x + 1].x + 1].x
fcall fp0[0][r0.x + 1]
//== near
ps_5_0
mov r0.x, v[0][1][2].x
mov r0.x, cb0[1].x
mov r0.x, x0[x1[x2[x3[x4[0].x + 1].x + 1].x + 1].x + 1].x
fcall fp0[r0.x + 1][0]
