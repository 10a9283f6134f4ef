// expect: defect
// property: data-race
// lines: 17 20
// launch: --local-size 8 --num-groups 2
// about: a bitonic sort has no barrier between its steps; whether cells are swapped depends on the data

__kernel void bitonic(__global int *data) {
  __local int keys[8];
  int lid = get_local_id(0);
  keys[lid] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 2; k <= 8; k <<= 1) {
    for (int j = k >> 1; j > 0; j >>= 1) {
      int partner = lid ^ j;
      if (partner > lid) {
        int a = keys[lid];
        int b = keys[partner];
        bool up = (lid & k) == 0;
        if ((a > b) == up) {
          keys[lid] = b;
          keys[partner] = a;
        }
      }
    }
  }
  data[get_global_id(0)] = keys[lid];
}
