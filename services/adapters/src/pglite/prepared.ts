/** Statements that the database parses and plans once: for a short one that is most of its time. */
import { parse, protocol, type PGlite } from "@electric-sql/pglite";

const { serialize } = protocol;

export interface PreparedStatements {
  /** Runs one statement. */
  run(text: string, values: readonly unknown[]): Promise<unknown[]>;
  /** Before the schema changes: a plan is bound to the columns that it was made for. */
  forget(): Promise<void>;
}

interface Prepared {
  readonly name: string;
  /** The parameters' types (pg_type.oid). */
  readonly types: readonly number[];
}

/** Each holds a plan in the database's memory. */
const maxPrepared = 160;

/**
 * Keeps the statements that were used last. Postgres itself decides whether a plan for any values serves as well as one for these
 * (postgresql.org/docs/current/sql-prepare.html).
 */
export function preparedStatements(database: PGlite): PreparedStatements {
  const known = new Map<string, Prepared>();
  let made = 0;

  async function ask(...messages: readonly Uint8Array[]) {
    return (await database.execProtocol(Buffer.concat([...messages, serialize.sync()]))).messages;
  }

  async function prepare(text: string): Promise<Prepared> {
    const name = `s${++made}`;
    const answer = await ask(serialize.parse({ name, text }), serialize.describe({ type: "S", name }));
    const one = { name, types: parse.parseDescribeStatementResults(answer) };
    known.set(text, one);
    const [oldest] = known;
    if (oldest !== undefined && known.size > maxPrepared) {
      known.delete(oldest[0]);
      await ask(serialize.close({ type: "S", name: oldest[1].name }));
    }
    return one;
  }

  function wireText(value: unknown, type: number): string | null {
    if (value === null || value === undefined) return null;
    const encode = database.serializers[type];
    return encode ? (encode(value) as string) : String(value);
  }

  return {
    async run(text, values) {
      const found = known.get(text);
      const { name, types } = found ?? (await prepare(text));
      if (found !== undefined) {
        known.delete(text);
        known.set(text, found);
      }
      const bound = values.map((value, i) => wireText(value, types[i] ?? 0));
      const answer = await ask(serialize.bind({ statement: name, values: bound }), serialize.describe({ type: "P" }), serialize.execute({}));
      return parse.parseResults(answer, database.parsers)[0]?.rows ?? [];
    },
    async forget() {
      known.clear();
      await database.exec("deallocate all");
    },
  };
}
