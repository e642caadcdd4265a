# The service. The web process and the workers use this one image. Build it in the repository's root:
#
#     docker build -f docker/service.Dockerfile -t backgrade .
#
# Submissions run in the embedded sandbox inside the container, which needs no privileges. `backgrade doctor` in
# the container shows the level of this sandbox. `make images` renews the digests of the base images.
# The same commit gives the same files in the image: bytecode is compared by its content, and nothing else has a time.
ARG BASE=python:3.11-slim@sha256:be1575ed968de893bd54f4c56315ff7c4736ce522c1bca08fd521731aafc0d76
ARG NODE=node:22-slim@sha256:c3de60bf2f9dd0ac6370e6117950ff62d6e339527e7472301c9c78a017978392

# The editor of the pages, and Pyodide for checks in a browser.
FROM ${NODE} AS assets
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci
COPY api/pages/assets api/pages/assets
COPY api/browser/assets api/browser/assets
RUN npm run build && npm run playground

FROM ${BASE} AS built
ENV SOURCE_DATE_EPOCH=0
COPY requirements /src/requirements
RUN python3 -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes \
    -r /src/requirements/run.txt -r /src/requirements/cluster.txt \
    -r /src/requirements/traces.txt -r /src/requirements/objects.txt
COPY pyproject.toml README.md LICENSE /src/
COPY suites /src/suites
COPY grader /src/grader
COPY submissions /src/submissions
COPY api /src/api
COPY backgrade /src/backgrade
COPY --from=assets /src/api/pages/static/vendor /src/api/pages/static/vendor
COPY --from=assets /src/build/pyodide /venv/share/backgrade/pyodide
RUN /venv/bin/pip download --no-cache-dir --no-deps --require-hashes --only-binary=:all: \
    --python-version 3.14 --implementation cp --abi cp314 --platform pyemscripten_2026_0_wasm32 \
    -d /venv/share/backgrade/pyodide -r /src/requirements/browser.txt
COPY docker /src/docker
COPY docs/man /src/docs/man
COPY examples /src/examples
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
