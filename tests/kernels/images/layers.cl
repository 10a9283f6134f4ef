// expect: verified
// launch: --local-size 2,2,2 --num-groups 2,1,1 --image out=4x2x2:RGBA,SIGNED_INT32
// sibling: one_layer.cl
// about: each layer of an array of images has pixels of its own

kernel void k(write_only image2d_array_t out) {
  int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 7);
  write_imagei(out, at, (int4)(1, 2, at.x, get_global_id(2)));
}
