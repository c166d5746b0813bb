import { isIP } from "node:net";
import type { z } from "zod";

/** Reads IP addresses and networks, separated by commas. */
export function networks(given: string, check: z.RefinementCtx): readonly string[] {
  const listed = given.split(",").flatMap((each) => (each.trim() === "" ? [] : [each.trim()]));
  for (const each of listed) {
    const [, address = "", bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(each) ?? [];
    const family = isIP(address);
    if (family !== 0 && Number(bits ?? 0) <= (family === 6 ? 128 : 32)) continue;
    check.addIssue({ code: "custom", message: "must be IP addresses or networks such as 10.0.0.0/8, separated by commas" });
  }
  return listed;
}
