import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { join } from "node:path";
import compression from "compression";
import express, { type NextFunction, type Request, type Response } from "express";
import type { Surface } from "../app.ts";
import type { Route } from "../route.ts";
import { openApiDocument, type DocumentFacts } from "./document.ts";

const home = "/docs";
const pageFolder = join(import.meta.dirname, "page");
/** Of the library that draws the page. Its other files, which are many, are not needed. */
const libraryFiles = ["swagger-ui.css", "swagger-ui-bundle.js"] as const;

/** Finds the library's files without loading it. */
const fileOf = createRequire(import.meta.url);

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // The library's icons stand in its stylesheet.
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** The API document at /openapi.json, and a page to read it and to try things at /docs. Both work without the internet. */
export function apiDocumentSurface(routes: readonly Route[], facts: () => DocumentFacts): Surface {
  let made: { readonly bytes: Buffer; readonly etag: string } | undefined;
  // Made when it is first asked for: a server starts without it. The same bytes for all, so that those who do not read hold no copies.
  const document = () => (made ??= withTag(JSON.stringify(openApiDocument(routes, facts()))));

  return (app) => {
    app.get("/openapi.json", compression(), (_request, response) => {
      const { bytes, etag } = document();
      response.set({ ...headers, etag, "content-type": "application/json" }).send(bytes);
    });
    app.get(home, (request, response, next) => {
      if (request.path === home) response.redirect(`${home}/`);
      else next();
    });
    app.use(home, withHeaders, compression());
    for (const name of libraryFiles) {
      const file = fileOf.resolve(`swagger-ui-dist/${name}`);
      app.get(`${home}/${name}`, (_request, response) => response.sendFile(file, { cacheControl: false, dotfiles: "allow" }));
    }
    app.use(home, express.static(pageFolder, { redirect: false, cacheControl: false }));
  };
}

/** The document of another version of the server is asked for anew; one that has not changed is not sent again. */
const headers = {
  "cache-control": "no-cache",
  "x-content-type-options": "nosniff",
};

function withHeaders(_request: Request, response: Response, next: NextFunction): void {
  response.set({ ...headers, "content-security-policy": policy, "referrer-policy": "no-referrer" });
  next();
}

function withTag(text: string) {
  const bytes = Buffer.from(text);
  return { bytes, etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"` };
}
