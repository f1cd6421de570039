/** An amount in cents. */
export interface Money {
  readonly cents: number;
}

export function parseMoney(text: string): Money {
  return { cents: Math.round(Number(text) * 100) };
}

export function formatMoney({ cents }: Money): string {
  return (cents / 100).toFixed(2);
}
