export interface Bar {
  readonly says: string;
  readonly report: string;
  readonly of: string;
  readonly to?: string;
  readonly by: 'cpu' | 'wall' | 'rss' | 'perSecond';
  readonly least?: number;
  readonly most?: number;
}
export interface JudgedReport {
  readonly id: string;
  readonly rows: readonly { readonly name: string; readonly [figure: string]: number | string }[];
}
export const bars: readonly Bar[];
export function judge(
  bars: readonly Bar[],
  reports: readonly JudgedReport[],
): readonly (Bar & { readonly value: number | undefined; readonly reached: boolean })[];
