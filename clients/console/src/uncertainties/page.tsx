import { Group, Kbd, SegmentedControl, Text, TextInput } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CircleCheck, Search } from "lucide-react";
import { useLocation, useRoute, useSearchParams } from "wouter";
import { useSession } from "../session/session.tsx";
import { Answer } from "../ui/answer.tsx";
import { Empty } from "../ui/empty.tsx";
import { Page } from "../ui/page.tsx";
import { Split } from "../ui/split.tsx";
import { Detail } from "./detail.tsx";
import { filtered, filterIn, neighbourOf, owners, searchOf, statuses, type Filter } from "./filter.ts";
import { Inbox } from "./inbox.tsx";
import "./uncertainties.css";

const home = "/uncertainties";
const statusNames = { open: "Open", resolved: "Resolved", withdrawn: "Withdrawn" };
const ownerNames = { anybody: "Anybody's", me: "Mine", nobody: "Nobody's" };
const most = 500;

/** The inbox of what the memory is not sure of, and the one that is selected. */
export default function UncertaintiesPage() {
  const { loci, me } = useSession();
  const [, route] = useRoute<{ id: string }>(`${home}/:id`);
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  const filter = filterIn(params);
  const selected = route?.id;
  const list = useQuery({
    queryKey: ["uncertainties", "list", filter.status],
    queryFn: ({ signal }) => loci.call("listUncertainties", { query: { status: filter.status, limit: most } }, { signal }),
    placeholderData: keepPreviousData,
  });
  const shown = filtered(list.data?.uncertainties ?? [], filter, me.principalId);
  const addressOf = (id: string) => `${home}/${id}${searchOf(filter)}`;
  const show = (changed: Partial<Filter>) =>
    navigate(`${selected === undefined ? home : `${home}/${selected}`}${searchOf({ ...filter, ...changed })}`, { replace: true });
  const step = (by: 1 | -1) => {
    const next = neighbourOf(shown, selected, by);
    if (next !== undefined) navigate(addressOf(next.id), { replace: selected !== undefined });
  };
  useHotkeys([
    ["j", () => step(1)],
    ["k", () => step(-1)],
    ["Enter", (event) => !isWithin(event, "a, button") && document.getElementById("question")?.focus(), { preventDefault: false }],
    ["Escape", (event) => !isWithin(event, "[role=menu], [role=dialog]") && navigate(`${home}${searchOf(filter)}`)],
  ]);

  return (
    <Page
      title="Uncertainties"
      about="Where sources disagree, and no rule says which is right. Both sides stand until somebody settles it."
    >
      <Group gap="sm" align="center">
        <SegmentedControl
          size="xs"
          aria-label="Status"
          data={statuses.map((value) => ({ value, label: statusNames[value] }))}
          value={filter.status}
          onChange={(value) => show({ status: statuses.find((status) => status === value) ?? "open" })}
        />
        <SegmentedControl
          size="xs"
          aria-label="Owner"
          data={owners.map((value) => ({ value, label: ownerNames[value] }))}
          value={filter.owner}
          onChange={(value) => show({ owner: owners.find((owner) => owner === value) ?? "anybody" })}
        />
        <TextInput
          aria-label="Filter"
          placeholder="Filter"
          size="xs"
          leftSection={<Search size={14} aria-hidden />}
          value={filter.text}
          onChange={(event) => show({ text: event.currentTarget.value })}
        />
        <Text size="xs" c="dimmed" visibleFrom="md">
          <Kbd size="xs">j</Kbd> <Kbd size="xs">k</Kbd> next, previous
        </Text>
      </Group>
      <Answer of={list}>
        {({ total }) =>
          total === 0 ? (
            <Empty icon={CircleCheck} title={filter.status === "open" ? "Nothing is uncertain" : `None is ${filter.status}`}>
              {filter.status === "open" && "When two sources contradict each other, it shows here with both sides."}
            </Empty>
          ) : (
            <Split
              isOpen={selected !== undefined}
              back={{ href: `${home}${searchOf(filter)}`, label: "All of them" }}
              list={
                <>
                  <Inbox shown={shown} selected={selected} addressOf={addressOf} />
                  <Text size="xs" c="dimmed">
                    {shown.length} of {total} {filter.status}
                    {total > most && `, of which the newest ${most} are looked through`}
                  </Text>
                </>
              }
            >
              {selected === undefined ? (
                <Text c="dimmed" size="sm" p="md">
                  Choose one of the list.
                </Text>
              ) : (
                <Detail id={selected} />
              )}
            </Split>
          )
        }
      </Answer>
    </Page>
  );
}

/** Whether a key is for something of its own: Enter follows a link, Escape closes a menu. */
function isWithin({ target }: KeyboardEvent, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}
