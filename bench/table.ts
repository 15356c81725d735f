/** One line of the result: what was measured, what came out, what it should be. */
export interface Line {
  what: string;
  /** Ours, in words: `8,200/s`. */
  ours: string;
  against: string;
  /** Ours divided by what it is compared with, where there is something to compare it with. */
  ratio?: number;
  aim: string;
  reached: boolean;
}

export function printTable(lines: Line[]): void {
  const rows = [
    ['', 'ours', 'against', 'ratio', 'aim', ''],
    ...lines.map(({ what, ours, against, ratio, aim, reached }) => [
      what,
      ours,
      against,
      ratio === undefined ? '' : ratio.toFixed(2),
      aim,
      reached ? 'reached' : 'MISSED',
    ]),
  ];
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  for (const row of rows)
    console.log(
      row
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    );
}

export const perSecond = (rate: number) => `${Math.round(rate).toLocaleString('en')}/s`;
