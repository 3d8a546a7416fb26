import { type Document, isScalar, isSeq, Scalar, type YAMLMap, YAMLSeq } from 'yaml';

/** Lists of a config, read and written in place. */

/** What stands at a key as a list, which is not yet put into the document. */
export function listAt(document: Document, key: string): YAMLSeq {
  const node = document.get(key, true);
  if (isSeq(node)) return node;
  const list = new YAMLSeq(document.schema);
  const isNothing = node === undefined || (isScalar(node) && node.value === null);
  if (!isNothing) list.add(node);
  return list;
}

/** Set a key of the config; a new one stands apart from what is before it. */
export function setAt(document: Document, key: string, value: YAMLMap | YAMLSeq): void {
  if (document.has(key)) {
    document.set(key, value);
    return;
  }
  const name = new Scalar(key);
  name.spaceBefore = true;
  (document.contents as unknown as YAMLMap).add(document.createPair(name, value));
}
