import type { auth } from "@loci/protos";
import { integerText, name } from "../../schemas/text.ts";

const maxPage = 1_000;

/** Lists of the contract are bare arrays: where there is more, a Link header (RFC 8288) says where. */
export const pageQuery = { limit: integerText(1, maxPage).nullish(), after: name(512).nullish() };

interface PageQuery {
  readonly limit?: number | null | undefined;
  readonly after?: string | null | undefined;
}

export function pageOf({ limit, after }: PageQuery): auth.Page {
  return { limit: limit ?? maxPage, after: after ?? "" };
}

/** @param path of the list, as it was requested */
export function nextLink(path: string, { limit }: PageQuery, next: string): Record<string, string> {
  if (next === "") return {};
  const query = new URLSearchParams({ ...(limit ? { limit: String(limit) } : {}), after: next });
  return { link: `<${path}?${query.toString()}>; rel="next"` };
}
