/**
 * Made-up keys in the forms that issuers publish, at their full lengths. They are put together of pieces when they are
 * needed, so that no key stands in this repository and no scanner takes one for leaked.
 */
import seedrandom from 'seedrandom';

const DIGITS = '0123456789';
const SMALL = 'abcdefghijklmnopqrstuvwxyz';
const LETTERS = SMALL + SMALL.toUpperCase();
/** Alphabets by the word that a form uses for them. */
const ALPHABETS = {
  digit: DIGITS,
  hex: `${DIGITS}abcdef`,
  HEX: `${DIGITS}ABCDEF`,
  small: SMALL + DIGITS,
  CAPITAL: SMALL.toUpperCase() + DIGITS,
  base32: `${SMALL.toUpperCase()}234567`,
  letter: LETTERS,
  word: LETTERS + DIGITS,
  url: `${LETTERS}${DIGITS}-_`,
  base64: `${LETTERS}${DIGITS}+/`,
};

/** A form is text with `{alphabet length}` in it. */
const UUID = '{hex 8}-{hex 4}-4{hex 3}-a{hex 3}-{hex 12}';

/** Forms of keys by their kind. */
export const FORMS = {
  'OpenAI, first form': 'sk-{word 20}T3BlbkFJ{word 20}',
  'OpenAI project': 'sk-proj-{url 74}T3BlbkFJ{url 74}',
  'OpenAI service account': 'sk-svcacct-{url 58}T3BlbkFJ{url 58}',
  'OpenAI admin': 'sk-admin-{url 74}T3BlbkFJ{url 74}',
  Anthropic: 'sk-ant-api03-{url 93}AA',
  'Anthropic admin': 'sk-ant-admin01-{url 93}AA',
  'Anthropic OAuth': 'sk-ant-oat01-{url 93}AA',
  OpenRouter: 'sk-or-v1-{hex 64}',
  DeepSeek: 'sk-{hex 32}',
  Moonshot: 'sk-{word 48}',
  Langfuse: `sk-lf-${UUID}`,
  'Hugging Face': 'hf_{letter 34}',
  'Hugging Face organisation': 'api_org_{letter 34}',
  Groq: 'gsk_{word 52}',
  xAI: 'xai-{word 80}',
  Perplexity: 'pplx-{word 48}',
  Replicate: 'r8_{word 37}',
  Fireworks: 'fw_{word 24}',
  NVIDIA: 'nvapi-{url 64}',
  Cerebras: 'csk-{small 48}',
  Tavily: 'tvly-dev-{word 32}',
  Databricks: 'dapi{hex 32}-2',
  Voyage: 'pa-{url 43}',
  Jina: 'jina_{hex 32}{word 28}',
  Firecrawl: 'fc-{hex 32}',
  ElevenLabs: 'sk_{hex 48}',
  LangSmith: 'lsv2_pt_{hex 32}_{hex 10}',
  Pinecone: 'pcsk_{word 6}_{word 63}',
  E2B: 'e2b_{hex 40}',
  Apify: 'apify_api_{word 36}',
  'Modal token': 'ak-{word 22}',
  'Modal secret': 'as-{word 22}',
  Friendli: 'flp_{word 46}',
  Upstage: 'up_{word 29}',
  RunPod: 'rpa_{CAPITAL 40}{small 6}',
  Zhipu: '{hex 32}.{word 16}',
  Lambda: 'secret_lab-3_{hex 32}.{word 32}',
  Baseten: '{word 8}.{word 32}',
  Cursor: 'crsr_{hex 64}',
  'Cursor, first form': 'key_{hex 64}',
  Nebius: 'v1.Cm{url 120}.{url 60}',
  'Amazon access key': 'AKIA{base32 16}',
  'Amazon temporary key': 'ASIA{base32 16}',
  'Amazon Bedrock': 'ABSK{base64 128}',
  'Google API': 'AIza{url 35}',
  'Google, authorization key': 'AQ.Ab8{url 47}',
  'Google OAuth': 'ya29.{url 160}',
  'Google OAuth client': 'GOCSPX-{url 28}',
  'Azure client secret': '{word 3}8Q~{word 34}',
  'Azure storage': '{base64 86}==',
  'Azure OpenAI': '{word 52}JQQJ99{CAPITAL 26}',
  Alibaba: 'LTAI{word 20}',
  Tencent: 'AKID{word 32}',
  DigitalOcean: 'dop_v1_{hex 64}',
  'Cloudflare token': 'cfut_{word 40}{hex 8}',
  'Cloudflare origin': 'v1.0-{hex 24}-{hex 146}',
  'Fly.io': 'fm2_{base64 120}',
  Vercel: 'vcp_{word 56}',
  Netlify: 'nfp_{word 36}',
  Supabase: 'sbp_{hex 40}',
  PlanetScale: 'pscale_tkn_{url 43}',
  Terraform: '{word 14}.atlasv1.{url 67}',
  Pulumi: 'pul-{hex 40}',
  Tailscale: 'tskey-auth-{word 17}-{word 32}',
  GitHub: 'ghp_{word 36}',
  'GitHub app': 'ghs_{word 36}',
  'GitHub fine-grained': 'github_pat_{word 22}_{word 59}',
  GitLab: 'glpat-{url 20}',
  'GitLab runner': 'glrt-{url 20}',
  npm: 'npm_{word 36}',
  PyPI: 'pypi-AgEIcHlwaS5vcmc{url 120}',
  RubyGems: 'rubygems_{hex 48}',
  NuGet: 'oy2{small 43}',
  Clojars: 'CLOJARS_{hex 60}',
  Docker: 'dckr_pat_{url 27}',
  Artifactory: 'AKCp{word 69}',
  SonarQube: 'sqp_{hex 40}',
  Sourcegraph: 'sgp_{hex 16}_{hex 40}',
  Postman: 'PMAK-{hex 24}-{hex 34}',
  '1Password': 'A3-{CAPITAL 6}-{CAPITAL 11}-{CAPITAL 5}-{CAPITAL 5}-{CAPITAL 5}',
  '1Password service': 'ops_eyJ{base64 300}',
  'HashiCorp Vault': 'hvs.{url 95}',
  Doppler: 'dp.pt.{word 43}',
  age: 'AGE-SECRET-KEY-1{CAPITAL 58}',
  'Grafana service': 'glsa_{word 32}_{HEX 8}',
  'New Relic': 'NRAK-{CAPITAL 27}',
  Sentry: 'sntryu_{hex 64}',
  Dynatrace: 'dt0c01.{CAPITAL 24}.{CAPITAL 64}',
  Slack: 'xoxb-{digit 12}-{digit 12}-{word 24}',
  'Slack app': 'xapp-1-A{CAPITAL 10}-{digit 13}-{hex 64}',
  'Slack webhook': 'https://hooks.slack.com/services/T{CAPITAL 8}/B{CAPITAL 10}/{word 24}',
  Discord: 'M{word 23}.{url 6}.{url 38}',
  'Discord webhook': 'https://discord.com/api/webhooks/{digit 18}/{url 68}',
  Telegram: '{digit 10}:A{url 34}',
  Twilio: 'SK{hex 32}',
  SendGrid: 'SG.{url 22}.{url 43}',
  Mailgun: 'key-{hex 32}',
  Mailchimp: '{hex 32}-us12',
  Brevo: 'xkeysib-{hex 64}-{word 16}',
  Resend: 're_{word 8}_{word 24}',
  Stripe: 'sk_live_{word 99}',
  'Stripe webhook': 'whsec_{word 32}',
  Square: 'sq0csp-{url 43}',
  Shopify: 'shpat_{hex 32}',
  EasyPost: 'EZAK{word 54}',
  Duffel: 'duffel_live_{url 43}',
  Facebook: 'EAAM{word 180}',
  Airtable: 'pat{word 14}.{hex 64}',
  HubSpot: `pat-na1-${UUID}`,
  Atlassian: 'ATATT3{url 186}',
  Linear: 'lin_api_{word 40}',
  Notion: 'ntn_{digit 11}{word 35}',
  Figma: 'figd_{url 40}',
  Contentful: 'CFPAT-{url 43}',
  'JSON Web Token': 'eyJ{word 33}.eyJ{word 60}.{url 43}',
  'Private key':
    '-----BEGIN PRIVATE {literal KEY}-----\n{base64 64}\n{base64 60}\n-----END PRIVATE {literal KEY}-----',
  'PGP private key':
    '-----BEGIN PGP PRIVATE {literal KEY} BLOCK-----\n\n{base64 64}\n-----END PGP PRIVATE {literal KEY} BLOCK-----',
  'Password in an address': 'postgres://{small 6}:{word 16}@db.example.com/x',
};

