/**
 * The declarations that a package's types need: what the files that users import declare, and what that names. It reads the output
 * of tsc, in which every statement begins at the start of a line.
 */
import { dirname, join } from 'node:path/posix';

/** A statement, or the comment before one: tsc begins a line with those of the members of a union, too. */
const START =
  /^(?=(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*)?(?:import|export|declare|interface|type)\b)/m;

const DECLARED =
  /^(?:export )?(?:declare )?(?:abstract )?(?:interface|type|class|function|const) (\w+)/;

/** `import` or `export` of names, or of all under one name, from a file or a package. */
const NAMES = /^((?:import|export) (?:type )?)(?:\{([^}]*)\}|(\* as \w+))( from '(.*)';)/;

/**
 * @param {string | string[]} doors - paths of the files that users import
 * @param {(path: string) => string} read - the text of a file
 * @returns {Map<string, string>} what is needed of each file, by path
 */
export function neededDeclarations(doors, read) {
  const files = new Map();
  const needed = new Set();

  function fileAt(path) {
    if (!files.has(path)) files.set(path, { path, statements: statementsOf(read(path)) });
    return files.get(path);
  }

  function take(file, statement) {
    if (needed.has(statement)) return;
    needed.add(statement);
    for (const [, from, name] of statement.code.matchAll(/import\("(\.[^"]+)\.js"\)\.(\w+)/g)) {
      takeName(fileAt(pathFrom(file, from)), name);
    }
    for (const [name] of statement.code.matchAll(/\w+/g)) takeName(file, name);
  }

  function takeName(file, name) {
    for (const statement of file.statements) {
      if (statement.declared === name) take(file, statement);
      const taken = statement.names?.find(({ local }) => local === name);
      if (!taken || needed.has(taken)) continue;
      needed.add(taken);
      const [, from] = /^(\..*)\.js$/.exec(statement.from) ?? [];
      if (from === undefined) continue;
      const other = fileAt(pathFrom(file, from));
      if (taken.original === '*') takeAll(other);
      else takeName(other, taken.original);
    }
  }

  function takeAll(file) {
    for (const { declared, names = [] } of file.statements) {
      if (declared !== undefined) takeName(file, declared);
      for (const { local } of names) takeName(file, local);
    }
  }

  for (const door of [doors].flat()) takeAll(fileAt(door));
  return new Map(
    [...files].map(([path, file]) => [
      path,
      `${file.statements.flatMap((one) => textOf(one, needed)).join('\n')}\n`,
    ]),
  );
}

function pathFrom({ path }, from) {
  return `${join(dirname(path), from)}.d.ts`;
}

function statementsOf(text) {
  const statements = [];
  let comment = '';
  for (const part of text.split(START).map((one) => one.trimEnd())) {
    if (part.startsWith('/**')) {
      comment = `${part}\n`;
      continue;
    }
    statements.push({ text: comment + part, ...statementOf(part) });
    comment = '';
  }
  return statements;
}

function statementOf(code) {
  const [, declared] = DECLARED.exec(code) ?? [];
  if (declared !== undefined) return { code, declared };
  const [, verb, list, all, tail, from] = NAMES.exec(code) ?? [];
  if (from !== undefined) return { verb, tail, from, names: namesOf(all ?? list) };
  if (code === 'export {};') return {};
  throw new Error(`declarations.mjs cannot read this statement:\n${code}`);
}

function namesOf(list) {
  return list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((text) => {
      const [original, local = original] = text.replace(/^type /, '').split(' as ');
      return { text, original, local };
    });
}

function textOf(statement, needed) {
  if (!statement.names) {
    return statement.declared === undefined || needed.has(statement) ? [statement.text] : [];
  }
  const { verb, names, tail } = statement;
  const texts = names.filter((name) => needed.has(name)).map(({ text }) => text);
  if (texts.length === 0) return [];
  const list = texts.join(', ');
  return [`${verb}${list.startsWith('*') ? list : `{ ${list} }`}${tail}`];
}
