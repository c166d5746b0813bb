import { isSubdomain } from "../runtime/kube-path.ts";
import { no, type Finding } from "./conditions.ts";

/** Says which field names a Secret as none can be called. The definitions refuse such a name; a resource may be older than they are. */
export function wrongSecretName(field: string, name: string): Finding | undefined {
  return isSubdomain(name) ? undefined : no("InvalidSecretName", `${field} is '${name}', which no Secret can be called.`);
}
