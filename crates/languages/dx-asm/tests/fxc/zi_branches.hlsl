// ps_5_0 -Zi: branches, loops and calls; variables that come back.
int k; float f; Texture2D t : register(t0); SamplerState s;
float4 h(float4 v) { [branch] if (v.x > 2) { v.y = 3; return v; } else if (v.z > 4) { v.w += 1; } else { v.xy *= 2; } 
  return v + 1; }
float4 g(float4 v, int n) { float4 w = v;
  [loop] for (int i = 0; i < n; ++i) { if (w.x > 100) break; if (w.y < 3) continue; w = h(w) * v; }
  return w; }
float4 main(float4 p : P, bool b : B) : SV_Target {
  float4 q = p; float a = 1, c = 2;
  [branch] switch (k) { case 0: q.x = 1; a = q.y; break; case 3: case 4: q.y = t.Sample(s, q.xy).x; c = 4; break; default: q = g(q, 4); break; }
  [call] switch (k + 1) { case 1: q = g(q, k); break; case 2: q = h(q); break; default: q.z += 3; a += 4; break; }
  [branch] if (b) { a = q.x * 2; c += a; q.x += h(q.yzwx).x; } else { c = a + 4; a = 0; q.y += c; }
  [flatten] if (q.x > 4) a *= c;
  do { q += t.SampleLevel(s, q.zw, 0); a -= 1; } while (a > q.w);
  return q * a + c;
}
