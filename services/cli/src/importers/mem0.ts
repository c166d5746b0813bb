/** mem0: what `get_all` answers and its exports hold: `{"results": [{"id", "memory", "user_id", …}]}`, or the bare list. */
import { usage } from "../failure.ts";
import { collection, type Collection } from "./collect.ts";
import { isFields, known, labels, objects, plainEntries, prefixed, text, texts, textsOf, time, type Fields } from "./read.ts";
import type { Imported, TextMode } from "./write.ts";

const owners = ["user_id", "agent_id", "app_id", "run_id"] as const;
/** What only served mem0's own search. */
const derived = ["embedding", "vector", "hash", "score", "structured_attributes"] as const;

export function importMem0(exported: unknown, mode: TextMode): Imported {
  const found = collection();
  for (const [index, record] of recordsIn(exported).entries()) carry(record, `#${index + 1}`, mode, found);
  if (isFields(exported))
    for (const relation of objects(exported["relations"]))
      found.skip(text(relation, "id") || relationText(relation), "relations have no times or owner in mem0's export");
  return found;
}

function recordsIn(exported: unknown): Fields[] {
  const list = isFields(exported) ? (exported["results"] ?? exported["memories"]) : exported;
  if (Array.isArray(list) && (list.length === 0 || objects(list).some((record) => "memory" in record || "data" in record)))
    return objects(list);
  throw usage('This is no export of mem0: it has {"results": [{"id": …, "memory": …}]}, as get_all answers it.');
}

function carry(record: Fields, fallback: string, mode: TextMode, found: Collection): void {
  const id = text(record, "id") || fallback;
  const memory = text(record, "memory", "data");
  if (memory === "") return found.skip(id, "it has no text");
  const metadata = plainEntries(record["metadata"], "mem0.");
  for (const name of metadata.nested) found.leave(id, `metadata.${name} is no plain value`);
  for (const name of derived)
    if (record[name] !== undefined && record[name] !== null) found.leave(id, `${name}: Loci makes its own`);
  const about = textsOf(record, owners);
  found.add({
    id,
    about,
    request: {
      kind: "facts",
      body: {
        text: memory,
        infer: mode,
        ...known("observedAt", time(record, "updated_at", "created_at")),
        labels: labels([
          ["mem0.id", id],
          ...prefixed(about, "mem0"),
          ...texts(record["categories"]).map((category): [string, string] => ["mem0.category", category]),
          ...metadata.pairs,
        ]),
        // What only an agent owns, it said of itself.
        ...(about["user_id"] === undefined && about["agent_id"] !== undefined ? { role: "assistant" as const } : {}),
      },
    },
  });
}

function relationText(relation: Fields): string {
  return [text(relation, "source"), text(relation, "relationship"), text(relation, "target", "destination")].join(" ");
}
