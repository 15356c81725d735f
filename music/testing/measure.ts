/**
 * Measures a finished record against the brief. A library for the tests, and a command:
 * `npx node music/testing/measure.ts <world|all> [seed]` renders, encodes, decodes and prints; add `--save DIR` to keep the MP3s.
 */
import { writeFileSync } from 'node:fs';
import { measureLoudness, truePeak } from '../analysis/loudness.ts';
import { bandLevel, chroma, powerSpectrum } from '../analysis/spectrum.ts';
import { compose } from '../composer/compose.ts';
import { encodeSong } from '../composer/generate.ts';
import { render } from '../composer/rendering/render.ts';
import { bandsOf, slopeOf } from '../composer/rendering/tone.ts';
import { type Score, secondsAt } from '../composer/score.ts';
import { biquad, filter } from '../composer/sound/filters.ts';
import { loudnessOf } from '../composer/sound/master.ts';
import { RATE } from '../composer/sound/tables.ts';
import { WORLDS } from '../composer/worlds/table.ts';
import { decodeMp3 } from './decode-mp3.ts';

/** One measurement: its name, value, requirement, and whether it passes. */
export type Finding = { name: string; value: number; unit: string; asked: string; pass: boolean };

/** Measures a record (decoded, 44.1 kHz stereo) that was made from this score. */
export function examine(left: Float32Array, right: Float32Array, score: Score): Finding[] {
  const findings: Finding[] = [];
  const add = (name: string, value: number, unit: string, asked: string, pass: boolean) =>
    findings.push({ name, value, unit, asked, pass });
  const within = (name: string, value: number, unit: string, low: number, high: number) =>
    add(name, value, unit, `${low}..${high}`, value >= low && value <= high);

  const loudness = measureLoudness([left, right], RATE);
  within('loudness', loudness.integrated, 'LUFS', loudnessOf(score.sound.crest) - 1, -13);
  within('true peak', truePeak([left, right]), 'dBTP', -6, -1);
  within('peak to loudness', truePeak([left, right]) - loudness.integrated, 'dB', 8, score.sound.crest + 1.2);
  within('loudness range', loudness.range, 'LU', score.sound.range - 1.5, score.sound.range + 4.5);
  within('duration', left.length / RATE, 's', 45, 90);

  const mid = left.map((l, i) => 0.5 * (l + right[i]!));
  const side = left.map((l, i) => 0.5 * (l - right[i]!));
  const spectrum = powerSpectrum(mid);
  within(
    'air',
    bandLevel(spectrum, RATE, 6000, 20_000) - bandLevel(spectrum, RATE, 500, 2000),
    'dB',
    score.sound.air - 4,
    score.sound.air + 6.5,
  );
  const bands = bandsOf(mid);
  within('tilt', slopeOf(bands), 'dB/8', score.sound.tilt - 2, score.sound.tilt + 2);
  within(
    'low mids',
    bandLevel(spectrum, RATE, 125, 315) - bandLevel(spectrum, RATE, 500, 2000),
    'dB',
    -12,
    14,
  );
  within('side/mid', ratio(side, mid), 'dB', -14, -3.5);
  within('side/mid < 120 Hz', ratio(below120(side), below120(mid)), 'dB', -99, -20);
  within(
    'DC',
    20 * Math.log10(1e-9 + Math.max(Math.abs(mean(left)), Math.abs(mean(right)))),
    'dBFS',
    -200,
    -60,
  );
  within('edge level', 20 * Math.log10(1e-9 + Math.max(edge(left), edge(right))), 'dBFS', -200, -55);
  within('border clicks', borderClick(left, right, score), 'x', 0, 1.4);
  within('differing sections', differingSections(mid, score), '', 4, 99);
  within('4-bar likeness', likeness(mid, score), '', -1, 0.985);
  const first = measureLoudness([left.subarray(0, 5 * RATE), right.subarray(0, 5 * RATE)], RATE).integrated;
  within('first 5 s under the song', loudness.integrated - first, 'LU', -6, Math.max(8, score.sound.opening));
  // What stops is cut short, and what fades has no last chord.
  if (score.ending !== 'stop') within('last second', lastSecond(left, right), 'dB', -200, -18);
  if (score.ending === 'ritard' || score.ending === 'hit')
    within('last chord after 1 s', ringing(left, right, score), 'dB', -20, 6);
  within('silence at the end', silence(left, right), 's', 0, 0.4);
  return findings;
}

function mean(x: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i]!;
  return sum / Math.max(1, x.length);
}

