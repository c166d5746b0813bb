import { LociError } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { presentTime, scopeSetMessage } from "@loci/platform/messages";
import type { common, graph, GraphService, RetrievalService } from "@loci/protos";
import { z } from "zod";
import {
  inspectResponse,
  passageKinds,
  profileResponse,
  stateResponse,
  type categoryState,
  type memoryRecord,
} from "../answers/knowing.ts";
import { route, type Route } from "../route.ts";
import { scopeParameter, scopesInQuery } from "../schemas/scope-query.ts";
import { maxTokensField, maxTokensText } from "../schemas/recall.ts";
import { userField } from "../schemas/person.ts";
import { lensField } from "../schemas/scopes.ts";
import { recordRef } from "../schemas/text.ts";
import { timeFields, timeViewOf } from "../schemas/times.ts";
import { clausesOf, orNull, present } from "./answers.ts";
import { withinTokens, type Groups } from "../within-tokens.ts";
import { entityLists } from "./entities.ts";
import { documentBody } from "./documents.ts";
import { endedOf, type Ended } from "./checked-facts.ts";
import { attributeBodies, attributeBody, entityBody, relationBodies, relationBody } from "./fact-bodies.ts";
import { inScope, personLens, readableScope } from "./in-scope.ts";
import { requireReadRegistered } from "./registered.ts";
import { oneTrace, type TraceSources } from "./one-trace.ts";
import { decisionBody } from "./trace-bodies.ts";
import { uncertaintyBody } from "./uncertainties.ts";

const stateRequest = z
  .strictObject({ lens: lensField, user: userField, ...timeFields, maxTokens: maxTokensField })
  .meta({ id: "StateRequest" })
  .nullish();

export interface KnowingServices extends TraceSources {
  readonly graph: GraphService<Call>;
  readonly retrieval: RetrievalService<Call>;
}

/** What is known as a whole: state, profile, and one record with all that stands behind it. */
export function knowingRoutes({ auth, graph, retrieval }: KnowingServices): Route[] {
  const inspected = async (
    ref: string,
    time: common.TimeView,
    lens: common.ScopeSet | null,
    call: Call,
  ): Promise<z.input<typeof inspectResponse>> => {
    if (ref.startsWith("trace:")) return { kind: "trace", trace: await oneTrace({ auth, graph, retrieval }, ref, call) };
    const view = await graph.inspect({ ref, time, lens }, call);
    const { attributes = [], relations = [] } = view.kind === "entity" ? (view.entity ?? {}) : {};
    return inspectBody(
      view,
      await endedOf(
        [...attributes, ...relations].map(({ id }) => id),
        time,
        retrieval,
        call,
      ),
      call,
    );
  };
  const stateOf = async (asked: { lens: common.ScopeSet | null; time: common.TimeView }, call: Call) => {
    const state = await graph.getState(asked, call);
    const facts = [state.identity, state.knowledge, state.context].flatMap((one) => [
      ...(one?.attributes ?? []),
      ...(one?.relations ?? []),
    ]);
    return stateBody(
      state,
      await endedOf(
        facts.map(({ id }) => id),
        asked.time,
        retrieval,
        call,
      ),
      call,
    );
  };
  return [
    route({
      operationId: "getState",
      method: "get",
      path: "/state",
      plane: "data",
      summary: "What is known, by category",
      status: 200,
      query: z.strictObject({ ...timeFields, user: userField, maxTokens: maxTokensText }),
      answer: stateResponse,
      async handle({ query, call }) {
        const asked = { lens: personLens(query.user), time: timeViewOf(query) };
        return { body: withinTokens(await stateOf(asked, call), query.maxTokens, stateLists) };
      },
    }),
    route({
      operationId: "askState",
      method: "post",
      path: "/state",
      plane: "data",
      summary: "What is known, by category, through a lens",
      status: 200,
      repetition: "none",
      body: stateRequest,
      answer: stateResponse,
      async handle({ body, call }) {
        const lens = body?.lens ? scopeSetMessage(body.lens) : null;
        const state = await stateOf({ lens, time: timeViewOf(body ?? {}) }, call);
        return { body: withinTokens(state, body?.maxTokens, stateLists) };
      },
    }),
    route({
      operationId: "getProfile",
      method: "get",
      path: "/profile",
      plane: "data",
      summary: "Who somebody is, likes, and wants of the assistant",
      status: 200,
      query: z.strictObject({ user: userField, maxTokens: maxTokensText }),
      answer: profileResponse,
      async handle({ query: { user, maxTokens }, call }) {
        const { instructions, ...entries } = await graph.getProfile({ lens: personLens(user) }, call);
        const ids = Object.values(entries).flatMap((list) => list.map(({ factId }) => factId));
        const ended = await endedOf(ids, presentTime, retrieval, call);
        const standing = (list: graph.ProfileEntry[]) => list.filter(({ factId }) => !ended.has(factId));
        const profile = {
          static: standing(entries.static),
          dynamic: standing(entries.dynamic),
          preferences: standing(entries.preferences),
          instructions: instructions.map(({ scopes: _hidden, ...instruction }) => instruction),
        };
        return { body: withinTokens(profile, maxTokens, profileLists) };
      },
    }),
    route({
      operationId: "inspect",
      method: "get",
      path: "/inspect",
      plane: "data",
      summary: "One record with its history and decisions; without a ref counts and health",
      status: 200,
      // What is left names scopes, in any of the forms of scopesInQuery.
      query: z.looseObject({
        ref: recordRef.nullish(),
        ...timeFields,
        user: userField,
        scope: scopeParameter,
        maxTokens: maxTokensText,
      }),
      answer: inspectResponse,
      async handle({ query, call }) {
        const { ref, asOf, atInstant, validFrom, validUntil, recordedAsOf, user, maxTokens, ...scopes } = query;
        const asked = scopesInQuery(scopes, user);
        const scope = readableScope(asked, call);
        await requireReadRegistered(asked, auth, call);
        const lens = scope ? scopeSetMessage(scope) : null;
        if (!ref) {
          const counted = await graph.countRecords({ lens }, call);
          return { body: { kind: "health", ...counted } };
        }
        const time = timeViewOf({ asOf, atInstant, validFrom, validUntil, recordedAsOf });
        return { body: withinTokens(inScope(await inspected(ref, time, lens, call), scope), maxTokens, inspectLists) };
      },
    }),
  ];
}

