// expect: defect
// property: data-race
// lines: 9
// launch: --engine=two-thread --find-bugs --local-size=8 --num-groups=2 --buffer=a=4096
// about: The second iteration of a long loop races, which is found without looking at the others.
__kernel void unwound_second(__global int* a) {
  int g = get_global_id(0);
  for (int i = 0; i < 50; i++) {
    a[g * 50 + i * (g % 8 == 0 ? 50 : 1)] = g;
  }
}
