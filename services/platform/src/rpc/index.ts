export { connectRpc, type RpcClient } from "./client.ts";
export { serveRpc, type RpcServer, type RpcServerOptions } from "./server.ts";
export { tokenRing, type TokenRing } from "./tokens.ts";
