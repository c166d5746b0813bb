import type { Call } from "@loci/platform/call";
import type { AuthService } from "@loci/protos";
import type { Route } from "../../route.ts";
import { keyRoutes } from "./keys.ts";
import { meRoutes } from "./me.ts";
import { principalRoutes } from "./principals.ts";
import { scopeRoutes } from "./scopes.ts";

/** Who may do what, for those who are inside a context. */
export function accessRoutes(service: AuthService<Call>): Route[] {
  return [
    ...meRoutes(service),
    ...scopeRoutes(service),
    ...keyRoutes(service),
    ...principalRoutes(service, { plane: "data", base: "", params: {} }),
  ];
}
