/** Tells what happened to a resource, where `kubectl describe` shows it. What repeats is counted, not written again. */
import { createHash } from "node:crypto";
import type { KubeClient } from "./kube-client.ts";
import type { KubeObject } from "./kube-object.ts";
import { kubePath } from "./kube-path.ts";
import type { Log } from "./log.ts";

export type EventType = "Normal" | "Warning";

export type RecordEvent = (about: KubeObject, type: EventType, reason: string, message: string) => Promise<void>;

const longestMessage = 1_024;
const mostRemembered = 1_024;
/** Events last an hour in the cluster. */
const memoryMs = 50 * 60_000;

export interface EventOptions {
  readonly client: KubeClient;
  readonly component: string;
  /** Which of the component's processes. */
  readonly instance: string;
  readonly log: Log;
  readonly clock?: () => number;
}

/** An event that cannot be written is logged and given up: it must not hold up the work that it tells of. */
export function createEventRecorder({ client, component, instance, log, clock = Date.now }: EventOptions): RecordEvent {
  const told = new Map<string, { readonly path: string; readonly at: number; count: number }>();
  return async (about, type, reason, message) => {
    const { namespace, name, uid, resourceVersion } = about.metadata;
    const id = createHash("sha256").update([uid, type, reason, message].join("\n")).digest("hex").slice(0, 16);
    const now = new Date(clock()).toISOString().replace(/\.\d+Z/, "Z");
    const before = told.get(id);
    const collection = kubePath`/api/v1/namespaces/${namespace}/events`;
    try {
      if (before !== undefined && clock() - before.at < memoryMs) {
        const body = { count: ++before.count, lastTimestamp: now };
        await client.request({ method: "PATCH", path: before.path, body, contentType: "application/merge-patch+json" });
        return;
      }
      const eventName = `${name.slice(0, 200).replace(/(?<![-.])[-.]+$/, "")}.${id}${clock().toString(36)}`;
      const { apiVersion, kind } = about;
      await client.request({
        method: "POST",
        path: collection,
        body: {
          apiVersion: "v1",
          kind: "Event",
          metadata: { name: eventName, namespace },
          involvedObject: { apiVersion, kind, namespace, name, uid, resourceVersion },
          ...{ type, reason, message: message.slice(0, longestMessage) },
          source: { component },
          // The API server takes neither from `source`, and this is what events are selected by.
          ...{ reportingComponent: component, reportingInstance: instance },
          ...{ firstTimestamp: now, lastTimestamp: now, count: 1 },
        },
      });
      const [oldest] = told.keys();
      if (told.size >= mostRemembered && oldest !== undefined) told.delete(oldest);
      told.set(id, { path: kubePath`/api/v1/namespaces/${namespace}/events/${eventName}`, at: clock(), count: 1 });
    } catch (thrown) {
      told.delete(id);
      const why = thrown instanceof Error ? thrown.message : String(thrown);
      log("warn", "an event was not written", { resource: `${namespace}/${name}`, reason, message: why });
    }
  };
}