/** Keys that have no form of their own, with a name around them, in the forms in which they are sent. */
export const NAMED = {
  'Mistral, by its variable': ['MISTRAL_API_KEY={key}', '{word 32}'],
  'Cohere, in JSON': ['{"cohereApiKey": "{key}"}', '{word 40}'],
  'Azure, a header': ['api-key: {key}', '{hex 32}'],
  'Amazon secret key': ['aws_secret_access_key = {key}', '{base64 40}'],
  'a bearer': ['Authorization: Bearer {key}', '{word 40}'],
  'a header for keys': ['x-api-key: {key}', '{word 32}'],
  'Baseten, a header': ['Authorization: Api-Key {key}', '{word 8}.{word 32}'],
  'a short key': ['api_key={key}', '{word 14}7'],
  'a header of any name': ['X-Gateway-Pass-Through: {key}', '{word 40}'],
  'a variable of any name': ['CORP_GATEWAY={key}', '{word 40}'],
  'a parameter': ['https://api.example.com/v1?page=2&api_key={key}', '{word 24}'],
  'a token behind #': ['https://app.example.com/#access_token={key}&n=1', '{word 24}'],
  'JSON in JSON': ['{\\"access_token\\":\\"{key}\\"}', '{url 40}'],
  'said by a provider': ['Incorrect API key provided: {key}.', '{hex 32}'],
  'user and password in Base64': ['Basic {key}', 'bWU6{word 24}'],
};

