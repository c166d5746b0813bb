import { isLociError, type Loci, type Schemas } from "@loci/client";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { createContext, use, useCallback, useMemo, useState, type ReactNode } from "react";
import { consoleBase, contextIn } from "./place.ts";
import { SignIn } from "./sign-in.tsx";

/** Whoever is signed in. The key lives in `loci`, which is in this page's memory only. */
export interface Session {
  readonly loci: Loci;
  readonly contextId: string;
  readonly me: Schemas["Whoami"];
  readonly queries: QueryClient;
  /** Tells of an error that no query or mutation saw, such as a stream's: a refused key ends the session. */
  readonly failed: (error: unknown) => void;
  readonly signOut: () => void;
}

const SessionContext = createContext<Session | undefined>(undefined);

/** The session; only below SessionGate. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === undefined) throw new Error("useSession stands outside of SessionGate");
  return session;
}

/** Shows its children to who is signed in, and the sign-in to everybody else. */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const [session, setSession] = useState<Session>();
  const [notice, setNotice] = useState("");

  const end = useCallback((why: string) => {
    setNotice(why);
    setSession((current) => {
      current?.queries.clear();
      return undefined;
    });
  }, []);

  const begin = useCallback(
    (loci: Loci, contextId: string, me: Schemas["Whoami"]) => {
      if (contextIn(location.pathname) !== contextId) history.replaceState(null, "", consoleBase(contextId));
      const failed = (error: unknown) => {
        if (isLociError(error) && error.status === 401) end("The key is no longer accepted: it expired, or it was revoked.");
      };
      const queries = newQueries(failed);
      setNotice("");
      setSession({ loci, contextId, me, queries, failed, signOut: () => end("") });
    },
    [end],
  );

  const shown = useMemo(() => <SessionContext value={session}>{children}</SessionContext>, [session, children]);
  return session === undefined ? <SignIn contextId={contextIn(location.pathname)} notice={notice} onSignedIn={begin} /> : shown;
}

function newQueries(failed: (error: unknown) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: failed }),
    mutationCache: new MutationCache({ onError: failed }),
    // The client retries what is worth a retry.
    defaultOptions: { queries: { retry: false, staleTime: 5_000 }, mutations: { retry: false } },
  });
}
