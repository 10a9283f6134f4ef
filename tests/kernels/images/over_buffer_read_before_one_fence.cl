// expect: defect
// property: data-race
// lines: 9 11
// launch: --build-options -cl-std=CL2.0 --local-size 8 --num-groups 1 --buffer b=128 --image a=8:RGBA,UNSIGNED_INT32@b --buffer out=32
// about: a neighbour's pixel is read before a barrier for buffers alone, and an own one written behind it

kernel void k(read_only image1d_buffer_t a, global uint *b, global uint *out) {
  int x = get_local_id(0);
  out[x] = read_imageui(a, 7 - x).x;
  barrier(CLK_GLOBAL_MEM_FENCE);
  b[4 * x] = x;
}
