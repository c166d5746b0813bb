import type { Caller, LooseInput } from "./caller.ts";
import { readJson } from "./http/answer.ts";
import type { CallOptions, ItemOf, OperationId, RowOf } from "./operation.ts";
import { field } from "./problem.ts";

const usualSize = 100;

/** Every row of a list that is counted by `page` and `pageSize`, page after page as they are asked for. */
export async function* everyPage<Id extends OperationId, Name extends string>(
  caller: Caller,
  operationId: Id,
  name: Name,
  input: LooseInput,
  options: CallOptions,
): AsyncGenerator<RowOf<Id, Name>, void, undefined> {
  const pageSize = Number(input.query?.["pageSize"] ?? usualSize);
  for (let page = Number(input.query?.["page"] ?? 0); ; page += 1) {
    const { rows, total } = await pageOf<RowOf<Id, Name>>(caller, operationId, name, input, { page, pageSize }, options);
    yield* rows;
    if (rows.length === 0 || page * pageSize + rows.length >= total) return;
  }
}

/** The same of a list that is counted by `limit` and `offset`. */
export async function* everyRow<Id extends OperationId, Name extends string>(
  caller: Caller,
  operationId: Id,
  name: Name,
  input: LooseInput,
  options: CallOptions,
): AsyncGenerator<RowOf<Id, Name>, void, undefined> {
  const limit = Number(input.query?.["limit"] ?? usualSize);
  for (let offset = Number(input.query?.["offset"] ?? 0); ; offset += limit) {
    const { rows, total } = await pageOf<RowOf<Id, Name>>(caller, operationId, name, input, { limit, offset }, options);
    yield* rows;
    if (rows.length === 0 || offset + rows.length >= total) return;
  }
}

async function pageOf<Row>(
  caller: Caller,
  operationId: OperationId,
  name: string,
  input: LooseInput,
  place: object,
  options: CallOptions,
): Promise<{ rows: readonly Row[]; total: number }> {
  const answer = await ask(caller, operationId, { ...input, query: { ...input.query, ...place } }, options);
  const rows = field(answer.json, name);
  return { rows: Array.isArray(rows) ? (rows as readonly Row[]) : [], total: Number(field(answer.json, "total") ?? 0) };
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
    yield* json as readonly ItemOf<Id>[];
    after = nextAfter(link);
    if (after === undefined) return;
  }
}

function ask(caller: Caller, operationId: OperationId, input: LooseInput, options: CallOptions) {
  return caller.exchange(operationId, input, options, {
    accept: "application/json",
    read: async (response) => ({ json: await readJson(response, caller.server), link: response.headers.get("link") }),
  });
}

function nextAfter(link: string | null): string | undefined {
  const target = /<([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? "")?.[1];
  return target === undefined ? undefined : (new URL(target, "http://page").searchParams.get("after") ?? undefined);
}
