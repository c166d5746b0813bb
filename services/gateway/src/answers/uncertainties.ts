import { z } from "zod";
import { attributeDetail, relationDetail } from "./entities.ts";
import { extractionResult } from "./extraction.ts";
import { count, instant, scopeSets, word } from "./words.ts";

/** Where a candidate comes from, in its own words. */
export const candidateSource = z
  .object({
    kind: z.string(),
    ref: z.string().nullable(),
    text: z.string(),
    role: z.string().nullable(),
    documentTitle: z.string().nullable(),
    knownAt: z.string(),
    principal: z.string().nullable(),
  })
  .meta({ id: "CandidateSource" });

/** An attribute or a relation; of a question whether two are the same an entity, its name the value; or nothing but sources where it is there no more. */
export const uncertaintyCandidate = z
  .object({ ...attributeDetail.partial().shape, ...relationDetail.partial().shape, sources: z.array(candidateSource) })
  .meta({ id: "UncertaintyCandidate" });

export const uncertaintyResolution = z
  .object({ rule: z.string(), reason: z.string().nullable(), by: z.string().nullable(), chosen: z.array(z.string()) })
  .meta({ id: "UncertaintyResolution" });

export const uncertainty = z
  .object({
    id: z.string(),
    entity: z.string(),
    entityId: z.string(),
    key: z.string(),
    about: z.string(),
    reason: z.string(),
    question: z.string(),
    status: word(["open", "resolved", "withdrawn"], "UncertaintyStatus"),
    owner: z.string().nullable(),
    scopes: scopeSets,
    candidates: z.array(uncertaintyCandidate),
    createdAt: instant,
    ageSeconds: z.number(),
    resolvedAt: instant.nullable(),
    resolution: uncertaintyResolution.nullable(),
  })
  .meta({ id: "Uncertainty" });

export const uncertaintyListResponse = z
  .object({ uncertainties: z.array(uncertainty), total: count })
  .meta({ id: "UncertaintyListResponse" });

export const correctionResponse = z.object({ extraction: extractionResult }).meta({ id: "CorrectionResponse" });
