import type { Rate } from './load.ts';

/** One line of the result: what was measured, the value, and its target. */
export interface Line {
  what: string;
  /** Our value, formatted: `8,200/s`. */
  ours: string;
  against: string;
  /** Our value divided by the one it is compared with, if any. */
  ratio?: number;
  /** The ratio of processor time per response, which other load on the machine distorts less. */
  byProcessor?: number | undefined;
  /** The target; empty for values that are only reported. */
  aim: string;
  reached: boolean;
}

export function printTable(lines: Line[]): void {
  const rows = [
    ['', 'ours', 'compared with', 'ratio', 'by CPU time', 'target', ''],
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

/** Compares two rates, ours first. */
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
