import { LociError } from "@loci/kernel";
import { invalidFields } from "./input.ts";
import { escapePointer } from "./spelling.ts";
import { isScopeParameter, type QueryValues } from "./schemas/scope-query.ts";

/**
 * The parameters of a URL's query, each at most once but for those that name scopes, which are lists.
 * @throws LociError `invalid` for another parameter that is repeated, or bytes that are not percent-encoded UTF-8
 */
export function queryOf(url: string): QueryValues {
  const at = url.indexOf("?");
  const found: Record<string, string | string[]> = {};
  if (at < 0) return found;
  for (const pair of url.slice(at + 1).split("&")) {
    if (pair === "") continue;
    const eq = pair.indexOf("=");
    const name = decoded(eq < 0 ? pair : pair.slice(0, eq));
    if (isScopeParameter(name)) {
      const text = eq < 0 ? "" : pair.slice(eq + 1);
      // A comma that is not encoded stands between two values, where a client writes a list so; in JSON it is JSON's.
      const values = name === "scope" && !text.startsWith("[") ? text.split(",") : [text];
      found[name] = [found[name] ?? [], values.map(decoded)].flat(2);
      continue;
    }
    if (Object.hasOwn(found, name)) throw invalidFields([{ pointer: `/${escapePointer(name)}`, detail: "is given twice" }]);
    // Not by assignment: a parameter named __proto__ is a parameter like any other.
    const value = eq < 0 ? "" : decoded(pair.slice(eq + 1));
    Object.defineProperty(found, name, { value, enumerable: true });
  }
  return found;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch (cause) {
    throw new LociError("invalid", "The query string is not valid percent-encoded UTF-8.", { cause });
  }
}
