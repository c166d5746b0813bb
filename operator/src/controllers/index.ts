/** All controllers, with the local copies of what they watch and who is told of which change. */
import type { MemoryBackup } from "../api/memory-backup.ts";
import type { MemoryContext } from "../api/memory-context.ts";
import type { MemoryKey } from "../api/memory-key.ts";
import type { MemoryPrincipal } from "../api/memory-principal.ts";
import type { MemoryRestore } from "../api/memory-restore.ts";
import { fieldManager, group, labels, version } from "../api/names.ts";
import { pluralOf } from "../apply/cluster.ts";
import { createController, type Controller, type Reconcile } from "../runtime/controller.ts";
import { createListWatch, type ListWatch, type ListWatchOptions } from "../runtime/list-watch.ts";
import { keyOf, type KubeObject } from "../runtime/kube-object.ts";
import { kubePath } from "../runtime/kube-path.ts";
import type { Log } from "../runtime/log.ts";
import type { OperatorMetrics } from "../metrics.ts";
import { backupReconciler } from "./backup/index.ts";
import { contextReconciler, type ContextControllerParts } from "./context/index.ts";
import { keyReconciler, type KeyControllerParts } from "./key/index.ts";
import { principalReconciler } from "./principal/index.ts";
import { restoreReconciler } from "./restore/index.ts";
import { contextIdOf } from "../desired/place.ts";
import { isNewsForBackups, isNewsForDependants, isNewsForItself, isNewsForKeys, isNewsForOnlookers } from "./news.ts";

export interface ControllersParts
  extends Omit<ContextControllerParts, "find" | "findPart">, Pick<KeyControllerParts, "randomBytes"> {
  /** Where contexts' own API is served. */
  readonly dataUrl: string;
  readonly metrics: OperatorMetrics;
  readonly log: Log;
  readonly namespaces: readonly string[];
  readonly backoff?: { readonly baseMs: number; readonly maxMs: number };
  readonly watches?: Pick<ListWatchOptions, "watchSeconds" | "graceMs">;
}

export interface Controllers {
  readonly synced: Promise<void>;
  /** Keeps the copies current until the signal fires. */
  watch(signal: AbortSignal): Promise<void>;
  /** Works until the signal fires. */
  work(signal: AbortSignal): Promise<void>;
}

type Change = ListWatchOptions["onChange"];