function power(x: Float32Array, from = 0, to = x.length): number {
  let sum = 1e-15;
  for (let i = Math.max(0, from); i < Math.min(x.length, to); i++) sum += x[i]! * x[i]!;
  return sum / Math.max(1, to - from);
}

function ratio(a: Float32Array, b: Float32Array): number {
  return 10 * Math.log10(power(a) / power(b));
}

function below120(x: Float32Array): Float32Array {
  const low = x.slice();
  for (let pass = 0; pass < 2; pass++) filter(low, biquad('lowpass', 110, 0.7));
  return low;
}

/** The loudest sample of the first and last 20 ms: a record starts and ends in silence. */
function edge(x: Float32Array): number {
  let peak = 0;
  for (let i = 0; i < 882; i++) peak = Math.max(peak, Math.abs(x[i]!), Math.abs(x[x.length - 1 - i]!));
  return peak;
}

/**
 * A click is a jump between samples that nothing around explains: the largest second difference within 15 ms of a border,
 * against the largest in the bar on either side (two seconds at least), so that the first beats of slow bars explain
 * each other. Clean records reach 1.1, a crash that opens a section 1.35; a single-sample click of 0.6 full scale
 * gives 2 to 4, one of 0.3 gives 1.5 in calm music but hides under dense drums. Slow steps and short gaps are not seen.
 */
function borderClick(left: Float32Array, right: Float32Array, score: Score): number {
  const roughness = (x: Float32Array, from: number, to: number) => {
    let most = 0;
    for (let i = Math.max(2, from); i < Math.min(x.length, to); i++)
      most = Math.max(most, Math.abs(x[i]! - 2 * x[i - 1]! + x[i - 2]!));
    return most;
  };
  let worst = 0;
  const span = Math.round(RATE * Math.max(2, (score.beatsPerBar * 60) / score.bpm + 0.1));
  for (const section of score.sections.slice(1)) {
    const at = Math.round(secondsAt(score, section.beat) * RATE);
    const near = Math.round(0.015 * RATE);
    for (const x of [left, right]) {
      const around = Math.max(roughness(x, at - span, at - near), roughness(x, at + near, at + span), 0.02);
      worst = Math.max(worst, roughness(x, at - near, at + near) / around);
    }
  }
  return worst;
}

/** Sections that differ from the one before by 1.5 dB, or clearly in chroma or in brightness. The first one counts. */
function differingSections(mid: Float32Array, score: Score): number {
  const profiles = score.sections.map((section) => {
    const [from, to] = [secondsAt(score, section.beat), secondsAt(score, section.beat + section.beats)].map(
      (s) => Math.round(s * RATE),
    ) as [number, number];
    const spectrum = powerSpectrum(mid, from, to);
    return {
      level: 10 * Math.log10(power(mid, from, to)),
      chroma: chroma(spectrum, RATE),
      tilt: bandLevel(spectrum, RATE, 2000, 12_000) - bandLevel(spectrum, RATE, 60, 600),
    };
  });
  let count = profiles.length ? 1 : 0;
  for (let i = 1; i < profiles.length; i++) {
    const [a, b] = [profiles[i - 1]!, profiles[i]!];
    const distance = a.chroma.reduce((sum, value, k) => sum + Math.abs(value - b.chroma[k]!), 0);
    if (Math.abs(a.level - b.level) > 1.5 || distance > 0.3 || Math.abs(a.tilt - b.tilt) > 2) count++;
  }
  return count;
}

/** Ten thousand samples of four bars tell their likeness to a hundredth; the stride is prime, so no beat hides in it. */
const STRIDE = 29;

/** The highest correlation between any two stretches of four bars: 1 would be a copy. */
function likeness(mid: Float32Array, score: Score): number {
  const bars = Math.floor(score.beats / score.beatsPerBar);
  let highest = -1;
  for (let a = 0; a + 4 <= bars; a++) {
    for (let b = a + 4; b + 4 <= bars; b++) {
      const [from, to] = [a, b].map((bar) =>
        Math.round(secondsAt(score, bar * score.beatsPerBar) * RATE),
      ) as [number, number];
      const length = Math.round((score.beatsPerBar * 4 * 60 * RATE) / score.bpm);
      let [xy, xx, yy] = [0, 1e-12, 1e-12];
      for (let i = 0; i < length; i += STRIDE) {
        const x = mid[from + i] ?? 0;
        const y = mid[to + i] ?? 0;
        xy += x * y;
        xx += x * x;
        yy += y * y;
      }
      highest = Math.max(highest, xy / Math.sqrt(xx * yy));
    }
  }
  return highest;
}

