import type { GeometryKind } from "../language/surrealql/tree/index.ts";
import { isArray } from "../values/kind-of.ts";
import { Geometry, type ObjectValue, type Position, type Shape, type Value } from "../values/value.ts";

const shapeOfKind: Readonly<Record<Exclude<GeometryKind, "feature">, Shape["type"]>> = {
  point: "Point",
  line: "LineString",
  polygon: "Polygon",
  multipoint: "MultiPoint",
  multiline: "MultiLineString",
  multipolygon: "MultiPolygon",
  collection: "GeometryCollection",
};

/** Whether a geometry is of one of these kinds; none named means any. */
export function isOfShape(geometry: Geometry, kinds: readonly GeometryKind[]): boolean {
  return kinds.length === 0 || kinds.some((kind) => kind === "feature" || shapeOfKind[kind] === geometry.shape.type);
}

/** An object that is a GeoJSON geometry (RFC 7946) and nothing more; undefined where it is not. */
export function geometryOf(object: ObjectValue): Geometry | undefined {
  if (object.size !== 2) return undefined;
  const shape = shapeOf(object.get("type"), object);
  return shape && new Geometry(shape);
}

function shapeOf(type: Value, object: ObjectValue): Shape | undefined {
  if (type === "GeometryCollection") {
    const geometries = all(object.get("geometries"), (item) =>
      item instanceof Geometry ? item.shape : item instanceof Map ? geometryOf(item)?.shape : undefined,
    );
    return geometries && { type, geometries };
  }
  const coordinates = object.get("coordinates");
  switch (type) {
    case "Point":
      return withCoordinates(position(coordinates), (found) => ({ type, coordinates: found }));
    case "LineString":
      return withCoordinates(line(coordinates), (found) => ({ type, coordinates: found }));
    case "Polygon":
      return withCoordinates(polygon(coordinates), (found) => ({ type, coordinates: found }));
    case "MultiPoint":
      return withCoordinates(all(coordinates, position), (found) => ({ type, coordinates: found }));
    case "MultiLineString":
      return withCoordinates(all(coordinates, line), (found) => ({ type, coordinates: found }));
    case "MultiPolygon":
      return withCoordinates(all(coordinates, polygon), (found) => ({ type, coordinates: found }));
    default:
      return undefined;
  }
}

function withCoordinates<T>(coordinates: T | undefined, make: (coordinates: T) => Shape): Shape | undefined {
  return coordinates === undefined ? undefined : make(coordinates);
}

/** Longitude and latitude. */
export function position(value: Value): Position | undefined {
  if (!isArray(value) || value.length !== 2) return undefined;
  const [longitude, latitude] = value;
  return isCoordinate(longitude) && isCoordinate(latitude) ? [Number(longitude), Number(latitude)] : undefined;
}

/** A decimal is none. */
function isCoordinate(value: Value): value is bigint | number {
  return typeof value === "bigint" || typeof value === "number";
}

function line(value: Value): readonly Position[] | undefined {
  return all(value, position);
}

/** Each ring ends where it began: one that does not is closed. */
function polygon(value: Value): readonly (readonly Position[])[] | undefined {
  const rings = all(value, line);
  return rings === undefined || rings.length === 0 ? undefined : rings.map(closed);
}

function closed(ring: readonly Position[]): readonly Position[] {
  const first = ring[0];
  const last = ring.at(-1);
  return first === undefined || last === undefined || (first[0] === last[0] && first[1] === last[1]) ? ring : [...ring, first];
}

function all<T>(value: Value, read: (item: Value) => T | undefined): readonly T[] | undefined {
  if (!isArray(value)) return undefined;
  const found: T[] = [];
  for (const item of value) {
    const one = read(item);
    if (one === undefined) return undefined;
    found.push(one);
  }
  return found;
}
