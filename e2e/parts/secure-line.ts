/** A line to a gRPC server that speaks mutual TLS, and lets only calls through that bear an API key: as a hosted service stands before it. */
import { readFile } from "node:fs/promises";
import { connect, constants, createSecureServer, type IncomingHttpHeaders, type ServerHttp2Session } from "node:http2";
import type { CertificateFiles } from "./certificate-authority.ts";

const host = "127.0.0.1";
const unauthenticated = "16";

export interface SecureLine {
  /** host:port */
  readonly address: string;
  /** How many calls went through. */
  readonly calls: () => number;
  /** From now on it shows another certificate, and takes only clients of another authority; what is connected is cut off. */
  renew(own: CertificateFiles, authority: string): Promise<void>;
  close(): Promise<void>;
}

/** @param to host:port of the server; @param authority its certificate file */
export async function openSecureLine(to: string, own: CertificateFiles, authority: string, apiKey: string): Promise<SecureLine> {
  const far = connect(`http://${to}`);
  far.on("error", () => undefined);
  const sessions = new Set<ServerHttp2Session>();
  const server = createSecureServer({ ...(await contents(own, authority)), requestCert: true, rejectUnauthorized: true });
  let calls = 0;
  server.on("session", (session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
  });
  server.on("stream", (near, headers) => {
    near.on("error", () => undefined);
    if (headers.authorization !== `Bearer ${apiKey}`) {
      near.respond({ ":status": 200, "content-type": "application/grpc", "grpc-status": unauthenticated }, { endStream: true });
      return;
    }
    calls += 1;
    const { [constants.HTTP2_HEADER_AUTHORITY]: _authority, ...rest } = headers;
    const ahead = far.request({ ...rest, ":authority": to, ":scheme": "http" });
    ahead.on("error", () => near.close(constants.NGHTTP2_CANCEL));
    near.on("close", () => ahead.close());
    let trailers: IncomingHttpHeaders = {};
    ahead.on("response", (answer, flags) => {
      const isWhole = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0;
      if (!near.destroyed) near.respond(answer, { endStream: isWhole, waitForTrailers: !isWhole });
    });
    ahead.on("trailers", (given: IncomingHttpHeaders) => {
      trailers = given;
    });
    near.on("wantTrailers", () => near.sendTrailers(trailers));
    ahead.pipe(near);
    near.pipe(ahead);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return {
    address: `${host}:${address.port}`,
    calls: () => calls,
    async renew(next, nextAuthority) {
      server.setSecureContext(await contents(next, nextAuthority));
      for (const session of sessions) session.destroy();
    },
    async close() {
      for (const session of sessions) session.destroy();
      far.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function contents(own: CertificateFiles, authority: string): Promise<{ cert: Buffer; key: Buffer; ca: Buffer }> {
  const [cert, key, ca] = await Promise.all([readFile(own.certificate), readFile(own.key), readFile(authority)]);
  return { cert, key, ca };
}
