/** Conversations as people keep them in files. */
import { usage } from "./failure.ts";

const roles = ["user", "assistant", "system", "tool"] as const;
type Role = (typeof roles)[number];

export interface Message {
  readonly role: Role;
  readonly content: string;
  readonly ts?: string;
}

const isRole = (word: unknown): word is Role => roles.some((role) => role === word);
const spoken = /^(?:\[([^\]]+)\]\s*)?([\p{L}][\p{L}\p{N} ._'-]{0,60}):\s+((?:\S.*)?)$/u;

/**
 * Reads a transcript: JSON Lines of {role, content, ts}, or lines of `speaker: text`, each with its RFC 3339 time in brackets
 * before it where that is known. A line without a speaker goes on with what the last one said. A speaker that is no role is a
 * person: the message is the user's and keeps the name in front.
 * @throws Failure naming the line that cannot be read
 */
export function parseTranscript(text: string): Message[] {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const first = lines.find((line) => line.trim() !== "");
  if (first === undefined) throw usage("The transcript is empty.");
  return first.trimStart().startsWith("{") ? parseJsonLines(lines) : parseSpokenLines(lines);
}

function parseJsonLines(lines: readonly string[]): Message[] {
  const messages: Message[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const where = `line ${index + 1} of the transcript`;
    const { role = "user", content, ts } = parseObject(line, where);
    if (!isRole(role)) throw usage(`${where}: 'role' must be user, assistant, system or tool`);
    if (typeof content !== "string" || content === "") throw usage(`${where}: 'content' must be a text`);
    if (ts !== undefined && typeof ts !== "string") throw usage(`${where}: 'ts' must be an RFC 3339 timestamp`);
    messages.push({ role, content, ...(ts === undefined ? {} : { ts }) });
  }
  return messages;
}

function parseObject(line: string, where: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw usage(`${where} is not JSON`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw usage(`${where} is not a JSON object`);
  return { ...value };
}

function parseSpokenLines(lines: readonly string[]): Message[] {
  const messages: Message[] = [];
  for (const line of lines) {
    if (line.trim() === "") continue;
    const [, ts, speaker, said] = spoken.exec(line) ?? [];
    const last = messages.at(-1);
    if (speaker !== undefined && said !== undefined) {
      const role = speaker.toLowerCase();
      const head = isRole(role) ? { role, content: said } : { role: "user" as const, content: `${speaker}: ${said}` };
      messages.push({ ...head, ...(ts === undefined ? {} : { ts }) });
    } else if (last) {
      messages[messages.length - 1] = { ...last, content: `${last.content}\n${line}` };
    } else {
      messages.push({ role: "user", content: line });
    }
  }
  return messages;
}

/** The messages in batches, in order. */
export function inBatches(messages: readonly Message[], size: number): Message[][] {
  return Array.from({ length: Math.ceil(messages.length / size) }, (_, index) => messages.slice(index * size, (index + 1) * size));
}
