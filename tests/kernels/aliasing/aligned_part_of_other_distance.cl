// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 1 --buffer whole=256 --buffer part=@whole+128:128
// about: the remainder comes round within the row

__kernel void rows(__global int *whole, __global int *part) {
  int i = get_global_id(0);
  uintptr_t between = (uintptr_t)(part + i) - (uintptr_t)whole;
  part[between % 16 / 4] = i;
}
