import type { FieldPermissions, Permission, TablePermissions } from "../tree/index.ts";
import { printExpression } from "./expression.ts";
import { list } from "./join.ts";

/** `PERMISSIONS FULL | NONE | WHERE …`, of what has one permission. */
export function printPermission(permission: Permission): string {
  return `PERMISSIONS ${shown(permission)}`;
}

/** Permissions by what they are for; those that are the same stand together. */
export function printPermissions(permissions: TablePermissions | FieldPermissions): string {
  const groups = groupsOf(permissions);
  const [only, ...others] = groups.keys();
  if (others.length === 0 && (only === "FULL" || only === "NONE")) return `PERMISSIONS ${only}`;
  return printGroups(groups);
}

/** The same as INFO shows them: a DELETE that is permitted to all, as always for fields, is left out where the others are not. */
export function printShownPermissions(permissions: TablePermissions | FieldPermissions): string {
  if ("delete" in permissions && permissions.delete !== true) return printPermissions(permissions);
  const { select, create, update } = permissions;
  const all = select === true && create === true && update === true;
  return all ? printPermission(true) : printGroups(groupsOf({ select, create, update }));
}

function groupsOf(permissions: TablePermissions | FieldPermissions): ReadonlyMap<string, readonly string[]> {
  const entries: ReadonlyMap<string, Permission> = new Map(Object.entries(permissions));
  const actions = ["select", "create", "update", "delete"].filter((action) => entries.has(action));
  return Map.groupBy(actions, (action) => shown(entries.get(action) ?? false));
}

function printGroups(groups: ReadonlyMap<string, readonly string[]>): string {
  return `PERMISSIONS ${list([...groups], ([permission, of]) => `FOR ${of.join(", ")} ${permission}`)}`;
}

function shown(permission: Permission): string {
  if (typeof permission === "boolean") return permission ? "FULL" : "NONE";
  return `WHERE ${printExpression(permission)}`;
}
