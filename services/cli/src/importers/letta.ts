/** Letta: an agent file (`.af`), of today's form with `agents` and `blocks`, or of the first one, an agent with its `core_memory`. */
import { usage } from "../failure.ts";
import { collection, tooLong, type Collection } from "./collect.ts";
import { isFields, known, labels, objects, prefixed, text, texts, time, type Fields } from "./read.ts";
import type { Imported, TextMode } from "./write.ts";

/** Blocks that tell the agent how to be: they are kept as they are, and no facts about anybody. */
const ofAgent = new Set(["persona", "system", "instructions", "memory_persona"]);
const messagesInOne = 50;

export function importLetta(exported: unknown, mode: TextMode): Imported {
  if (!isFields(exported)) throw noExport();
  const agents = Array.isArray(exported["agents"])
    ? objects(exported["agents"])
    : "core_memory" in exported
      ? [exported]
      : undefined;
  if (agents === undefined) throw noExport();
  const found = collection();
  const shared = new Map(objects(exported["blocks"]).map((block) => [text(block, "id"), block]));
  const used = new Set<string>();
  for (const [index, agent] of agents.entries()) carryAgent(agent, `agent #${index + 1}`, shared, used, mode, found);
  for (const [id, block] of shared) if (!used.has(id)) carryBlock(block, id, {}, mode, found);
  const parts = {
    tools: "tools",
    sources: "sources of files",
    files: "files",
    mcp_servers: "MCP servers",
    groups: "groups of agents",
    skills: "skills",
  };
  for (const [name, what] of Object.entries(parts))
    for (const one of objects(exported[name])) found.skip(text(one, "id", "name") || name, `${what} are no memory`);
  return found;
}

const noExport = () =>
  usage('This is no agent file of Letta: it has {"agents": […], "blocks": […]}, or an agent with "core_memory".');

function carryAgent(
  agent: Fields,
  fallback: string,
  shared: ReadonlyMap<string, Fields>,
  used: Set<string>,
  mode: TextMode,
  found: Collection,
): void {
  const id = text(agent, "id", "name") || fallback;
  const about = { agent_id: id, ...known("agent_name", text(agent, "name")) } as Record<string, string>;
  const own = [...objects(agent["core_memory"]), ...objects(agent["memory_blocks"])];
  for (const block of own) carryBlock(block, `${id} ${text(block, "label")}`, about, mode, found);
  for (const ref of texts(agent["block_ids"])) {
    const block = shared.get(ref);
    if (block === undefined) found.skip(ref, "the block is not in the file");
    else if (!used.has(ref)) carryBlock(block, ref, about, mode, found);
    used.add(ref);
  }
  const passages = ["passages", "archival_passages", "archival_memory"].flatMap((name) => objects(agent[name]));
  for (const [index, passage] of passages.entries()) carryPassage(passage, `${id} passage #${index + 1}`, about, mode, found);
  carryMessages(objects(agent["messages"]), id, about, mode, found);
  if (text(agent, "system") !== "") found.leave(id, "the system prompt is configuration");
  for (const name of ["llm_config", "embedding_config", "tool_rules"]) if (agent[name]) found.leave(id, `${name} is configuration`);
}

function carryBlock(block: Fields, id: string, about: Readonly<Record<string, string>>, mode: TextMode, found: Collection): void {
  const value = text(block, "value");
  const label = text(block, "label");
  if (value === "") return found.skip(id, "the block is empty");
  const body = {
    text: value,
    infer: ofAgent.has(label) ? ("none" as const) : mode,
    ...known("observedAt", time(block, "updated_at", "created_at")),
    labels: labels([["letta.id", id], ["letta.block", label], ...prefixed(about, "letta")]),
  };
  found.add({ id, about, request: { kind: "facts", body } });
}

function carryPassage(
  passage: Fields,
  fallback: string,
  about: Readonly<Record<string, string>>,
  mode: TextMode,
  found: Collection,
): void {
  const id = text(passage, "id") || fallback;
  const content = text(passage, "text", "content");
  if (content === "") return found.skip(id, "the passage is empty");
  if (passage["embedding"]) found.leave(id, "embedding: Loci makes its own");
  const tags = texts(passage["tags"]).map((tag): [string, string] => ["letta.tag", tag]);
  const body = {
    text: content,
    infer: mode,
    ...known("observedAt", time(passage, "created_at")),
    labels: labels([["letta.id", id], ...prefixed(about, "letta"), ...tags]),
  };
  found.add({ id, about, request: { kind: "facts", body } });
}

type Said = { role: "user" | "assistant"; content: string; ts?: string };

/** Conversations are stored some messages at a time, in their order. */
function carryMessages(
  messages: readonly Fields[],
  agent: string,
  about: Readonly<Record<string, string>>,
  mode: TextMode,
  found: Collection,
): void {
  const said: Said[] = [];
  for (const [index, message] of messages.entries()) {
    const id = text(message, "id") || `${agent} message #${index + 1}`;
    const read = messageOf(message);
    const omitted = typeof read === "string" ? read : tooLong(read.content);
    if (omitted !== undefined) found.skip(id, omitted);
    else if (typeof read !== "string") said.push(read);
  }
  for (let at = 0; at < said.length; at += messagesInOne) {
    const part = said.slice(at, at + messagesInOne);
    const body = {
      messages: part,
      infer: mode,
      labels: labels([["letta.agent", agent], ...prefixed(about, "letta")]),
    };
    found.add({ id: `${agent} messages ${at + 1} to ${at + part.length}`, about, request: { kind: "conversation", body } });
  }
}

/** What was said, or why it is nothing that anybody said. */
function messageOf(message: Fields): Said | string {
  const role = text(message, "role");
  const ts = known("ts", time(message, "created_at"));
  if (role === "user") {
    const content = userText(contentOf(message));
    return content === "" ? "it is a message of the system's to the agent" : { role, content, ...ts };
  }
  if (role === "assistant") {
    const content = contentOf(message) === "" || sentTexts(message).length > 0 ? sentTexts(message).join("\n") : contentOf(message);
    return content === "" ? "it calls a tool" : { role, content, ...ts };
  }
  return role === "tool" ? "it is a tool's answer" : role === "system" ? "it is the system prompt" : "its role is not known";
}

function contentOf(message: Fields): string {
  const parts = objects(message["content"]).filter((part) => text(part, "type") === "text");
  return parts.length > 0
    ? parts
        .map((part) => text(part, "text"))
        .join("\n")
        .trim()
    : text(message, "content", "text");
}

/** Letta wraps what users say in JSON, and sends events of its own the same way. */
function userText(content: string): string {
  const wrapped = content.startsWith("{") ? parsed(content) : undefined;
  if (!isFields(wrapped) || typeof wrapped["type"] !== "string") return content;
  return wrapped["type"] === "user_message" ? text(wrapped, "message") : "";
}

/** What an agent said by calling `send_message`. */
function sentTexts(message: Fields): string[] {
  return objects(message["tool_calls"]).flatMap((call) => {
    const called = isFields(call["function"]) ? call["function"] : call;
    const given = text(called, "name") === "send_message" ? parsed(text(called, "arguments")) : undefined;
    const sent = isFields(given) ? text(given, "message") : "";
    return sent === "" ? [] : [sent];
  });
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
