/** What `init` writes into a config. */
export interface WantedConfig {
  /** Providers to ask; without any, a simulated model that needs no key. */
  providers: readonly ConfigProvider[];
  /** Settings of the project's own config that its providers need. */
  settings?: Settings;
  /** Lengths in tokens. */
  lengths: readonly number[];
  /** Repeats with fresh numbers. */
  seeds: number;
  /** Instead of stars: the user's own questions and documents, as paths seen from that folder. */
  own?: OwnWanted;
  /** Instead of stars: another config. */
  text?: { name: string; filled: Readonly<Record<string, string>> };
  /** Path of the file with our names, seen from the folder of the config, with slashes. */
  index: string;
  /** Name of the config; promptfoo finds `promptfooconfig.yaml` by itself. */
  file: string;
}

/** A config of `datasets/init/`, and what fills it in a folder. */
export interface ConfigText {
  name: string;
  fill: (folder: string) => Readonly<Record<string, string>>;
}

export interface OwnWanted {
  questions: string;
  documents?: string;
  size: OwnSize;
}

/** How large prompts about the user's own documents are: in tokens, or by how many documents they have. */
export type OwnSize = { lengths: readonly number[] } | { counts: readonly number[] };

/** What such prompts keep free, in tokens. */
export const OWN_RESERVE = 500;

/** A provider as promptfoo's configs have it: its id, or a map with its settings. */
export type ConfigProvider = string | Readonly<Record<string, unknown>>;

/** Parts of promptfoo's config, as they stand in one. */
export type Settings = Readonly<Record<string, unknown>>;

/** The config that promptfoo finds by itself. */
export const DEFAULT_FILE = 'promptfooconfig.yaml';

/** The prompt around the user's own documents. */
export const OWN_PROMPT = 'own-prompt.txt';

/** The config beside one that a project has: an evaluation of its own, named with `-c`. */
export const OWN_FILE = 'counting-stars.yaml';
