"""Kernels that read and write images: of each shape, by samplers and without, twice the same image, or over a buffer.

Each image has pixels that a work-item owns. What is written is its own pixel; others are read from images that nothing
writes, or behind a barrier that orders images, but for occasional slips in coordinates, guards, fences and sizes.
"""

from draws import Draws

# Type of the argument: coordinates that it takes, how they are written, and whether the last one is a layer.
SHAPES = {"image1d_t": (1, "int", False), "image2d_t": (2, "int2", False), "image3d_t": (3, "int4", False),
          "image1d_array_t": (2, "int2", True), "image2d_array_t": (3, "int4", True), "image1d_buffer_t": (1, "int", False)}
FORMATS = {"f": ("R,FLOAT", "RGBA,FLOAT", "RGBA,UNORM_INT8", "R,UNORM_INT8", "RG,HALF_FLOAT", "RGBA,SNORM_INT16", "A,FLOAT"),
           "i": ("R,SIGNED_INT32", "RGBA,SIGNED_INT32", "RG,SIGNED_INT16", "R,SIGNED_INT8"),
           "ui": ("R,UNSIGNED_INT32", "RGBA,UNSIGNED_INT32", "RGBA,UNSIGNED_INT8", "RG,UNSIGNED_INT16")}
VECTORS = {"f": "float4", "i": "int4", "ui": "uint4"}
BYTES = {"FLOAT": 4, "INT32": 4, "INT16": 2, "INT8": 1, "FLOAT16": 2}
ASKED = ("get_image_width", "get_image_height", "get_image_depth")


class Image:
    def __init__(self, name, shape, kind, access, size):
        self.name, self.shape, self.kind, self.access, self.size = name, shape, kind, access, list(size)
        self.given = ""  # as the launch gives it
        self.same_as = None  # the image that it is
        self.lies_in = None  # the buffer

    @property
    def coordinates(self):
        return SHAPES[self.shape][0]


