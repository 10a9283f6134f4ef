// expect: defect
// property: data-race
// lines: 8
// launch: --local-size 8 --num-groups 1 --image out=1x1:RG,FLOAT
// about: the pixel keeps the second component too, which differs

kernel void k(write_only image2d_t out) {
  write_imagef(out, (int2)(0, 0), (float4)(1.0f, get_local_id(0) == 0 ? 2.0f : 3.0f, 0.0f, 0.0f));
}
