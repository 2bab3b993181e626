# syntax=docker/dockerfile:1

# What is published, made from this checkout.
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN node scripts/run.mjs pack

# One file of program, the migrations and the web application on a bare Node: nothing is installed here.
FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="Sightline" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build /src/packed/sightline /opt/sightline
# Backups and, where SIGHTLINE_SECRET is not set, the secret go there; nothing else is ever written.
RUN install --directory --owner=node --group=node --mode=0700 /var/lib/sightline
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=4477 \
    SIGHTLINE_DATA_DIR=/var/lib/sightline \
    SIGHTLINE_METRICS_HOST=0.0.0.0 \
    SIGHTLINE_METRICS_PORT=9464
WORKDIR /var/lib/sightline
USER 1000:1000
EXPOSE 4477 9464
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "/opt/sightline/bin/healthcheck.js"]
# Node itself is the first process: it hears SIGTERM, and what it starts it waits for.
ENTRYPOINT ["node", "/opt/sightline/dist/main.js"]
CMD ["start"]
