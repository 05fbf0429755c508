# Packs the archive of this platform, which holds the compiled service, its dependencies and Node 26 from the lockfile;
# this stage's own Node only runs npm. Python packs the Python client, which the image leaves out.
FROM node:24-trixie-slim AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends libatomic1 python3
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY cli/package.json cli/rollbook cli/
COPY client/package.json client/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node packaging/link-node.js \
 && npm run pack -- --archive \
 && mkdir /opt/rollbook \
 && tar -xzf dist/rollbook-*-linux-*.tar.gz -C /opt/rollbook --strip-components=1

FROM debian:trixie-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends libatomic1 \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --no-create-home --home-dir /var/lib/rollbook --uid 10001 rollbook \
 && install -d -o rollbook -g rollbook -m 700 /var/lib/rollbook /var/cache/rollbook \
 && ln -s /opt/rollbook/rollbook /usr/local/bin/rollbook
COPY --from=build /opt/rollbook /opt/rollbook

# A number, so that Kubernetes can tell that it is not root.
USER 10001
WORKDIR /var/lib/rollbook
ENV ROLLBOOK_HOST=0.0.0.0 ROLLBOOK_DATABASE=sqlite:/var/lib/rollbook/rollbook.db NODE_COMPILE_CACHE=/var/cache/rollbook
# Starts the service once: this fails the build if it cannot start, and fills NODE_COMPILE_CACHE for read-only containers.
RUN mkdir /tmp/first \
 && { rollbook serve --database sqlite:/tmp/first/rollbook.db & } \
 && timeout 30 sh -c 'until rollbook health; do sleep 1; done' \
 && kill $! && wait $! && rm -r /tmp/first
VOLUME /var/lib/rollbook
EXPOSE 8787
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["rollbook", "health"]
# The launcher execs the service, so SIGTERM reaches it. The service stops within 10 s.
ENTRYPOINT ["rollbook"]
CMD ["serve"]
