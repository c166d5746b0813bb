import { Page } from "../ui/page.tsx";

export default function UncertaintiesPage() {
  return <Page title="Uncertainties">…</Page>;
}
