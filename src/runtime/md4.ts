const shifts = [
  [3, 7, 11, 19],
  [3, 5, 9, 13],
  [3, 9, 11, 15],
] as const;
const sums = [0, 0x5a827999, 0x6ed9eba1] as const;
/** Order in which each round takes the words of a block. */
const orders = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
  [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15],
] as const;

function mix(round: number, x: number, y: number, z: number): number {
  if (round === 0) return (x & y) | (~x & z);
  return round === 1 ? (x & y) | (x & z) | (y & z) : x ^ y ^ z;
}

function rotate(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by));
}

/**
 * MD4 (RFC 1320): broken as a digest, but NTLM keys are made of it, and OpenSSL 3 no longer has it.
 *
 * @returns 16 bytes
 */
export function md4(message: Uint8Array): Uint8Array {
  const blocks = Math.ceil((message.length + 9) / 64);
  const padded = new Uint8Array(blocks * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, message.length * 8, true);
  view.setUint32(padded.length - 4, Math.floor(message.length / 0x20000000), true);
  let state: readonly number[] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (let block = 0; block < padded.length; block += 64) {
    state = addBlock(state, view, block);
  }
  const digest = new DataView(new ArrayBuffer(16));
  for (const [index, word] of state.entries()) digest.setUint32(index * 4, word, true);
  return new Uint8Array(digest.buffer);
}

function addBlock(state: readonly number[], view: DataView, block: number): readonly number[] {
  const [first = 0, second = 0, third = 0, fourth = 0] = state;
  let [a, b, c, d] = [first, second, third, fourth];
  for (let round = 0; round < 3; round += 1) {
    for (let step = 0; step < 16; step += 1) {
      const word = view.getUint32(block + (orders[round]?.[step] ?? 0) * 4, true);
      const sum = (a + mix(round, b, c, d) + word + (sums[round] ?? 0)) | 0;
      [a, d, c, b] = [d, c, b, rotate(sum, shifts[round]?.[step % 4] ?? 0)];
    }
  }
  return [(first + a) | 0, (second + b) | 0, (third + c) | 0, (fourth + d) | 0];
}
