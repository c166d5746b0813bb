import { isLociError, type Loci } from "@loci/client";
import { useCallback, useEffect, useRef, useState } from "react";
import { advanced, asked, type Exchange } from "./exchange.ts";

/** Where the exchanges of a session stand that does not exist yet: the first reply makes it. */
export const newSession = "new";

type Exchanges = ReadonlyMap<string, readonly Exchange[]>;

interface ChatsOptions {
  readonly loci: Loci;
  /** A new session has its id now. */
  readonly onBegun: (sessionId: string) => void;
  /** A reply is there, or broke off. */
  readonly onSettled: () => void;
  readonly onError: (error: unknown) => void;
}

/** The conversations of this visit, by session; `visit` tells it from other visits. One question is asked at a time. */
export function useChats({ loci, onBegun, onSettled, onError }: ChatsOptions) {
  const [exchanges, setExchanges] = useState<Exchanges>(new Map());
  const [busy, setBusy] = useState(false);
  const [visit] = useState(() => performance.now());
  const stopping = useRef<AbortController>(undefined);
  const count = useRef(0);
  useEffect(() => () => stopping.current?.abort(), []);

  const ask = useCallback(
    async (session: string, question: string) => {
      const id = count.current++;
      let key = session;
      const change = (to: (exchange: Exchange) => Exchange) => {
        // React may run this later, when the exchanges have moved on to another key.
        const at = key;
        setExchanges((all) =>
          new Map(all).set(
            at,
            (all.get(at) ?? []).map((one) => (one.id === id ? to(one) : one)),
          ),
        );
      };
      const controller = new AbortController();
      stopping.current = controller;
      setBusy(true);
      setExchanges((all) => new Map(all).set(key, [...(all.get(key) ?? []), asked(id, question)]));
      try {
        const options = { signal: controller.signal };
        const events =
          session === newSession ? loci.chatStream(question, options) : loci.sessions.chatStream(session, question, options);
        for await (const event of events) {
          change((one) => advanced(one, event));
          if (event.type === "trace" && key === newSession) {
            const begun = event.sessionId;
            setExchanges((all) => {
              const next = new Map(all).set(begun, all.get(newSession) ?? []);
              next.delete(newSession);
              return next;
            });
            key = begun;
            onBegun(begun);
          }
        }
      } catch (error) {
        const stopped = isLociError(error, "cancelled");
        change((one) => (stopped ? { ...one, state: "stopped" } : { ...one, state: "failed", error }));
        if (!stopped) onError(error);
      } finally {
        setBusy(false);
        onSettled();
      }
    },
    [loci, onBegun, onError, onSettled],
  );

  return { visit, exchanges, busy, ask, stop: () => stopping.current?.abort() };
}
