// expect: possible-defect
// property: assertion
// lines: 12
// launch: --engine=two-thread --modular --local-size=8 --num-groups=2 --arg=n=4 --buffer=out=64
// about: The last barrier of an iteration does not order local memory.
// oracle: skip it does not know what functions ensure
// replay: skip what is said of accesses is not executed

void step(__local int* to, __local const int* from, int i) {
  __requires(i == get_local_id(0));
  __requires(__no_read(to));
  __requires(__no_write(from));
  __requires(__no_write(to));
  __ensures(__write_implies(to, __write_offset_bytes(to) == 4 * i));
  to[i] = from[7 - i];
}

__kernel void in_loop(__global int* out, int n) {
  __local int a[8], b[8];
  const int lid = get_local_id(0);
  a[lid] = lid;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < n; k++) {
    step(b, a, lid);
    barrier(CLK_LOCAL_MEM_FENCE);
    step(a, b, lid);
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
  out[get_global_id(0)] = a[lid];
}
