;== fires
@v = external global <2 x { float }>
define void @f(void %x) {
  ret void
}
;== near
@v = external global [2 x { float }]
define void @f(float %x) {
  ret void
}
