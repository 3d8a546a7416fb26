/** What `init` writes into a config. */
export interface Wanted {
  /** Providers to ask; without any, a simulated reader that needs no key. */
  providers: readonly Provider[];
  /** Lengths in tokens. */
  lengths: readonly number[];
  /** Repeats with fresh numbers. */
  seeds: number;
  /** This package's folder, seen from that of the config, with slashes. */
  home: string;
  /** Name of the config; promptfoo finds `promptfooconfig.yaml` by itself. */
  file: string;
}

/** A provider as promptfoo's configs have it: its id, or a map with its settings. */
export type Provider = string | Readonly<Record<string, unknown>>;
