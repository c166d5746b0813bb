import { describe, expect, it } from "@jest/globals";
import { alternativeNames } from "./peer-names.ts";

describe("the names in a certificate", () => {
  it.each([
    [undefined, []],
    ["", []],
    ["URI:spiffe://loci/api", ["spiffe://loci/api"]],
    ["IP Address:127.0.0.1, DNS:graph.memory.svc, URI:spiffe://loci/graph", ["graph.memory.svc", "spiffe://loci/graph"]],
    // As Node writes a name that holds what separates names.
    ['URI:"a, URI:spiffe://loci/api, b", DNS:other', ['"a, URI:spiffe://loci/api, b"', "other"]],
    ['othername:"x\\", URI:spiffe://loci/api", DNS:other', ["other"]],
    ["email:URI:spiffe://loci/api", []],
  ])("%j", (text, names) => {
    expect(alternativeNames(text)).toEqual(names);
  });
});
