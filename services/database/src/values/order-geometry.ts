import { compareNumbers } from "./numbers.ts";
import type { Position, Shape } from "./value.ts";

const shapesInOrder = [
  "Point",
  "LineString",
  "Polygon",
  "MultiPoint",
  "MultiLineString",
  "MultiPolygon",
  "GeometryCollection",
] as const;

/** Geometries by their type, then coordinate by coordinate, longitude first. */
export function compareShapes(a: Shape, b: Shape): number {
  const types = shapesInOrder.indexOf(a.type) - shapesInOrder.indexOf(b.type);
  if (types !== 0) return types;
  if (a.type === "GeometryCollection") {
    return b.type === "GeometryCollection" ? compareAll(a.geometries, b.geometries, compareShapes) : 0;
  }
  return b.type === "GeometryCollection" ? 0 : compareCoordinates(a.coordinates, b.coordinates);
}

type Coordinates = Position | readonly Coordinates[];

function compareCoordinates(a: number | Coordinates, b: number | Coordinates): number {
  if (typeof a === "number" || typeof b === "number")
    return typeof a === "number" && typeof b === "number" ? compareNumbers(a, b) : 0;
  return compareAll<number | Coordinates>(a, b, compareCoordinates);
}

function compareAll<T>(a: readonly T[], b: readonly T[], compare: (a: T, b: T) => number): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const order = compare(a[i] as T, b[i] as T);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}
