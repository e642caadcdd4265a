# The service. The web process and the workers use this one image. Build it in the repository's root:
#
#     docker build -f docker/service.Dockerfile -t backgrade .
#
# Submissions run in the embedded sandbox inside the container, which needs no privileges. `backgrade doctor` in
# the container shows the level of this sandbox. In production, give the digest of the base image.
ARG BASE=python:3.11-slim

FROM ${BASE} AS built
COPY requirements /src/requirements
RUN python3 -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes \
    -r /src/requirements/run.txt -r /src/requirements/cluster.txt
COPY pyproject.toml README.md LICENSE /src/
COPY suites /src/suites
COPY grader /src/grader
COPY submissions /src/submissions
COPY api /src/api
COPY docker /src/docker
RUN /venv/bin/pip install --no-cache-dir --no-build-isolation --no-deps /src

FROM ${BASE}
RUN useradd --system --uid 10001 --home-dir /data backgrade && install -d -o backgrade -g backgrade -m 0700 /data
COPY --from=built /venv /venv
ENV PATH=/venv/bin:$PATH BACKGRADE_DATA_DIR=/data BACKGRADE_LOG_FORMAT=json PYTHONUNBUFFERED=1
USER backgrade
WORKDIR /data
VOLUME /data
EXPOSE 8000
CMD ["backgrade", "serve", "--host", "0.0.0.0"]
