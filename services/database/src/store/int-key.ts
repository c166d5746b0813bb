import { sql, type Sql } from "@loci/ports/database";
import { kindByte, numberByte } from "../values/codec/key-layout.ts";

/** Two digits a byte, each one more than they say, in an int8: the first pair in the first byte. */
const pairs = Array.from({ length: 8 }, (_, i) => i);

/**
 * The entry of an int in an index, made in SQL from a query of `id` and `a` (int8, below 10^16): what `indexKeyBytes` makes of it. Each step stands in a
 * query of its own: flattened into one expression they would be calculated many times.
 */
export function intEntries(ints: Sql): Sql {
  const digits = sql`select id, a, abs(a)::text as d from (${ints}) ints offset 0`;
  const stripped = sql`select id, a, length(d) as size, rtrim(d, '0') as d from (${digits}) digits offset 0`;
  const filled = sql`select id, a, size, (length(d) + 1) / 2 as pairs, rpad(d, 16, '0')::int8 as m from (${stripped}) stripped offset 0`;
  const packed = pairs
    .map((i) => sql`((m / ${String(10 ** (14 - 2 * i))}::int8 % 100 + 1) << ${56 - 8 * i}::int)`)
    .reduce((all, one) => sql`${all} | ${one}`);
  const sent = sql`select id, a, size, pairs, ${packed} as x from (${filled}) filled offset 0`;
  const positive = Buffer.of(kindByte.number, numberByte.positive, 0x80);
  const negative = Buffer.of(kindByte.number, numberByte.negative, 0x7f);
  return sql`select id, case when a = 0 then ${Buffer.of(kindByte.number, numberByte.zero)}::bytea
      when a > 0 then ${positive}::bytea || set_byte('\\x00', 0, size) || substring(int8send(x) from 1 for pairs) || '\\x00'
      else ${negative}::bytea || set_byte('\\x00', 0, 255 - size) || substring(int8send(~x) from 1 for pairs) || '\\xff' end as entry
    from (${sent}) sent`;
}
