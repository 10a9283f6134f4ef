// expect: possible-defect
// property: data-race
// lines: 11
// launch: --engine=two-thread --local-size=4 --num-groups=2 --buffer=next=4 --buffer=out=1024
// about: the count comes round within the loop
// contents: next=zero

__kernel void collect(__global uint* next, __global uint* out) {
  for (int k = 0; k < 3; ++k) {
    uint slot = atomic_add(next, 0x10000000);
    if (slot < 256) out[slot] = get_global_id(0);
  }
}
