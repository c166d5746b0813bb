import { pathCovers, rootPath, type Identity } from "@loci/kernel";

/** Whether the caller administers the whole context: it sees everybody's traces, and counts over all of it. */
export function isAdministrator({ grants }: Identity): boolean {
  return grants["grant:manage"]?.some((path) => pathCovers(path, rootPath)) ?? false;
}
