// expect: verified
// launch: --engine=two-thread --modular --local-size=8 --num-groups=2 --arg=n=3 --buffer=out=64
// sibling: uniform_count_by_item.cl
// about: A function whose loop holds a barrier requires that its bound is the same for all.
// oracle: skip it does not know what is said of two work-items
// replay: skip what annotations say of two work-items is not executed

void wait(int n) {
  __requires(__uniform_int(n));
  for (int i = 0; i < n; i++) barrier(CLK_LOCAL_MEM_FENCE);
}

__kernel void uniform_count(__global int* out, int n) {
  wait(n);
  out[get_global_id(0)] = n;
}
