import { invalidField, LociError, toTimestamp } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { makeRuling, takesPlaceOf, type Verdict } from "../memory/make-ruling.ts";
import type { Changes } from "../memory/proposal.ts";
import { normaliseValue } from "../memory/values.ts";
import { atMost, oneOf, text } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { name, vector } from "../rpc/proposals.ts";
import { decide } from "../rpc/reconciling.ts";
import { writing, type Writing } from "../rpc/writing.ts";
import { apply } from "../store/apply.ts";
import { candidateFacts, type DetailedFact, type Words } from "../store/detailed-facts.ts";
import { announce } from "../store/feed.ts";
import type { UncertaintyRecord } from "../store/uncertainties.ts";
import { ruledFact, withValue } from "./ruled.ts";
import { settleSame } from "./settle-same.ts";
import { uncertaintyMessage, visibleUncertainty } from "./view.ts";

const maxReason = 2_000;

type Candidate = DetailedFact<Words>;

/**
 * A person or agent says which candidates are right, which other value is, or that none is. That is a statement like any other,
 * made now and with certainty: it ends what it rejects, and what is said later is weighed against it by the rules.
 * @throws LociError `conflict` for one that is not open any more, `forbidden` where what would change is beyond memory:write
 */
export async function resolveUncertainty(
  parts: Parts,
  request: graph.ResolveUncertaintyRequest,
  call: Call,
): Promise<graph.Uncertainty> {
  const id = text("/id", request.id, 256, 1);
  const reason = text("/reason", request.reason.trim(), maxReason, 1);
  const value = text("/value", request.value.trim(), 8_192);
  const same = oneOf("/same", request.same, ["", "same", "different"]);
  const embedding = vector("", request.embedding);
  atMost("/chosen", request.chosen, 100);
  if (value !== "" && request.chosen.length > 0) throw invalidField("/value", "goes without chosen");
  return writing(
    parts,
    call,
    { verb: "memory:write", operation: request.operation, deed: ["resolveUncertainty", request.id] },
    async (write) => {
      const { tx, contextId, author, now } = write;
      const found = await visibleUncertainty(write, id);
      if (found.status !== "open") throw new LociError("conflict", `This uncertainty is ${found.status} already.`);
      if (found.otherId !== "") {
        if (same === "" || value !== "" || request.chosen.length > 0)
          throw invalidField("/same", "is what answers this one: true where they are the same, else false");
        await settleSame(parts, write, found, { same, reason });
        return uncertaintyMessage(write, await visibleUncertainty(write, id), Date.parse(now));
      }
      if (same !== "") throw invalidField("/same", "goes with questions whether two are the same; here name what is chosen");
      const candidates = await candidateFacts(tx, { ...write.sight, scopeSets: null }, found.candidates);
      const chosen = chosenOf(write, request.chosen, candidates);
      const verdict = value === "" ? verdictOn(write, chosen, candidates) : verdictForValue(value, found, candidates);
      const facts = makeRuling({ ...verdict, embedding }, { id, reason }, timeOf(candidates, now), parts.ids);
      if (![found, ...facts].every(({ scopeSet }) => write.covers(scopeSet))) {
        throw new LociError("forbidden", "memory:write does not cover the scopes of everything that this would change.");
      }
      const decided = await decide(parts, tx, contextId, { entities: [], facts, instructions: [] }, 1, new Map(), now);
      const changes = withChosen(decided, id, request.chosen);
      await announce(tx, contextId, await apply(parts, tx, contextId, changes, author));
      return uncertaintyMessage(write, await visibleUncertainty(write, id), Date.parse(now));
    },
  );
}

/** One that stands where the caller may not write needs no statement of its own, as what it disagrees with ends. */
function verdictOn(write: Writing, chosen: readonly Candidate[], candidates: readonly Candidate[]): Omit<Verdict, "embedding"> {
  const rejected = candidates.filter((fact) => !chosen.includes(fact)).map(ruledFact);
  const isLeftAlone = chosen.length === 1 && rejected.length > 0 && !chosen.some(({ scopeSet }) => write.covers(scopeSet));
  const upheld = isLeftAlone ? [] : chosen.map(ruledFact);
  return { upheld, ended: rejected.filter((fact) => !upheld.some((one) => takesPlaceOf(one, fact))) };
}

/** The changes, where they settle it; with which candidates the caller chose, also where nothing was said of them. */
function withChosen(changes: Changes, id: string, chosen: readonly string[]): Changes {
  const isIt = (change: Changes["uncertainties"][number]) => change.kind === "resolve" && change.uncertainty.id === id;
  if (!changes.uncertainties.some(isIt)) throw new LociError("conflict", "This decision does not settle the uncertainty.");
  const uncertainties = changes.uncertainties.map((change) =>
    change.kind === "resolve" && isIt(change) && chosen.length > 0
      ? { ...change, settlement: { ...change.settlement, chosen: [...new Set(chosen)] } }
      : change,
  );
  return { ...changes, uncertainties };
}

function chosenOf({ sight }: Writing, ids: readonly string[], candidates: readonly Candidate[]): Candidate[] {
  return [...new Set(ids)].map((id, i) => {
    const fact = candidates.find((one) => one.id === id);
    if (fact === undefined || (sight.scopeSets !== null && !sight.scopeSets.includes(fact.scopeSet))) {
      throw invalidField(`/chosen/${i}`, "is no candidate of this uncertainty");
    }
    return fact;
  });
}

/** A new value, where the uncertainty is: in the stream of what it takes the place of. A candidate that says the same stays. */
function verdictForValue(value: string, found: UncertaintyRecord, candidates: readonly Candidate[]): Omit<Verdict, "embedding"> {
  const own = candidates.filter((fact) => fact.entityId === found.entityId);
  const model = own.find((fact) => fact.stream === "experiential") ?? own[0] ?? candidates[0];
  if (model === undefined) throw new LociError("conflict", "No candidate of this uncertainty is left.");
  const subject = name("", { type: found.type, name: found.name });
  const stream = own.includes(model) ? model.stream : "experiential";
  const stated = withValue({ ...ruledFact(model), subject, scopeSet: found.scopeSet, stream }, "/value", value);
  const others = candidates.filter((fact) => fact.valueNorm !== normaliseValue(value)).map(ruledFact);
  return { upheld: [stated], ended: others.filter((fact) => !takesPlaceOf(stated, fact)) };
}

/** The present; where a candidate was said of a later time than that, right after it. */
function timeOf(candidates: readonly Candidate[], now: string): string {
  const said = candidates.flatMap((fact) => fact.sources.map((source) => Date.parse(source.knownAt)));
  return toTimestamp(Math.max(Date.parse(now), ...said.map((at) => at + 1)));
}
