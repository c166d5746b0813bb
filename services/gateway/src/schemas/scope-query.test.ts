import { describe, expect, it } from "@jest/globals";
import { queryOf } from "../query-string.ts";
import { scopesInQuery } from "./scope-query.ts";

const read = (query: string) => scopesInQuery(queryOf(`/traces/stats?${query}`));

describe("scopes in a URL's query", () => {
  it.each([
    ["one path", "scope=org/a", [["org/a"]]],
    ["repeated (URLSearchParams, requests, OpenAPI's exploded form)", "scope=org%2Fa&scope=b", [["b"], ["org/a"]]],
    ["brackets (axios, PHP, Rails)", "scope[]=org/a&scope[]=b", [["b"], ["org/a"]]],
    ["brackets, encoded", "scope%5B%5D=org%2Fa&scope%5B%5D=b", [["b"], ["org/a"]]],
    ["indexed (qs)", "scope%5B0%5D=org%2Fa&scope%5B1%5D=b", [["b"], ["org/a"]]],
    ["one indexed", "scope[0]=a", [["a"]]],
    ["lists of lists, indexed (qs, jQuery)", "scope[0][0]=a&scope[0][1]=b&scope[1][0]=c", [["a", "b"], ["c"]]],
    ["lists of lists with brackets", "scope[0][]=a&scope[0][]=b&scope[1][]=c", [["a", "b"], ["c"]]],
    ["brackets in brackets, which keep no clause together", "scope[][]=a&scope[][]=b", [["a"], ["b"]]],
    ["dots (qs with allowDots)", "scope.0.0=a&scope.0.1=b&scope.1=c", [["a", "b"], ["c"]]],
    ["commas (OpenAPI's form without explode)", "scope=org/a,b", [["b"], ["org/a"]]],
    ["an encoded comma, which is a path's own", "scope=a%2Cb", [["a,b"]]],
    ["JSON", 'scope=["a","b"]', [["a"], ["b"]]],
    ["JSON of lists, encoded", `scope=${encodeURIComponent('[["a","b"],["c"]]')}`, [["a", "b"], ["c"]]],
    ["a path that begins with a bracket", "scope=%5Bdraft%5D", [["[draft]"]]],
    ["none", "", undefined],
  ])("are read: %s", (_form, query, expected) => {
    expect(read(query)).toEqual(expected);
  });

  it.each([
    ["an empty path", "scope=", "/scope"],
    ["no path", "scope[0]=a//b", "/scope"],
    ["three levels", "scope[0][0][0]=a", "/scope[0][0][0]"],
    ["an object", "scope[name]=a", "/scope[name]"],
    ["another parameter", "scopes=a", "/scopes"],
    ["a prototype", "__proto__=a", "/__proto__"],
    ["more than a selector holds", Array.from({ length: 65 }, (_, i) => `scope=p${i}`).join("&"), "/scope"],
  ])("are refused: %s", (_form, query, pointer) => {
    expect(() => read(query)).toThrow(
      expect.objectContaining({
        code: "invalid",
        fields: expect.arrayContaining([expect.objectContaining({ pointer })]) as unknown,
      }),
    );
  });

  it("are the only parameters that may come twice", () => {
    expect(() => queryOf("/?since=a&since=a")).toThrow(expect.objectContaining({ code: "invalid" }));
  });
});
