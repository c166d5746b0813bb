import { readFileSync, writeFileSync } from "node:fs";
import { recordCase, splitCases } from "./recorded.js";

async function recordFile(file, check) {
  const text = readFileSync(file, "utf8");
  const [before, ...cases] = splitCases(text);
  const recorded = [...before];
  for (const lines of cases) {
    const now = await recordCase(lines, file);
    if (check && now.join("\n").trim() !== lines.join("\n").trim()) console.log(`${file}: ${lines[0]}`);
    recorded.push(...now);
  }
  if (!check) writeFileSync(file, `${recorded.join("\n").trimEnd()}\n`);
  console.log(`${file}: ${cases.length} cases`);
}

const check = process.argv.includes("--check");
for (const file of process.argv.slice(2).filter((argument) => argument !== "--check")) await recordFile(file, check);
process.exit(0);
