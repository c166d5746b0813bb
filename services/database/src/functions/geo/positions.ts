import type { Position, Shape } from "../../values/value.ts";

/** All positions of a shape. */
export function positionsIn(shape: Shape): readonly Position[] {
  switch (shape.type) {
    case "Point":
      return [shape.coordinates];
    case "LineString":
    case "MultiPoint":
      return shape.coordinates;
    case "Polygon":
    case "MultiLineString":
      return shape.coordinates.flat();
    case "MultiPolygon":
      return shape.coordinates.flat(2);
    case "GeometryCollection":
      return shape.geometries.flatMap(positionsIn);
  }
}
