export { connectRpc, type RpcClient, type Wire } from "./client.ts";
export { watchPemFiles, type PemContents, type TlsFiles, type WatchedPemFiles } from "./pem-files.ts";
export { serveRpc, type RpcServer, type RpcServerOptions } from "./server.ts";
export type { ServiceAddress } from "./targets.ts";
export { tokenRing, type TokenRing } from "./tokens.ts";
export { mutualTls, plaintext, type RpcTransport } from "./transport.ts";
