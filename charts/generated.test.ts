import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { parse } from "yaml";

const chart = join(import.meta.dirname, "loci");
const definitions = readdirSync(join(chart, "templates/crds")).map((name) => join("templates/crds", name));

describe("what is generated into the chart", () => {
  // Helm and kubectl read YAML 1.1, in which a plain `off` is no text but false.
  it.each([...definitions, "rules.yaml"])("%s says the same in YAML 1.1 and 1.2", (file) => {
    const text = readFileSync(join(chart, file), "utf8").replaceAll(/^.*\{\{.*$/gm, "");
    const [older, newer] = (["1.1", "1.2"] as const).map((version) => parse(text, { version }) as unknown);
    expect(newer).toEqual(expect.objectContaining({}));
    expect(older).toEqual(newer);
  });
});
