import type { Rate } from './load.ts';

/** One line of the result: what was measured, what came out, what it should be. */
export interface Line {
  what: string;
  /** Ours, in words: `8,200/s`. */
  ours: string;
  against: string;
  /** Ours divided by what it is compared with, where there is something to compare it with. */
  ratio?: number;
  /** The same by processor time of an answer: what a busy machine distorts less. */
  byProcessor?: number | undefined;
  /** Empty for what is only told. */
  aim: string;
  reached: boolean;
}

export function printTable(lines: Line[]): void {
  const rows = [
    ['', 'ours', 'against', 'ratio', 'by processor', 'aim', ''],
    ...lines.map(({ what, ours, against, ratio, byProcessor, aim, reached }) => [
      what,
      ours,
      against,
      ratio?.toFixed(2) ?? '',
      byProcessor?.toFixed(2) ?? '',
      aim,
      aim && (reached ? 'reached' : 'MISSED'),
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

/** Ours against theirs, as a line of the table. */
export function compared(what: string, [ours, theirs]: Rate[], name: string, aim: number): Line {
  const ratio = ours!.perSecond / theirs!.perSecond;
  const byProcessor = ours!.processor && theirs!.processor ? theirs!.processor / ours!.processor : undefined;
  return {
    what,
    ours: perSecond(ours!.perSecond),
    against: `${name} ${perSecond(theirs!.perSecond)}`,
    ratio,
    byProcessor,
    aim: `>= ${aim}`,
    reached: ratio >= aim,
  };
}
