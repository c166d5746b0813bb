export type { TlsFiles } from "./certificates.ts";
export { connectRpc, type RpcClient, type Wire } from "./client.ts";
export { serveRpc, type RpcServer, type RpcServerOptions } from "./server.ts";
export type { ServiceAddress } from "./targets.ts";
export { tokenRing, type TokenRing } from "./tokens.ts";
export { mutualTls, plaintext, type RpcTransport } from "./transport.ts";
