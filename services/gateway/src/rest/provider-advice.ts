interface Failed {
  readonly usedFor: readonly string[];
  /** The deployment's own, and not a context's choice. */
  readonly shared: boolean;
  /** As `failureKind` gives it. */
  readonly error: string;
}

/** What whoever is responsible for a model can do about its failure. */
export function adviceOn({ usedFor, shared, error }: Failed): string {
  const where = placeOf(usedFor, shared);
  const status = /\bstatus (\d{3})\b/.exec(error)?.[1] ?? "";
  if (status === "401" || status === "403") return `It refuses its key: put a valid one into ${where}.`;
  if (status === "404") return `It knows no such address or model: check both in ${where}.`;
  if (status === "429") return "Too much is asked of it: look at the quota and the limits there. What waits goes on by itself.";
  if (status.startsWith("4")) return `It refuses what it is asked: check address and model in ${where}.`;
  if (status !== "")
    return "The fault is on its side: look at its own state. What waits goes on by itself, or at once with a retry.";
  if (error.includes("REFUSED_ADDRESS"))
    return "Its address is not a public one: whoever runs this server can allow it with SERVICE_ALLOWED_MODEL_HOSTS.";
  if (/\bE[A-Z]{3,20}\b/.test(error))
    return `It cannot be reached: check that it runs, that this server reaches it, and its address in ${where}.`;
  if (error === "rate_limited")
    return "This context's token_limit for the month is reached: raise it in the context's settings, or wait.";
  if (error.startsWith("deadline_exceeded"))
    return "It did not answer in time: look at its load, or choose a quicker model. What waits goes on by itself, or at once with a retry.";
  return `It cannot be reached, or did not answer what was asked: check that it runs, and its address and model in ${where}.`;
}

function placeOf(usedFor: readonly string[], shared: boolean): string {
  if (usedFor.includes("embeddings")) return "the server's settings (SERVICE_EMBEDDINGS_*)";
  if (usedFor.includes("reranker")) return "the server's settings (SERVICE_RERANKER_*)";
  if (shared) return "the server's settings (SERVICE_LLM_*)";
  const stages = usedFor.map((stage) => `stages.${stage}`).join(", ");
  return `the context's settings (${stages}), or the server's (SERVICE_LLM_*) where the context chooses none`;
}