/** The last second against the whole, dB. */
function lastSecond(left: Float32Array, right: Float32Array): number {
  const from = left.length - RATE;
  return 10 * Math.log10((power(left, from) + power(right, from)) / (power(left) + power(right)));
}

/** Fall of the last chord one second after its first half second, dB: rung out, not gated. */
function ringing(left: Float32Array, right: Float32Array, score: Score): number {
  const at = Math.round(secondsAt(score, score.beats - score.beatsPerBar) * RATE);
  const level = (from: number) => power(left, from, from + RATE / 2) + power(right, from, from + RATE / 2);
  return 10 * Math.log10(level(at + RATE) / level(at));
}

/** Seconds below -60 dBFS after the last sound. */
function silence(left: Float32Array, right: Float32Array): number {
  let last = left.length - 1;
  while (last > 0 && Math.abs(left[last]!) < 0.001 && Math.abs(right[last]!) < 0.001) last--;
  return (left.length - last) / RATE;
}

/** Share of lead notes on strong beats or held for a beat which belong to the sounding chord parts, 0..1; NaN without any. */
export function consonance(score: Score): number {
  const beds = score.parts
    .filter((p) => 'notes' in p && ['chords', 'pad', 'bass'].includes(p.role))
    .flatMap((p) => ('notes' in p ? p.notes : []));
  const leads = score.parts.filter((p) => p.role === 'lead').flatMap((p) => ('notes' in p ? p.notes : []));
  let clean = 0;
  let total = 0;
  for (const note of leads) {
    if (note.beat % 1 > 0.01 && note.length < 0.9) continue;
    const under = beds.filter(
      (b) => b.beat < note.beat + note.length * 0.7 && b.beat + b.length > note.beat + 0.15,
    );
    if (!under.length) continue;
    total++;
    const rub = under.some((b) => [1, 13].includes(Math.abs(b.pitch - note.pitch)));
    if (!rub) clean++;
  }
  return total ? clean / total : Number.NaN;
}

async function report(name: string, seed: number, saveTo: string | undefined): Promise<boolean> {
  const world = WORLDS.find((w) => w.name === name)!;
  const lap = () => process.cpuUsage();
  const spent = (since: NodeJS.CpuUsage) => {
    const used = process.cpuUsage(since);
    return (used.user + used.system) / 1e6;
  };
  const begin = lap();
  const score = compose({ world }, seed);
  const record = await render(score);
  const rendered = spent(begin);
  const mp3 = await encodeSong(record);
  const whole = spent(begin);
  if (saveTo) writeFileSync(`${saveTo}/${name}-${seed}.mp3`, mp3);
  const findings = examine(...(await decodeMp3(mp3)), score);
  console.log(
    `\n${name} #${seed}: "${score.title}" by ${score.artist}, ${score.key}, ${score.bpm} bpm; CPU ${rendered.toFixed(2)} s + encoding = ${whole.toFixed(2)} s`,
  );
  for (const f of findings)
    console.log(
      `  ${f.pass ? 'ok  ' : 'FAIL'} ${f.name.padEnd(20)} ${f.value.toFixed(2).padStart(8)} ${f.unit.padEnd(5)} (${f.asked})`,
    );
  console.log(
    `       corrections: air ${record.corrections.air.toFixed(1)} dB, side ${record.corrections.side.toFixed(1)} dB`,
  );
  console.log(`       consonance of leads  ${(consonance(score) * 100).toFixed(0)} %`);
  console.log(`       sections: ${levels(record, score)}`);
  console.log(
    `       stems (LUFS, CPU s): ${record.stems.map((s) => `${s.name} ${s.lufs.toFixed(0)} ${s.cpu.toFixed(2)}`).join(', ')}`,
  );
  return findings.every((f) => f.pass);
}

function levels(record: { left: Float32Array; right: Float32Array }, score: Score): string {
  return score.sections
    .map((section) => {
      const [from, to] = [secondsAt(score, section.beat), secondsAt(score, section.beat + section.beats)].map(
        (s) => Math.round(s * RATE),
      ) as [number, number];
      const lufs = measureLoudness(
        [record.left.subarray(from, to), record.right.subarray(from, to)],
        RATE,
      ).integrated;
      return `${section.name} ${lufs.toFixed(1)}`;
    })
    .join(', ');
}

if (import.meta.main) {
  const [which = 'all', seed = '1', flag, folder] = process.argv.slice(2);
  let good = true;
  for (const world of WORLDS) {
    if (which === 'all' || which === world.name)
      good = (await report(world.name, Number(seed), flag === '--save' ? folder : undefined)) && good;
  }
  process.exitCode = good ? 0 : 1;
}
