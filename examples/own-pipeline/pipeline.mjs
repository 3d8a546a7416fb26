/**
 * Two simulated pipelines behind HTTP. Both look for the document that has most words of the question, and
 * answer with its text and its number. `/middle` loses documents in the middle, and forgets to cite more
 * often the more documents there are. Put your own address into the config instead.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';

const PORT = 8791;

const wordsOf = (text) => new Set(text.toLowerCase().match(/[a-z0-9]+/g));

/** A number from 0 to 1 that depends on a text alone. */
const chance = (text) => createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;

function likest(question, documents) {
  const all = documents.map(({ title, text }) => wordsOf(`${title} ${text}`));
  const weight = (word) => Math.log(documents.length / all.filter((own) => own.has(word)).length);
  const wanted = [...wordsOf(question)].filter((word) => all.some((own) => own.has(word)));
  const scores = all.map((own) =>
    wanted.reduce((sum, word) => sum + (own.has(word) ? 1 + weight(word) : 0), 0),
  );
  return scores.indexOf(Math.max(...scores));
}

/** What a pipeline answers to a question and documents. */
export function answer(path, { question, documents }) {
  const found = likest(question, documents);
  const place = found / Math.max(1, documents.length - 1);
  const many = Math.min(1, documents.length / 70);
  const isLost = chance(`${question}/${documents.length}`) < many * (1 - Math.abs(2 * place - 1));
  const cites = chance(`cites/${question}/${documents.length}`) > documents.length / 100;
  if (path === '/middle' && isLost) return 'The documents do not say.';
  const isCited = path !== '/middle' || cites;
  return documents[found].text + (isCited ? ` [${found + 1}]` : '');
}

const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify({ answer: answer(request.url, JSON.parse(body).prompt) }));
});

/** Extension hook: the pipelines are there while promptfoo evaluates. */
export async function simulated(hook) {
  if (hook === 'beforeAll') await new Promise((done) => server.listen(PORT, '127.0.0.1', done));
  if (hook === 'afterAll') {
    server.close();
    server.closeAllConnections();
  }
}
