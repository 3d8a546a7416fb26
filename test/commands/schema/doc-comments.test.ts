import { describe, expect, it } from 'vitest';
import { optionDoc, readOptionDocs } from '../../../scripts/doc-comments.mjs';

const SHARED = `import { z } from 'zod';
/** Options of all. */
export declare const commonOptions: {
    /** How many. */
    readonly many: z.ZodNumber;
    /** Said of both. */
    readonly both: z.ZodString;
};
export declare const wordsSchema: z.ZodObject<{
    /** No option. */
    word: z.ZodString;
}>;
`;
const OWN = `export interface OwnCase {
    /** No option. */
    many: number;
}
/** A benchmark. */
export declare const own: import("../benchmark.js").Declaration<OwnCase, "own", {
    readonly many: z.ZodNumber;
    /**
     * Said on
     * two lines.
     */
    both: z.ZodObject<{
        /** Of a part. */
        part: z.ZodString;
    }, z.core.$strict>;
}>;
`;

describe('what is said of options', () => {
  const docs = new Map([
    ['benchmarks/shared.d.ts', readOptionDocs(SHARED)],
    ['benchmarks/other/index.d.ts', new Map([['alone', 'Said of another.']])],
    ['benchmarks/other/options.d.ts', new Map([['beside', 'Said of another.']])],
    ['benchmarks/shared/places.d.ts', new Map([['place', 'Where.']])],
    ['benchmarks/own/index.d.ts', readOptionDocs(OWN)],
  ]);

  it('is what their doc comments say, on one line', () => {
    expect(readOptionDocs(SHARED)).toEqual(
      new Map([
        ['many', 'How many.'],
        ['both', 'Said of both.'],
      ]),
    );
    expect(readOptionDocs(OWN)).toEqual(new Map([['both', 'Said on two lines.']]));
  });

  it('is said by the generator, or else where generators share an option', () => {
    const said = (option: string) => optionDoc(docs, 'own/', option);
    expect(said('both')).toBe('Said on two lines.');
    expect(said('many')).toBe('How many.');
    expect(said('place')).toBe('Where.');
    expect(['alone', 'beside'].map(said)).toEqual([undefined, undefined]);
  });
});
