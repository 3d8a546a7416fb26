// Writes the generated parts of docs/reference: options from the schemas, commands from the command line, inputs from
// action.yml. Needs a build. With --check, fails where a page differs, and writes nothing.
//
//   npm run reference
import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { commandLine } from '../dist/commands/command-line.js';

const root = new URL('../', import.meta.url);
const program = await commandLine();
const read = (file) => readFileSync(new URL(file, root), 'utf8');

/** How many generators must have an option, with the same meaning, to list it once for all of them. */
const SHARED = 7;

const PARTS = {
  'docs/reference/options.md': { 'shared options': sharedOptions, generators },
  'docs/reference/commands.md': { commands, 'action inputs': actionInputs },
};

const { definitions } = JSON.parse(read('dist/config-schema.json'));
const generatorsOf = Object.entries(definitions).filter(([name]) => name !== 'test');

const differing = Object.entries(PARTS).filter(([page, parts]) => {
  const old = read(page);
  const written = Object.entries(parts).reduce(filled, old);
  if (written === old) return false;
  if (!process.argv.includes('--check')) writeFileSync(new URL(page, root), written);
  return true;
});
const pages = differing.map(([page]) => page).join(', ');
if (differing.length === 0) console.log('The reference pages match the code.');
else if (!process.argv.includes('--check')) console.log(`Written: ${pages}`);
else {
  console.error(`${pages} differs from the code. Run npm run build && npm run reference.`);
  process.exitCode = 1;
}

/** Replaces what stands between a part's two markers. */
function filled(page, [name, write]) {
  const marked = new RegExp(`(<!-- generated: ${name} -->\n)[\\s\\S]*?(<!-- end -->)`);
  if (!marked.test(page)) throw new Error(`No place for the generated part "${name}"`);
  return page.replace(marked, (_, begin, end) => `${begin}\n${write().trim()}\n\n${end}`);
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |\n`;
  return line(head) + line(head.map(() => '---')) + rows.map(line).join('');
}

/** Keeps a text in one cell of a table. */
function cell(text) {
  return text.replaceAll('|', '\\|').replace(/\s+/g, ' ').replaceAll('<', '&lt;').trim();
}

/** Options with one meaning in many generators, with the names of those that lack one. */
function sharedOptions() {
  const shared = [...meanings()].filter(([, { names }]) => names.length >= SHARED);
  const rows = shared.map(([, { option, text, names }]) => {
    const others = generatorsOf.map(([name]) => name).filter((name) => !names.includes(name));
    const listed = (some) => some.map((name) => `\`${name}\``).join(', ');
    const whose =
      others.length === 0 ? 'all' : others.length < 5 ? `all but ${listed(others)}` : listed(names);
    return [`\`${option}\``, cell(text), whose];
  });
  return table(
    ['option', 'meaning', 'generators'],
    rows.sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Every meaning of every option, with the generators that have it. */
function meanings() {
  const found = new Map();
  for (const [name, { properties = {} }] of generatorsOf) {
    for (const [option, schema] of Object.entries(properties)) {
      const text = meaningOf(schema);
      const key = `${option}\n${text}`;
      if (!found.has(key)) found.set(key, { option, text, names: [] });
      found.get(key).names.push(name);
    }
  }
  return found;
}

/** What an option does, and its default where the text lacks it. */
function meaningOf(schema) {
  const { description = '', default: usual } = schema;
  const needsDefault = usual !== undefined && !/default/i.test(description);
  const text = needsDefault ? `${description} Default: \`${JSON.stringify(usual)}\`.` : description;
  const values = schema.enum ?? schema.anyOf?.find((one) => one.enum)?.enum;
  const few = values?.length <= 12 && !values.every((value) => text.includes(String(value)));
  return few ? `${text} One of: ${values.map((value) => `\`${value}\``).join(', ')}.` : text;
}

function generators() {
  const all = meanings();
  return generatorsOf
    .map(([name, { properties = {} }]) => {
      const rows = Object.entries(properties)
        .filter(([option, schema]) => {
          const { names } = all.get(`${option}\n${meaningOf(schema)}`);
          return names.length < SHARED && !definitions[option];
        })
        .map(([option, schema]) => [`\`${option}\``, cell(meaningOf(schema))])
        .sort(([a], [b]) => (a < b ? -1 : 1));
      return `### \`${name}\`\n\n${table(['option', 'meaning'], rows)}`;
    })
    .join('\n');
}

function commands() {
  const shown = program.createHelp().visibleCommands(program);
  return shown
    .filter((command) => command.name() !== 'help')
    .map((command) => {
      const args = command.registeredArguments.map((argument) => {
        const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
        return [`\`${argument.required ? `<${name}>` : `[${name}]`}\``, cell(argument.description)];
      });
      const isAdvanced = ({ helpGroupHeading = '' }) => /advanced/i.test(helpGroupHeading);
      const options = command.options.filter(({ hidden }) => !hidden);
      const rowsOf = (chosen) =>
        chosen.map((option) => [`\`${option.flags}\``, cell(optionMeaning(option))]);
      const usual = [...args, ...rowsOf(options.filter((option) => !isAdvanced(option)))];
      const more = rowsOf(options.filter(isAdvanced));
      return [
        `### \`${command.name()}\`\n\n${sentence(command.description())}\n`,
        usual.length > 0 ? table(['option', 'meaning'], usual) : '',
        more.length > 0 ? `Advanced:\n\n${table(['option', 'meaning'], more)}` : '',
      ]
        .filter(Boolean)
        .join('\n');
    })
    .join('\n');
}

function optionMeaning({ description, defaultValue, argChoices }) {
  const isListed = argChoices?.every((choice) => description.includes(choice));
  const choices = argChoices && !isListed ? ` (${argChoices.join(', ')})` : '';
  const isPlain = ['string', 'number'].includes(typeof defaultValue) && defaultValue !== '';
  const needsDefault = isPlain && !/default/i.test(description);
  return `${description}${choices}${needsDefault ? ` (default: ${defaultValue})` : ''}`;
}

function sentence(text) {
  const written = text[0].toUpperCase() + text.slice(1);
  return /[.!?]$/.test(written) ? cell(written) : `${cell(written)}.`;
}

function actionInputs() {
  const { inputs } = parse(read('action.yml'));
  const rows = Object.entries(inputs).map(([name, { description, default: usual = '' }]) => [
    `\`${name}\``,
    usual === '' ? '' : `\`${usual}\``,
    cell(description),
  ]);
  return table(['input', 'default', 'meaning'], rows);
}
