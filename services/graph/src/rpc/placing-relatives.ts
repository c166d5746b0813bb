import type { Transaction } from "@loci/ports/database";
import { isRelativeKey, mayBeOfRelative, ofRelative } from "../identity/relatives.ts";
import type { Changes, ProposedFact } from "../memory/proposal.ts";
import { apply, type Author } from "../store/apply.ts";
import { makeVoid } from "../store/rereading.ts";
import { readRelatives, readTold, type Owner } from "../store/relatives.ts";
import { markUnembedded } from "../store/unembedded.ts";
import type { Parts } from "./deps.ts";
import { decide, decideAgain } from "./reconciling.ts";

/** Stores what was decided, and puts what was said before of somebody's relative to who is now known to be that. @returns ids for the feed */
export async function storeDecided(
  parts: Parts,
  tx: Transaction,
  contextId: string,
  changes: Changes,
  author: Author,
): Promise<string[]> {
  const changed = await apply(parts, tx, contextId, changes, author);
  return [...changed, ...(await placeRelatives(parts, tx, contextId, changes, author))];
}

/**
 * Puts what was said before of "my wife" to who is now told to be the wife: it counts as never said of the speaker.
 */
async function placeRelatives(
  parts: Parts,
  tx: Transaction,
  contextId: string,
  changes: Changes,
  author: Author,
): Promise<string[]> {
  const owners = newlyRelated(changes);
  if (owners.length === 0) return [];
  const told = (await readTold(tx, contextId, owners)).filter(({ statement, sentence }) =>
    mayBeOfRelative({ key: statement.key, sentence }),
  );
  if (told.length === 0) return [];
  const relatives = await readRelatives(tx, contextId, owners);
  const placed = told.flatMap(({ statement, sentence, subject, target }) => {
    const { key, scopeSet, stream } = statement;
    const found = ofRelative({ subject, scopeSet, key, sentence }, relatives);
    if (found === undefined) return [];
    const { entityId: _, key: _key, scopeSet: _scopeSet, stream: _stream, ...rest } = statement;
    const again: ProposedFact = {
      ...{ proposal: 0, subject: found.relative.name, target, key: found.key, scopeSet, stream, sentence },
      ...{ embedding: new Uint8Array(), quarantined: false },
      statement: { ...rest, id: parts.ids("provenance"), factId: "", targetEntityId: "" },
    };
    return [{ statement, again }];
  });
  if (placed.length === 0) return [];
  const before = placed.map(({ statement }) => statement);
  await makeVoid(
    tx,
    contextId,
    before.map(({ id }) => id),
  );
  const { now } = author;
  const ended = await apply(parts, tx, contextId, await decideAgain(parts, tx, contextId, before, now, "said_of_relative"), author);
  const facts = placed.map(({ again }) => again);
  const decided = await decide(parts, tx, contextId, { entities: [], facts, instructions: [] }, 1, new Map(), now);
  const made = await apply(parts, tx, contextId, decided, author);
  await markUnembedded(tx, contextId);
  return [...ended, ...made];
}

/** To whom this write gave a relative that takes nobody's place. */
function newlyRelated({ newFacts, entities }: Changes): Owner[] {
  return newFacts.flatMap(({ entityId, targetEntityId, key, scopeSet, supersedes, knownUntil }) => {
    const [owner, target] = [entities.get(entityId), entities.get(targetEntityId)];
    const isNew = owner !== undefined && supersedes === "" && knownUntil === "" && isRelativeKey(key, target);
    return isNew ? [{ typeNorm: owner.typeNorm, nameNorm: owner.nameNorm, scopeSet }] : [];
  });
}
