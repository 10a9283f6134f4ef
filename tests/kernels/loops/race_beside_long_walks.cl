// expect: defect
// property: data-race
// lines: 18
// launch: --local-size 8 --num-groups 4 --buffer steps=16 --buffer slow=128 --buffer bins=32 --buffer keys=128
// oracle: skip the walks take too many steps
// replay: skip the walks take too many steps
// about: the race of the bins is replayed though one behind long walks comes first

__kernel void fill(__global const uint *steps, __global int *slow, __global int *bins, __global const int *keys) {
  uint group = get_group_id(0), local_id = get_local_id(0);
  if (group < 3) {
    uint x = local_id, bound = 400000000u + (steps[group] & 7u);
    for (uint i = 0; i < bound; i++) x = x * x + 5u;
    uint at = x & 7u;
    slow[8 * group + at] = x;
  } else {
    int key = keys[get_global_id(0)] & 7;
    bins[key] = local_id;
  }
}
