/**
 * Zep and Graphiti, which share their graph: `{"episodes": […], "nodes": […], "edges": […]}`, each list as their APIs answer it. An edge is a
 * relation with the text of its fact and the time in which it held; a node's summary and an episode are texts.
 */
import { cutTo } from "../cut.ts";
import { usage } from "../failure.ts";
import { day } from "../times.ts";
import { collection, type Collection } from "./collect.ts";
import { isFields, known, labels, objects, plainEntries, prefixed, text, texts, textsOf, time, type Fields } from "./read.ts";
import type { Importer, Imported, TextMode } from "./write.ts";

const lists = {
  episodes: ["episodes", "episodic_nodes"],
  nodes: ["nodes", "entity_nodes", "entities"],
  edges: ["edges", "entity_edges", "facts", "relevant_facts"],
  messages: ["messages"],
} as const;

const owners = ["group_id", "graph_id", "graph_uuid", "user_id", "session_id", "thread_id"] as const;
/** The type of a node that has no label but the one that all have. */
const unlabelled = "Thing";

export const importGraphiti: Importer = (exported, mode) => read(exported, mode, "graphiti", "Graphiti");
export const importZep: Importer = (exported, mode) => read(exported, mode, "zep", "Zep");

function read(exported: unknown, mode: TextMode, tool: string, title: string): Imported {
  const parts = isFields(exported) ? exported : {};
  const listed = (names: readonly string[]) => names.flatMap((name) => objects(parts[name]));
  const isExport = Object.values(lists)
    .flat()
    .some((name) => Array.isArray(parts[name]));
  if (!isExport)
    throw usage(`This is no export of ${title}: it has {"episodes": […], "nodes": […], "edges": […]}, one of them at least.`);
  const found = collection();
  const nodes = listed(lists.nodes);
  const edges = listed(lists.edges);
  const byId = new Map(nodes.map((node) => [text(node, "uuid"), node]));
  const context: Context = { tool, found, owner: ownerIn(parts), byId, mode, hasFacts: edges.length > 0 };
  for (const [index, edge] of edges.entries()) carryEdge(edge, `edge #${index + 1}`, context);
  for (const [index, node] of nodes.entries()) carryNode(node, `node #${index + 1}`, context);
  for (const [index, episode] of [...listed(lists.episodes), ...listed(lists.messages)].entries())
    carryEpisode(episode, `episode #${index + 1}`, context);
  for (const name of ["communities", "community_nodes", "sagas"])
    for (const one of objects(parts[name]))
      found.skip(text(one, "uuid") || name, "communities and sagas are derived; Loci derives its own");
  return found;
}

interface Context {
  readonly tool: string;
  readonly found: Collection;
  /** Whom the whole export concerns. */
  readonly owner: Readonly<Record<string, string>>;
  readonly byId: ReadonlyMap<string, Fields>;
  readonly mode: TextMode;
  /** What the episodes say stands in edges: their texts need no second extraction. */
  readonly hasFacts: boolean;
}

function ownerIn(record: Fields): Record<string, string> {
  return textsOf(record, owners);
}

function aboutOf(record: Fields, { owner }: Context): Record<string, string> {
  return { ...owner, ...ownerIn(record) };
}

