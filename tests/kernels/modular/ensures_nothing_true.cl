// expect: defect
// property: assertion
// lines: 9
// launch: --engine=two-thread --modular --local-size=8 --num-groups=2 --buffer=out=4
// about: A guarantee that no work-item can keep proves nothing of what follows the call.
// oracle: skip it does not know what functions ensure

int next(int n) {
  __ensures(0);
  return n + 1;
}

__kernel void ensures_nothing_true(__global int* out) {
  out[next(get_global_id(0))] = get_global_id(0);
}
