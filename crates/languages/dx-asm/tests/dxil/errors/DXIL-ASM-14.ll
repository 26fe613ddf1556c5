;== fires
declare internal void @f()
;== near
declare void @f()
