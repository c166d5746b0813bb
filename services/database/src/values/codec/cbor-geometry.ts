import { isArray, isNumber } from "../kind-of.ts";
import { Geometry, type Position, type Shape, type Value } from "../value.ts";
import { tag } from "./cbor-tags.ts";

/** The geometry that a tag makes of its content, of which the tagged parts are geometries already; undefined where it makes none. */
export function geometryOfTag(number: number, content: Value): Geometry | undefined {
  if (!isArray(content)) return undefined;
  const shape = number === tag.point ? point(content) : compound(number, content);
  return shape && new Geometry(shape);
}

function point(content: readonly Value[]): Shape | undefined {
  const [longitude, latitude] = content;
  if (content.length !== 2 || !isNumber(longitude) || !isNumber(latitude)) return undefined;
  return { type: "Point", coordinates: [Number(longitude), Number(latitude)] };
}

function compound(number: number, content: readonly Value[]): Shape | undefined {
  switch (number) {
    case tag.line:
      return ofParts(content, pointOf, (coordinates) => ({ type: "LineString", coordinates }));
    case tag.polygon:
      return ofParts(content, lineOf, (coordinates) => ({ type: "Polygon", coordinates }));
    case tag.multiPoint:
      return ofParts(content, pointOf, (coordinates) => ({ type: "MultiPoint", coordinates }));
    case tag.multiLine:
      return ofParts(content, lineOf, (coordinates) => ({ type: "MultiLineString", coordinates }));
    case tag.multiPolygon:
      return ofParts(content, polygonOf, (coordinates) => ({ type: "MultiPolygon", coordinates }));
    case tag.collection:
      return ofParts(
        content,
        (shape) => shape,
        (geometries) => ({ type: "GeometryCollection", geometries }),
      );
    default:
      return undefined;
  }
}

function pointOf(shape: Shape): Position | undefined {
  return shape.type === "Point" ? shape.coordinates : undefined;
}

function lineOf(shape: Shape): readonly Position[] | undefined {
  return shape.type === "LineString" ? shape.coordinates : undefined;
}

function polygonOf(shape: Shape): readonly (readonly Position[])[] | undefined {
  return shape.type === "Polygon" && shape.coordinates.length > 0 ? shape.coordinates : undefined;
}

function ofParts<T>(
  content: readonly Value[],
  read: (shape: Shape) => T | undefined,
  make: (parts: readonly T[]) => Shape,
): Shape | undefined {
  const parts: T[] = [];
  for (const item of content) {
    const part = item instanceof Geometry ? read(item.shape) : undefined;
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return make(parts);
}