export function controllersOf(parts: ControllersParts): Controllers {
  const { client, metrics, log, random, clock, namespaces } = parts;

  const controller = (name: string, reconcile: Reconcile, workers: number): Controller => {
    const backoff = parts.backoff === undefined ? {} : { backoff: parts.backoff };
    return createController({ name, reconcile, metrics: metrics.controller(name), log, workers, clock, random, ...backoff });
  };
  /** A copy for each namespace, or one for all. */
  const copies = (
    kind: string,
    pathIn: (namespace: string | undefined) => string,
    onChange: Change,
    more: Partial<ListWatchOptions> = {},
  ) => {
    const options = {
      ...{ client, random, onChange, onActivity: metrics.activity(kind), ...parts.watches, ...more },
      onFailure: (error: unknown) => log("warn", "a watch failed", { kind, message: error instanceof Error ? error.message : "" }),
    };
    const watched: readonly (string | undefined)[] = namespaces.length === 0 ? [undefined] : namespaces;
    return watched.map((namespace) => createListWatch({ ...options, path: pathIn(namespace) }));
  };
  const inNamespace = (namespace: string | undefined) => (namespace === undefined ? "" : kubePath`/namespaces/${namespace}`);
  const ours = (kind: string, onChange: Change) =>
    copies(kind, (namespace) => `/apis/${group}/${version}${inNamespace(namespace)}/${pluralOf(kind)}`, onChange);
  const find = <R>(of: () => readonly ListWatch[], key: string) =>
    of()
      .map((copy) => copy.get(key))
      .find(Boolean) as R | undefined;
  const list = <R>(of: readonly ListWatch[]) => of.flatMap((copy) => copy.list()) as R[];

  const contextController = controller(
    "memorycontext",
    contextReconciler({
      ...parts,
      find: (key) => find<MemoryContext>(() => contexts, key),
      findPart: (kind, key) => find<KubeObject>(() => (kind === "MemoryKey" ? keys : principals), key),
    }),
    8,
  );
  const findContext = (key: string) => find<MemoryContext>(() => contexts, key);
  const principalController = controller(
    "memoryprincipal",
    principalReconciler({
      ...parts,
      find: (key) => find<MemoryPrincipal>(() => principals, key),
      findContext,
    }),
    8,
  );
  const keyController = controller(
    "memorykey",
    keyReconciler({
      ...parts,
      find: (key) => find<MemoryKey>(() => keys, key),
      findPrincipal: (key) => find<MemoryPrincipal>(() => principals, key),
      findContextOf: ({ metadata, spec }) => findContext(`${metadata.namespace}/${spec.contextRef.name}`),
      visitPrincipal: (key) => principalController.queue.add(key),
    }),
    8,
  );
  // Each holds some parts of an upload in memory.
  const backupController = controller(
    "memorybackup",
    backupReconciler({
      ...parts,
      find: (key) => find<MemoryBackup>(() => backups, key),
      findContext,
      restores: () => list<MemoryRestore>(restores),
    }),
    2,
  );
  const restoreController = controller(
    "memoryrestore",
    restoreReconciler({
      ...parts,
      find: (key) => find<MemoryRestore>(() => restores, key),
      findContext,
      findBackup: (key) => find<MemoryBackup>(() => backups, key),
      visitContext: (key) => contextController.queue.add(key),
      visitAllOf: (key) => visitAllOf(key),
    }),
    2,
  );

  /** A context's principals and their keys. */
  const visitPartsOf = (key: string): void => {
    for (const principal of list<MemoryPrincipal>(principals)) {
      const { namespace, name } = principal.metadata;
      if (`${namespace}/${principal.spec.contextRef.name}` !== key) continue;
      principalController.queue.add(keyOf(principal));
      for (const one of list<MemoryKey>(keys))
        if (one.metadata.namespace === namespace && one.spec.principalRef.name === name) keyController.queue.add(keyOf(one));
    }
  };

  const visitAllOf = (key: string): void => {
    contextController.queue.add(key);
    visitPartsOf(key);
  };

  const told = (
    queue: Controller["queue"],
    dependants?: (resource: KubeObject) => void,
    isNewsForThem = isNewsForDependants,
  ): Change => {
    return (before, after) => {
      const resource = after ?? before;
      if (resource === undefined) return;
      if (isNewsForItself(before, after)) queue.add(keyOf(resource));
      if (isNewsForThem(before, after)) dependants?.(resource);
    };
  };
  /** Resources of other namespaces that name the same context stand on whether its keeper shares it. */
  const alsoOnlookers =
    (tell: Change): Change =>
    (before, after) => {
      tell(before, after);
      if (!isNewsForOnlookers(before, after)) return;
      const changed = (after ?? before) as MemoryContext;
      const id = contextIdOf(changed);
      for (const one of list<MemoryContext>(contexts)) if (contextIdOf(one) === id) contextController.queue.add(keyOf(one));
    };
  const contexts: readonly ListWatch[] = ours(
    "MemoryContext",
    alsoOnlookers(
      told(contextController.queue, ({ metadata }) => {
        visitPartsOf(`${metadata.namespace}/${metadata.name}`);
        for (const { of, controller: its } of transfers) {
          const isOfIt = (one: MemoryBackup | MemoryRestore) =>
            one.spec.contextRef.name === metadata.name && one.metadata.namespace === metadata.namespace;
          for (const one of list<MemoryBackup | MemoryRestore>(of()).filter(isOfIt)) its.queue.add(keyOf(one));
        }
      }),
    ),
  );
  const principals = ours(
    "MemoryPrincipal",
    told(
      principalController.queue,
      ({ metadata }) => {
        const isUnder = (one: MemoryKey) =>
          one.spec.principalRef.name === metadata.name && one.metadata.namespace === metadata.namespace;
        for (const one of list<MemoryKey>(keys).filter(isUnder)) keyController.queue.add(keyOf(one));
      },
      isNewsForKeys,
    ),
  );
  const keys = ours("MemoryKey", told(keyController.queue));
  const backups = ours(
    "MemoryBackup",
    told(backupController.queue, ({ metadata }) => {
      const isFrom = (one: MemoryRestore) =>
        one.spec.source.backup?.name === metadata.name && one.metadata.namespace === metadata.namespace;
      for (const one of list<MemoryRestore>(restores).filter(isFrom)) restoreController.queue.add(keyOf(one));
    }),
  );
  const restores = ours(
    "MemoryRestore",
    told(
      restoreController.queue,
      (resource) => {
        const { metadata, spec } = resource as MemoryRestore;
        const isOfItsContext = (one: MemoryBackup) =>
          one.spec.contextRef.name === spec.contextRef.name && one.metadata.namespace === metadata.namespace;
        for (const one of list<MemoryBackup>(backups).filter(isOfItsContext)) backupController.queue.add(keyOf(one));
      },
      isNewsForBackups,
    ),
  );
  metrics.watchBackups(() => list<MemoryBackup>(backups));
  const transfers = [
    { of: () => backups, controller: backupController },
    { of: () => restores, controller: restoreController },
  ];
  // Only the names and marks of the Secrets that are the operator's: what they hold is read when it is looked at, and not kept.
  const secrets = copies(
    "Secret",
    (namespace) => `/api/v1${inNamespace(namespace)}/secrets`,
    (before, after) => {
      for (const secret of [before, after]) {
        const owner = secret?.metadata.ownerReferences?.find((one) => one.kind === "MemoryKey")?.name;
        if (secret !== undefined && owner !== undefined) keyController.queue.add(`${secret.metadata.namespace}/${owner}`);
      }
    },
    { metadataOnly: true, labelSelector: `${labels.managedBy}=${fieldManager}` },
  );
  const all = [...contexts, ...principals, ...keys, ...backups, ...restores, ...secrets];

  return {
    synced: Promise.all(all.map((copy) => copy.synced)).then(() => undefined),
    async watch(signal) {
      await Promise.all(all.map((copy) => copy.run(signal)));
    },
    async work(signal) {
      const working = [contextController, principalController, keyController, backupController, restoreController];
      await Promise.all(working.map((one) => one.run(signal)));
    },
  };
}
