export interface ChartGroup {
  readonly title: string;
  readonly own: string;
  readonly bars: readonly {
    readonly name: string;
    readonly value: number;
    readonly label: string;
  }[];
}
export function drawChart(title: string, groups: readonly ChartGroup[]): string;
