import express, { type Request, type RequestHandler, type Response } from "express";
import { sessionMessages } from "../../messages/session.ts";
import type { Session } from "../../session/port.ts";
import { ClientLeft } from "../left.ts";
import type { HttpOptions } from "./app.ts";
import { readBody, usualStrangerBodyMs } from "./body.ts";
import { sessionOf } from "./session-of.ts";

interface Needs {
  /** Bytes that the body may have; it is read once the session is known. Undefined: there is none. */
  readonly limit: number | undefined;
  /** Strangers are refused before their body is read. */
  readonly refusesStrangers?: boolean;
  /** Bytes that the body of a stranger may have: credentials, no data. */
  readonly strangerLimit?: number;
}

/** A handler that gets the request's session, and a signal that fires when the client leaves before the answer. */
export function withSession(
  { databases, strangerBodyMs = usualStrangerBodyMs }: HttpOptions,
  { limit, refusesStrangers = false, strangerLimit = limit }: Needs,
  handle: (session: Session, request: Request, response: Response, signal: AbortSignal) => Promise<void>,
): RequestHandler {
  const readerOf = (most: number | undefined) => (most === undefined ? undefined : express.raw({ type: () => true, limit: most }));
  const readers = { known: readerOf(limit), stranger: readerOf(strangerLimit) };
  return async (request, response) => {
    const left = new AbortController();
    response.once("close", () => left.abort(new ClientLeft()));
    const session = await sessionOf(databases, request);
    try {
      if (refusesStrangers && !session.mayAsk) throw sessionMessages.anonymousAccess();
      const reader = session.mayAsk ? readers.known : readers.stranger;
      if (reader !== undefined) await readBody(reader, request, response, session.mayAsk ? undefined : strangerBodyMs);
      await handle(session, request, response, left.signal);
    } finally {
      await session.close();
    }
  };
}
