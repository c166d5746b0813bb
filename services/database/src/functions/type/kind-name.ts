import { Decimal } from "decimal.js";
import type { GeometryKind } from "../../language/surrealql/tree/index.ts";
import { kindOf } from "../../values/kind-of.ts";
import { Geometry, type Shape, type Value } from "../../values/value.ts";

const shapes: Readonly<Record<Shape["type"], GeometryKind>> = {
  Point: "point",
  LineString: "line",
  Polygon: "polygon",
  MultiPoint: "multipoint",
  MultiLineString: "multiline",
  MultiPolygon: "multipolygon",
  GeometryCollection: "collection",
};

/** What the language calls a shape, as in `geometry<point>`. */
export function shapeName(shape: Shape): GeometryKind {
  return shapes[shape.type];
}

/** The kind of a value by its name, with kinds of numbers and shapes of geometries apart: `type::of`. */
export function kindName(value: Value): string {
  if (typeof value === "bigint") return "int";
  if (typeof value === "number") return "float";
  if (value instanceof Geometry) return `geometry<${shapeName(value.shape)}>`;
  return value instanceof Decimal ? "decimal" : kindOf(value);
}
