;== fires
define i32 @f(i32 %value) {
  ret i32 %valeu
}
;== near
define i32 @f(i32 %value) {
  ret i32 %value
}
