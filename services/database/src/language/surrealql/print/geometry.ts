import { printValue } from "../../../values/print.ts";
import type { Shape } from "../../../values/value.ts";

/** A geometry within a statement: unlike where it is a value, its numbers show that they are floats. */
export function printGeometry(shape: Shape): string {
  if (shape.type === "Point") return `(${printValue(shape.coordinates[0])}, ${printValue(shape.coordinates[1])})`;
  if (shape.type === "GeometryCollection")
    return `{ type: 'GeometryCollection', geometries: [${shape.geometries.map(printGeometry).join(", ")}] }`;
  return `{ type: '${shape.type}', coordinates: ${printValue(shape.coordinates)} }`;
}
