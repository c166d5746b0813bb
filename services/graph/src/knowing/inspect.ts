import { invalidField, LociError, parseReference, passageReferenceKinds, referenceForms, type Reference } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { presentTime } from "@loci/platform/messages";
import type { graph } from "@loci/protos";
import { documentMessage, visibleDocument } from "../documents/messages.ts";
import { text, timeView } from "../rpc/checks.ts";
import { reading, type Parts, type Reading } from "../rpc/deps.ts";
import { factDetails, namedEntities } from "../rpc/details.ts";
import { getEntity } from "../rpc/get-entity.ts";
import { hydrate } from "../rpc/hydrate.ts";
import { key } from "../rpc/proposals.ts";
import { entitiesById, idsOfSame } from "../store/read-entities.ts";
import { historyOf, recordedFacts } from "../store/read-facts.ts";
import { decisionsAbout, instructionsById, type DecisionRecord } from "../store/state.ts";
import { allowedLens, narrowed } from "./lens.ts";
import { uncertaintyMessage, visibleUncertainty } from "../uncertainties/view.ts";

const mostDecisions = 200;

/**
 * One record of any kind with its history and the decisions that made it what it is, newest first (at most 200).
 * @throws LociError `not_found` where the caller does not see it
 */
export async function inspect(parts: Parts, request: graph.InspectRequest, call: Call): Promise<graph.InspectView> {
  const ref = text("/ref", request.ref, 1_024, 1);
  const view = timeView(request.time);
  const lens = allowedLens(request.lens, call);
  const reference = parseReference(ref);
  switch (reference?.form) {
    case "entity":
      return inspectEntity(parts, reference, request, call);
    case "fact":
      return reading(parts, call, view, (read) => inspectKey(narrowed(read, lens), reference));
    case "passage":
      return inspectPassage(
        parts,
        passageReferenceKinds.map((kind) => `${kind}:${reference.key}`),
        request,
        call,
      );
    case "id":
      return inspectId(parts, reference, request, call);
    case undefined:
      throw invalidField("/ref", `must be ${referenceForms}`);
  }
}

async function inspectId(
  parts: Parts,
  { kind, id: ref }: Extract<Reference, { form: "id" }>,
  request: graph.InspectRequest,
  call: Call,
): Promise<graph.InspectView> {
  const view = timeView(request.time);
  switch (kind) {
    case "entity": {
      const [found] = await reading(parts, call, view, ({ tx, sight }) => entitiesById(tx, sight, [ref]));
      if (found === undefined) throw notFound();
      return inspectEntity(parts, found, request, call);
    }
    case "attribute":
    case "relation":
      return reading(parts, call, view, (read) => inspectFact(read, ref));
    case "turn":
    case "memory_chunk":
    case "chunk":
    case "section":
      return inspectPassage(parts, [ref], request, call);
    case "document":
      return reading(parts, call, view, async (read) => {
        const { tx, sight, scopeSets } = read;
        const document = await documentMessage(tx, sight.contextId, scopeSets, await visibleDocument(read, ref));
        return { ...blank("document"), document, ...(await decisions(read, [ref])) };
      });
    case "instruction":
      return reading(parts, call, view, async (read) => {
        const [instruction] = await instructionsById(read.tx, read.sight, [ref]);
        if (instruction === undefined) throw notFound();
        return { ...blank("instruction"), instruction, ...(await decisions(read, [ref])) };
      });
    case "uncertainty":
      return reading(parts, call, view, async (read) => {
        const uncertainty = await uncertaintyMessage(read, await visibleUncertainty(read, ref), parts.clock());
        return { ...blank("uncertainty"), uncertainty, ...(await decisions(read, [ref])) };
      });
    default:
      throw invalidField("/ref", `names a ${kind}, which is not inspected; it must be ${referenceForms}`);
  }
}

function blank(kind: string): graph.InspectView {
  const none = { entity: null, current: null, record: null, document: null, instruction: null, uncertainty: null };
  return { kind, ...none, history: [], relations: [], decisions: [] };
}

async function inspectEntity(
  parts: Parts,
  name: { readonly type: string; readonly name: string },
  { time, lens }: graph.InspectRequest,
  call: Call,
): Promise<graph.InspectView> {
  const entity = await getEntity(parts, { type: name.type, name: name.name, time, lens }, call);
  return reading(parts, call, timeView(time), async (read) => {
    const ids = await idsOfSame(read.tx, read.sight, [entity.entity?.id ?? ""]);
    return { ...blank("entity"), entity, ...(await decisions(read, ids)) };
  });
}

/** The passage among these ids that the caller sees. */
async function inspectPassage(parts: Parts, ids: string[], { time }: graph.InspectRequest, call: Call): Promise<graph.InspectView> {
  const [record] = (await hydrate(parts, { ids, time: time ?? presentTime }, call)).records;
  if (record === undefined) throw notFound();
  return reading(parts, call, timeView(time), async (read) => ({
    ...blank(record.kind),
    record,
    ...(await decisions(read, [record.id])),
  }));
}

/** What an entity's key, or the label of its relations, holds and ever held; current is the newest that stands. */
async function inspectKey(
  read: Reading,
  { kind, type, name, key: given }: Extract<Reference, { form: "fact" }>,
): Promise<graph.InspectView> {
  const { tx, sight } = read;
  const entities = await namedEntities(read, type, name);
  const ids = entities.map((entity) => entity.id);
  const all = await factDetails(read, await historyOf(tx, sight, ids, key("/ref", given)));
  const history = all.filter((fact) => fact.kind === kind);
  if (history.length === 0) throw notFound();
  const open = history.filter((fact) => fact.knownUntil === "");
  const about = await decisions(
    read,
    history.map((fact) => fact.id),
  );
  return { ...blank(kind), current: open[0] ?? null, history, relations: kind === "relation" ? open : [], ...about };
}

/** A fact as it is or was, every value that its key ever had, and for a relation those beside it under its label. */
async function inspectFact(read: Reading, id: string): Promise<graph.InspectView> {
  const { tx, sight } = read;
  const fact = (await recordedFacts(tx, sight, [id])).find((one) => !one.quarantined);
  if (fact === undefined || (sight.scopeSets !== null && !sight.scopeSets.includes(fact.scopeSet))) throw notFound();
  const history = await factDetails(read, await historyOf(tx, sight, await idsOfSame(tx, sight, [fact.entityId]), fact.key));
  const current = history.find((one) => one.id === id) ?? null;
  const isRelation = id.startsWith("relation:");
  const relations = isRelation ? history.filter((one) => one.kind === "relation" && one.knownUntil === "") : [];
  return { ...blank(isRelation ? "relation" : "attribute"), current, history, relations, ...(await decisions(read, [id])) };
}

async function decisions({ tx, sight }: Reading, ids: readonly string[]): Promise<Pick<graph.InspectView, "decisions">> {
  return { decisions: (await decisionsAbout(tx, sight.contextId, ids, mostDecisions)).map(decisionMessage) };
}

function decisionMessage({ evidence, recordedAt, ...decision }: DecisionRecord): graph.Decision {
  return { ...decision, evidenceJson: JSON.stringify(evidence), createdAt: recordedAt };
}

function notFound(): LociError {
  return new LociError("not_found", "There is no such record.");
}
