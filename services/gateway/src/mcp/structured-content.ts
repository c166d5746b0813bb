/** The first version of the protocol in which an answer has structured content. */
const since = "2025-06-18";

/**
 * Whether a client takes structured content beside the words. One that names an older version knows only the words, and would pay for what it
 * does not read; one that names none is taken for a newer one, as failures are told there.
 * @param version the header MCP-Protocol-Version: a date
 */
export function takesStructuredContent(version: string | readonly string[] | undefined): boolean {
  return typeof version !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(version) || version >= since;
}
