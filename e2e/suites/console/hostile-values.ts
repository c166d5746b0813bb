/** What somebody stored to be run by who looks at it. */
import type { Loci } from "@loci/client";
import { expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { untilTrue, type ConsoleWorld } from "./world.ts";

const mark = "window.owned=1";
const image = `<img src=x onerror="${mark}">`;
const hostile: readonly string[] = [
  image,
  `<svg/onload="${mark}"></svg>`,
  `<iframe srcdoc="<script>parent.${mark}</script>"></iframe>`,
  `</script><script>${mark}</script>`,
  `[report](javascript:${mark})`,
  `<a href="javascript:${mark}">report</a>`,
  `{{constructor.constructor("${mark}")()}}`,
];
/** All of them, with a word to find it by. */
const everything = `Harbour ${hostile.join(" ")}`;
const name = `Harbour ${image}`;

/** Puts them into every field that a page of the console shows. */
export async function seedHostile(loci: Loci): Promise<void> {
  const holder = { type: "Person", name };
  await loci.remember({ text: everything, infer: "none", labels: [`report=${image}`] });
  for (const value of [...hostile, name])
    await loci.remember({ triples: [{ entity: holder, key: "employer", value: value.slice(0, 200) }], infer: "triples" });
  await loci.remember({
    triples: [{ entity: holder, key: "works_on", target: { type: "Project", name: image } }],
    infer: "triples",
  });
  for (const day of ["3 May 1990", "4 May 1990"])
    await loci.remember({ triples: [{ entity: holder, key: "birth_date", value: day }], infer: "triples" });
  await loci.chat(everything);
  await loci.recall(everything);
  const file = new Blob([`# ${image}\n\n${everything}\n`], { type: "text/markdown" });
  await loci.documents.upload({ file, filename: `${image}.md`, title: name, labels: [`report=${image}`] });
  await loci.call("registerScope", { body: { path: "harbour", displayName: image, description: everything } });
  await loci.call("createPrincipal", { body: { id: "harbour", displayName: image, kind: "agent" } });
}

/** How many elements stand in the page that only such a value can have brought, and whether one ran. */
const brought = `JSON.stringify([
  [...document.querySelectorAll("img[src='x'], iframe, svg[onload], [onerror], [onload], a[href^='javascript:' i]")].map((one) => one.outerHTML),
  typeof window.owned,
])`;

/** @param world filled by `seedHostile` */
export function hostileValues(world: () => ConsoleWorld): void {
  const looksHarmless = async (page: Page, shown: string) => {
    await untilTrue(page, `document.body.innerText.includes(${JSON.stringify(shown)})`);
    // An image that does not exist, or a frame, takes a moment.
    await page.waitForTimeout(500);
    expect(JSON.parse(await page.evaluate<string>(brought))).toEqual([[], "undefined"]);
  };
  const ask = encodeURIComponent("What is said of the harbour report?");

  it.each([
    ["recall", `recall?q=${ask}`, image],
    ["graph", "graph", "Graph"],
    ["sessions", "sessions", "Chat"],
    ["documents", "documents", image],
    ["uncertainties", "uncertainties", image],
    ["traces", "traces", image],
    ["principals", "access/principals", image],
    ["scopes", "access/scopes", image],
    ["audit", "audit", "Audit"],
  ])("is shown as the text that it is by %s", async (_, path, shown) => {
    await world().visit(path, (page) => looksHarmless(page, shown));
  });

  it("is shown as the text that it is where one thing is looked at", async () => {
    const { loci } = world();
    const [document] = (await loci.documents.list()).documents;
    const [session] = (await loci.call("listSessions", {})).sessions;
    const [trace] = (await loci.call("listTraces", {})).traces;
    const [uncertainty] = (await loci.call("listUncertainties", {})).uncertainties;
    const places = [
      `graph?${new URLSearchParams({ entity: `Person/${name}` }).toString()}`,
      `documents/${document?.id ?? ""}`,
      `sessions/${session?.id ?? ""}`,
      `traces/${trace?.id ?? ""}`,
      `uncertainties/${uncertainty?.id ?? ""}`,
      "access/principals/harbour",
    ];
    for (const place of places) await world().visit(place, (page) => looksHarmless(page, image));
  });

  it("does not run from the address", async () => {
    for (const path of [
      `recall?q=${encodeURIComponent(everything)}`,
      encodeURIComponent(image),
      `sessions/${encodeURIComponent(image)}`,
    ])
      await world().visit(
        path,
        async (page) => {
          await page.waitForTimeout(500);
          expect(JSON.parse(await page.evaluate<string>(brought))).toEqual([[], "undefined"]);
        },
        { expected: /404|400|Failed to load resource/ },
      );
  });
}
