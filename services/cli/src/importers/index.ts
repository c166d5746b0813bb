/** The tools whose exports can be imported. */
import { importGraphiti, importZep } from "./graphiti.ts";
import { importLangMem } from "./langmem.ts";
import { importLetta } from "./letta.ts";
import { importMem0 } from "./mem0.ts";
import type { Importer } from "./write.ts";

export const tools = ["mem0", "zep", "graphiti", "letta", "langmem"] as const;
export type Tool = (typeof tools)[number];

export const importers: Readonly<Record<Tool, Importer>> = {
  mem0: importMem0,
  zep: importZep,
  graphiti: importGraphiti,
  letta: importLetta,
  langmem: importLangMem,
};