function carryEdge(edge: Fields, fallback: string, context: Context): void {
  const { tool, found, byId } = context;
  const id = text(edge, "uuid") || fallback;
  const fact = text(edge, "fact");
  const source = byId.get(text(edge, "source_node_uuid"));
  const target = byId.get(text(edge, "target_node_uuid"));
  const expired = time(edge, "expired_at");
  const until = time(edge, "invalid_at");
  const from = time(edge, "valid_at");
  if (expired !== "" && until === "") return found.skip(id, "it was superseded, and since when it no longer holds is not known");
  if (from !== "" && until !== "" && until <= from) return found.skip(id, "it ceased to hold before it began to");
  leaveVectors(edge, id, found);
  const { pairs, nested } = plainEntries(edge["attributes"], `${tool}.`);
  for (const name of nested) found.leave(id, `attributes.${name} is no plain value`);
  const about = aboutOf(edge, context);
  const common = {
    ...known("observedAt", time(edge, "created_at", "valid_at")),
    labels: labels([[`${tool}.id`, id], ...prefixed(about, tool), ...pairs]),
  };
  const name = text(edge, "name");
  if (source === undefined || target === undefined || name === "") {
    if (fact === "") return found.skip(id, "its nodes are not in the export, and it has no text");
    found.leave(id, "its nodes are not in the export: it is carried as a text");
    const told = until === "" ? fact : `${fact} (until ${day(until)})`;
    return found.add({ id, about, request: { kind: "facts", body: { text: told, infer: context.mode, ...common } } });
  }
  const triple = {
    entity: entityOf(source),
    key: name,
    target: entityOf(target),
    ...known("validFrom", from),
    ...known("validUntil", until),
  };
  const body = { ...(fact === "" ? {} : { text: fact }), infer: "triples" as const, triples: [triple], ...common };
  found.add({ id, about, request: { kind: "facts", body } });
}

function carryNode(node: Fields, fallback: string, context: Context): void {
  const { tool, found } = context;
  const id = text(node, "uuid") || fallback;
  const summary = text(node, "summary");
  const { name, type } = entityOf(node);
  if (name === "") return found.skip(id, "it has no name");
  leaveVectors(node, id, found);
  const about = aboutOf(node, context);
  const common = {
    ...known("observedAt", time(node, "created_at")),
    labels: labels([[`${tool}.id`, id], ...prefixed(about, tool)]),
  };
  const { pairs, nested } = plainEntries(node["attributes"], "");
  for (const one of nested) found.leave(id, `attributes.${one} is no plain value`);
  const triples = pairs
    .filter(([key, value]) => value.trim() !== "" && !["name", "summary", "uuid", "labels"].includes(key))
    .map(([key, value]) => ({ entity: { name, type }, key, value: cutTo(value, 2_000) }));
  if (triples.length > 0)
    found.add({ id: `${id} attributes`, about, request: { kind: "facts", body: { infer: "triples", triples, ...common } } });
  if (summary !== "")
    found.add({
      id: `${id} summary`,
      about,
      request: { kind: "facts", body: { text: `${name}: ${summary}`, infer: "none", ...common } },
    });
  if (triples.length === 0 && summary === "")
    found.skip(id, "it has neither a summary nor attributes; its relations bring it along");
}

function carryEpisode(episode: Fields, fallback: string, context: Context): void {
  const { tool, found, mode, hasFacts } = context;
  const id = text(episode, "uuid", "uuid_", "id") || fallback;
  const content = text(episode, "content", "body");
  if (content === "") return found.skip(id, "it has no content");
  const role = roleOf(text(episode, "role_type", "role"));
  const about = aboutOf(episode, context);
  const origin = text(episode, "source_description", "name");
  found.add({
    id,
    about,
    request: {
      kind: "facts",
      body: {
        text: content,
        infer: hasFacts ? "none" : mode,
        ...(role === undefined ? {} : { role }),
        ...known("observedAt", time(episode, "valid_at", "reference_time", "created_at")),
        labels: labels([[`${tool}.id`, id], ...prefixed(about, tool), [`${tool}.source`, origin]]),
      },
    },
  });
}

/** By its name and the most particular of its labels. */
function entityOf(node: Fields): { name: string; type: string } {
  const own = texts(node["labels"]).filter((label) => label !== "Entity" && label !== "Node");
  return { name: cutTo(text(node, "name"), 256), type: cutTo(own.at(-1) ?? unlabelled, 64) };
}

function roleOf(given: string): "user" | "assistant" | "system" | "tool" | undefined {
  const roles = {
    user: "user",
    human: "user",
    assistant: "assistant",
    ai: "assistant",
    system: "system",
    tool: "tool",
    function: "tool",
  } as const;
  return Object.hasOwn(roles, given) ? roles[given as keyof typeof roles] : undefined;
}

function leaveVectors(record: Fields, id: string, found: Collection): void {
  for (const name of ["fact_embedding", "name_embedding", "embedding"])
    if (Array.isArray(record[name])) found.leave(id, `${name}: Loci makes its own`);
}
