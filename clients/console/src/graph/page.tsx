import { Alert, Autocomplete, Box, Button, Group, SegmentedControl, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Search, Waypoints } from "lucide-react";
import { useMemo, useState } from "react";
import { useSearchParams } from "wouter";
import { useSession } from "../session/session.tsx";
import { Answer } from "../ui/answer.tsx";
import { Empty } from "../ui/empty.tsx";
import { Page } from "../ui/page.tsx";
import { withParams } from "../ui/params.ts";
import { instantOf } from "../ui/time-text.ts";
import { colorsOf } from "./colors.ts";
import { Drawing } from "./drawing.tsx";
import { EntityPanel } from "./entity-panel.tsx";
import "./graph.css";
import { knownTimes, memoryGraphOf, type MemoryGraph } from "./memory-graph.ts";
import { NodeTable } from "./node-table.tsx";
import { searchNodes, shownNodes, typesOf } from "./shown.ts";
import { TimeSlider } from "./time-slider.tsx";
import { TypeFilter } from "./type-filter.tsx";

/** Entities and relations as they were known at a time, to be walked through. */
export default function GraphPage() {
  const { loci } = useSession();
  const [params, setParams] = useSearchParams();
  const asOf = instantOf(params.get("asOf") ?? "");
  const state = useQuery({
    queryKey: ["state", asOf],
    queryFn: ({ signal }) => loci.call("getState", { query: { asOf } }, { signal }),
    placeholderData: keepPreviousData,
  });
  // The slider's ends come from what is known now: the past has fewer times.
  const present = useQuery({
    queryKey: ["state", undefined],
    queryFn: ({ signal }) => loci.call("getState", {}, { signal }),
  });
  const times = useMemo(() => (present.data === undefined ? [] : knownTimes(present.data)), [present.data]);
  // Colours stay the same while one slides through time.
  const colors = useMemo(() => {
    const types = present.data === undefined ? [] : typesOf(memoryGraphOf(present.data));
    return colorsOf(types.map(({ type }) => type));
  }, [present.data]);
  const graph = useMemo(() => (state.data === undefined ? undefined : memoryGraphOf(state.data)), [state.data]);

  const change = (name: "entity" | "asOf", value: string | undefined) =>
    setParams((before) => withParams(before, { [name]: value }), { replace: name === "asOf" });

  return (
    <Page
      title="Graph"
      about="Entities and how they belong together. Choose one to read what is known of it; slide to see what was known when."
    >
      <Answer of={state}>
        {() =>
          graph === undefined || (graph.nodes.size === 0 && asOf === undefined) ? (
            <Empty icon={Waypoints} title="No entity is known yet">
              Entities appear as soon as something is remembered that speaks of them.
            </Empty>
          ) : (
            <>
              <Explorer
                graph={graph}
                colors={colors}
                asOf={asOf}
                selected={params.get("entity") ?? undefined}
                onSelect={(id) => change("entity", id)}
              />
              <TimeSlider
                times={times}
                value={asOf === undefined ? undefined : Date.parse(asOf)}
                onChange={(at) => change("asOf", at === undefined ? undefined : new Date(at).toISOString())}
              />
            </>
          )
        }
      </Answer>
    </Page>
  );
}

interface ExplorerProps {
  readonly graph: MemoryGraph;
  readonly colors: ReadonlyMap<string, string>;
  readonly asOf: string | undefined;
  readonly selected: string | undefined;
  readonly onSelect: (id: string | undefined) => void;
}

const none: ReadonlySet<string> = new Set();

function Explorer({ graph, colors, asOf, selected, onSelect }: ExplorerProps) {
  const [view, setView] = useState("drawing");
  const [drawable, setDrawable] = useState(true);
  const [all, setAll] = useState(false);
  const [opened, setOpened] = useState(none);
  const [hiddenTypes, setHiddenTypes] = useState(none);
  const [text, setText] = useState("");
  const types = useMemo(() => typesOf(graph), [graph]);
  const nodes = useMemo(() => {
    const withSelected = selected === undefined || opened.has(selected) ? opened : new Set([...opened, selected]);
    return shownNodes(graph, { all, opened: withSelected, hiddenTypes });
  }, [graph, all, opened, hiddenTypes, selected]);
  const open = (id: string) => {
    setOpened(new Set([...opened, id]));
    onSelect(id);
  };
  const pick = (id: string) => {
    setText("");
    open(id);
  };
  const drawn = view === "drawing" && drawable;

  return (
    <>
      <Group gap="sm">
        <Autocomplete
          aria-label="Find"
          placeholder="Find"
          size="xs"
          w={220}
          leftSection={<Search size={14} aria-hidden />}
          value={text}
          onChange={setText}
          onOptionSubmit={pick}
          filter={({ options }) => options}
          data={searchNodes(graph, text, 8).map(({ id, name, type }) => ({ value: id, label: `${name} · ${type}` }))}
        />
        <SegmentedControl
          size="xs"
          aria-label="View"
          value={drawn ? "drawing" : "list"}
          onChange={setView}
          data={[
            { value: "drawing", label: "Drawing", disabled: !drawable },
            { value: "list", label: "List" },
          ]}
        />
        <Text size="xs" c="dimmed" aria-live="polite">
          {nodes.length} of {graph.nodes.size} shown
        </Text>
        {nodes.length < graph.nodes.size && !all && (
          <Button size="compact-xs" variant="default" onClick={() => setAll(true)}>
            Show all
          </Button>
        )}
      </Group>
      <TypeFilter types={types} colors={colors} hidden={hiddenTypes} onChange={setHiddenTypes} />
      {!drawable && (
        <Alert color="gray" title="This browser cannot draw the graph">
          It has no WebGL. The list has the same entities and relations.
        </Alert>
      )}
      <Box className={`explorer${selected === undefined ? "" : " explorer-open"}`}>
        {drawn ? (
          <Drawing
            nodes={nodes}
            edges={graph.edges}
            colors={colors}
            selected={selected}
            onSelect={onSelect}
            onOpen={open}
            onImpossible={() => setDrawable(false)}
          />
        ) : (
          <NodeTable nodes={nodes} colors={colors} selected={selected} onSelect={onSelect} />
        )}
        {selected !== undefined && (
          <EntityPanel key={selected} id={selected} graph={graph} asOf={asOf} onSelect={onSelect} onOpen={open} />
        )}
      </Box>
    </>
  );
}
