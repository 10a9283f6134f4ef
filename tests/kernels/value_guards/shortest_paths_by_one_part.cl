// expect: defect
// property: data-race
// lines: 12
// launch: --local-size 4,2 --num-groups 2,2 --arg n=8 --arg k=3 --buffer d=256
// oracle-launch: --local-size 2,2 --num-groups 2,2 --arg n=4 --arg k=1 --buffer d=64
// about: a sum that wraps is less than the distance in the row that others read

kernel void relax(global uint* d, int n, int k) {
  int i = get_global_id(0), j = get_global_id(1);
  if (i < n && j < n) {
    uint whole = d[i * n + j], first = d[i * n + k], second = d[k * n + j];
    if (first < whole && first + second < whole) d[i * n + j] = first + second;
  }
}