/** A made-up key of a form. */
export function madeUp(form, random) {
  return form.replaceAll(/\{(\w+) (\w+)\}/g, (_, alphabet, length) => {
    if (alphabet === 'literal') return length;
    const signs = ALPHABETS[alphabet];
    return Array.from(
      { length: Number(length) },
      () => signs[Math.floor(random() * signs.length)],
    ).join('');
  });
}

/** A number of keys of each form, the same ones for the same seed. */
export function madeUpKeys(seed, each) {
  return Object.entries(FORMS).flatMap(([kind, form]) => {
    const random = seedrandom(`${seed}/${kind}`);
    return Array.from({ length: each }, () => ({ kind, key: madeUp(form, random) }));
  });
}

/** The same with names around them: `text`, and the `key` in it. */
export function namedKeys(seed, each) {
  return Object.entries(NAMED).flatMap(([kind, [around, form]]) => {
    const random = seedrandom(`${seed}/${kind}`);
    return Array.from({ length: each }, () => {
      const key = madeUp(form, random);
      return { kind, key, text: around.replace('{key}', () => key) };
    });
  });
}

/** The parts of a text in which a person who looks for a key would find it: 8 signs in a row. */
export function leaksOf(key, text) {
  const body = key.replace(/-----(?:BEGIN|END)[^\n]*|(?:@|%40)db.*/g, '').trim();
  // The start says only of whom a key is, and an address is none.
  for (let i = Math.max(0, Math.min(12, body.length - 8)); i + 8 <= body.length; i++) {
    const part = body.slice(i, i + 8);
    if (!/\s|:\/\/|example/.test(part) && text.includes(part)) return part;
  }
  return undefined;
}
