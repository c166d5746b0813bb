import { Route, Switch } from "wouter";
import { Page } from "../ui/page.tsx";
import { TabLinks } from "../ui/tab-links.tsx";
import { DocumentPage } from "./document-page.tsx";
import { DocumentList } from "./list.tsx";
import "./documents.css";
import { SearchPart } from "./search.tsx";
import { UploadPanel } from "./upload-panel.tsx";

const tabs = [
  { href: "/documents", title: "All" },
  { href: "/documents/search", title: "Search" },
];

/** Documents: what was uploaded and what became of it, and search in them alone. */
export default function DocumentsPage() {
  return (
    <Switch>
      <Route path="/documents">
        <Page title="Documents" about="Upload files: their passages, keywords and facts become part of the memory.">
          <TabLinks label="Documents" tabs={tabs} />
          <UploadPanel />
          <DocumentList />
        </Page>
      </Route>
      <Route path="/documents/search">
        <Page title="Search in documents" about="Finds the passages that answer a question, in documents alone.">
          <TabLinks label="Documents" tabs={tabs} />
          <SearchPart />
        </Page>
      </Route>
      <Route path="/documents/:id">{({ id }) => <DocumentPage key={id} id={id} />}</Route>
    </Switch>
  );
}
