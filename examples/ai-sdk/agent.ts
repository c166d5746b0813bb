/**
 * An agent of the Vercel AI SDK with a memory: what it is told in one conversation, it knows in the next.
 *
 *     SERVICE_API_KEY=… MODEL=openai/gpt-5 AI_GATEWAY_API_KEY=… node examples/ai-sdk/agent.ts
 *
 * Without MODEL a scripted stand-in speaks, so that the example runs on its own. The tools and the memory are real all the same.
 */
import { Loci } from "@loci/client";
import { lociTools } from "@loci/client/ai-sdk";
import { generateText, stepCountIs, type LanguageModel } from "ai";
import { scriptedModel } from "./scripted-model.ts";

const loci = new Loci({
  url: process.env["SERVICE_URL"] ?? "http://127.0.0.1:9090",
  apiKey: process.env["SERVICE_API_KEY"] ?? "",
  contextId: process.env["SERVICE_CONTEXT_ID"] ?? "dev",
});
const model: LanguageModel = process.env["MODEL"] ?? scriptedModel;

// Forgetting stays with people: this agent does not get that tool.
const { forget: _, ...tools } = lociTools(loci);

async function say(prompt: string): Promise<void> {
  console.log(`> ${prompt}`);
  const instructions = "Remember what you learn of the user. Before you answer, recall what you know.";
  const { text, steps } = await generateText({ model, instructions, prompt, tools, stopWhen: stepCountIs(5) });
  for (const { toolName, input } of steps.flatMap((step) => step.toolCalls)) console.log(`  ${toolName} ${JSON.stringify(input)}`);
  console.log(text);
}

await say("I am Mina, and I live in Bergen.");
// Another conversation: nothing of the first one is in its prompt.
await say("Where does Mina live?");
