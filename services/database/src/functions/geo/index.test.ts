import { describeFunctions } from "../testing/table.ts";
import { shape } from "../testing/values.ts";
import { geo } from "./index.ts";

describeFunctions(geo, [
  [
    "geo::area",
    ["a"],
    "Internal: Incorrect arguments for function geo::area(). Argument 1 was the wrong type. Expected `geometry` but found `'a'`",
  ],
  ["geo::area", [shape({ type: "Point", coordinates: [1, 2] })], "0f"],
  [
    "geo::area",
    [1n],
    "Internal: Incorrect arguments for function geo::area(). Argument 1 was the wrong type. Expected `geometry` but found `1`",
  ],
  [
    "geo::area",
    [
      shape({
        type: "LineString",
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      }),
    ],
    "0f",
  ],
  ["geo::area", [shape({ type: "MultiPoint", coordinates: [[1, 2]] })], "0f"],
  [
    "geo::area",
    [
      shape({
        type: "MultiPolygon",
        coordinates: [
          [
            [
              [0, 0],
              [1, 0],
              [1, 1],
              [0, 1],
              [0, 0],
            ],
          ],
          [
            [
              [5, 5],
              [7, 5],
              [7, 7],
              [5, 7],
              [5, 5],
            ],
          ],
        ],
      }),
    ],
    "61685473969.567085f",
  ],
  [
    "geo::area",
    [
      shape({
        type: "MultiPolygon",
        coordinates: [
          [
            [
              [0, 0],
              [1, 0],
              [1, 1],
              [0, 1],
              [0, 0],
            ],
          ],
        ],
      }),
    ],
    "12391399902.071104f",
  ],
  [
    "geo::area",
    [
      shape({
        type: "Polygon",
        coordinates: [
          [
            [-0.38314819, 51.37692386],
            [0.1785278, 51.37692386],
            [0.1785278, 51.6146057],
            [-0.38314819, 51.6146057],
            [-0.38314819, 51.37692386],
          ],
        ],
      }),
    ],
    "1029944667.4192368f",
  ],
  [
    "geo::area",
    [
      shape({
        type: "Polygon",
        coordinates: [
          [
            [0, 0],
            [0, 1],
            [1, 1],
            [1, 0],
            [0, 0],
          ],
        ],
      }),
    ],
    "12391399902.071104f",
  ],
  [
    "geo::bearing",
    [shape({ type: "Point", coordinates: [-0.04, 51.55] }), shape({ type: "Point", coordinates: [30.46, -17.86] })],
    "149.8887238429669f",
  ],
  ["geo::bearing", [shape({ type: "Point", coordinates: [0, 0] }), shape({ type: "Point", coordinates: [-1, 0] })], "-90f"],
  ["geo::bearing", [shape({ type: "Point", coordinates: [0, 0] }), shape({ type: "Point", coordinates: [0, -1] })], "180f"],
  ["geo::bearing", [shape({ type: "Point", coordinates: [0, 0] }), shape({ type: "Point", coordinates: [0, 1] })], "0f"],
  ["geo::bearing", [shape({ type: "Point", coordinates: [1, 2] }), shape({ type: "Point", coordinates: [1, 2] })], "0f"],
  [
    "geo::bearing",
    [shape({ type: "Point", coordinates: [1, 2] }), 1n],
    "Internal: Incorrect arguments for function geo::bearing(). Argument 2 was the wrong type. Expected `geometry` but found `1`",
  ],
  [
    "geo::bearing",
    [
      shape({ type: "Point", coordinates: [1, 2] }),
      shape({
        type: "LineString",
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      }),
    ],
    "NONE",
  ],
  [
    "geo::bearing",
    [shape({ type: "Point", coordinates: [10, 20] }), shape({ type: "Point", coordinates: [-30, -40] })],
    "-148.5380258800132f",
  ],
  [
    "geo::bearing",
    [shape({ type: "Point", coordinates: [30.46, -17.86] }), shape({ type: "Point", coordinates: [-0.04, 51.55] })],
    "-19.132629658759868f",
  ],
  [
    "geo::centroid",
    ["a"],
    "Internal: Incorrect arguments for function geo::centroid(). Argument 1 was the wrong type. Expected `geometry` but found `'a'`",
  ],
  ["geo::centroid", [shape({ type: "Point", coordinates: [1, 2] })], "(1, 2)"],
  [
    "geo::centroid",
    [1n],
    "Internal: Incorrect arguments for function geo::centroid(). Argument 1 was the wrong type. Expected `geometry` but found `1`",
  ],
  [
    "geo::centroid",
    [
      shape({
        type: "LineString",
        coordinates: [
          [1, 2],
          [1, 2],
        ],
      }),
    ],
    "(1, 2)",
  ],
  [
    "geo::centroid",
    [
      shape({
        type: "LineString",
        coordinates: [
          [1, 2],
          [3, 4],
          [3, 9],
        ],
      }),
    ],
    "(2.6386979044864147, 5.235442665702451)",
  ],
  [
    "geo::centroid",
    [
      shape({
        type: "MultiLineString",
        coordinates: [
          [
            [1, 2],
            [3, 4],
          ],
          [
            [5, 5],
            [5, 9],
          ],
        ],
      }),
    ],
    "(3.757359312880715, 5.343145750507619)",
  ],
  [
    "geo::centroid",
    [
      shape({
        type: "MultiPoint",
        coordinates: [
          [1, 2],
          [3, 4],
          [3, 9],
        ],
      }),
    ],
    "(2.3333333333333335, 5)",
  ],
  [
    "geo::centroid",
    [
      shape({
        type: "MultiPolygon",
        coordinates: [
          [
            [
              [0, 0],
              [1, 0],
              [1, 1],
              [0, 1],
              [0, 0],
            ],
          ],
          [
            [
              [5, 5],
              [7, 5],
              [7, 7],
              [5, 7],
              [5, 5],
            ],
          ],
        ],
      }),
    ],
    "(4.9, 4.9)",
  ],
  [
    "geo::centroid",
    [
      shape({
        type: "Polygon",
        coordinates: [
          [
            [-0.38314819, 51.37692386],
            [0.1785278, 51.37692386],
            [0.1785278, 51.6146057],
            [-0.38314819, 51.6146057],
            [-0.38314819, 51.37692386],
          ],
        ],
      }),
    ],
    "(-0.10231019499999999, 51.49576478)",
  ],
  [
    "geo::distance",
    [shape({ type: "Point", coordinates: [-0.04, 51.55] }), shape({ type: "Point", coordinates: [30.46, -17.86] })],
    "8267213.744594989f",
  ],
  [
    "geo::distance",
    [shape({ type: "Point", coordinates: [0, 0] }), shape({ type: "Point", coordinates: [180, 0] })],
    "20015114.442035925f",
  ],
  [
    "geo::distance",
    [
      shape({ type: "Point", coordinates: [0, 0] }),
      shape({
        type: "LineString",
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      }),
    ],
    "NONE",
  ],
  ["geo::distance", [shape({ type: "Point", coordinates: [1, 2] }), shape({ type: "Point", coordinates: [1, 2] })], "0f"],
  [
    "geo::distance",
    [shape({ type: "Point", coordinates: [1, 2] }), 1n],
    "Internal: Incorrect arguments for function geo::distance(). Argument 2 was the wrong type. Expected `geometry` but found `1`",
  ],
  [
    "geo::distance",
    [shape({ type: "Point", coordinates: [10, 20] }), shape({ type: "Point", coordinates: [-30, -40] })],
    "7854243.776788483f",
  ],
  [
    "geo::distance",
    [shape({ type: "Point", coordinates: [51.509865, -0.118092] }), shape({ type: "Point", coordinates: [51.5, -0.1] })],
    "2291.369732555618f",
  ],
  ["geo::distance", [shape({ type: "MultiPoint", coordinates: [[1, 2]] }), shape({ type: "Point", coordinates: [0, 0] })], "NONE"],
  ["geo::hash::decode", [""], "(0, 0)"],
  ["geo::hash::decode", ["000"], "(-179.296875, -89.296875)"],
  ["geo::hash::decode", ["999"], "(-110.390625, 9.140625)"],
  ["geo::hash::decode", ["bbb"], "(-145.546875, 49.921875)"],
  ["geo::hash::decode", ["gc"], "(-5.625, 53.4375)"],
  ["geo::hash::decode", ["gcpvj3448qb1gcpv"], "(-0.11809213103333605, 51.509865076832284)"],
  ["geo::hash::decode", ["mp"], "(50.625, -2.8125)"],
  ["geo::hash::decode", ["mpuxk4s24f51"], "(51.50986494496465, -0.11809204705059528)"],
  ["geo::hash::decode", ["zzz"], "(179.296875, 89.296875)"],
  ["geo::hash::encode", [shape({ type: "Point", coordinates: [-0.118092, 51.509865] })], "'gcpvj3448qb1'"],
  [
    "geo::hash::encode",
    [shape({ type: "Point", coordinates: [-0.118092, 51.509865] }), 0n],
    "Internal: Incorrect arguments for function geo::encode(). The second argument must be an integer greater than 0 and less than or equal to 12.",
  ],
  ["geo::hash::encode", [shape({ type: "Point", coordinates: [-0.118092, 51.509865] }), 12n], "'gcpvj3448qb1'"],
  [
    "geo::hash::encode",
    [shape({ type: "Point", coordinates: [-0.118092, 51.509865] }), 13n],
    "Internal: Incorrect arguments for function geo::encode(). The second argument must be an integer greater than 0 and less than or equal to 12.",
  ],
  ["geo::hash::encode", [shape({ type: "Point", coordinates: [-0.118092, 51.509865] }), 5n], "'gcpvj'"],
  ["geo::hash::encode", [shape({ type: "Point", coordinates: [-180, -90] })], "'000000000000'"],
  [
    "geo::hash::encode",
    [shape({ type: "Point", coordinates: [0, 0] }), -1n],
    "Internal: Incorrect arguments for function geo::encode(). The second argument must be an integer greater than 0 and less than or equal to 12.",
  ],
  ["geo::hash::encode", [shape({ type: "Point", coordinates: [0, 0] }), 1n], "'7'"],
  ["geo::hash::encode", [shape({ type: "Point", coordinates: [0, 0] }), 1.0], "'7'"],
  ["geo::is_valid", [shape({ type: "Point", coordinates: [-180.1, 90] })], "false"],
  ["geo::is_valid", [shape({ type: "Point", coordinates: [1, 2] })], "true"],
  ["geo::is_valid", [shape({ type: "Point", coordinates: [1, 91] })], "false"],
  ["geo::is_valid", [shape({ type: "Point", coordinates: [180, 90] })], "true"],
  ["geo::is_valid", [shape({ type: "Point", coordinates: [181, 2] })], "false"],
  [
    "geo::is_valid",
    [1n],
    "Internal: Incorrect arguments for function geo::is_valid(). Argument 1 was the wrong type. Expected `geometry` but found `1`",
  ],
  [
    "geo::is_valid",
    [
      shape({
        type: "LineString",
        coordinates: [
          [1, 2],
          [1, 2],
        ],
      }),
    ],
    "true",
  ],
  [
    "geo::is_valid",
    [
      shape({
        type: "LineString",
        coordinates: [
          [1, 2],
          [300, 4],
        ],
      }),
    ],
    "false",
  ],
  ["geo::is_valid", [shape({ type: "LineString", coordinates: [[1, 2]] })], "true"],
]);
