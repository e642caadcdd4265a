# The image in which submissions run: Python, numpy and the harness, without a shell or a package manager.
# `backgrade sandbox build` sends this file and the files that it copies. The build needs no network, except to
# get the base image, which base-images.txt names for each Python.
ARG BASE

FROM ${BASE} AS base
LABEL backgrade.made-from=""
COPY gather.py /gather.py
COPY sandbox /sandbox
RUN ["python3", "-I", "/gather.py", "/gathered"]

FROM scratch
COPY --from=base /gathered /
USER 65534:65534
# Import every module that a submission may use: if one is missing, the build fails, and not a grading.
RUN ["/python", "-I", "-S", "-B", "-c", "import sys; sys.path += ['/sandbox', '/sandbox/numpy']; \
     from importlib import import_module; from harness.processes import preload, zygote; \
     [import_module(name) for name in preload.MODULES['numpy']]"]
