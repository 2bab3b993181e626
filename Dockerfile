# Node 24; a mirror's name or a digest may stand in its place: --build-arg NODE_IMAGE=…
ARG NODE_IMAGE=node:24-bookworm-slim

# What is published, made from this checkout.
FROM ${NODE_IMAGE} AS build
WORKDIR /src
# Packages by the lock file and nothing else; a layer of its own, as they change less often than the source.
COPY package.json package-lock.json .npmrc ./
COPY packages/lab/package.json packages/lab/
COPY packages/mcp/package.json packages/mcp/
COPY packages/sdk/package.json packages/sdk/
COPY packages/server/package.json packages/server/
COPY packages/web/package.json packages/web/
COPY scripts/locked.mjs scripts/
# Not `npm ci`, which refuses a lock file that lacks another system's binaries; what was installed is held against it instead.
RUN npm install --no-save --no-audit --no-fund --loglevel=error && node scripts/locked.mjs
COPY . .
RUN node scripts/tasks.ts pack

# One file of program, the migrations and the web application on a bare Node: nothing is installed here.
FROM ${NODE_IMAGE}
COPY --from=build /src/packed/sightline /opt/sightline
# `docker exec … sightline doctor`; and the one folder that anything is written to: backups, and the secret where
# SIGHTLINE_SECRET is not set.
RUN ln -s /opt/sightline/bin/sightline.js /usr/local/bin/sightline \
 && install --directory --owner=node --group=node --mode=0700 /var/lib/sightline
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
# Told by whoever builds: `git rev-parse HEAD`, and where this source is published.
ARG REVISION=''
ARG SOURCE=''
LABEL org.opencontainers.image.title="Sightline" \
      org.opencontainers.image.description="How visible a brand is in the answers of AI platforms" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.source="${SOURCE}"
# Node itself is the first process: it hears SIGTERM, and what it starts it waits for.
ENTRYPOINT ["node", "--no-memory-protection-keys", "/opt/sightline/dist/main.js"]
CMD ["start"]
