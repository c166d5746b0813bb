/** LangMem and LangGraph: items of a store, `[{"namespace": […], "key", "value", "created_at", "updated_at"}]`. */
import { usage } from "../failure.ts";
import { collection, type Collection } from "./collect.ts";
import { isFields, known, labels, objects, text, time, type Fields } from "./read.ts";
import type { Imported, TextMode } from "./write.ts";

export function importLangMem(exported: unknown, mode: TextMode): Imported {
  const list = isFields(exported) ? (exported["items"] ?? exported["results"]) : exported;
  const items = objects(list);
  if (!Array.isArray(list) || (items.length === 0 && list.length > 0) || items.some((item) => !("value" in item && "key" in item)))
    throw usage('These are no items of LangMem: each has {"namespace": […], "key": …, "value": {…}}.');
  const found = collection();
  for (const item of items) carry(item, mode, found);
  return found;
}

function carry(item: Fields, mode: TextMode, found: Collection): void {
  const namespace = namespaceOf(item["namespace"]);
  const key = text(item, "key");
  const id = [...namespace, key].join("/");
  const { told, isProse } = tellable(item["value"]);
  if (told === "") return found.skip(id, "its value is empty");
  if (item["embedding"]) found.leave(id, "embedding: Loci makes its own");
  const about = Object.fromEntries([...namespace.map((label, at): [string, string] => [`namespace.${at}`, label]), ["key", key]]);
  const kind = isFields(item["value"]) ? text(item["value"], "kind") : "";
  found.add({
    id,
    about,
    request: {
      kind: "facts",
      body: {
        text: told,
        // Prose may hold facts; a list of fields is kept as it is.
        infer: isProse ? mode : "none",
        ...known("observedAt", time(item, "updated_at", "created_at")),
        labels: labels([
          ["langmem.namespace", namespace.join("/")],
          ["langmem.key", key],
          ["langmem.kind", kind],
        ]),
      },
    },
  });
}

function namespaceOf(value: unknown): string[] {
  if (typeof value === "string") return value.split(".").filter((label) => label !== "");
  return Array.isArray(value) ? value.map(String) : [];
}

const proseFields = ["content", "text", "memory", "data"] as const;

/** The text of a value: of its one text field where it has one, else field by field. */
function tellable(value: unknown): { told: string; isProse: boolean } {
  if (typeof value === "string") return { told: value.trim(), isProse: true };
  if (!isFields(value)) return { told: value === null || value === undefined ? "" : JSON.stringify(value), isProse: false };
  const inner = value["content"];
  if ("kind" in value && isFields(inner)) return tellable(inner);
  const prose = text(value, ...proseFields);
  const others = Object.entries(value).filter(
    ([name, entry]) => !(proseFields as readonly string[]).includes(name) && name !== "kind" && entry !== null && entry !== "",
  );
  if (prose !== "" && others.length === 0) return { told: prose, isProse: true };
  const fields = others.map(([name, entry]) => `${name}: ${typeof entry === "string" ? entry : JSON.stringify(entry)}`);
  return { told: [...(prose === "" ? [] : [prose]), ...fields].join("\n"), isProse: prose !== "" };
}
