import type { auth } from "@loci/protos";

/**
 * Refusals of who is not known, or asks too often: the first of an address in a minute is a row of its own, all others of that minute are
 * one row that counts them. However many come, from however many addresses, the rows are few.
 */
export interface Refusals {
  /** @returns the entry where it is to be written now */
  note(entry: auth.AuditEntry): auth.AuditEntry | undefined;
  /** The rows of minutes that are over, or of all. */
  over(all?: boolean): auth.AuditEntry[];
}

const windowMs = 60_000;
const maxWindows = 1_000;
/** So many contexts are told apart for one address. */
const maxContexts = 10;

interface Window {
  readonly since: number;
  /** How many came after the first. */
  count: number;
  last: auth.AuditEntry;
}

/** @param clock milliseconds since the epoch */
export function createRefusals(clock: () => number): Refusals {
  const windows = new Map<string, Window>();
  const contextsOf = new Map<string, Set<string>>();

  const placed = (entry: auth.AuditEntry): auth.AuditEntry => {
    const contexts = contextsOf.get(entry.address) ?? new Set();
    if (contexts.has(entry.contextId)) return entry;
    if (contexts.size >= maxContexts) return { ...entry, contextId: "" };
    if (contextsOf.size < maxWindows) contextsOf.set(entry.address, contexts.add(entry.contextId));
    return entry;
  };
  const nameOf = ({ contextId, address, status, keyId }: auth.AuditEntry) => JSON.stringify([contextId, address, status, keyId]);

  return {
    note(given) {
      let entry = placed(given);
      if (windows.size >= maxWindows && !windows.has(nameOf(entry))) entry = { ...entry, contextId: "", address: "", keyId: "" };
      const name = nameOf(entry);
      const window = windows.get(name);
      if (window === undefined) {
        windows.set(name, { since: clock(), count: 0, last: entry });
        return entry;
      }
      window.count += entry.count;
      window.last = entry;
      return undefined;
    },
    over(all = false) {
      const ended = [...windows].filter(([, { since }]) => all || clock() - since >= windowMs);
      for (const [name] of ended) windows.delete(name);
      if (windows.size === 0) contextsOf.clear();
      return ended.filter(([, { count }]) => count > 0).map(([, { count, last }]) => ({ ...last, count }));
    },
  };
}
