import { programs } from "./testing/programs.ts";

const collection =
  "{ type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [1, 2] }, { type: 'LineString', coordinates: [[0, 0], [2, 4]] }] }";

programs("values", [
  [
    "only GeoJSON that is written out is a geometry",
    "RETURN type::of({ type: 'Point', coordinates: [-1, 2] }); RETURN type::of({ type: 'Point', coordinates: [1 + 1, 2] });",
    ["'geometry<point>'", "'object'"],
  ],
  [
    "a collection holds what each of its geometries holds",
    `RETURN (1, 2) INSIDE ${collection}; RETURN (0, 0) INSIDE ${collection}; RETURN (9, 9) INTERSECTS ${collection};`,
    ["true", "false", "false"],
  ],
  [
    "a text is read as the record id that it begins with, and makes no key",
    "RETURN <record> 'r: 1'; RETURN <record> 'r:rand()';",
    ["r:1", "r:rand"],
  ],
  ["a zero escaped", "RETURN string::len('a\\0b');", ["3"]],
  ["a range that begins before the first place", "RETURN [1, 2, 3][..=-1]; RETURN [1, 2, 3][-1>..];", ["NONE", "NONE"]],
  ["an end before the first place counts as the first", "RETURN array::slice([1, 2, 3], ..=-7);", ["[1]"]],
  ["a key that could be a number", "RETURN r:⟨NaN⟩; RETURN ⟨Infinity⟩:1;", ["r:`NaN`", "`Infinity`:1"]],
  ["percentiles beside the infinite", "RETURN math::percentile([1, Infinity], 0);", ["1f"]],
  ["the way between two angles is taken from 0 to 360", "RETURN math::lerpangle(10, 0.1, 1e10);", ["99000000009.99977f"]],
  ["a geohash of odd letters", "RETURN geo::hash::decode('EZS42');", ["(-4.19677734375, -65.67626953125)"]],
  ["slugs of pictures", "RETURN string::slug('a🎉b 🙂');", ["'atada-b-slight-smile'"]],
  [
    "what is left out says so",
    "RETURN http::get('http://x'); RETURN f'b:/a'.get(); RETURN duration::set_day(1d, 1);",
    [
      "NotAllowed: The function http::get() is not supported here",
      "NotAllowed: The function file::get() is not supported here",
      "Internal: Unknown function 'duration::set_day' - not found in function registry",
    ],
  ],
  [
    "type::field wants a path",
    "RETURN type::field('1'); CREATE t:1 SET a = [1, 2]; SELECT type::field('a[$]') AS last FROM t;",
    [
      "Internal: Invalid field path '1': Parse error: Unexpected token `a number`, expected an identifier\n --> [1:1]\n  |\n1 | 1\n  | ^\n",
      "[{ a: [1, 2], id: t:1 }]",
      "[{ last: 2 }]",
    ],
  ],
]);
