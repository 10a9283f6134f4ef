// expect: defect
// property: data-race
// lines: 19
// launch: --engine=two-thread --modular --local-size=8 --num-groups=2 --buffer=hits=4 --buffer=out=64
// about: The caller reads what calls of the function count.
// oracle: skip it does not know what functions ensure

void count(__global int* p) {
  __requires(__no_read(p));
  __requires(__no_write(p));
  __ensures(__no_read(p));
  __ensures(__no_write(p));
  atomic_inc(p);
}

__kernel void counted(__global int* hits, __global int* out) {
  count(hits);
  count(hits);
  out[get_global_id(0)] = hits[0];
}
