interface RandomBits {
  int32(): number;
}

/** Makes a UUID of version 4 (RFC 4122, §4.4): 122 random bits. */
export function randomUuid(random: RandomBits): string {
  const word = () => (random.int32() >>> 0).toString(16).padStart(8, '0');
  const digits = word() + word() + word() + word();
  const variant = '89ab'[Number.parseInt(digits[16]!, 16) % 4]!;
  return (
    `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-` +
    `${variant}${digits.slice(17, 20)}-${digits.slice(20)}`
  );
}
