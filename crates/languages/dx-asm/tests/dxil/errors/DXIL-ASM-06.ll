;== fires
define i32 @f(float %x) {
  %1 = add i32 %x, 1
  ret i32 %1
}
;== near
define i32 @f(float %x) {
  %1 = fptosi float %x to i32
  ret i32 %1
}
