import type { z } from "zod";

/** Names as they stand in certificates: URIs, DNS names, or * for any; undefined where none is given. */
export function callerNames(given: string | undefined, check: z.RefinementCtx): readonly string[] | undefined {
  const listed = (given ?? "").split(",").flatMap((each) => (each.trim() === "" ? [] : [each.trim()]));
  for (const each of listed) {
    if (each === "*" || /^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(each) || /^[a-z0-9_*-]+(\.[a-z0-9_-]+)*$/i.test(each)) continue;
    check.addIssue({ code: "custom", message: "must be URIs such as spiffe://loci/api, DNS names, or *, separated by commas" });
  }
  return listed.length === 0 ? undefined : listed;
}
