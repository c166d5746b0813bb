export { connectRpc, type RpcClient, type Wire } from "./client.ts";
export { anyCaller, roleName } from "./peer-names.ts";
export { watchPemFiles, type PemContents, type TlsFiles, type WatchedPemFiles } from "./pem-files.ts";
export { serveRpc, type RpcServer, type RpcServerOptions } from "./server.ts";
export type { ServiceAddress } from "./targets.ts";
export { callersOf } from "./issuers.ts";
export { callerSigner, readRenewable, type CallerSigner, type Statement } from "./signed-callers.ts";
export { callerTokens, type CallerTokens } from "./tokens.ts";
export { mutualTls, plaintext, type RpcTransport } from "./transport.ts";
