/** `loci-server reread`: what was read by an older reader is read again by the present one. */
import { defaultIngestLimits, rereadContext, type RereadGroup } from "@loci/ingest";
import { LociError } from "@loci/kernel";
import type { graph } from "@loci/protos";
import { readSettings } from "../config.ts";
import { createProgress } from "../progress.ts";
import { roleSettings } from "../roles.ts";
import { recordDeed } from "./audited.ts";
import { openFoundation } from "./foundation.ts";
import { withLifecycle } from "./listen.ts";
import { createModelDirectory, modelChoices } from "./model-directory.ts";
import { openEmbedder, openLanguageModels } from "./models.ts";
import { ownCall, surroundings } from "./surroundings.ts";

export interface RereadOptions {
  /** "" for all contexts. */
  readonly contextId: string;
  readonly dryRun: boolean;
  readonly json: boolean;
}

interface Totals {
  contexts: number;
  passages: number;
  changed: number;
  added: number;
  dropped: number;
  unreadable: number;
}

/** Reads the passages of one context, or of all, again. @throws LociError `not_found` where there is no such context */
export async function reread(flags: Readonly<Record<string, unknown>>, options: RereadOptions): Promise<void> {
  const config = readSettings(roleSettings.reread, flags);
  const parts = await surroundings(config, "reread");
  await withLifecycle(parts, async () => {
    const { auth, graph } = await openFoundation(config, false, parts);
    const embedder = await openEmbedder(config, graph, parts);
    parts.lifecycle.onClose("embedder", () => embedder.close());
    const models = createModelDirectory(auth, modelChoices(config, await openLanguageModels(config, parts)), parts);
    const { contextIds } = await graph.listContextIds({}, ownCall(parts));
    const ids = options.contextId === "" ? contextIds : contextIds.filter((id) => id === options.contextId);
    if (ids.length === 0 && options.contextId !== "") {
      throw new LociError("not_found", `Nothing is remembered in a context named "${options.contextId}".`);
    }
    const kind = options.dryRun ? "access" : "mutation";
    // Before any of it is seen or changed.
    await recordDeed(auth, { operation: "reread", contextId: options.contextId || "*", kind, status: 202 }, parts);
    const progress = createProgress(process.stderr, parts.clock, "texts");
    const totals: Totals = { contexts: ids.length, passages: 0, changed: 0, added: 0, dropped: 0, unreadable: 0 };
    for (const contextId of ids) {
      await rereadContext(
        { graph, embedder, models, budgetMs: defaultIngestLimits.extractionBudgetMs },
        { contextId, dryRun: options.dryRun },
        () => ownCall(parts, contextId),
        {
          onStart: (passages) => progress.begin(contextId, passages),
          onGroup(group) {
            progress.add(group.passages.length);
            count(totals, group);
            for (const line of linesOf(contextId, group, options.json)) process.stdout.write(`${line}\n`);
          },
          onUnreadable(passages) {
            progress.add(passages.length);
            totals.unreadable += passages.length;
          },
        },
      );
      progress.end();
    }
    process.stdout.write(
      `${options.json ? JSON.stringify({ ...totals, dryRun: options.dryRun }) : summary(totals, options.dryRun)}\n`,
    );
  });
}

function count(totals: Totals, { passages, change }: RereadGroup): void {
  totals.passages += passages.length;
  totals.changed += changedIn(change).size;
  totals.added += change.added.length;
  totals.dropped += change.dropped.length;
}

function changedIn({ added, dropped }: graph.ApplyRereadingResponse): Set<string> {
  return new Set([...added, ...dropped].map(({ passageId }) => passageId));
}

/** What changes of each passage: its text, then what is read that was not (+) and what is not read that was (-). */
export function linesOf(contextId: string, { passages, change }: RereadGroup, json: boolean): string[] {
  const changed = changedIn(change);
  return passages.flatMap(({ id, content }) => {
    if (!changed.has(id)) return [];
    const added = change.added.filter(({ passageId }) => passageId === id);
    const dropped = change.dropped.filter(({ passageId }) => passageId === id);
    if (json) return [JSON.stringify({ contextId, id, text: content, added: added.map(plain), dropped: dropped.map(plain) })];
    const first = content.replaceAll(/\s+/g, " ").slice(0, maxShown);
    return [`${contextId} ${id}  ${first}`, ...added.map((one) => `  + ${said(one)}`), ...dropped.map((one) => `  - ${said(one)}`)];
  });
}

/** Characters of a text that a line shows. */
const maxShown = 160;

function plain({ subject, key, value, negated, changed, validFrom, validUntil }: graph.ReadStatement): object {
  return {
    entity: subject === null ? undefined : `${subject.type}/${subject.name}`,
    key,
    value,
    negated,
    changed,
    validFrom,
    validUntil,
  };
}

function said({ subject, key, value, negated, changed, validFrom, validUntil }: graph.ReadStatement): string {
  const about = subject === null ? "instruction" : `${subject.type}/${subject.name}`;
  const marks = [
    ...(negated ? ["ends"] : []),
    ...(changed ? ["a change"] : []),
    ...(validFrom === "" ? [] : [`from ${validFrom.slice(0, 10)}`]),
    ...(validUntil === "" ? [] : [`until ${validUntil.slice(0, 10)}`]),
  ];
  return `${about}  ${key}: ${value || "(all)"}${marks.length === 0 ? "" : ` (${marks.join(", ")})`}`;
}

function summary({ contexts, passages, changed, added, dropped, unreadable }: Totals, dryRun: boolean): string {
  const verb = dryRun ? "would say" : "say";
  const left = unreadable === 0 ? "" : ` ${unreadable} could not be read, and keep what they said.`;
  return (
    `Of ${passages} texts in ${contexts} ${contexts === 1 ? "context" : "contexts"}, ${changed} ${verb} something else: ` +
    `${added} statements more, ${dropped} fewer.${left}${dryRun && changed > 0 ? " Run it without --dry-run to store that." : ""}`
  );
}
