import { LociError } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { AuthService } from "@loci/protos";
import { z } from "zod";
import { whoami } from "../../answers/access.ts";
import { route, type Route } from "../../route.ts";
import { grantsBody, orNull } from "../answers.ts";

/** Who asks, and what nobody may. */
export function meRoutes(service: AuthService<Call>): Route[] {
  return [
    route({
      operationId: "whoami",
      method: "get",
      path: "/me",
      plane: "data",
      summary: "The caller and what it may do",
      status: 200,
      answer: whoami,
      async handle({ call }) {
        const me = await service.whoami({}, call);
        return {
          body: {
            principalId: me.principalId,
            displayName: me.displayName,
            kind: me.kind,
            grants: grantsBody(me.grants) ?? {},
            tokenGrants: grantsBody(me.tokenGrants),
            effectiveGrants: grantsBody(me.effectiveGrants) ?? {},
            delegatedPrincipalId: orNull(me.delegatedPrincipalId),
          },
        };
      },
    }),
    route({
      operationId: "grantScope",
      method: "post",
      path: "/scope-grants",
      plane: "data",
      summary: "Sharing across principals, which is locked",
      status: 501,
      repetition: "none",
      body: z.unknown(),
      handle() {
        throw new LociError("not_implemented", "Sharing scopes across principals is locked.");
      },
    }),
  ];
}
