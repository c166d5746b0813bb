import express, { Router, type Request, type RequestHandler } from "express";
import type { Session, Tokens } from "../../session/port.ts";
import type { ObjectValue, Value } from "../../values/value.ts";
import { badRequest } from "./answers.ts";
import { readBody, usualStrangerBodyMs } from "./body.ts";
import { answerFormat, bodyLimits, sendValue, sentValue, type HttpOptions } from "./app.ts";
import { isObject } from "../../values/kind-of.ts";

/** `POST /signup` and `POST /signin`: credentials as an object, a token as the answer. */
export function accessRoutes({ databases, strangerBodyMs = usualStrangerBodyMs }: HttpOptions): Router {
  const router = Router();
  const reader = express.raw({ type: () => true, limit: bodyLimits.access });
  const giving = (sign: (session: Session, credentials: ObjectValue) => Promise<Tokens>): RequestHandler => {
    return async (request, response) => {
      const session = databases.openSession({ ip: request.socket.remoteAddress, origin: request.get("origin") });
      try {
        await readBody(reader, request, response, strangerBodyMs);
        const tokens = await sign(session, await credentialsOf(request));
        if (request.get("accept") === "text/plain") response.type("text/plain").send(tokens.access);
        else await sendValue(response, answerFormat(request), answer(tokens));
      } finally {
        await session.close();
      }
    };
  };
  router.post(
    "/signup",
    giving((session, credentials) => session.signup(credentials)),
  );
  router.post(
    "/signin",
    giving((session, credentials) => session.signin(credentials)),
  );
  return router;
}

function answer(tokens: Tokens): Value {
  const given = new Map<string, Value>([
    ["code", 200n],
    ["details", "Authentication succeeded"],
    ["token", tokens.access],
  ]);
  return tokens.refresh === undefined ? given : given.set("refresh", tokens.refresh);
}

async function credentialsOf(request: Request): Promise<ObjectValue> {
  const value = await sentValue(request);
  if (isObject(value)) return value;
  throw badRequest("The body must be an object with the credentials");
}
