// First, so that what a part says of its own looks comes after the libraries'.
import "./styles.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { styleNonce } from "./nonce.ts";

Object.assign(globalThis, { styleNonce: styleNonce() });

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element #root");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
