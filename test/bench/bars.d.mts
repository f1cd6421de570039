export interface Bar {
  readonly says: string;
  readonly report: string;
  readonly of: string;
  readonly to?: string;
  readonly by: 'cpu' | 'wall' | 'rss' | 'perSecond';
  readonly floor?: string;
  readonly least?: number;
  readonly most?: number;
}
export interface JudgedReport {
  readonly id: string;
  readonly rows: readonly { readonly name: string; readonly [figure: string]: number | string }[];
}
export interface JudgedBar extends Bar {
  readonly value: number | undefined;
  readonly reached: boolean;
  readonly atBest: number | undefined;
}
export const bars: readonly Bar[];
export function judge(bars: readonly Bar[], reports: readonly JudgedReport[]): readonly JudgedBar[];
