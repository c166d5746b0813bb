import { invalidField } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { oneOf, page, text } from "../rpc/checks.ts";
import { reading, type Parts } from "../rpc/deps.ts";
import { name as checkName } from "../rpc/proposals.ts";
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
    ...(request.entity === "" ? {} : { entity: entityRef("/entity", request.entity) }),
  };
  return reading(parts, call, present, async (read) => {
    const found = await uncertainties(read.tx, read.sight, filter);
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

/** `Type/name`, split at its first slash. */
function entityRef(pointer: string, ref: string) {
  const slash = ref.indexOf("/");
  if (slash < 0) throw invalidField(pointer, "must be Type/name");
  return checkName(pointer, { type: ref.slice(0, slash), name: ref.slice(slash + 1) });
}
