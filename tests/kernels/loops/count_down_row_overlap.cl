// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 8 --num-groups 2 --buffer out=256
// about: rows lie three elements apart but hold four

__kernel void rows(__global int *out) {
  int i = get_global_id(0);
  for (int k = 3; k >= 0; k--) out[i * 3 + k] = i;
}
