/** What doc comments of interfaces say of their fields: the one place where options are described. */

/** An interface out of a declaration file. */
export interface Documented {
  /** Names of the interfaces that it extends. */
  parents: string[];
  /** What is said of each field, on one line. */
  fields: Map<string, string>;
}

const INTERFACE = /^export interface (\w+)(?: extends ([^{]+))? \{\n([\s\S]*?)^\}/gm;
const FIELD = /\/\*\*([\s\S]*?)\*\/\n\s*(\w+)\??:/g;

/**
 * Read the interfaces of a declaration file, as the TypeScript compiler writes it.
 *
 * @param declarations - content of a `.d.ts`
 */
export function readDocComments(declarations: string): Map<string, Documented> {
  const found = new Map<string, Documented>();
  for (const [, name, parents = '', body] of declarations.matchAll(INTERFACE)) {
    const fields = [...body!.matchAll(FIELD)].map(
      ([, comment, field]) => [field!, onOneLine(comment!)] as const,
    );
    found.set(name!, { parents: parents.match(/\b[A-Z]\w*/g) ?? [], fields: new Map(fields) });
  }
  return found;
}

function onOneLine(comment: string): string {
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trim())
    .join(' ')
    .trim();
}

/** What is said of every field of an interface, its own first, then those of the ones it extends. */
export function fieldsOf(
  name: string,
  interfaces: ReadonlyMap<string, Documented>,
): Map<string, string> {
  const { parents = [], fields = [] } = interfaces.get(name) ?? {};
  const inherited = parents.flatMap((parent) => [...fieldsOf(parent, interfaces)]);
  return new Map([...inherited, ...fields]);
}
