import type { LociManagement } from "@loci/client";
import { useState } from "react";
import { Redirect, Route, Switch } from "wouter";
import { Page } from "../ui/page.tsx";
import { TabLinks } from "../ui/tab-links.tsx";
import "./access.css";
import { Management } from "./management.tsx";
import { OwnKeys } from "./own-keys.tsx";
import { PrincipalPart } from "./principal-part.tsx";
import { Principals } from "./principals.tsx";
import { Scopes } from "./scopes.tsx";
import { You } from "./you.tsx";

const tabs = [
  { href: "/access/you", title: "You" },
  { href: "/access/scopes", title: "Scopes" },
  { href: "/access/principals", title: "Principals" },
  { href: "/access/keys", title: "Keys" },
  { href: "/access/management", title: "Management" },
];

/** Who may do what: scopes, principals, keys. */
export default function AccessPage() {
  // A management key, if one was entered: it is forgotten when this page is left.
  const [management, setManagement] = useState<LociManagement>();
  return (
    <Page title="Access" about="Scopes: where memory belongs. Principals: who may do what there. Keys: how they come in.">
      <TabLinks label="Access" tabs={tabs} />
      <Switch>
        <Route path="/access/you">
          <You />
        </Route>
        <Route path="/access/scopes">
          <Scopes />
        </Route>
        <Route path="/access/principals">
          <Principals />
        </Route>
        <Route path="/access/principals/:id">{({ id }) => <PrincipalPart key={id} id={id} />}</Route>
        <Route path="/access/keys">
          <OwnKeys />
        </Route>
        <Route path="/access/management/:ctx?">
          {({ ctx }) => <Management management={management} contextId={ctx} onChange={setManagement} />}
        </Route>
        <Route>
          <Redirect to="/access/you" replace />
        </Route>
      </Switch>
    </Page>
  );
}
