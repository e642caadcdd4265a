# The service: the same image is the web process and the worker. Built from the repository's root:
#
#     docker build -f docker/service.Dockerfile -t backgrade .
#
# Submissions are graded in the embedded sandbox inside of it, which needs no rights; `backgrade doctor` in a
# container says at which level. In production, name the base by its digest.
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
