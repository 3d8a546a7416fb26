/** What `init` writes into a config. */
export interface Wanted {
  /** Providers to ask, in promptfoo's words; without any, a simulated reader that needs no key. */
  providers: readonly string[];
  /** Lengths in tokens. */
  lengths: readonly number[];
  /** Repeats with fresh numbers. */
  seeds: number;
  /** This package's folder, seen from that of the config, with slashes. */
  home: string;
}

/** The label of our prompt. */
export const LABEL = 'counting-stars';

/** The provider that needs no key. */
export const SIMULATED_READER = 'package:promptfoo-counting-stars:SimulatedReader';

/** What the simulated reader is told to do: to find 9 of 10 stars. */
export const READER_CONFIG = { profile: 'forgetful', recall: 0.9 };

/** How a config refers to our prompt, our generator and our hook. */
export function references({ home }: Pick<Wanted, 'home'>) {
  return {
    prompt: `file://${home}/dist/index.js:prompt`,
    generator: `file://${home}/dist/index.js:countingStars`,
    hook: `file://${home}/dist/index.js:afterAll`,
  };
}

/** Whether a `path` of a config's `tests` is our generator, wherever the package is. */
export function isOurGenerator(path: unknown): boolean {
  return String(path).endsWith('dist/index.js:countingStars');
}
