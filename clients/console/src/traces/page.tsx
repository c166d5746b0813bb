import { lazy, Suspense } from "react";
import { Route, Switch } from "wouter";
import { Loading } from "../ui/loading.tsx";
import { Page } from "../ui/page.tsx";
import { TabLinks } from "../ui/tab-links.tsx";
import { TraceList } from "./list.tsx";
import { TracePage } from "./trace-page.tsx";
import "./traces.css";

// With it come the charts.
const Stats = lazy(() => import("./stats.tsx"));

const tabs = [
  { href: "/traces", title: "Traces" },
  { href: "/traces/stats", title: "Numbers" },
];

/** How answers came about, one by one and in numbers. */
export default function TracesPage() {
  return (
    <Switch>
      <Route path="/traces">
        <Page title="Traces" about="Every answer leaves a trace: what was asked, what was found, and how long it took.">
          <TabLinks label="Traces" tabs={tabs} />
          <TraceList />
        </Page>
      </Route>
      <Route path="/traces/stats">
        <Page title="Numbers" about="How the memory does: how fast it answers, how often it knows, and what waits to be done.">
          <TabLinks label="Traces" tabs={tabs} />
          <Suspense fallback={<Loading />}>
            <Stats />
          </Suspense>
        </Page>
      </Route>
      <Route path="/traces/:id">{({ id }) => <TracePage key={id} id={id} />}</Route>
    </Switch>
  );
}
