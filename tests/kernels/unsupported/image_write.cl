// expect: unsupported
// lines: 10
// cause: unsupported-construct 10
// launch: --local-size 8 --num-groups 2
// oracle: skip images are not interpreted
// about: image writes are not modelled

__kernel void paint(__write_only image2d_t target) {
  int2 at = (int2)((int)get_global_id(0), 0);
  write_imagei(target, at, (int4)(at.x));
}
