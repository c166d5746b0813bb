import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, type ComponentType } from "react";
import { Redirect, Route, Router, Switch } from "wouter";
import { Frame } from "./frame/frame.tsx";
import { styleNonce } from "./nonce.ts";
import { pages, type PageRow } from "./pages.ts";
import { consoleBase } from "./session/place.ts";
import { SessionGate, useSession } from "./session/session.tsx";
import { cssVariables, theme } from "./theme.ts";
import { ErrorBoundary } from "./ui/error-boundary.tsx";
import { Loading } from "./ui/loading.tsx";
import { NotFound } from "./ui/not-found.tsx";

const components = new Map<string, ComponentType>(pages.map((page) => [page.path, lazy(page.load)]));
const [firstPage] = pages;

export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" getStyleNonce={styleNonce}>
      <ErrorBoundary>
        <SessionGate>
          <Console />
        </SessionGate>
      </ErrorBoundary>
    </MantineProvider>
  );
}

function Console() {
  const { contextId, queries } = useSession();
  return (
    <QueryClientProvider client={queries}>
      <Router base={consoleBase(contextId)}>
        <Frame>
          <Switch>
            {pages.map((page) => (
              <Route key={page.path} path={`${page.path}/*?`}>
                <LazyPage page={page} />
              </Route>
            ))}
            <Route path="/">
              <Redirect to={firstPage?.path ?? "/"} replace />
            </Route>
            <Route>
              <NotFound />
            </Route>
          </Switch>
        </Frame>
      </Router>
    </QueryClientProvider>
  );
}

/** A page's own failure stays on that page: the navigation goes on working. */
function LazyPage({ page: { path, load } }: { readonly page: PageRow }) {
  const Content = components.get(path);
  if (Content === undefined) return <NotFound />;
  // What could not be loaded is asked for anew: React keeps a failed attempt.
  const again = () => components.set(path, lazy(load));
  return (
    <ErrorBoundary key={path} onRetry={again}>
      <Suspense fallback={<Loading />}>
        <Content />
      </Suspense>
    </ErrorBoundary>
  );
}
