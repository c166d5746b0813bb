import { z } from "zod";
import { name } from "../../schemas/text.ts";

/** A context that is asked for by an id it cannot have does not exist: 404 by the service, not 400. */
export const ctx = name(128);
export const contextParams = z.strictObject({ ctx });
export const principalParams = z.strictObject({ ctx, principalId: name(128) });
export const keyParams = z.strictObject({ ctx, principalId: name(128), name: name(128) });
