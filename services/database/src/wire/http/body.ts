import type { Request, RequestHandler, Response } from "express";
import { tooSlow } from "./answers.ts";

/** Milliseconds in which the body must come of whom nobody has signed in: it is short, and who sends it byte by byte holds a connection. */
export const usualStrangerBodyMs = 30_000;

/**
 * Reads the body of a request.
 * @param withinMs after so long the client is told that it is too slow, and its connection ends
 * @throws HttpFailure 408, and what the reader fails with
 */
export async function readBody(reader: RequestHandler, request: Request, response: Response, withinMs?: number): Promise<void> {
  let limit: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const next = (error?: unknown): void => {
        if (error === undefined) resolve();
        else reject(error instanceof Error ? error : new Error("the body could not be read"));
      };
      const giveUp = (): void => {
        response.set("Connection", "close");
        reject(tooSlow());
      };
      if (withinMs !== undefined) limit = setTimeout(giveUp, withinMs);
      void reader(request, response, next);
    });
  } finally {
    clearTimeout(limit);
  }
}
