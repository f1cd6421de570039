/** A day of the calendar. */
export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export function parse(text: string): Day {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return { year, month, day };
}

export function format({ year, month, day }: Day): string {
  const two = (one: number): string => String(one).padStart(2, '0');
  return `${year}-${two(month)}-${two(day)}`;
}
