float4 sq(float4 a)
{
    a = a * a;
    return a + 1;
}
