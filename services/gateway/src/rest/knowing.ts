import { LociError } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { scopeSetMessage } from "@loci/platform/messages";
import type { graph, GraphService, RetrievalService } from "@loci/protos";
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
import { scopeSets } from "../schemas/scopes.ts";
import { recordRef } from "../schemas/text.ts";
import { timeFields, timeViewOf } from "../schemas/times.ts";
import { aliased } from "../spelling.ts";
import { clausesOf, orNull, present } from "./answers.ts";
import { documentBody } from "./documents.ts";
import { attributeBody, entityBody, relationBody } from "./fact-bodies.ts";
import { decisionBody, traceBody } from "./trace-bodies.ts";
import { uncertaintyBody } from "./uncertainties.ts";

const stateRequest = z
  .strictObject({ lens: aliased(scopeSets.nullish(), "scope"), ...timeFields })
  .meta({ id: "StateRequest" })
  .nullish();

/** What is known as a whole: state, profile, and one record with all that stands behind it. */
export function knowingRoutes(graph: GraphService<Call>, retrieval: RetrievalService<Call>): Route[] {
  return [
    route({
      operationId: "getState",
      method: "get",
      path: "/state",
      plane: "data",
      summary: "What is known, by category",
      status: 200,
      query: z.strictObject(timeFields),
      answer: stateResponse,
      handle: async ({ query, call }) => ({
        body: stateBody(await graph.getState({ lens: null, time: timeViewOf(query) }, call)),
      }),
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
        return { body: stateBody(await graph.getState({ lens, time: timeViewOf(body ?? {}) }, call)) };
      },
    }),
    route({
      operationId: "getProfile",
      method: "get",
      path: "/profile",
      plane: "data",
      summary: "Who somebody is, likes, and wants of the assistant",
      status: 200,
      answer: profileResponse,
      async handle({ call }) {
        const profile = await graph.getProfile({}, call);
        return { body: profile };
      },
    }),
    route({
      operationId: "inspect",
      method: "get",
      path: "/inspect",
      plane: "data",
      summary: "One record with its history and decisions; without a ref counts and health",
      status: 200,
      query: z.strictObject({ ref: recordRef.nullish(), ...timeFields }),
      answer: inspectResponse,
      async handle({ query, call }) {
        if (!query.ref) return { body: { kind: "health", ...(await graph.countRecords({}, call)) } };
        if (query.ref.startsWith("trace:")) {
          const trace = await retrieval.getTrace({ id: query.ref }, call);
          return { body: { kind: "trace", trace: traceBody(trace) } };
        }
        return { body: inspectBody(await graph.inspect({ ref: query.ref, time: timeViewOf(query) }, call)) };
      },
    }),
  ];
}

function stateBody(state: graph.StateView): z.input<typeof stateResponse> {
  const { identity, knowledge, context, instructions, unknowns } = state;
  return {
    identity: categoryBody(identity),
    knowledge: categoryBody(knowledge),
    context: categoryBody(context),
    instructions,
    unknowns,
  };
}

function categoryBody(category: graph.CategoryState | null): z.input<typeof categoryState> {
  return {
    entities: category?.entities ?? [],
    attributes: category?.attributes.map(attributeBody) ?? [],
    relations: category?.relations.map(relationBody) ?? [],
  };
}

function inspectBody(view: graph.InspectView): z.input<typeof inspectResponse> {
  const decisions = view.decisions.map(decisionBody);
  switch (view.kind) {
    case "entity":
      return { kind: "entity", ...entityBody(present(view.entity)), decisions };
    case "attribute":
      return {
        kind: "attribute",
        current: view.current && attributeBody(view.current),
        history: view.history.map(attributeBody),
        decisions,
      };
    case "relation":
      return { kind: "relation", matches: view.relations.map(relationBody), history: view.history.map(relationBody), decisions };
    case "document":
      return { kind: "document", document: documentBody(present(view.document)), decisions };
    case "instruction":
      return { kind: "instruction", instruction: present(view.instruction), decisions };
    case "uncertainty":
      return { kind: "uncertainty", uncertainty: uncertaintyBody(present(view.uncertainty)), decisions };
    default:
      return { kind: passageKind(view.kind), record: recordBody(present(view.record)), decisions };
  }
}

function passageKind(kind: string): (typeof passageKinds)[number] {
  const known = passageKinds.find((each) => each === kind);
  if (known === undefined) throw new LociError("internal", `There is no view of a record of the kind ${kind}.`);
  return known;
}

function recordBody(record: graph.MemoryRecord): z.input<typeof memoryRecord> {
  return {
    id: record.id,
    text: record.text,
    scopes: clausesOf(record.scopes),
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
