# Launchproof from Debian packages alone: builds the package of this source tree, and makes an image that has it and an
# OpenCL driver for processors.
#   docker build -t launchproof .
#   docker run --rm -v "$PWD:/data" launchproof check kernel.cl --local-size 64 --num-groups 16
FROM debian:12 AS build
WORKDIR /source
COPY scripts/setup scripts/packages scripts/
RUN scripts/setup --build
COPY . .
RUN cmake --preset package && cmake --build --preset package
RUN cd build && cpack

FROM debian:12
COPY --from=build /source/build/launchproof_*.deb /tmp/
RUN apt-get update -qq \
    && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends /tmp/launchproof_*.deb cvc5 ocl-icd-libopencl1 pocl-opencl-icd \
    && rm -rf /tmp/launchproof_*.deb /var/lib/apt/lists/*
WORKDIR /data
ENTRYPOINT ["launchproof"]
