import type { Caller, LooseInput } from "./caller.ts";
import { LociError } from "./error.ts";
import { readJson } from "./http/answer.ts";
import { field } from "./json.ts";
import type { CallOptions, ItemOf, OperationId, RowOf } from "./operation.ts";

const usualSize = 100;

/** Every row of a list that is counted by `page` and `pageSize`, page after page as they are asked for. */
export function everyPage<Id extends OperationId, Name extends string>(
  caller: Caller,
  operationId: Id,
  name: Name,
  input: LooseInput,
  options: CallOptions,
): AsyncGenerator<RowOf<Id, Name>, void, undefined> {
  const size = Number(input.query?.["pageSize"] ?? usualSize);
  const from = Number(input.query?.["page"] ?? 0) * size;
  const place = (at: number) => ({ page: at / size, pageSize: size });
  const next = (at: number) => at + size;
  return everyCounted(caller, operationId, name, input, { from, place, next }, options);
}

/** The same of a list that is counted by `limit` and `offset`. */
export function everyRow<Id extends OperationId, Name extends string>(
  caller: Caller,
  operationId: Id,
  name: Name,
  input: LooseInput,
  options: CallOptions,
): AsyncGenerator<RowOf<Id, Name>, void, undefined> {
  const size = Number(input.query?.["limit"] ?? usualSize);
  const from = Number(input.query?.["offset"] ?? 0);
  const place = (at: number) => ({ limit: size, offset: at });
  // A page of long rows may end before its limit.
  const next = (at: number, rows: number) => at + rows;
  return everyCounted(caller, operationId, name, input, { from, place, next }, options);
}

/** How a list is counted. */
interface Counting {
  /** The rows before those that are wanted. */
  readonly from: number;
  /** The query that asks for the page after so many rows. */
  readonly place: (at: number) => object;
  /** How many rows stand before the page that follows one with so many rows. */
  readonly next: (at: number, rows: number) => number;
}

async function* everyCounted<Id extends OperationId, Name extends string>(
  caller: Caller,
  operationId: Id,
  name: Name,
  input: LooseInput,
  { from, place, next }: Counting,
  options: CallOptions,
): AsyncGenerator<RowOf<Id, Name>, void, undefined> {
  for (let at = from; ;) {
    const { json } = await ask(caller, operationId, { ...input, query: { ...input.query, ...place(at) } }, options);
    const rows = rowsOf<RowOf<Id, Name>>(field(json, name));
    yield* rows;
    if (rows.length === 0 || at + rows.length >= Number(field(json, "total") ?? 0)) return;
    at = next(at, rows.length);
  }
}

/** Every row of a list that is a bare array, whose Link header (RFC 8288) says after what the next page begins. */
export async function* everyLinked<Id extends OperationId>(
  caller: Caller,
  operationId: Id,
  input: LooseInput,
  options: CallOptions,
): AsyncGenerator<ItemOf<Id>, void, undefined> {
  for (let after: string | undefined; ;) {
    const { json, link } = await ask(caller, operationId, { ...input, query: { ...input.query, after } }, options);
    yield* rowsOf<ItemOf<Id>>(json);
    after = nextAfter(link);
    if (after === undefined) return;
  }
}

function rowsOf<Row>(json: unknown): readonly Row[] {
  // An empty list would pass for an answer: that there is nothing.
  if (!Array.isArray(json)) throw new LociError("not_loci", "The answer is no list, as this operation's are.");
  return json as readonly Row[];
}

function ask(caller: Caller, operationId: OperationId, input: LooseInput, options: CallOptions) {
  return caller.exchange(operationId, input, options, {
    accept: "application/json",
    read: async (response) => ({ json: await readJson(response, caller.server), link: response.headers.get("link") }),
  });
}

function nextAfter(link: string | null): string | undefined {
  const target = /<([^<>]*)>\s*;\s*rel="?next"?/.exec(link ?? "")?.[1];
  return target === undefined ? undefined : (new URL(target, "http://page").searchParams.get("after") ?? undefined);
}
