# Loci's image: every role of loci-server, the operator, and the client's command line. Nothing is compiled: Node runs the TypeScript
# files as they are; the operator, which has to stay small, is one file, and so is what Temporal runs in a sandbox.
#   docker build --tag loci .
#   docker run --rm --read-only --tmpfs /tmp loci --help
FROM node:24-slim AS packages
WORKDIR /opt/loci
COPY . .
# Packages' own install scripts bring a Node and native code that are not needed here.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
      --workspace services/server --workspace services/cli --workspace workflows

FROM node:24-slim AS bundles
WORKDIR /opt/loci
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund --workspace operator --workspace workflows
RUN node operator/bundle.ts
RUN node workflows/bundle.ts

FROM node:24-slim
LABEL org.opencontainers.image.title="Loci" \
      org.opencontainers.image.description="Long-term memory for AI agents" \
      org.opencontainers.image.licenses="Apache-2.0"
# The root file system may be read-only: what Node compiled, and what a user has at home, is kept where it may write.
ENV HOME=/tmp \
    NODE_ENV=production \
    NODE_NO_WARNINGS=1 \
    NODE_COMPILE_CACHE=/tmp/compiled \
    PATH=/opt/loci/node_modules/.bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
WORKDIR /opt/loci
# They belong to root: who runs Loci cannot change it.
COPY --from=packages /opt/loci /opt/loci
COPY --from=bundles /opt/loci/operator/dist /opt/loci/operator/dist
COPY --from=bundles /opt/loci/workflows/dist /opt/loci/workflows/dist
USER 65532:65532
EXPOSE 9090 9100 9191
ENTRYPOINT ["loci-server"]
CMD ["--help"]
