/** What doc comments say of options: each stands once, at its schema, and the build reads it from there. */

/** What is said of each option, on one line, by the path of the declaration file that says it. */
export type OptionDocs = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** A constant whose fields are options: `graphOptions`, `asksOption`, or a benchmark that declares its own. */
const CONSTANT =
  /^export declare const (?:\w*[oO]ptions?: |\w+: (?:import\("[^"]+"\)\.)?Declaration<)[\s\S]*?^\}/gm;
const FIELD = /^ {4}\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n {4}(?:readonly )?(\w+)\??:/gm;

/**
 * Read what is said of options in a declaration file, as the TypeScript compiler writes it.
 *
 * @param declarations - content of a `.d.ts`
 */
export function readOptionDocs(declarations: string): Map<string, string> {
  const constants = declarations.match(CONSTANT) ?? [];
  return new Map(
    constants.flatMap((constant) =>
      [...constant.matchAll(FIELD)].map(
        ([, comment, option]) => [option!, onOneLine(comment!)] as const,
      ),
    ),
  );
}

function onOneLine(comment: string): string {
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trim())
    .join(' ')
    .trim();
}

/**
 * What is said of an option: where its generator declares it, or else where generators share it.
 *
 * @param own - the folder or file of the generator, wherever that is
 */
export function optionDoc(docs: OptionDocs, own: string, option: string): string | undefined {
  const said = (isWanted: (path: string) => boolean) =>
    [...docs].find(([path, options]) => isWanted(path) && options.has(option))?.[1].get(option);
  return (
    said((path) => path.startsWith(own) || path.includes(`/${own}`)) ??
    said((path) => isShared(docs, path))
  );
}

/** Whether a file is no benchmark's own: the folder of each has an index. */
function isShared(docs: OptionDocs, path: string): boolean {
  const index = path.replace(/[^/]+$/, 'index.d.ts');
  return path.startsWith('options/') || (path.startsWith('benchmarks/') && !docs.has(index));
}
