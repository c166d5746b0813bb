import { LociError } from "../error.ts";
import { parsed } from "../json.ts";
import { errorOfProblem } from "../problem.ts";
import { retryAfterMs } from "./retry.ts";

/** An answer as JSON; undefined where it has no body. */
export async function readJson(response: Response, server: string): Promise<unknown> {
  if (!response.ok) throw await errorOf(response, server);
  if (response.status === 204) return undefined;
  const text = await response.text();
  const json = isJson(response) ? parsed(text) : undefined;
  if (typeof json !== "object" || json === null) throw notLoci(response, server);
  return json;
}

/** The error that an answer tells of. */
export async function errorOf(response: Response, server: string): Promise<LociError> {
  const wait = retryAfterMs(response.headers.get("retry-after"), Date.now());
  // What is no JSON is somebody else's page, and may be long: it is not read.
  const text = isJson(response) ? await response.text() : "";
  return errorOfProblem(parsed(text), response.status, wait) ?? notLoci(response, server, wait);
}

/** Something answers at the address that is no Loci server: a proxy's own page, another service. */
export function notLoci(response: Response, server: string, wait?: number): LociError {
  const [type = ""] = (response.headers.get("content-type") ?? "").split(";");
  const what = type === "" ? "without a content type" : `with ${type.trim()}`;
  const next = response.status >= 500 ? "Perhaps a proxy in front of it has lost the server." : "Is the URL right?";
  const detail = `${server} answered ${response.status} ${what}, not as a Loci server does. ${next}`;
  return new LociError("not_loci", detail, { status: response.status, retryAfterMs: wait });
}

function isJson(response: Response): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(response.headers.get("content-type") ?? "");
}
