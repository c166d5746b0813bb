import { geometryOf } from "../kinds/geometry.ts";
import type { Expression } from "../language/surrealql/tree/index.ts";
import { Geometry, type ObjectValue, type Value } from "../values/value.ts";

/** An object that is written in exactly the shape of GeoJSON is a geometry; one whose parts are calculated is an object. */
export function objectOrGeometry(object: ObjectValue, entries: readonly (readonly [string, Expression])[]): Value {
  if (!object.has("type")) return object;
  const geometry = geometryOf(object);
  return geometry !== undefined && entries.every(([, part]) => isWritten(part)) ? geometry : object;
}

/** Texts, numbers with or without a sign, and arrays and objects of them. */
function isWritten(part: Expression): boolean {
  switch (part.kind) {
    case "literal":
      return !(part.value instanceof Geometry);
    case "prefix":
      return part.operand.kind === "literal";
    case "array":
      return part.items.every(isWritten);
    case "object":
      return part.entries.every(([, inner]) => isWritten(inner));
    default:
      return false;
  }
}

/** `type` and `coordinates` (of a collection: `geometries`) of a geometry. */
export function geometryField({ shape }: Geometry, name: string): Value {
  if (name === "type") return shape.type;
  if (shape.type === "GeometryCollection")
    return name === "geometries" ? shape.geometries.map((inner) => new Geometry(inner)) : undefined;
  return name === "coordinates" ? shape.coordinates : undefined;
}
