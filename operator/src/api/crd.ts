/** A CustomResourceDefinition from a kind's schemas. Only generate.ts runs this; the operator itself needs the types alone. */
import { z } from "zod";
import { group, version } from "./names.ts";

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly jsonPath: string;
  readonly priority?: number;
}

/** What a kind is, as far as its definition says. */
export interface KindDescription {
  readonly kind: string;
  readonly plural: string;
  readonly shortName: string;
  readonly columns: readonly Column[];
  readonly spec: z.ZodType;
  readonly status: z.ZodType;
}

export function customResourceDefinition({ kind, plural, shortName, columns, spec, status }: KindDescription): object {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: {
        kind,
        listKind: `${kind}List`,
        plural,
        singular: kind.toLowerCase(),
        shortNames: [shortName],
        categories: ["memory"],
      },
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          subresources: { status: {} },
          additionalPrinterColumns: columns,
          schema: {
            openAPIV3Schema: {
              type: "object",
              required: ["spec"],
              properties: { spec: structural(spec), status: structural(status) },
            },
          },
        },
      ],
    },
  };
}

const outermost = Number.MAX_SAFE_INTEGER;

/** JSON Schema in the dialect of custom resources (OpenAPI 3.0, "structural"), which leaves much out. */
function structural(schema: z.ZodType): unknown {
  return adapted(z.toJSONSchema(schema, { io: "input", target: "draft-7" }));
}

function adapted(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(adapted);
  if (typeof node !== "object" || node === null) return node;
  const entries = Object.entries(node).flatMap(([name, value]: [string, unknown]): [string, unknown][] => {
    if (name === "$schema" || name === "propertyNames") return [];
    if ((name === "maximum" || name === "minimum") && typeof value === "number" && Math.abs(value) === outermost) return [];
    if (name === "exclusiveMinimum") {
      return [
        ["minimum", value],
        ["exclusiveMinimum", true],
      ];
    }
    return [[name, adapted(value)]];
  });
  return Object.fromEntries(entries);
}
