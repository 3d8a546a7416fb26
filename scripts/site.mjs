/**
 * Write the site to site/: all documentation with search, the schemas, the API reference, and a live report of
 * the battery with simulated models. VitePress and TypeDoc are fetched at pinned versions; nothing else needs
 * them. A dead link fails. `npm run check:site` looks at what was written.
 *
 *   npm run site
 *   npm run site -- --base /NAME/    for a folder of a server
 */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';

const root = new URL('..', import.meta.url).pathname;
const out = join(root, 'site');
const work = mkdtempSync(join(tmpdir(), 'site-'));
/** Files as they are; pages link to some. */
const shared = join(work, 'public');

/** The guides, as the README orders them. */
const GUIDES = {
  Start: ['start'],
  Jobs: [
    'choose-a-model',
    'gate',
    'gate-your-tests',
    'replace-a-model',
    'your-documents',
    'stretch',
    'agents',
  ],
  Operate: ['ci', 'cost', 'read-the-report', 'troubleshooting'],
};

/** Reference, behind the guides: benchmarks first, generated pages last. */
const REFERENCE = [
  ...['benchmarks', 'define', 'reference/counting-stars', 'reference/needles'],
  ...['reference/lost-in-the-middle', 'reference/ruler', 'reference/longbench'],
  ...['reference/conversations', 'reference/records', 'reference/options', 'reference/commands'],
];

const base = parseArgs({ options: { base: { type: 'string', default: '/' } } }).values.base;

