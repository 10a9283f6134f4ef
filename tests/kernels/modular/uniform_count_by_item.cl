// expect: possible-defect
// property: assertion
// lines: 10
// launch: --engine=two-thread --modular --local-size=8 --num-groups=2 --arg=n=3 --buffer=out=64
// about: Each work-item has its own bound.
// oracle: skip it does not know what is said of two work-items
// replay: skip what an annotation says of two work-items is not executed

void wait(int n) {
  __requires(__uniform_int(n));
  for (int i = 0; i < n; i++) barrier(CLK_LOCAL_MEM_FENCE);
}

__kernel void uniform_count(__global int* out, int n) {
  wait(n + get_local_id(0));
  out[get_global_id(0)] = n;
}
