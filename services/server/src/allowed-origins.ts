import type { z } from "zod";

/** Origins as browsers write them: scheme and host in lower case, no path, no port that the scheme implies. */
export function origins(given: string, check: z.RefinementCtx): readonly string[] {
  const listed = given.split(",").flatMap((each) => (each.trim() === "" ? [] : [each.trim()]));
  for (const each of listed) {
    if (URL.canParse(each) && new URL(each).origin === each) continue;
    check.addIssue({ code: "custom", message: "must be origins such as https://app.example.com, separated by commas" });
  }
  return listed;
}
