/**
 * Statements whose types, and where they have a name whose plan, the database is asked for once: for a short one that is most of its
 * time.
 */
import { parse, protocol, type PGlite } from "@electric-sql/pglite";
import type { Statement } from "@loci/ports/database";

const { serialize } = protocol;

export interface PreparedStatements {
  /**
   * Runs one statement. One with a name keeps its plan, which then must serve for all values; any other is planned for its values.
   */
  run(statement: Statement): Promise<unknown[]>;
  /** Before the schema changes: a plan is bound to the columns that it was made for. */
  forget(): Promise<void>;
}

interface Prepared {
  /** As the database knows it; "" where it is planned each time. */
  readonly name: string;
  /** The parameters' types (pg_type.oid). */
  readonly types: number[];
}

/** A plan is held in the database's memory: those that were used last are kept. */
const maxPrepared = 250;

/** See postgresql.org/docs/current/protocol-flow.html, "Extended Query". */
export function preparedStatements(database: PGlite): PreparedStatements {
  const known = new Map<string, Prepared>();
  let made = 0;

  // A transaction's end is what has to reach the disk.
  const ask = (...messages: readonly Uint8Array[]) =>
    database.execProtocolStream(Buffer.concat([...messages, serialize.sync()]), { syncToFs: false });

  async function prepare({ name: given, text }: Statement): Promise<Prepared> {
    const name = given === undefined ? "" : `s${++made}`;
    const answer = await ask(serialize.parse({ name, text }), serialize.describe({ type: "S", name }));
    const one = { name, types: parse.parseDescribeStatementResults(answer) };
    known.set(text, one);
    const [oldest] = known;
    if (oldest !== undefined && known.size > maxPrepared) {
      known.delete(oldest[0]);
      if (oldest[1].name !== "") await ask(serialize.close({ type: "S", name: oldest[1].name }));
    }
    return one;
  }

  function wireText(value: unknown, type: number): string | null {
    if (value === null || value === undefined) return null;
    const encode = database.serializers[type];
    return encode ? encode(value) : `${value as string | number | boolean}`;
  }

  return {
    async run(statement) {
      const { text, values = [] } = statement;
      const found = known.get(text);
      if (found !== undefined) {
        known.delete(text);
        known.set(text, found);
      }
      const { name, types } = found ?? (await prepare(statement));
      const parsed = name === "" && found !== undefined ? [serialize.parse({ text, types })] : [];
      const bound = values.map((value, i) => wireText(value, types[i] ?? 0));
      const bind = serialize.bind({ statement: name, values: bound });
      const answer = await ask(...parsed, bind, serialize.describe({ type: "P" }), serialize.execute({}));
      return parse.parseResults(answer, database.parsers)[0]?.rows ?? [];
    },
    async forget() {
      known.clear();
      await database.exec("deallocate all");
    },
  };
}
