/**
 * What promptfoo's providers send: each is made as a config makes it, is handed the prompts that this package writes for
 * it, and talks to a server on the loopback interface, whatever address it has. A line of JSON for each request.
 */
import { createServer } from 'node:http';
import { loadApiProvider } from 'promptfoo';
import { countingStars, prompt } from '../../dist/index.js';

const asked = JSON.parse(process.argv[2]);
let body;
let path = '';
const server = createServer((message, response) => {
  const chunks = [];
  message.on('data', (chunk) => chunks.push(chunk));
  message.on('end', () => {
    const text = Buffer.concat(chunks).toString('utf8');
    if (text !== '') [path, body] = [message.url, JSON.parse(text)];
    // What is answered does not matter, and an error ends a call at once.
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end('{"error":{"message":"recorded"}}');
  });
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const host = `http://127.0.0.1:${server.address().port}`;
const { fetch } = globalThis;
globalThis.fetch = (input, { dispatcher, ...init } = {}) => {
  const address = String(input?.url ?? input);
  return fetch(address.startsWith(host) ? address : address.replace(/^https?:\//, host), init);
};
process.env.OLLAMA_BASE_URL = host;
process.env.LOCALAI_BASE_URL = `${host}/v1`;

const tests = Object.fromEntries(
  await Promise.all(
    ['chat', 'tools'].map(async (container) => [
      container,
      (await countingStars({ stars: 2, lengths: [600], container }))[0],
    ]),
  ),
);
for (const { id, config } of asked) {
  const provider = await loadApiProvider(id, {
    options: {
      config: { apiKey: 'test', ...JSON.parse(JSON.stringify(config).replaceAll('HOST', host)) },
    },
  });
  for (const [container, { vars, options = {} }] of Object.entries(tests)) {
    [body, path] = [undefined, ''];
    let error;
    try {
      const { output } = await prompt('prompt', '{{prompt}}', vars, provider);
      const text = String(output);
      ({ error } = await provider.callApi(text, {
        prompt: { raw: text, label: 'prompt', config: options },
        vars: {},
      }));
    } catch (thrown) {
      error = String(thrown?.message ?? thrown);
    }
    process.stdout.write(`${JSON.stringify({ id, container, path, body, error })}\n`);
  }
}
process.stdout.write(
  `${JSON.stringify({ cases: Object.values(tests).map(({ vars }) => vars.case) })}\n`,
);
process.exit(0);
