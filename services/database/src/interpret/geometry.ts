import { geometryOf } from "../kinds/geometry.ts";
import { Geometry, type ObjectValue, type Value } from "../values/value.ts";

/** An object that has exactly the shape of GeoJSON is a geometry. */
export function objectOrGeometry(object: ObjectValue): Value {
  return object.has("type") ? (geometryOf(object) ?? object) : object;
}

/** `type` and `coordinates` (of a collection: `geometries`) of a geometry. */
export function geometryField({ shape }: Geometry, name: string): Value {
  if (name === "type") return shape.type;
  if (shape.type === "GeometryCollection")
    return name === "geometries" ? shape.geometries.map((inner) => new Geometry(inner)) : undefined;
  return name === "coordinates" ? shape.coordinates : undefined;
}
