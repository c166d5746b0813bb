import { Router } from "express";
import { formatOf } from "../format.ts";
import { AttachedSessions, type HttpCall } from "../rpc/attached-sessions.ts";
import { RpcConnection } from "../rpc/connection.ts";
import { methodMissing, unreadable } from "../rpc/errors.ts";
import { refusal, writeReply } from "../rpc/reply.ts";
import { inTurns } from "../../turns.ts";
import type { ObjectValue, Value } from "../../values/value.ts";
import { unsupportedMedia } from "./answers.ts";
import { bodyLimits, bodyOf, type HttpOptions } from "./app.ts";
import { withSession } from "./with-session.ts";
import { isObject } from "../../values/kind-of.ts";

/** Methods that mean nothing on a connection that ends with its answer. */
const ofConnections = new Set(["live", "kill", "begin", "commit", "cancel", "sessions"]);

/** `POST /rpc`: one call, in the format of its Content-Type, which Accept must not contradict; in the session that it names, else in one of its own. */
export function rpcRoute(options: HttpOptions): Router {
  const { databases, failed } = options;
  const router = Router();
  const attached = new AttachedSessions(databases, failed);
  router.post(
    "/rpc",
    withSession(
      options,
      { limit: bodyLimits.rpc, strangerLimit: databases.limits.strangerMessage },
      async (session, request, response, signal) => {
        const format = formatOf(request.get("content-type"));
        const accept = request.get("accept");
        const accepted = accept === undefined || accept === "*/*" || formatOf(accept) === format;
        if (format === undefined || !accepted) throw unsupportedMedia();
        const from = { ip: request.socket.remoteAddress, origin: request.get("origin") };
        const call: HttpCall = { from, caller: session, signal };
        const answer = (envelope: Value): Promise<ObjectValue> =>
          isObject(envelope) && namesSession(envelope)
            ? attached.answer(envelope, call)
            : new RpcConnection(databases, from, { session, failed }).answer(envelope, signal);
        const reply = await answered(() => inTurns(format.read(bodyOf(request), databases.limits.values)), answer);
        const bytes = await inTurns(writeReply(format, reply, failed));
        response.set("Content-Type", format.mediaType).end(bytes);
      },
    ),
  );
  return router;
}

function namesSession(envelope: ObjectValue): boolean {
  const method = envelope.get("method");
  return (envelope.get("session") ?? null) !== null || method === "attach" || method === "detach";
}

async function answered(
  read: () => Value | Promise<Value>,
  answer: (envelope: Value) => Promise<ObjectValue>,
): Promise<ObjectValue> {
  let request: Value;
  try {
    request = await read();
  } catch (error) {
    return refusal(null, unreadable(error));
  }
  const method = isObject(request) ? request.get("method") : undefined;
  if (isObject(request) && typeof method === "string" && ofConnections.has(method)) {
    const message = `The method ${method} needs a WebSocket: connect to /rpc with ws:// or wss://`;
    return refusal(request.get("id") ?? null, methodMissing(method, message));
  }
  return answer(request);
}
