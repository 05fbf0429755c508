# Installs the dependencies and builds the console. They include Node 26 from the lockfile, which runs the service; this
# stage's Node only runs npm. The development dependencies, which build the console, stay out of the image.
FROM node:24-bookworm-slim AS install
WORKDIR /opt/rollbook
COPY package.json package-lock.json tsconfig.json ./
COPY cli/package.json cli/rollbook cli/
COPY client client/
COPY console console/
COPY contract contract/
COPY game game/
COPY server/docs-site/assets server/docs-site/assets/
RUN npm ci --no-audit --no-fund \
 && npm prune --omit=dev --no-audit --no-fund \
 && rm -rf node_modules/node-linux-*/include node_modules/node-linux-*/share

FROM debian:bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates libatomic1 \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --no-create-home --uid 10001 rollbook \
 && install -d -o rollbook -g rollbook -m 700 /var/lib/rollbook /var/cache/rollbook
COPY --from=install /opt/rollbook /opt/rollbook
COPY . /opt/rollbook
RUN ln -s /opt/rollbook/cli/rollbook /usr/local/bin/rollbook

USER rollbook
ENV ROLLBOOK_HOST=0.0.0.0 ROLLBOOK_DATABASE=sqlite:/var/lib/rollbook/rollbook.db NODE_COMPILE_CACHE=/var/cache/rollbook
# Starts the service once: this fails the build if it cannot start, and fills NODE_COMPILE_CACHE for read-only containers.
RUN timeout --preserve-status 5 rollbook serve --database sqlite:/tmp/first.db \
 && { rollbook health || rm /tmp/first.db; }
VOLUME /var/lib/rollbook
EXPOSE 8787
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s CMD ["rollbook", "health"]
# The launcher execs the service, so SIGTERM reaches it. The service stops within 10 s.
ENTRYPOINT ["rollbook"]
CMD ["serve"]
