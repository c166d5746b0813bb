/** Holds what a server answers against the API document that the same server serves. */
import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";

export interface Answered {
  readonly method: string;
  /** As it was requested. */
  readonly url: string;
  readonly status: number;
  readonly contentType: string;
  /** Parsed, where it is JSON. */
  readonly body: unknown;
}

/** Where an answer is not as the document says: a line for each place, none where it fits. */
export type AnswerCheck = (answered: Answered) => readonly string[];

type Media = Readonly<Record<string, { readonly schema?: object }>>;
interface Answer {
  readonly $ref?: string;
  readonly content?: Media;
}
interface Operation {
  readonly responses: Readonly<Record<string, Answer>>;
}
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Answer>> };
}

export async function servedDocument(origin: string): Promise<ApiDocument> {
  const response = await fetch(`${origin}/openapi.json`);
  if (!response.ok) throw new Error(`/openapi.json: ${response.status}`);
  return (await response.json()) as ApiDocument;
}

export function answerCheck(served: ApiDocument): AnswerCheck {
  // Schemas are compiled one by one, so what they refer to needs a name.
  const document = JSON.parse(JSON.stringify(served).replaceAll('"#/components/', '"api#/components/')) as ApiDocument;
  const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ components: document.components }, "api");
  // In the document's order, which is the one in which the server matches.
  const paths = Object.keys(document.paths).map((path) => ({ path, pattern: patternOf(path) }));
  return ({ method, url, status, contentType, body }) => {
    const place = `${method} ${url} → ${status}`;
    const found = paths.find(({ pattern }) => pattern.test(new URL(url).pathname));
    const operation = found && document.paths[found.path]?.[method.toLowerCase()];
    if (!found || !operation) return status === 404 || status === 405 ? [] : [`${place}: is not in the API document`];
    const key = String(status) in operation.responses ? String(status) : "default";
    const named = operation.responses[key]?.$ref?.split("/").at(-1);
    const answer = named === undefined ? operation.responses[key] : document.components.responses[named];
    if (!answer) return [`${place}: the API document knows no such answer`];
    const type = contentType.split(";")[0]?.trim() ?? "";
    if (!answer.content) return body === undefined ? [] : [`${place}: has a body, of which the API document does not know`];
    const media = answer.content[type] ?? answer.content["*/*"];
    if (!media) return [`${place}: is ${type}, the API document says ${Object.keys(answer.content).join(", ")}`];
    if (!/\bjson$/.test(type)) return [];
    // Compiled once: Ajv knows a schema again that it was given before.
    const validate = ajv.compile(media.schema ?? {});
    if (validate(body)) return [];
    return (validate.errors ?? []).map((error) => `${place}: ${error.instancePath || "/"} ${error.message ?? "is wrong"}`);
  };
}

function patternOf(path: string): RegExp {
  const parts = path.split("/").map((part) => (/^\{.*\}$/.test(part) ? "[^/]+" : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
  return new RegExp(`^${parts.join("/")}$`);
}
