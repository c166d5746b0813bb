import { LociError } from "../error.ts";
import { field, textOf } from "../json.ts";

/** One attempt of a request: it ends by its time-out, by the caller's signal, or by itself. */
export interface Attempt {
  readonly signal: AbortSignal;
  /** Begins the time-out anew: something came or went. */
  renew(): void;
  /** Holds the time-out until it is renewed: nothing is waited for but the caller. */
  rest(): void;
  /** It is over; nothing fires any more. */
  end(): void;
  /** Gives up what is still under way, and ends. */
  abandon(): void;
  /** What was thrown under it, as the error that the caller sees. */
  failure(thrown: unknown): LociError;
}

/** Timers that are set to more, or to Infinity, fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** @param url of the server, for messages */
export function beginAttempt(url: string, timeoutMs: number, outer: AbortSignal | undefined): Attempt {
  const abort = new AbortController();
  let isLate = false;
  let isOver = false;
  const late = () => {
    isLate = true;
    abort.abort();
  };
  const begin = () => setTimeout(late, Math.min(timeoutMs, longestTimerMs));
  let timer = begin();
  const cancel = () => abort.abort();
  outer?.addEventListener("abort", cancel, { once: true });
  if (outer?.aborted) cancel();
  const end = () => {
    isOver = true;
    clearTimeout(timer);
    outer?.removeEventListener("abort", cancel);
  };
  return {
    signal: abort.signal,
    renew() {
      clearTimeout(timer);
      // An answer may come while the body is still being read.
      if (!isOver) timer = begin();
    },
    rest: () => clearTimeout(timer),
    end,
    abandon() {
      end();
      abort.abort();
    },
    failure(thrown) {
      if (outer?.aborted) return cancelled(outer);
      if (thrown instanceof LociError) return thrown;
      if (isLate) return new LociError("timeout", `${url} gave no answer within ${timeoutMs} ms.`, { cause: thrown });
      return unreachable(url, thrown);
    },
  };
}

export function cancelled(signal: AbortSignal): LociError {
  return new LociError("cancelled", "The request was cancelled.", { cause: signal.reason });
}

/** By the code that Node's network errors carry; browsers say nothing but that it failed. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there. Is the server running?",
  ENOTFOUND: "there is no host of that name.",
  EAI_AGAIN: "the host's name could not be looked up.",
  ECONNRESET: "the connection broke off.",
  UND_ERR_SOCKET: "the connection broke off.",
  EPIPE: "the connection broke off.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is self-signed.",
  CERT_HAS_EXPIRED: "its certificate has expired.",
};

function unreachable(url: string, thrown: unknown): LociError {
  // By its fields and not by its class: a platform's own errors may come from another realm.
  const cause = field(thrown, "cause") ?? thrown;
  const said = textOf(cause, "message").replace(/\.$/, "") || "the connection failed";
  const why = reasons[textOf(cause, "code")] ?? `${said}.`;
  return new LociError("unreachable", `Cannot reach ${url}: ${why}`, { cause: thrown });
}
