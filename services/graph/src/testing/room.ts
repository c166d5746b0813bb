/** For tests: a graph service over a real database, with callers who hold what the test says, and short ways to say things. */
import { idSource, type Grants } from "@loci/kernel";
import { serviceCall, type Call } from "@loci/platform/call";
import { migrate } from "@loci/platform/db";
import { presentTime } from "@loci/platform/messages";
import { silentLogger } from "@loci/platform/telemetry";
import type { graph, GraphService } from "@loci/protos";
import type { Database, Sql, StatementOptions, Transaction } from "@loci/ports/database";
import { randomBytes } from "node:crypto";
import { createGraphService, migrations } from "../index.ts";

export interface Room {
  readonly database: Database;
  readonly service: GraphService<Call>;
  /** Statements that were sent since the last call of this function. */
  statements(): number;
  /** Rows that came back since the last call of this function. */
  rows(): number;
  /** The wall clock, which moves one millisecond with each look. */
  clock: { now: number };
  /** A context of its own, empty. */
  context(): string;
}

export async function openRoom(database: Database): Promise<Room> {
  await migrate(database, [migrations]);
  const clock = { now: Date.parse("2025-03-01T00:00:00Z") };
  let sent = 0;
  let read = 0;
  const counted = (tx: Transaction): Transaction => ({
    async query<Row>(statement: Sql, options?: StatementOptions) {
      sent++;
      const rows = await tx.query<Row>(statement, options);
      read += rows.length;
      return rows;
    },
  });
  const counting: Database = {
    ...database,
    inContext: (contextId, work, options) => database.inContext(contextId, (tx) => work(counted(tx)), options),
  };
  const tick = () => ++clock.now;
  const ids = idSource(tick, randomBytes);
  let contexts = 0;
  return {
    database,
    clock,
    service: createGraphService({ database: counting, clock: tick, ids, logger: silentLogger() }),
    context: () => `ctx-${++contexts}-${randomBytes(3).toString("hex")}`,
    statements() {
      const since = sent;
      sent = 0;
      return since;
    },
    rows() {
      const since = read;
      read = 0;
      return since;
    },
  };
}

export function caller(
  contextId: string,
  grants: Grants = { "memory:read": ["/"], "memory:write": ["/"] },
  principalId = "principal:one",
): Call {
  const identity = { contextId, principalId, keyId: "key:one", grants, delegatedPrincipalId: "" };
  return { ...serviceCall(contextId, "trace:test", Number.MAX_SAFE_INTEGER), caller: { kind: "principal", identity } };
}

/** A caller who reads and writes one region. */
export function within(contextId: string, ...region: string[]): Call {
  return caller(contextId, { "memory:read": region, "memory:write": region });
}

export function loci(contextId: string): Call {
  return serviceCall(contextId, "trace:test", Number.MAX_SAFE_INTEGER);
}

export function write(over: Partial<graph.WriteMemoryRequest> = {}): graph.WriteMemoryRequest {
  return {
    ...{ operationId: "", operationHash: new Uint8Array(), sessionId: "", scopes: null, labels: [], turns: [], proposals: [] },
    ...{ stream: "experiential", dryRun: false, traceId: "", knownAt: "" },
    ...over,
  };
}

export function turn(content: string, over: Partial<graph.NewTurn> = {}): graph.NewTurn {
  return {
    role: "user",
    speaker: "",
    content,
    knownAt: "",
    embedding: new Uint8Array(),
    extraction: "done",
    readingEnded: false,
    ...over,
  };
}

export function fact(subject: string, key: string, value: string, over: Partial<graph.ProposedFact> = {}): graph.ProposedFact {
  return {
    ...{ subject: named(subject), key, value, target: null, memoryCategory: "identity", confidence: 0.8 },
    ...{ validFrom: "", validUntil: "", validPrecision: "", negated: false, changed: false },
    ...{ corrected: false, unbound: false, beside: false, insteadOf: "" },
    ...{ turn: -1, spanStart: -1, spanEnd: -1, embedding: new Uint8Array() },
    ...over,
  };
}

export function relation(subject: string, key: string, target: string, over: Partial<graph.ProposedFact> = {}): graph.ProposedFact {
  return fact(subject, key, "", { target: named(target), ...over });
}

export function instruction(
  label: string,
  description: string,
  over: Partial<graph.ProposedInstruction> = {},
): graph.ProposedInstruction {
  return { label, description, revokes: false, turn: -1, spanStart: -1, spanEnd: -1, ...over };
}

export function proposal(over: Partial<graph.Proposal>): graph.Proposal {
  return { entities: [], facts: [], instructions: [], turn: -1, ...over };
}

export function facts(...list: graph.ProposedFact[]): graph.Proposal[] {
  return [proposal({ facts: list })];
}

/** One turn, said at a time, and the facts read from the whole of it. */
export function said(content: string, knownAt: string, ...list: graph.ProposedFact[]): Partial<graph.WriteMemoryRequest> {
  const read = list.map((one) => ({ ...one, turn: 0, spanStart: 0, spanEnd: content.length }));
  return { turns: [turn(content, { knownAt })], proposals: [proposal({ facts: read, turn: 0 })] };
}

export function scopes(...clauses: string[][]): graph.WriteMemoryRequest["scopes"] {
  return { clauses: clauses.map((paths) => ({ paths })) };
}

/** `Type/name`. */
export function named(ref: string): graph.EntityName {
  const slash = ref.indexOf("/");
  return { type: ref.slice(0, slash), name: ref.slice(slash + 1) };
}

export const view = presentTime;
