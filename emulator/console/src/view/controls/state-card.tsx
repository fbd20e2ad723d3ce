import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { control } from "../../api/control-client.js";
import { useLoad } from "../../state/use-load.js";
import { useWorld } from "../../state/world.js";
import { clockText } from "../../text/age.js";
import { oneLine } from "../../text/safe-text.js";
import { WhenLoaded } from "../parts/notice.jsx";
import { Card } from "./card.jsx";
import { useChange } from "./use-change.js";

interface Snapshots {
  readonly snapshots: readonly {
    readonly name: string;
    readonly time: string;
    readonly resourceCount: number;
  }[];
}

/** Draws reset, snapshots, seed and export. */
export function StateCard(): JSX.Element {
  const { revision, live } = useWorld();
  const { error, change } = useChange();
  const snapshots = useLoad<Snapshots>("/snapshots", revision);
  const reset = async (): Promise<void> => {
    if ((await change("/reset", {}, "The emulator was reset")) !== undefined) live.forget();
  };
  return (
    <Card title="State" error={error}>
      <div class="buttons">
        <ResetButton onReset={() => void reset()} />
        <button
          type="button"
          class="button"
          onClick={() => void change("/snapshots", {}, "A snapshot was taken")}
        >
          Take a snapshot
        </button>
        <ExportButton />
      </div>
      <WhenLoaded from={snapshots}>
        {(data) => (
          <SnapshotList
            snapshots={data}
            onRestore={(name) => void change("/snapshots/restore", { name }, `${name} was restored`)}
          />
        )}
      </WhenLoaded>
      <Seed onSeed={(yaml) => change("/seed", { yaml }, "The resources were added")} />
    </Card>
  );
}

/** Asks before it removes everything. */
function ResetButton({ onReset }: { readonly onReset: () => void }): JSX.Element {
  const [isAsking, setIsAsking] = useState(false);
  if (!isAsking)
    return (
      <button type="button" class="button danger" onClick={() => setIsAsking(true)}>
        Reset …
      </button>
    );
  return (
    <>
      <span>Remove all resources, operations and calls?</span>
      <button
        type="button"
        class="button danger"
        onClick={() => {
          setIsAsking(false);
          onReset();
        }}
      >
        Reset everything
      </button>
      <button type="button" class="button" onClick={() => setIsAsking(false)}>
        Keep
      </button>
    </>
  );
}

interface SnapshotProps {
  readonly snapshots: Snapshots;
  readonly onRestore: (name: string) => void;
}

function SnapshotList({ snapshots: { snapshots }, onRestore }: SnapshotProps): JSX.Element {
  return (
    <ul class="snapshots">
      {snapshots.map(({ name, time, resourceCount }) => (
        <li key={name}>
          <span>
            {oneLine(name, 60)}{" "}
            <span class="quiet">
              {resourceCount} resources, {clockText(time).slice(0, 8)}
            </span>
          </span>
          <button
            type="button"
            class="button small"
            aria-label={`Restore ${oneLine(name, 60)}`}
            onClick={() => onRestore(name)}
          >
            Restore
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Saves all resources as a file. */
async function saveExport(): Promise<void> {
  const yaml = await control<string>("/export");
  const url = URL.createObjectURL(new Blob([yaml], { type: "application/yaml" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = "resources.yaml";
  link.click();
  URL.revokeObjectURL(url);
}

function ExportButton(): JSX.Element {
  const { say } = useWorld();
  return (
    <button
      type="button"
      class="button"
      onClick={() => void saveExport().catch((error: unknown) => say(String(error)))}
    >
      Export
    </button>
  );
}

function Seed({ onSeed }: { readonly onSeed: (yaml: string) => Promise<unknown> }): JSX.Element {
  const [yaml, setYaml] = useState("");
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void onSeed(yaml).then((answer) => answer !== undefined && setYaml(""));
      }}
    >
      <label for="seed">Add resources (YAML)</label>
      <textarea
        id="seed"
        class="code"
        rows={5}
        required
        spellcheck={false}
        placeholder={"$resource: compute/instance\nmetadata: { id: vm-1, name: web }"}
        value={yaml}
        onInput={({ currentTarget }) => setYaml(currentTarget.value)}
      />
      <div class="buttons">
        <label class="button" for="seed-file">
          Choose a file
        </label>
        <input
          id="seed-file"
          class="visually-hidden"
          type="file"
          accept=".yaml,.yml,.json"
          onChange={({ currentTarget }) => void currentTarget.files?.[0]?.text().then(setYaml)}
        />
        <button type="submit" class="button">
          Seed
        </button>
      </div>
    </form>
  );
}
