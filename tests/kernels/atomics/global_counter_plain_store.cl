// expect: defect
// property: data-race
// lines: 9 10
// launch: --local-size 8 --num-groups 2
// about: the first work-item of all stores to the global counter beside the atomics

__kernel void add(__global int *counter) {
  int i = get_global_id(0);
  if (i > 0) atomic_add(counter, i);
  if (i == 0) *counter = 5;
}