try {
  copyPages();
  // TypeDoc reads links of its pages from a file of options only.
  const typedoc = join(work, 'typedoc.json');
  writeFileSync(
    typedoc,
    JSON.stringify({
      extends: [join(root, 'typedoc.json')],
      entryPoints: [join(root, 'src/index.ts')],
      tsconfig: join(root, 'tsconfig.json'),
      navigationLinks: { Documentation: base },
      customCss: join(root, 'scripts/site-theme/api.css'),
    }),
  );
  run(
    'npx',
    '--yes --package typedoc@0.28.20 --package typescript@6.0 -- typedoc --options'.split(' '),
    ...[typedoc, '--out', join(shared, 'api')],
  );
  mendReference();
  if (!process.env.QUICK)
    run('npx', 'promptfoo eval --no-table --no-write -c examples/battery.yaml'.split(' '));
  cpSync(join(root, 'scripts/site-theme'), join(work, '.vitepress/theme'), { recursive: true });
  writeFileSync(
    join(work, '.vitepress/config.mjs'),
    `export default {
      ...${JSON.stringify(config())},
      markdown: {
        anchor: { slugify: ${slug} },
        config: ${withBraces},
        // Its usual theme is too pale on grey.
        theme: { light: 'github-light-high-contrast', dark: 'github-dark' },
      },
      transformHtml: ${inItsLanguage},
    };\n`,
  );
  // Pages import Vue, so VitePress is installed beside them.
  run('npm', ['install', '--silent', '--prefix', work, 'vitepress@1.6.4']);
  const vitepress = join(work, 'node_modules/vitepress/bin/vitepress.js');
  run(process.execPath, [vitepress, 'build', work, '--outDir', out, '--base', base]);
  console.log(`Site: ${join(out, 'index.html')}`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

function run(command, args, ...more) {
  const env = {
    ...process.env,
    COUNTING_STARS_REPORT: join(shared, 'report'),
    PROMPTFOO_CONFIG_DIR: join(work, 'state'),
    PROMPTFOO_DISABLE_TELEMETRY: '1',
    PROMPTFOO_DISABLE_UPDATE: '1',
    // VitePress takes links to files of other kinds for links to pages.
    VITE_EXTRA_EXTENSIONS: 'sh,py',
  };
  const { status } = spawnSync(command, [...args, ...more], { cwd: root, env, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`);
}

/** TypeDoc's pages with a main part, a name for each list of links, and no link inside of what folds. */
function mendReference() {
  for (const name of readdirSync(join(shared, 'api'), { recursive: true })) {
    if (!name.endsWith('.html')) continue;
    const file = join(shared, 'api', name);
    const mended = readFileSync(file, 'utf8')
      .replace('<div class="col-content"', '$& role="main"')
      .replace('<div class="col-sidebar"', '$& role="complementary"')
      .replace('<nav id="tsd-sidebar-links"', '$& aria-label="Site"')
      .replace(/<summary\b.*?<\/summary>/gs, (summary) =>
        summary.replace(/<a\b[^>]*class="tsd-anchor-icon".*?<\/a>/gs, ''),
      );
    writeFileSync(file, mended);
  }
}

/** Pages keep their places, so that their links hold; the READMEs are the first pages. */
function copyPages() {
  const copy = (from, to = join(work, from)) => cpSync(join(root, from), to, { recursive: true });
  copy('README.md', join(work, 'index.md'));
  copy('README.zh-CN.md', join(work, 'README.zh-CN.md'));
  copy('docs');
  copy('bench/figures');
  rmSync(join(work, 'docs/api'), { recursive: true, force: true });
  for (const name of ['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md']) copy(name);
  for (const name of ['examples', 'datasets', 'action.yml', 'LICENSE'])
    copy(name, join(shared, name));
  const examples = readdirSync(join(shared, 'examples'), { recursive: true })
    .filter((name) => /\.(ya?ml|json|mjs)$/.test(name))
    .sort()
    .map((name) => `- [${name}](./${name})\n`);
  for (const name of readdirSync(work, { recursive: true })) {
    if (!name.endsWith('.md') || name.startsWith('public')) continue;
    const text = readFileSync(join(work, name), 'utf8');
    const plain = text
      .replace(/<!--[\s\S]*?-->\n?/g, '')
      // Whether the repository builds is said there.
      .replace(/^\[!\[CI\].*\n\n/m, '')
      .replaceAll('](README.md', '](index.md');
    const isFigure = name.startsWith(join('bench', 'figures'));
    // What benches print are parts of pages: it has no title, and headings of any level.
    const whole = isFigure
      ? `# ${basename(name, '.md')}\n\n${plain.replace(/^#+ /gm, '## ')}`
      : plain;
    writeFileSync(join(work, name), `${frontMatter(name, whole)}${whole}`);
  }
  writeRedirects();
  writeFileSync(join(shared, 'llms.txt'), llms());
  mkdirSync(join(work, 'examples'));
  writeFileSync(join(work, 'examples/index.md'), `# Examples\n\n${examples.join('')}`);
  writeFileSync(join(work, 'schemas.md'), schemas());
}

/** A guide's question describes it; evidence is linked from the guide to the report, and is no answer to a search. */
function frontMatter(name, page) {
  const question = /^# .+\n\n((?:.+\n)*?.+\?)\n\n/.exec(page)?.[1].replaceAll('\n', ' ');
  const lines = [
    ...(question ? [`description: ${JSON.stringify(question)}`] : []),
    ...(/^(docs.method|bench)/.test(name) ? ['search: false'] : []),
  ];
  return lines.length > 0 ? `---\n${lines.join('\n')}\n---\n\n` : '';
}

/** The guides and the reference with their questions, for models that read the site. */
function llms() {
  const lines = [...Object.values(GUIDES).flat(), ...REFERENCE].map((name) => {
    const page = readFileSync(join(work, 'docs', `${name}.md`), 'utf8');
    const description = /^description: "(.*)"$/m.exec(page)?.[1] ?? '';
    return `- [${titleOf(`docs/${name}.md`)}](docs/${name}.html): ${description}`;
  });
  return `# promptfoo-counting-stars\n\n${lines.join('\n')}\n`;
}

/** Old addresses lead to where their content is now. */
function writeRedirects() {
  const moved = parse(readFileSync(join(root, 'scripts/moved-pages.yaml'), 'utf8'));
  mkdirSync(join(shared, 'docs'), { recursive: true });
  for (const [old, now] of Object.entries(moved)) {
    const address = now.replace(/(#|$)/, '.html$1');
    writeFileSync(
      join(shared, 'docs', `${old}.html`),
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Moved</title>` +
        `<meta http-equiv="refresh" content="0; url=${address}"><link rel="canonical" href="${address}"></head>` +
        `<body><main><h1>Moved</h1><p>This page is now <a href="${address}">here</a>.</p></main></body></html>\n`,
    );
  }
}

/** The page of the schemas, which editors and programs fetch by their addresses. */
function schemas() {
  copyFileSync(
    join(root, 'dist/config-schema.json'),
    join(shared, 'datasets/schemas/config.schema.json'),
  );
  const links = readdirSync(join(shared, 'datasets/schemas'))
    .sort()
    .map((name) => `- [${name.replace('.schema.json', '')}](datasets/schemas/${name})\n`);
  return `# JSON Schemas

Of the config that generators take, and of each file that the program writes. The same:
\`npx promptfoo-counting-stars schema report\`.

${links.join('')}`;
}

function config() {
  const unlisted = [...pagesOf('docs'), ...pagesOf('docs/reference')]
    .map(({ link }) => link.slice('/docs/'.length))
    .filter((name) => ![...Object.values(GUIDES).flat(), ...REFERENCE].includes(name));
  if (unlisted.length > 0) throw new Error(`No place in the navigation for ${unlisted.join(', ')}`);
  const items = (names) =>
    names.map((name) => ({ text: titleOf(`docs/${name}.md`), link: `/docs/${name}` }));
  return {
    title: 'promptfoo-counting-stars',
    lang: 'en',
    srcExclude: ['public/**'],
    head: [['link', { rel: 'icon', href: 'data:,' }]],
    description: 'Does a model really use its long context, and did it get worse?',
    themeConfig: {
      search: { provider: 'local' },
      outline: [2, 3],
      nav: [
        { text: 'Documentation', link: '/docs/start' },
        { text: 'A live report', link: '/report/index.html', target: '_self' },
        { text: 'API', link: '/api/index.html', target: '_self' },
        { text: '中文', link: '/README.zh-CN' },
      ],
      sidebar: [
        { text: 'Overview', link: '/' },
        ...Object.entries(GUIDES).map(([text, names]) => ({ text, items: items(names) })),
        { text: 'Reference', items: items(REFERENCE) },
        { text: 'Method', collapsed: true, items: pagesOf('docs/method') },
        {
          text: 'Project',
          items: ['schemas', 'examples/index', 'CHANGELOG', 'CONTRIBUTING', 'SECURITY'].map(
            (name) => ({
              text: titleOf(`${name}.md`),
              link: `/${name.replace(/index$/, '')}`,
            }),
          ),
        },
      ],
    },
  };
}

function pagesOf(folder) {
  return readdirSync(join(work, folder))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => ({
      text: titleOf(join(folder, name)),
      link: `/${folder}/${name.slice(0, -'.md'.length)}`,
    }));
}

function titleOf(page) {
  return /^# (.*)$/m.exec(readFileSync(join(work, page), 'utf8'))[1].replaceAll('`', '');
}

/** The id of a heading as GitHub writes it, which links of the pages use; written into the config as its source. */
function slug(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

/** A page that says its language in its name has it; written into the config as its source. */
function inItsLanguage(page, file) {
  const language = /\.([a-z]{2}-[A-Z]{2})\.html$/.exec(file)?.[1];
  return language && page.replace('<html lang="en"', `<html lang="${language}"`);
}

/** Keeps `{{context}}` and `<1K` texts, which are code to Vue; written into the config as its source. */
function withBraces(markdown) {
  const { rules } = markdown.renderer;
  // Pages have no markup of their own: what looks like it is text, such as <1K.
  markdown.set({ html: false });
  for (const rule of ['text', 'code_inline']) {
    const written = rules[rule];
    rules[rule] = (...args) => written(...args).replaceAll('{{', '&#123;&#123;');
  }
}
