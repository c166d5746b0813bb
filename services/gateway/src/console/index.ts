import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import compression from "compression";
import express, { type NextFunction, type Request, type Response } from "express";
import type { Surface } from "../app.ts";
import { consoleHeaders } from "./headers.ts";
import { notBuiltPage } from "./not-built.ts";

const home = "/console";
/** Stands in the built index.html where each answer has its own nonce. */
const noncePlaceholder = "CSP_NONCE";

/**
 * The console: the built files of a folder, and its one page for every path that is no file.
 * @param folder the files; they may be missing, which a page says
 */
export function consoleSurface(folder: string): Surface {
  const page = pageOf(folder);
  const files = express.static(folder, { index: false, redirect: false, setHeaders: keepHashed });
  return (app) => {
    app.get("/", (_request, response) => response.redirect(`${home}/`));
    app.get(home, (request, response, next) => {
      if (request.path === home) response.redirect(`${home}/`);
      else next();
    });
    app.use(home, withHeaders, compression(), (request, response, next) => {
      // The page is never served as it lies in the folder: it needs its nonce.
      if (request.path === "/index.html") response.redirect(`${home}/`);
      else files(request, response, next);
    });
    app.get(`${home}/{*path}`, page);
  };
}

function withHeaders(_request: Request, response: Response, next: NextFunction): void {
  response.set(consoleHeaders());
  next();
}

/** A file whose name has its content's hash never changes. */
function keepHashed(response: { setHeader(name: string, value: string): unknown }, path: string): void {
  const hashed = /[/\\]assets[/\\]/.test(path);
  response.setHeader("cache-control", hashed ? "public, max-age=31536000, immutable" : "no-cache");
}

function pageOf(folder: string) {
  const file = join(folder, "index.html");
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    // A browser that has an older page asks for files that are gone: the page in their place would be no script.
    if (request.path.startsWith(`${home}/assets/`)) return next();
    const nonce = randomBytes(16).toString("base64");
    const html = await readPage(file);
    response
      .status(html === undefined ? 404 : 200)
      .set({ ...consoleHeaders(nonce), "cache-control": "no-cache", "content-type": "text/html; charset=utf-8" })
      .send(html?.replaceAll(noncePlaceholder, nonce) ?? notBuiltPage);
  };
}

async function readPage(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (typeof error === "object" && error !== null && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
