/** Full-width characters, which some models write also where a text has none. */

const QUOTES: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  '、': ',',
  '。': '.',
  '−': '-',
  '　': ' ',
};

/** Full-width letters, digits and punctuation, curly quotes, 、 and 。 as their ASCII counterparts. */
export function halfWidth(text: string): string {
  return mapUnits(text, /[！-～“”‘’、。−　]/, TO_HALF_WIDTH);
}

export function withAsciiDigits(text: string): string {
  return mapUnits(text, /[０-９]/, TO_ASCII_DIGITS);
}

const TO_HALF_WIDTH = unitTable((unit) =>
  unit >= 0xff01 && unit <= 0xff5e
    ? unit - 0xfee0
    : (QUOTES[String.fromCharCode(unit)]?.charCodeAt(0) ?? unit),
);
const TO_ASCII_DIGITS = unitTable((unit) =>
  unit >= 0xff10 && unit <= 0xff19 ? unit - 0xfee0 : unit,
);

/** Replace UTF-16 units one by one; far faster on long texts than a replacement by pattern. */
function mapUnits(text: string, wanted: RegExp, table: () => Uint16Array): string {
  if (!wanted.test(text)) return text;
  const map = table();
  const units = new Uint16Array(text.length);
  const bytes = Buffer.from(units.buffer);
  bytes.write(text, 'utf16le');
  for (let i = 0; i < units.length; i++) units[i] = map[units[i]!]!;
  return bytes.toString('utf16le');
}

function unitTable(replace: (unit: number) => number): () => Uint16Array {
  let table: Uint16Array | undefined;
  return () => {
    table ??= Uint16Array.from({ length: 0x10000 }, (_, unit) => replace(unit));
    return table;
  };
}
