/**
 * Statements whose types, and where they have a name whose plan, the database is asked for once: for a short one that is most of its
 * time.
 */
import { parse, protocol, type PGlite, type Results } from "@electric-sql/pglite";
import type { Statement } from "../postgres/sendable.ts";
import { changedBy } from "./schema-changes.ts";

const { serialize } = protocol;

export interface PreparedStatements {
  /**
   * Runs one statement. One with a name keeps its plan, which then must serve for all values; any other is planned for its values.
   * @param opening what begins the transaction, where this is its first statement: it goes to the database in the same message
   */
  run(
    statement: Statement,
    options: { readonly opening?: readonly Statement[]; readonly shape?: "arrays" },
  ): Promise<Results | undefined>;
  /** Begins a transaction before anything else is asked in it. */
  open(opening: readonly Statement[]): Promise<void>;
  /** Before this text runs: a plan is bound to the columns that it was made for, and the text may change them. */
  forget(text: string): Promise<void>;
}

interface Prepared {
  /** As the database knows it; "" where it is planned each time. */
  readonly name: string;
  /** The parameters' types (pg_type.oid). */
  readonly types: number[];
  /** The statement's own name, if it has one. */
  readonly given: string | undefined;
}

/** A plan is held in the database's memory: those that were used last are kept. */
const maxPrepared = 250;

/** See postgresql.org/docs/current/protocol-flow.html, "Extended Query". */
export function preparedStatements(database: PGlite): PreparedStatements {
  const known = new Map<string, Prepared>();
  let made = 0;

  // The file systems that PGlite has for Node have nothing to sync.
  const ask = (...messages: readonly Uint8Array[]) =>
    database.execProtocolStream(Buffer.concat([...messages, serialize.sync()]), { syncToFs: false });

  async function prepare({ name: given, text }: Statement): Promise<void> {
    // node-postgres refuses this too: what it prepared under a name it runs for every later text of that name.
    if (given !== undefined && [...known.values()].some((other) => other.given === given))
      throw new Error(`the statement name '${given}' is another statement's already`);
    const name = given === undefined ? "" : `s${++made}`;
    const answer = await ask(serialize.parse({ name, text }), serialize.describe({ type: "S", name }));
    known.set(text, { name, types: parse.parseDescribeStatementResults(answer), given });
    const [oldest] = known;
    if (oldest !== undefined && known.size > maxPrepared) {
      known.delete(oldest[0]);
      if (oldest[1].name !== "") await ask(serialize.close({ type: "S", name: oldest[1].name }));
    }
  }

  function wireText(value: unknown, type: number): string | null {
    if (value === null || value === undefined) return null;
    const encode = database.serializers[type];
    return encode ? encode(value) : `${value as string | number | boolean}`;
  }

  /** What runs a statement that is known. */
  function messagesOf({ text, values = [] }: Statement): readonly Uint8Array[] {
    const { name, types } = known.get(text) ?? { name: "", types: [], given: undefined };
    const parsed = name === "" ? [serialize.parse({ text, types })] : [];
    const bind = serialize.bind({ statement: name, values: values.map((value, i) => wireText(value, types[i] ?? 0)) });
    return [...parsed, bind, serialize.describe({ type: "P" }), serialize.execute({})];
  }

  /** Asks for what is not known yet of a statement. */
  async function learn(statement: Statement): Promise<void> {
    const found = known.get(statement.text);
    if (found === undefined) return prepare(statement);
    // The ones that were used last stand last.
    known.delete(statement.text);
    known.set(statement.text, found);
  }

  async function open(opening: readonly Statement[]): Promise<void> {
    for (const one of opening) await learn(one);
    await ask(...opening.flatMap(messagesOf));
  }

  return {
    open,
    async run(statement, { opening = [], shape }) {
      const isKnown = known.has(statement.text);
      // What is not known is looked at within its transaction, under whose role it runs.
      if (isKnown) for (const one of opening) await learn(one);
      else if (opening.length > 0) await open(opening);
      await learn(statement);
      const together = isKnown ? [...opening, statement] : [statement];
      const answer = await ask(...together.flatMap(messagesOf));
      return parse.parseResults(answer, database.parsers, shape === "arrays" ? { rowMode: "array" } : {}).at(-1);
    },
    async forget(text) {
      const changed = changedBy(text);
      if (changed === "nothing") return;
      if (changed === "anything") {
        known.clear();
        await database.exec("deallocate all");
        return;
      }
      for (const [statement, { name }] of known) {
        if (!changed.some((relation) => statement.includes(relation))) continue;
        known.delete(statement);
        if (name !== "") await ask(serialize.close({ type: "S", name }));
      }
    },
  };
}
