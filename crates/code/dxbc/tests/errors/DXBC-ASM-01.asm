//== fires
add r0.x, r0.x, r0.y
//== near
// A comment may stand in front.
cs_5_0
ret
