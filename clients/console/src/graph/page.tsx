import { Page } from "../ui/page.tsx";

export default function GraphPage() {
  return <Page title="Graph">…</Page>;
}
