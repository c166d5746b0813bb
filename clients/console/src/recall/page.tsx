import { Page } from "../ui/page.tsx";

export default function RecallPage() {
  return <Page title="Recall">…</Page>;
}
