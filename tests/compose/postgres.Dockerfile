# PostgreSQL of Debian, for an engine that reaches no registry. It starts as the official image does.
ARG BASE
FROM ${BASE}
COPY postgres.sh /usr/local/bin/
CMD ["postgres.sh"]
