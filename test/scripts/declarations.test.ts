/** What is left of declarations in the package. */
import { describe, expect, it } from 'vitest';

const { neededDeclarations } = (await import(
  new URL('../../scripts/declarations.mjs', import.meta.url).href
)) as {
  neededDeclarations(first: string, read: (path: string) => string): Map<string, string>;
};

describe('declarations that are needed', () => {
  const FILES: Record<string, string> = {
    'dist/index.d.ts': `import type { Case, Never } from './contract/case.js';
export { Row } from './contract/row.js';
/** Asks. */
export declare function ask(one: Case): import("./base/text.js").Text;
`,
    'dist/contract/case.d.ts': `/** About this file. */
import { z } from 'zod';
import type { Mark } from './row.js';
/** A record. */
export interface Case {
    /** Its marks. */
    marks: Mark[];
}
/** Nobody names it. */
export interface Never {
}
declare const SCHEMA: z.ZodString;
export {};
`,
    'dist/contract/row.d.ts': `export type Mark = 0 | 1;
export interface Row {
    next: Row;
    own: Own;
}
interface Own {
}
export interface Unused {
}
`,
    'dist/base/text.d.ts': `import * as all from '../all.js';
export type Text = typeof all;
export declare function unused(): void;
`,
    'dist/all.d.ts': `export { deep as called } from './deep.js';
`,
    'dist/deep.d.ts': `export declare const deep: 1;
export declare const other: 2;
`,
  };
  const read = (path: string): string => {
    const text = FILES[path];
    if (text === undefined) throw new Error(`${path} is not there`);
    return text;
  };

  it('are what the first file declares, and what that names, with comments', () => {
    expect(Object.fromEntries(neededDeclarations('dist/index.d.ts', read))).toEqual({
      'dist/index.d.ts': `import type { Case, Never } from './contract/case.js';
export { Row } from './contract/row.js';
/** Asks. */
export declare function ask(one: Case): import("./base/text.js").Text;
`,
      'dist/contract/case.d.ts': `import type { Mark } from './row.js';
/** A record. */
export interface Case {
    /** Its marks. */
    marks: Mark[];
}
/** Nobody names it. */
export interface Never {
}
export {};
`,
      'dist/contract/row.d.ts': `export type Mark = 0 | 1;
export interface Row {
    next: Row;
    own: Own;
}
interface Own {
}
`,
      'dist/base/text.d.ts': `import * as all from '../all.js';
export type Text = typeof all;
`,
      'dist/all.d.ts': `export { deep as called } from './deep.js';
`,
      'dist/deep.d.ts': `export declare const deep: 1;
`,
    });
  });

  it('keep a union whose members have comments at the start of a line', () => {
    const union = `/** What is wrong. */
type Wrong =
/** Nobody answered. */
{
    kind: 'errors';
}
/** Some are missing. */
 | {
    kind: 'missing';
};
/** Says it. */
export interface Check {
    wrong: Wrong;
}
`;
    expect(neededDeclarations('a.d.ts', () => union).get('a.d.ts')).toBe(union);
  });

  it('are an error where a statement cannot be read', () => {
    expect(() => neededDeclarations('a.d.ts', () => 'export default 1;\n')).toThrow(
      'cannot read this statement:\nexport default 1;',
    );
  });
});
