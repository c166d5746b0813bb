import { z } from "zod";
import { grantsText } from "../schemas/scopes.ts";
import { instant, word } from "./words.ts";

/** Each verb with the paths over which it is held. */
export const grants = grantsText;

export const whoami = z
  .object({
    principalId: z.string(),
    displayName: z.string(),
    kind: z.string(),
    grants,
    /** What the key narrows them to; null where it does not. */
    tokenGrants: grants.nullable(),
    effectiveGrants: grants,
    delegatedPrincipalId: z.string().nullable(),
  })
  .meta({ id: "Whoami" });

export const scopeNode = z
  .object({
    path: z.string(),
    createdAt: instant,
    tombstonedAt: instant.nullable(),
    displayName: z.string(),
    description: z.string(),
  })
  .meta({ id: "ScopeNode" });

export const scopeNodes = z.array(scopeNode);

export const keyDetail = z
  .object({
    id: z.string(),
    name: z.string(),
    principalId: z.string(),
    grants: grants.nullable(),
    createdAt: instant,
    validUntil: instant.nullable(),
    lastUsedAt: instant.nullable(),
    state: word(["active", "expired", "revoked"], "KeyState"),
    mintedBy: z.string().nullable(),
  })
  .meta({ id: "KeyDetail" });

export const keyDetails = z.array(keyDetail);

const minted = { id: z.string(), name: z.string(), key: z.string(), validUntil: instant.nullable() };

/** The only answer that ever holds the key's text. */
export const mintedKey = z.object(minted).meta({ id: "MintedKey" });
export const mintedToken = z.object({ ...minted, principalId: z.string() }).meta({ id: "MintedToken" });

export const principal = z
  .object({
    id: z.string(),
    displayName: z.string(),
    kind: z.string(),
    grants,
    externalId: z.string().nullable(),
    createdAt: instant,
    reserved: z.boolean(),
  })
  .meta({ id: "Principal" });

export const principals = z.array(principal);

export const effectiveGrants = z
  .object({ path: z.string(), verbs: z.array(z.string()), asOf: instant.nullable() })
  .meta({ id: "EffectiveGrants" });
