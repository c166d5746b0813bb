/** The console's own place on the host; see `base` in vite.config.ts. */
const home = "/console";

/** Where the pages of a context are. */
export function consoleBase(contextId: string): string {
  return `${home}/${encodeURIComponent(contextId)}`;
}

/** The context that a path names, "" where it names none. */
export function contextIn(pathname: string): string {
  const [, first, context] = pathname.split("/");
  if (`/${first ?? ""}` !== home || context === undefined) return "";
  try {
    return decodeURIComponent(context);
  } catch {
    // A path that nobody could have been sent to: it names no context.
    return "";
  }
}
