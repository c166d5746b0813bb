/** Which public members of the client's classes there are, and which of them were called from outside the package. */
import { fileURLToPath } from "node:url";
import { dirname } from "node:path";
import {
  LiveSubscription,
  ManagedLiveSubscription,
  RecordId,
  SurrealTransaction,
  Table,
  UnmanagedLiveSubscription,
  Uuid,
  type Surreal,
} from "surrealdb";

const library = dirname(fileURLToPath(import.meta.resolve("surrealdb")));
/** `dispatch` is for the client's own use: awaiting a promise calls it. */
const ownUse = new Set(["constructor", "dispatch"]);

/** What further sessions, transactions and live queries alone have, which need a socket. */
const classesOfSockets = new Set([
  "SurrealTransaction",
  "ManagedLivePromise",
  "ManagedLiveSubscription",
  "UnmanagedLiveSubscription",
  "LiveSubscription",
  "static SurrealSession",
]);
const membersOfSockets = new Set([
  "SurrealSession.subscribe",
  "SurrealSession.closeSession",
  "SurrealSession.Symbol(Symbol.asyncDispose)",
]);

export interface Members {
  /** `Class.member`, of those that were never called */
  missed(isWebSocket: boolean): readonly string[];
}

/**
 * From now on calls are noted. What only calculates with values (Duration, Decimal and the like) asks no server and is left out.
 * @param db is connected: classes that are not exported are found by what it gives
 */
export function watchMembers(db: Surreal): Members {
  const [all, called] = [new Set<string>(), new Set<string>()];
  for (const [name, owner] of owners(db)) {
    for (const key of Reflect.ownKeys(owner)) {
      const descriptor = Reflect.getOwnPropertyDescriptor(owner, key);
      if (ownUse.has(String(key)) || descriptor === undefined) continue;
      const member = `${name}.${String(key)}`;
      const note = () => void (calledFromOutside() && called.add(member));
      if (noting(owner, key, descriptor, note)) all.add(member);
    }
  }
  const needsSocket = (member: string) =>
    membersOfSockets.has(member) || classesOfSockets.has(member.slice(0, member.indexOf(".")));
  return {
    missed: (isWebSocket) => [...all].filter((member) => !called.has(member) && (isWebSocket || !needsSocket(member))),
  };
}

/** @returns whether it is a method or a getter */
function noting(owner: object, key: PropertyKey, descriptor: PropertyDescriptor, note: () => void): boolean {
  const value: unknown = descriptor.value;
  if (descriptor.get !== undefined) {
    const getter = function (this: unknown): unknown {
      note();
      return descriptor.get?.call(this);
    };
    Object.defineProperty(owner, key, { ...descriptor, get: getter });
    return true;
  }
  if (typeof value !== "function") return false;
  const method = function (this: unknown, ...args: unknown[]): unknown {
    note();
    return Reflect.apply(value, this, args);
  };
  Object.defineProperty(owner, key, { ...descriptor, value: method });
  return true;
}

/** The frames are: this function, the note, the member, its caller. */
function calledFromOutside(): boolean {
  const caller = new Error("for its stack").stack?.split("\n")[4] ?? "";
  return !caller.includes(library);
}

/** The prototypes of all classes that a program meets. */
function owners(db: Surreal): Map<string, object> {
  const [table, one] = [new Table("t"), new RecordId("t", 1)];
  const given: (() => object)[] = [
    () => db,
    () => SurrealTransaction.prototype,
    () => ManagedLiveSubscription.prototype,
    () => UnmanagedLiveSubscription.prototype,
    () => LiveSubscription.prototype,
    () => db.api(),
    () => db.api().get(""),
    () => db.query(""),
    () => db.auth(),
    () => db.live(table),
    () => db.liveOf(Uuid.v4()),
    () => db.select(one),
    () => db.create(one),
    () => db.insert(table, {}),
    () => db.update(one),
    () => db.upsert(one),
    () => db.delete(one),
    () => db.relate(one, table, one),
    () => db.run("f"),
    () => db.export(),
    () => db.exportModel("", ""),
  ];
  const found = new Map<string, object>();
  for (const give of given) {
    const each = give();
    for (let at = Object.hasOwn(each, "constructor") ? each : proto(each); isOwn(at); at = proto(at))
      found.set(at.constructor.name, at);
  }
  const session = found.get("SurrealSession")?.constructor;
  if (session !== undefined) found.set("static SurrealSession", session);
  return found;
}

const proto = (of: object): object => Reflect.getPrototypeOf(of) ?? Object.prototype;

/** Up to what JavaScript itself brings, or what makes a promise of a query. */
function isOwn(prototype: object): boolean {
  return ![Object.prototype, Promise.prototype].includes(prototype) && prototype.constructor.name !== "DispatchedPromise";
}
