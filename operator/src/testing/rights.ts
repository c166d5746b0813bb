/** What the operator may do where it looks after resources, as rules of RBAC: its tests run under these, and the chart has to give the same. */
import { group } from "../api/names.ts";

const kinds = ["memorycontexts", "memoryprincipals", "memorykeys", "memorybackups", "memoryrestores"];

export const operatorRights = [
  { apiGroups: [group], resources: kinds, verbs: ["get", "list", "watch", "patch"] },
  { apiGroups: [group], resources: ["memoryprincipals", "memorykeys"], verbs: ["create", "delete"] },
  { apiGroups: [group], resources: kinds.map((kind) => `${kind}/status`), verbs: ["patch"] },
  { apiGroups: [group], resources: kinds.map((kind) => `${kind}/finalizers`), verbs: ["update"] },
  { apiGroups: [""], resources: ["secrets"], verbs: ["get", "list", "watch", "create", "patch"] },
  { apiGroups: [""], resources: ["events"], verbs: ["create", "patch"] },
];
