// expect: defect
// property: assertion
// lines: 11
// launch: --engine=two-thread --modular --local-size=8 --num-groups=2 --buffer=out=68
// about: The caller breaks what the function requires.
// oracle: skip it takes for granted what functions require

void put(__global int* p, int i) {
  __requires(i >= 0);
  __requires(i < 16);
  __requires(i == get_global_id(0));
  p[i] = i;
}

__kernel void required(__global int* out) {
  const int i = get_global_id(0);
  put(out, i + 1);
}
