import type { Asked } from './asked.ts';
import { drummer, type Ensemble, type Row } from './ensemble.ts';
import { rowsAt } from './players.ts';

/** Reshapes the sections as asked; returns how loud each is played, 1 as usual. */
export function applyToSections(band: Ensemble, asked: Asked): number[] {
  const { rows } = band;
  const { shapes, energy = 0, touch = 0 } = asked;
  if (shapes.has('no intro') && rows.length > 3 && rows[0]!.label === 'intro') rows.shift();
  if (shapes.has('long intro')) lengthen(band);
  if (shapes.has('end') && rows.length > 3 && rows.at(-1)!.label === 'outro') rows.pop();
  for (const row of rows) {
    row.energy = clamp(
      energy > 0 ? row.energy + 0.8 * energy * (1 - row.energy) : row.energy * (1 + 0.35 * energy),
    );
    if (shapes.has('steady')) row.energy = 0.88;
  }
  if (shapes.has('break')) openBreak(band);
  if (shapes.has('drop')) drop(band);
  const loud = rows.map(() => 1 + 0.35 * touch);
  if (shapes.has('build')) build(band, loud);
  place(band, asked, loud);
  return loud;
}

/** An intro twice as long and of 8 bars at least, or one where the form has none: the band without drums and tune. */
function lengthen({ rows, parts }: Ensemble): void {
  const first = rows[0]!;
  if (first.label === 'intro') {
    first.bars = Math.max(8, 2 * first.bars);
    return;
  }
  const quiet = [...first.entries].filter(([part]) => !['drums', 'lead'].includes(parts[part]!.role));
  const entries = new Map(quiet.length ? quiet : first.entries);
  rows.unshift({ ...first, name: 'intro', label: 'intro', bars: 8, energy: 0.6, entries });
}

/** Quiet and few at first; the drums come in late. */
function build({ rows, parts }: Ensemble, loud: number[]): void {
  const count = rows.length - 1;
  for (const [i, row] of rows.entries()) {
    const way = i / Math.max(1, count - 1);
    loud[i]! *= Math.min(1.1, 0.5 + 0.6 * way);
    row.energy = clamp(row.energy * Math.min(1.05, 0.6 + 0.45 * way));
    const late = (part: string) =>
      parts[part]!.role === 'drums' || (way < 0.2 && parts[part]!.role === 'bass');
    if (way < 0.34)
      for (const part of [...row.entries.keys()])
        if (late(part) && row.entries.size > 1) row.entries.delete(part);
  }
}

/** Drums and bass leave the second half of the section before the last hook. */
function drop({ rows, parts }: Ensemble): void {
  const hook = rows.map(({ label }) => label).lastIndexOf('hook');
  const at = hook > 0 ? hook : rows.length - 2;
  const before = rows[at - 1];
  if (!before) return;
  const half = Math.floor(before.bars / 2);
  for (const [part, entry] of before.entries) {
    if (!['drums', 'bass'].includes(parts[part]!.role) || before.entries.size < 2) continue;
    if (half > 0) before.entries.set(part, `${entry.split('@')[0]}@1-${half}`);
    else before.entries.delete(part);
  }
  before.energy = clamp(before.energy * 0.8);
  const all = rows[at]!;
  all.energy = 1;
  for (const [part, { role }] of Object.entries(parts))
    if (['drums', 'bass'].includes(role) && !all.entries.has(part)) all.entries.set(part, part);
}

/** A section without drums and bass: the form's break, or one in the middle. */
function openBreak({ rows, parts }: Ensemble): void {
  const row = rows.find(({ label }) => label === 'break') ?? rows[Math.floor(rows.length / 2)]!;
  for (const part of [...row.entries.keys()])
    if (['drums', 'bass'].includes(parts[part]!.role) && row.entries.size > 1) row.entries.delete(part);
  row.energy = clamp(row.energy * 0.75);
}

/** Applies wishes for single places: a quiet start or a loud end leans the whole song towards it. */
function place(band: Ensemble, { places }: Asked, loud: number[]): void {
  const { rows } = band;
  for (const { place: where, effect, amount } of places) {
    const push = amount * (effect.touch ?? effect.energy ?? (effect.pace ?? 0) * 0.3);
    const there = new Set(rowsAt(rows, where));
    if (effect.drums === 'half') halve(band, there);
    if (push === 0) continue;
    if (where === 'start') open(band, push);
    if (effect.band && push > 0) for (const row of there) gather(band, row);
    const leans = where === 'start' || where === 'end';
    for (const [i, row] of rows.entries()) {
      const way = i / Math.max(1, rows.length - 1);
      const near = there.has(row) ? 1 : leans ? 0.7 * (where === 'end' ? way : 1 - way) : 0;
      loud[i]! *= 1 + 0.5 * push * near - (push > 0 ? 0.3 * push : 0);
      row.energy = clamp(row.energy * (1 + 0.25 * push * near - (push > 0 ? 0.15 * push : 0)));
      if (there.has(row) && push > 0) row.energy = Math.max(row.energy, 0.95);
    }
  }
}

/** A loud beginning has the whole band from its first bar, a quiet one neither drums nor a second tune. */
function open({ rows, parts }: Ensemble, push: number): void {
  const [first, ...others] = rows;
  if (!first || others.length === 0) return;
  if (push > 0) {
    gather({ rows: others, parts }, first);
    return;
  }
  for (const part of [...first.entries.keys()])
    if (/^(drums|lead)$/.test(parts[part]!.role) && first.entries.size > 1) first.entries.delete(part);
}

/** Everybody who plays in the fullest section plays in this one, too, but for a second tune. */
function gather({ rows, parts }: Pick<Ensemble, 'rows' | 'parts'>, to: Row): void {
  const full = rows.reduce((most, row) => (row.entries.size > most.entries.size ? row : most));
  for (const [part, entry] of full.entries)
    if (parts[part]?.role !== 'lead' || to.entries.size === 0) to.entries.set(part, entry.split('@')[0]!);
}

/** Half-time drums in some sections. */
function halve({ parts, world, take }: Ensemble, there: ReadonlySet<Row>): void {
  const { drums } = parts;
  if (!drums || !('kit' in drums) || world.beatsPerBar !== 4) return;
  const half = drummer(drums.kit, 'halftime', take);
  parts.drums = { ...drums, play: (s) => (s.variant === 'half' ? half(s) : drums.play(s)) };
  for (const { entries } of there) {
    const entry = entries.get('drums');
    if (entry) entries.set('drums', entry.replace(/^drums(:\w+)?/, 'drums:half'));
  }
}

function clamp(energy: number): number {
  return Math.max(0.3, Math.min(1, energy));
}
