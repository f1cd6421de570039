/**
 * Reads which part of the calls the new service answers: `0.1` for all operations, or
 * `Pricing.GetRate=1,Pricing.Quote=0.1`; 0 for those that are not named.
 *
 * @throws {Error} for what is no share
 */
export function readShares(text: string): number | Readonly<Record<string, number>> {
  if (!text.includes('=')) return readShare(text);
  return Object.fromEntries(
    text.split(',').map((part) => {
      const [operation = '', share = ''] = part.split('=');
      return [operation.trim(), readShare(share)];
    }),
  );
}

function readShare(text: string): number {
  const share = Number(text);
  if (text.trim() !== '' && share >= 0 && share <= 1) return share;
  throw new Error(`'${text}' is no share: give a number from 0 to 1`);
}