class Images(Draws):
    def __init__(self, seed, slip=0.035):
        super().__init__(seed, slip)
        self.seed = seed
        self.flat = self.chance(0.55)
        self.local, self.groups = self.pick(((8,), (2,)), ((4,), (2,)), ((8,), (1,)), ((3,), (2,))) if self.flat else self.pick(
            ((4, 2), (1, 2)), ((2, 2), (2, 1)), ((4, 2), (1, 1)), ((2, 3), (2, 1)))
        self.global_size = [size * count for size, count in zip(self.local, self.groups)]
        self.items = 1
        for size in self.global_size:
            self.items *= size
        self.version2 = self.chance(0.5)
        self.samplers = {}
        self.images = []
        self.values = []  # names of ints that differ
        self.buffer_bytes = {}

    # --- images
    def shape_size(self, shape):
        """Returns extents that give approximately one pixel to each work-item."""
        wide, high = (self.items, 1) if self.flat else self.global_size
        room = self.pick(0, 0, 0, 1, 2)
        if shape in ("image1d_t", "image1d_buffer_t"):
            return [self.items + room]
        if shape == "image2d_t":
            return [wide + room, high + self.pick(0, 0, 1)]
        if shape == "image1d_array_t":
            return [wide + room, max(high, 2)]
        return [wide + room, high + self.pick(0, 0, 1), self.random.randint(2, 3)]

    def add_image(self, name, access):
        shapes = list(SHAPES)
        if access == "read_only" and self.chance(0.8):
            shapes.remove("image1d_buffer_t")
        shape = self.random.choice(shapes if self.version2 else [s for s in shapes if s in ("image2d_t", "image3d_t")])
        if shape == "image3d_t" and access != "read_only":
            shape = "image2d_t"
        image = Image(name, shape, self.pick("f", "i", "ui"), access, self.shape_size(shape))
        earlier = [i for i in self.images if i.same_as is None and i.lies_in is None and (access == "read_only" or i.shape != "image3d_t")]
        if earlier and self.slip(4):
            first = self.random.choice(earlier)
            image = Image(name, first.shape, first.kind, access, first.size)
            image.same_as, image.given = first, f"@{first.name}"
        else:
            size = [extent - (1 if self.slip() and extent > 1 else 0) for extent in image.size]
            order = self.random.choice(FORMATS[image.kind])
            image.given = "x".join(map(str, size)) + (f":{order}" if self.chance(0.9) else "")
            if shape == "image1d_buffer_t" and ":" in image.given and self.chance(0.5):
                image.lies_in = f"b{len(self.buffer_bytes)}"
                image.given += f"@{image.lies_in}"
                self.buffer_bytes[image.lies_in] = 16 * image.size[0]
        self.images.append(image)

    # --- coordinates
    def along(self, image, own):
        """Returns an expression for each coordinate of the work-item's own pixel, or of another one."""
        count = image.coordinates
        x, y = ("gid", "0") if self.flat else ("gx", "gy")
        if self.slip():
            x = self.pick(f"{x} / 2", f"{x} + 1", f"{x} - 1", "lid", f"({x} & 1)", f"{x} ^ 1", f"(int)((uint){x} % 3u)", f"{x} * 2")
        if self.slip(0.5) and not self.flat:
            x, y = y, x
        if count == 1:
            x = "gid" if not self.slip() else self.pick("lid", "gid + 1", "gid / 2", "gid ^ 1")
        places = [x, y, self.layer(image)][:count]
        if image.shape == "image1d_array_t" and self.flat:
            places[1] = self.layer(image)
        form = self.random.randrange(6)
        last = image.size[0] - 1
        if form == 0 and self.chance(0.7):  # the same pixels, backwards
            if not own or image.size[0] == (self.items if self.flat or count == 1 else self.global_size[0]):
                places[0] = f"{ASKED[0]}({image.name}) - 1 - {places[0]}" if self.chance(0.5) else f"{last} - {places[0]}"
        if not own:
            which = self.random.randrange(len(places))
            if not (SHAPES[image.shape][2] and which == count - 1):
                places[which] = self.neighbour(places[which], image.size[which])
        return places

    def layer(self, image):
        if len(image.size) < image.coordinates:
            return "0"
        most = image.size[-1]
        if image.coordinates == 2 and not SHAPES[image.shape][2]:
            return "0"
        return self.pick("0", str(most - 1), f"(n & 1)", str(most) if self.slip() else "0", f"min(n, {most - 1})")

    def neighbour(self, place, extent):
        inside = self.pick(f"min({place} + 1, {extent - 1})", f"max({place} - 1, 0)", f"clamp({place} + n, 0, {extent - 1})",
                           f"(int)((uint)({place} + 1) % {extent}u)", str(self.random.randrange(extent)), f"abs({place} - 1)")
        return inside if not self.slip(2) else self.pick(f"{place} + 1", f"{place} - 1", f"{place} + n", f"{place} * 2")

    def coordinate(self, image, places):
        kind = SHAPES[image.shape][1]
        if kind == "int":
            return f"(int)({places[0]})"
        places = places + ["0"] * (4 - len(places)) if kind == "int4" else places
        return f"({kind})({', '.join(places)})"

    # --- accesses
    def sampler(self, real):
        modes = ["CLAMP_TO_EDGE", "CLAMP", "NONE"] + (["REPEAT", "MIRRORED_REPEAT"] if real else [])
        mode = self.random.choice(modes)
        normalized = mode in ("REPEAT", "MIRRORED_REPEAT") or (real and self.chance(0.3))
        linear = real and self.chance(0.4)
        key = (mode, normalized, linear)
        if key not in self.samplers:
            self.samplers[key] = f"s{len(self.samplers)}"
        return self.samplers[key]

    def declare(self, value):
        name = self.name("v")
        self.emit(f"int {name} = {value};")
        self.values.append(name)

    def component(self, image, read):
        part = self.pick("x", "x", "y", "w")
        return f"(int){read}.{part}" if image.kind != "f" or self.chance(0.5) else f"(int)({read}.{part} * 4.0f)"

    def read(self, image, own):
        places = self.along(image, own)
        bare = image.shape == "image1d_buffer_t" or image.access == "read_write" or (self.version2 and self.chance(0.35))
        if bare:
            call = f"read_image{image.kind}({image.name}, {self.coordinate(image, places)})"
        elif image.kind == "f" and self.chance(0.3):
            real = SHAPES[image.shape][1].replace("int", "float")
            place = f"convert_{real}({self.coordinate(image, places)})"
            shift = self.pick("", " + 0.5f", " + 0.25f", " * 0.125f")
            call = f"read_imagef({image.name}, {self.sampler(True)}, {place}{shift})"
        else:
            call = f"read_image{image.kind}({image.name}, {self.sampler(False)}, {self.coordinate(image, places)})"
        self.declare(self.component(image, call))

    def value(self):
        return self.pick("gid", "lid", "n", "1", str(self.random.randint(0, 300)), *self.values)

    def write(self, image):
        guard = ""
        if self.chance(0.15):
            guard = self.pick(f"if (gid < {self.random.randint(1, self.items)}) ", "if (n > 1) ", "if (lid & 1) ",
                              f"if ((int){ASKED[0]}({image.name}) > gid) ")
        value = f"({VECTORS[image.kind]})({', '.join(self.value() for _ in range(4))})" if self.chance(0.6) else (
            f"({VECTORS[image.kind]})({self.value()})")
        self.emit(f"{guard}write_image{image.kind}({image.name}, {self.coordinate(image, self.along(image, True))}, {value});")

    def barrier(self, needed=True):
        if needed and self.slip():
            return
        fences = ["CLK_IMAGE_MEM_FENCE", "CLK_IMAGE_MEM_FENCE | CLK_GLOBAL_MEM_FENCE"] if self.version2 else ["CLK_GLOBAL_MEM_FENCE"]
        if self.slip(2):
            fences = ["CLK_LOCAL_MEM_FENCE", "CLK_GLOBAL_MEM_FENCE"]
        condition = self.pick("if (lid < 2) ", "if (gid & 1) ") if self.slip(0.5) else ""
        self.emit(f"{condition}{'work_group_barrier' if self.version2 and self.chance(0.7) else 'barrier'}({self.random.choice(fences)});")

    def exchange(self, image):
        """Writes own pixels, and reads others of the group after a barrier."""
        self.write(image)
        self.barrier()
        self.read(image, self.chance(0.4))
        if self.chance(0.5):
            self.barrier()
            self.write(image)

    def rows(self, image):
        """A loop over places further into the image."""
        i, limit = self.name("i"), self.pick("2", "n", f"(int){ASKED[0]}({image.name})", "3")
        self.emit(f"for (int {i} = 0; {i} < {limit}; ++{i}) {{")
        self.depth += 1
        kept = len(self.values)
        places = [f"({place}) {self.pick('+', '-')} {i}" if self.chance(0.5) else place for place in self.along(image, True)]
        if image.access == "write_only":
            self.emit(f"write_image{image.kind}({image.name}, {self.coordinate(image, self.along(image, True))}, ({VECTORS[image.kind]})({i}));")
        elif image.access == "read_write" or image.shape == "image1d_buffer_t":
            self.read(image, True)
        else:
            self.declare(self.component(image, f"read_image{image.kind}({image.name}, {self.sampler(False)}, {self.coordinate(image, places)})"))
        for name in self.values[kept:]:
            self.emit(f"acc += {name};")
        del self.values[kept:]
        self.depth -= 1
        self.emit("}")

    def store(self):
        """Values sometimes decide where the buffer is written."""
        place = "gid"
        if self.values and self.slip(3):
            place = self.pick(f"({self.random.choice(self.values)} & {self.items - 1})", f"(gid + ({self.random.choice(self.values)} & 1))")
        elif self.values and self.chance(0.1):
            one = self.random.choice(self.values)
            place = self.pick(f"gid + {one} - {one}", f"gid + ({one} & 0)")
        guard = f"if ({self.random.choice(self.values)} > {self.random.randint(0, 3)}) " if self.values and self.chance(0.2) else ""
        self.emit(f"{guard}out[{place}] = {self.value()} + acc;")

    def touch_buffer(self):
        name = self.random.choice(list(self.buffer_bytes))
        place = self.pick("gid", f"gid + {self.items}", f"gid + {3 * self.items}")
        self.emit(self.pick(f"{name}[{place}] = {self.value()};", f"acc += {name}[{place}];"))

    def statement(self):
        image = self.random.choice(self.images)
        if self.buffer_bytes and self.chance(0.2):
            return self.touch_buffer()
        if image.access == "read_write":
            return self.pick(self.exchange, self.exchange, self.write, self.rows)(image)
        if image.access == "write_only":
            return self.pick(self.write, self.write, self.rows)(image)
        if self.chance(0.2):
            return self.rows(image)
        return self.read(image, self.chance(0.4))

    def make(self):
        for number in range(self.random.randint(1, 3)):
            accesses = ["read_only", "write_only", "write_only"] + (["read_write"] * 3 if self.version2 else [])
            self.add_image(f"m{number}", self.random.choice(accesses))
        for _ in range(self.random.randint(2, 6)):
            self.statement()
            if self.chance(0.1):
                self.barrier(False)
        self.store()
        parameters = [f"{image.access} {image.shape} {image.name}" for image in self.images]
        parameters += [f"__global int *{name}" for name in self.buffer_bytes] + ["__global int *out", "int n"]
        given = [f"--local-size {','.join(map(str, self.local))} --num-groups {','.join(map(str, self.groups))}",
                 f"--arg n={self.random.randint(0, 3)}", f"--buffer out={4 * self.items}"]
        given += [f"--buffer {name}={count}" for name, count in self.buffer_bytes.items()]
        given += [f"--image {image.name}={image.given}" for image in self.images]
        if self.version2:
            given.append('--build-options "-cl-std=CL2.0"')
        pixels = "".join(f"constant sampler_t {name} = CLK_NORMALIZED_COORDS_{'TRUE' if normalized else 'FALSE'} | CLK_ADDRESS_{mode} | "
                         f"CLK_FILTER_{'LINEAR' if linear else 'NEAREST'};\n" for (mode, normalized, linear), name in self.samplers.items())
        setup = ["int gid = get_global_id(0), lid = get_local_id(0), acc = 0;"] if self.flat else [
            "int gx = get_global_id(0), gy = get_global_id(1), acc = 0;",
            "int gid = gy * get_global_size(0) + gx, lid = get_local_id(1) * get_local_size(0) + get_local_id(0);"]
        enable = "" if self.version2 else "#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable\n"
        body = "\n".join(["  " + line for line in setup] + self.lines)
        return (f"// launch: {' '.join(given)}\n// about: images, generated from seed {self.seed}\n\n{enable}{pixels}"
                f"__kernel void k({', '.join(parameters)}) {{\n{body}\n}}\n")
