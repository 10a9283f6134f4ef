// expect: verified
// launch: --engine=two-thread --modular --local-size=8 --num-groups=2 --buffer=hits=4 --buffer=out=64
// sibling: counted_and_read.cl
// about: Atomics of a procedure exclude each other.
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
  out[get_global_id(0)] = 1;
}