/** What is said of somebody before who or what is only named. */
const stateLists: Groups = [
  [
    ...["identity", "knowledge", "context"].flatMap((category) => [`${category}.attributes`, `${category}.relations`]),
    ...["instructions", "unknowns"],
  ],
  ["identity.entities", "knowledge.entities", "context.entities"],
];
const profileLists: Groups = [["static", "preferences", "dynamic", "instructions"]];
/** Of whichever kind: what stands, then what was, then why. */
const inspectLists: Groups = [
  [...entityLists, "matches", "trace.hits", "uncertainty.candidates"],
  ["history"],
  ["decisions", "trace.decisions"],
];

function stateBody(state: graph.StateView, ended: Ended, call: Call): z.input<typeof stateResponse> {
  const { identity, knowledge, context, instructions, unknowns } = state;
  return {
    identity: categoryBody(identity, ended, call),
    knowledge: categoryBody(knowledge, ended, call),
    context: categoryBody(context, ended, call),
    instructions,
    unknowns,
  };
}

function categoryBody(category: graph.CategoryState | null, ended: Ended, call: Call): z.input<typeof categoryState> {
  return {
    entities: category?.entities ?? [],
    attributes: attributeBodies(category?.attributes ?? [], ended, call),
    relations: relationBodies(category?.relations ?? [], ended, call),
  };
}

function inspectBody(view: graph.InspectView, ended: Ended, call: Call): z.input<typeof inspectResponse> {
  const decisions = view.decisions.map((decision) => decisionBody(decision, call));
  switch (view.kind) {
    case "entity":
      return { kind: "entity", ...entityBody(present(view.entity), ended, call), decisions };
    case "attribute":
      return {
        kind: "attribute",
        current: view.current && attributeBody(view.current, call),
        history: view.history.map((fact) => attributeBody(fact, call)),
        decisions,
      };
    case "relation":
      return {
        kind: "relation",
        matches: view.relations.map((fact) => relationBody(fact, call)),
        history: view.history.map((fact) => relationBody(fact, call)),
        decisions,
      };
    case "document":
      return { kind: "document", document: documentBody(present(view.document), call), decisions };
    case "instruction":
      return { kind: "instruction", instruction: present(view.instruction), decisions };
    case "uncertainty":
      return { kind: "uncertainty", uncertainty: uncertaintyBody(present(view.uncertainty), call), decisions };
    default:
      return { kind: passageKind(view.kind), record: recordBody(present(view.record), call), decisions };
  }
}

function passageKind(kind: string): (typeof passageKinds)[number] {
  const known = passageKinds.find((each) => each === kind);
  if (known === undefined) throw new LociError("internal", `There is no view of a record of the kind ${kind}.`);
  return known;
}

function recordBody(record: graph.MemoryRecord, call: Call): z.input<typeof memoryRecord> {
  return {
    id: record.id,
    text: record.text,
    scopes: clausesOf(record.scopes, call),
    labels: record.labels,
    knownAt: record.knownAt,
    recordedAt: record.recordedAt,
    turnId: orNull(record.turnId),
    sessionId: orNull(record.sessionId),
    role: orNull(record.role),
    documentId: orNull(record.documentId),
    documentTitle: orNull(record.documentTitle),
    section: orNull(record.sectionHeading),
  };
}
