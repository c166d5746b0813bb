import { describe, expect, it } from "@jest/globals";
import { parseEntityReference, parseReference } from "./references.ts";

const key = "01jq3m9c7v5k2x8d4b6n0r1t9w";
const mina = { form: "entity", type: "Person", name: "Mina" };

describe("a reference", () => {
  it.each([
    ["Person/Mina", mina],
    ["Person:Mina", mina],
    ["entity:Person/Mina", mina],
    ["person:Mina K.", { form: "entity", type: "person", name: "Mina K." }],
    ["Path/a/b", { form: "entity", type: "Path", name: "a/b" }],
    ["Site/http://a.example", { form: "entity", type: "Site", name: "http://a.example" }],
    ["Company:A/B", { form: "entity", type: "Company", name: "A/B" }],
    ["Document:Plan", { form: "entity", type: "Document", name: "Plan" }],
    ["constructor/__proto__", { form: "entity", type: "constructor", name: "__proto__" }],
    ["attribute:Person/Mina/residence", { ...mina, form: "fact", kind: "attribute", key: "residence" }],
    ["relation:Person/Mina/works at", { ...mina, form: "fact", kind: "relation", key: "works at" }],
    ["attribute:Path/a/b/note", { form: "fact", kind: "attribute", type: "Path", name: "a/b", key: "note" }],
    [`passage:${key}`, { form: "passage", key }],
    [`passage:chunk:${key}`, { form: "passage", key }],
    [`trace:${key}`, { form: "id", kind: "trace", id: `trace:${key}` }],
    [`entity:${key}`, { form: "id", kind: "entity", id: `entity:${key}` }],
  ])("%s is read", (text, reference) => expect(parseReference(text)).toEqual(reference));

  it.each([
    ...["", "Mina", "/Mina", "Person/", ":Mina", "Person:", " /Mina", "Person/ "],
    ...["entity:Mina", "entity:Person/", "entity:/Mina", "trace:x", "document:Plan", "turn:a/b"],
    ...["attribute:Person/Mina", "attribute:Person/Mina/", "attribute:/Mina/residence", "relation:knows"],
    ...["passage:x", "passage:", `passage:trace:${key}`, `passage:${key}x`],
  ])("'%s' is none", (text) => expect(parseReference(text)).toBeUndefined());

  it("to an entity is its name or its id", () => {
    expect(parseEntityReference("entity:Person/Mina")).toEqual(mina);
    expect(parseEntityReference(`entity:${key}`)).toMatchObject({ form: "id" });
    for (const other of [`trace:${key}`, "attribute:Person/Mina/residence", `passage:${key}`]) {
      expect(parseEntityReference(other)).toBeUndefined();
    }
  });
});
