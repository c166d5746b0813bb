import type { Alter, Define, Info, Level, Rebuild, Remove } from "../../language/surrealql/tree/index.ts";
import { notAllowed } from "../../messages/interpret.ts";
import type { Scope } from "../scope.ts";

/** What only owners define: who may come in, and what reaches beyond the tables. */
const ofOwners: ReadonlySet<string> = new Set(["user", "access", "sequence", "config", "api", "system"]);

/** From what reaches over everything to what reaches over one database. */
const levels: readonly Level[] = ["root", "namespace", "database"];

/**
 * Definitions are for system users of their level or one above it: editors, and owners where `ofOwners` says so.
 * @throws QueryError
 */
export function mayDefine(statement: Define | Alter | Remove | Rebuild, scope: Scope): void {
  const isGuarded = "what" in statement && ofOwners.has(statement.what);
  mayAct(isGuarded ? "owner" : "editor", levelOf(statement), scope);
}

/** Options pass over what is defined. @throws QueryError */
export function maySetOption(scope: Scope): void {
  mayAct("editor", "database", scope);
}

/** What is defined may be seen by all system users of its level or one above it. @throws QueryError */
export function mayInform({ of }: Pick<Info, "of">, scope: Scope): void {
  const level = "level" in of ? of.level : "user" in of ? (of.on ?? "database") : "database";
  mayAct("viewer", level, scope);
}

/** Whoever sleeps holds what others wait for. @throws QueryError */
export function maySleep(scope: Scope): void {
  mayAct("editor", "root", scope);
}

/** What changed, hence all that records hold. @throws QueryError */
export function mayShow(scope: Scope): void {
  mayAct("viewer", "database", scope);
}

/** Grants are for owners. @throws QueryError */
export function mayGrant(level: Level, scope: Scope): void {
  mayAct("owner", level, scope);
}

/** Tables, namespaces and databases that are not there are made for editors as they are used. @throws QueryError */
export function mayMake(what: "namespace" | "database" | "table", scope: Scope): void {
  mayAct("editor", what === "namespace" ? "root" : what === "database" ? "namespace" : "database", scope);
}

const roles = ["viewer", "editor", "owner"] as const;

function mayAct(role: (typeof roles)[number], level: Level, { identity }: Scope): void {
  if (identity.kind !== "system") throw notAllowed();
  if (roles.indexOf(identity.role) < roles.indexOf(role)) throw notAllowed();
  if (levels.indexOf(identity.level) > levels.indexOf(level)) throw notAllowed();
}

function levelOf(statement: Define | Alter | Remove | Rebuild): Level {
  if (!("what" in statement)) return "database";
  if (statement.what === "user" || statement.what === "access") return statement.on;
  if (statement.what === "config" && "config" in statement && statement.config.of === "default") return "root";
  if (statement.what === "namespace" || statement.what === "system") return "root";
  return statement.what === "database" ? "namespace" : "database";
}
