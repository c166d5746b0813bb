import { entityReferenceForms, invalidField, parseEntityReference } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { oneOf, page, text } from "../rpc/checks.ts";
import { reading, type Parts, type Reading } from "../rpc/deps.ts";
import { name as checkName } from "../rpc/proposals.ts";
import { entitiesById } from "../store/read-entities.ts";
import { uncertainties, type UncertaintyFilter } from "../store/uncertainties.ts";
import { present } from "../store/time-view.ts";
import { uncertaintyMessage, uncertaintyMessages, visibleUncertainty } from "./view.ts";

/** A page of the visible uncertainties, newest first, each with its candidates and where they were read. */
export async function listUncertainties(
  parts: Parts,
  request: graph.ListUncertaintiesRequest,
  call: Call,
): Promise<graph.ListUncertaintiesResponse> {
  const status = oneOf("/status", request.status, ["", "open", "resolved", "withdrawn"]);
  const owner = text("/owner", request.owner, 256);
  const filter: UncertaintyFilter = {
    ...page(request),
    ...(status === "" ? {} : { status }),
    ...(owner === "" ? {} : { owner }),
  };
  return reading(parts, call, present, async (read) => {
    const entity = request.entity === "" ? undefined : await entityNamed(read, request.entity);
    if (entity === "nobody") return { uncertainties: [], total: 0 };
    const found = await uncertainties(read.tx, read.sight, { ...filter, ...(entity && { entity }) });
    const messages = await uncertaintyMessages(read, found, parts.clock());
    return { uncertainties: messages, total: found[0]?.total ?? 0 };
  });
}

export async function getUncertainty(parts: Parts, request: graph.RecordRef, call: Call): Promise<graph.Uncertainty> {
  const id = text("/id", request.id, 256, 1);
  return reading(parts, call, present, async (read) => {
    return uncertaintyMessage(read, await visibleUncertainty(read, id), parts.clock());
  });
}

/** The normal forms of an entity's type and name; "nobody" where the caller sees none of that id. */
async function entityNamed({ tx, sight }: Reading, ref: string): Promise<UncertaintyFilter["entity"] | "nobody"> {
  const reference = parseEntityReference(ref);
  if (reference === undefined) throw invalidField("/entity", `must be ${entityReferenceForms}`);
  if (reference.form === "entity") return checkName("/entity", reference);
  const [found] = await entitiesById(tx, sight, [reference.id]);
  return found === undefined ? "nobody" : checkName("/entity", found);
}
