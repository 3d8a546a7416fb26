import { describe, expect, it } from 'vitest';
import { fieldsOf, readDocComments } from '../../src/schema/doc-comments.js';

const DECLARATIONS = `import { z } from 'zod';
/** Options of all. */
export interface Common {
    /** How many. */
    many?: number;
    /** Said of both. */
    both: string;
}
export interface Other<T> extends Partial<Common> {
}
/** Own options. */
export interface OwnConfig extends Common, Partial<Missing> {
    /**
     * Said on
     * two lines.
     */
    both: string;
    silent?: boolean;
}
export declare const x: number;
`;

describe('readDocComments', () => {
  const interfaces = readDocComments(DECLARATIONS);

  it('says of each field what its comment says, on one line', () => {
    expect(fieldsOf('Common', interfaces)).toEqual(
      new Map([
        ['many', 'How many.'],
        ['both', 'Said of both.'],
      ]),
    );
  });

  it('takes over what is said of inherited fields, unless an interface says something itself', () => {
    expect(fieldsOf('OwnConfig', interfaces)).toEqual(
      new Map([
        ['many', 'How many.'],
        ['both', 'Said on two lines.'],
      ]),
    );
    expect(fieldsOf('Nowhere', interfaces)).toEqual(new Map());
  });
});
