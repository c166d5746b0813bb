/** One row for each command, in the order in which the help lists them. */
import type { Command } from "commander";
import type { Session } from "./session.ts";

export interface CommandRow {
  readonly group: string;
  readonly summary: string;
  readonly hidden?: boolean;
  readonly load: () => Promise<{ define(command: Command, session: Session): void }>;
}

const memory = "Remember and recall";
const documents = "Documents";
const insight = "Look inside";
const upkeep = "Keep in order";
const access = "Access";
const client = "This client";

export const commands: Readonly<Record<string, CommandRow>> = {
  remember: { group: memory, summary: "store a text, a transcript or facts", load: () => import("./commands/remember.ts") },
  recall: { group: memory, summary: "ask what is remembered", load: () => import("./commands/recall.ts") },
  context: { group: memory, summary: "a block of memory for a prompt", load: () => import("./commands/context.ts") },
  chat: { group: memory, summary: "ask, and get an answer with its sources", load: () => import("./commands/chat.ts") },
  reflect: { group: memory, summary: "what the memory says together", load: () => import("./commands/reflect.ts") },
  forget: { group: memory, summary: "forget what a text describes", load: () => import("./commands/forget.ts") },
  sessions: { group: memory, summary: "conversations and their turns", load: () => import("./commands/sessions.ts") },
  import: { group: memory, summary: "bring memories from another tool", load: () => import("./commands/import.ts") },
  repl: { group: memory, summary: "a workbench, line by line", load: () => import("./commands/repl.ts") },
  tui: { group: memory, summary: "a workbench on one screen", load: () => import("./commands/tui.ts") },

  documents: {
    group: documents,
    summary: "upload, list, search, delete documents",
    load: () => import("./commands/documents/index.ts"),
  },
  ingest: { group: documents, summary: "upload a folder", load: () => import("./commands/ingest.ts") },

  entities: { group: insight, summary: "people and things, and what is known", load: () => import("./commands/entities.ts") },
  profile: { group: insight, summary: "who you are, like and want", load: () => import("./commands/profile.ts") },
  state: { group: insight, summary: "all that is known, by category", load: () => import("./commands/state.ts") },
  inspect: { group: insight, summary: "one record with its history; or health", load: () => import("./commands/inspect.ts") },
  uncertainties: {
    group: insight,
    summary: "contradictions, and settling them",
    load: () => import("./commands/uncertainties.ts"),
  },
  status: { group: insight, summary: "what fails, and what waits", load: () => import("./commands/status.ts") },
  traces: { group: insight, summary: "how answers came about, and numbers", load: () => import("./commands/traces.ts") },
  audit: { group: insight, summary: "who did what", load: () => import("./commands/audit.ts") },

  consolidate: {
    group: upkeep,
    summary: "draw observations from several facts",
    load: () => import("./commands/consolidate.ts"),
  },
  elaborate: { group: upkeep, summary: "say what the facts imply", load: () => import("./commands/elaborate.ts") },
  lifecycle: { group: upkeep, summary: "let memory fade and end", load: () => import("./commands/lifecycle.ts") },
  providers: {
    group: upkeep,
    summary: "test the models, retry what waits for them",
    load: () => import("./commands/providers.ts"),
  },
  fsck: { group: upkeep, summary: "check the memory, and repair it", load: () => import("./commands/fsck.ts") },

  me: { group: access, summary: "who the key is, and what it may do", load: () => import("./commands/me.ts") },
  scopes: { group: access, summary: "register, list, erase scope paths", load: () => import("./commands/scopes.ts") },
  keys: { group: access, summary: "mint, list, rotate and revoke keys", load: () => import("./commands/keys.ts") },
  principals: {
    group: access,
    summary: "agents, services, people, their grants",
    load: () => import("./commands/principals.ts"),
  },
  contexts: { group: access, summary: "make, list, export, import contexts", load: () => import("./commands/contexts.ts") },

  login: { group: client, summary: "store a named connection", load: () => import("./commands/login.ts") },
  config: { group: client, summary: "read and change the stored connection", load: () => import("./commands/config.ts") },
  upgrade: { group: client, summary: "bring this client up to date", load: () => import("./commands/upgrade.ts") },
  completion: { group: client, summary: "completion for bash, zsh or fish", load: () => import("./commands/completion.ts") },
  complete: { group: client, hidden: true, summary: "what may come next", load: () => import("./commands/complete.ts") },
};
