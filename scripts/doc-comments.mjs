/** A constant whose fields are options: `graphOptions`, `asksOption`, or a benchmark that declares its own. */
const CONSTANT =
  /^export declare const (?:\w*[oO]ptions?: |\w+: (?:import\("[^"]+"\)\.)?Declaration<)[\s\S]*?^\}/gm;
const FIELD = /^ {4}\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n {4}(?:readonly )?(\w+)\??:/gm;

/**
 * Read what is said of options in a declaration file, as the TypeScript compiler writes it.
 *
 * @param declarations - content of a `.d.ts`
 */
export function readOptionDocs(declarations) {
  const constants = declarations.match(CONSTANT) ?? [];
  return new Map(
    constants.flatMap((constant) =>
      [...constant.matchAll(FIELD)].map(([, comment, option]) => [option, onOneLine(comment)]),
    ),
  );
}

function onOneLine(comment) {
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
export function optionDoc(docs, own, option) {
  const said = (isWanted) =>
    [...docs].find(([path, options]) => isWanted(path) && options.has(option))?.[1].get(option);
  return (
    said((path) => path.startsWith(own) || path.includes(`/${own}`)) ??
    said((path) => isShared(docs, path))
  );
}

/** Whether a file is no benchmark's own: the folder of each has an index. */
function isShared(docs, path) {
  const index = path.replace(/[^/]+$/, 'index.d.ts');
  return path.startsWith('options/') || (path.startsWith('benchmarks/') && !docs.has(index));
}
