import { tailOf } from '../compose.ts';
import type { Random } from '../random.ts';
import type { FormSection, World } from '../world.ts';

/** Role of a section to a listener. */
export type Role = 'intro' | 'verse' | 'pre' | 'hook' | 'break' | 'bridge' | 'solo' | 'outro';

/** The three takes of a song: hook first, slow build, and sparse or half-time. */
export const TAKES = ['A', 'B', 'C'] as const;
export type Take = (typeof TAKES)[number];

export type Plan = { role: Role; bars: number }[];

/**
 * Forms of each take, short ones first: what stands in brackets may be left out, '/' parts alternatives. The seed decides
 * both. From 75 seconds on there is a bridge, and from 100 a second verse.
 */
const FORMS: Readonly<Record<Take, readonly [from: number, form: string][]>> = {
  A: [
    [0, 'intro hook verse pre hook outro'],
    [0, 'intro hook verse break hook outro'],
    [0, 'intro hook [break] verse bridge hook outro'],
    [0, 'hook verse pre [bridge] break hook outro'],
    [75, '[intro] hook verse [pre] [hook] bridge [break/pre] hook [hook] outro'],
    [75, 'intro hook [break] verse pre hook bridge [verse] hook outro'],
    [100, 'intro hook verse [pre] [hook] [break] verse [pre] hook bridge [break] [pre] hook [hook] outro'],
    [100, '[intro] hook verse verse pre hook [break] bridge [verse] [break/pre] hook [hook] outro'],
    [
      130,
      '[intro] hook verse [pre] hook verse [pre] hook bridge [bridge] [break] [verse] [pre] hook [hook] outro',
    ],
  ],
  B: [
    [0, 'intro verse pre break hook outro'],
    [0, 'intro verse [verse] break hook outro'],
    [0, 'intro verse pre bridge hook outro'],
    [75, 'intro verse [verse] [pre] bridge [break] [pre] hook [hook] outro'],
    [75, 'intro verse pre [break] verse bridge [break/pre] hook outro'],
    [100, 'intro verse [pre] verse [verse] bridge [pre] [break] hook [hook] outro'],
    [100, 'intro verse verse [break] bridge [verse] pre hook [break] [hook] outro'],
    [
      130,
      'intro verse [break] verse [pre] bridge [verse] [pre] bridge [break] [pre] hook [break] hook [hook] outro',
    ],
  ],
  C: [
    [0, 'intro verse break [verse] hook outro'],
    [0, 'intro verse [verse] bridge hook outro'],
    [0, 'break verse bridge [break] hook outro'],
    [75, 'intro verse [break] [verse] bridge hook [break] outro'],
    [75, '[intro] verse [hook] bridge [break] verse hook outro'],
    [100, 'intro verse [break] verse [hook] bridge [break] [verse] hook [break] outro'],
    [100, 'intro verse [hook] [break] bridge verse [break] hook outro'],
    [130, 'intro verse [bridge] break verse hook [break] bridge [verse] [break] verse hook [break] outro'],
  ],
};

/** Number of forms that are drawn and fitted to the length before the best is taken. */
const DRAWS = 12;

/** A form with its choices made. */
function expand(form: string, random: Random): string {
  return form
    .replace(/\[([^\]]*)\] ?/g, (_, choice: string) =>
      random.chance(0.5) ? `${random.pick(choice.split('/'))} ` : '',
    )
    .trim();
}

function formsFor(take: Take, standard: boolean, seconds: number, random: Random): string[] {
  if (standard) return [...STANDARDS[take]];
  const all = FORMS[take];
  const stage = Math.max(...all.map(([from]) => from).filter((from) => from <= seconds));
  const fitting = all.filter(([from]) => from === stage);
  const drawn = Array.from({ length: DRAWS }, () => expand(random.pick(fitting)[1], random));
  return [...new Set(drawn)];
}

/** Seconds that a standard takes at least; a shorter song has another form. */
const SHORTEST_STANDARD = 80;

/** Thirty-two bars as jazz plays them: AABA, a solo over the same bars, and the tune again. */
const HEAD = 'verse verse bridge verse';
const STANDARDS: Readonly<Record<Take, readonly string[]>> = {
  A: [
    `intro ${HEAD} solo outro`,
    `intro ${HEAD} solo hook outro`,
    `intro ${HEAD} solo solo hook outro`,
    `intro ${HEAD} solo solo bridge hook outro`,
    `intro ${HEAD} solo solo break bridge hook hook outro`,
    `intro ${HEAD} solo solo solo break hook bridge hook outro`,
    `intro ${HEAD} solo solo solo solo break hook hook bridge hook outro`,
  ],
  B: [
    `break ${HEAD} solo outro`,
    `intro break ${HEAD} solo hook outro`,
    `break ${HEAD} solo solo hook outro`,
    `break ${HEAD} solo break solo hook hook outro`,
    `break ${HEAD} break solo solo solo hook hook outro`,
    `break ${HEAD} solo break solo solo solo bridge hook hook outro`,
    `break ${HEAD} solo solo break solo solo solo bridge hook hook hook outro`,
  ],
  C: [
    `intro ${HEAD} break solo outro`,
    `intro ${HEAD} solo break verse outro`,
    `intro ${HEAD} break solo solo verse outro`,
    `intro ${HEAD} solo break bridge solo verse outro`,
    `intro ${HEAD} solo solo break bridge solo verse verse outro`,
    `intro ${HEAD} break solo solo solo break bridge solo verse outro`,
    `intro ${HEAD} break solo solo solo break verse verse bridge verse solo outro`,
  ],
};

const LONG: readonly Role[] = ['verse', 'hook', 'bridge', 'solo'];
/** Seconds that a section of each kind should last, and may. */
const IDEAL = { long: 17, short: 8 } as const;
const BARS = [2, 4, 8, 16] as const;

/** Bars of the end, where one lasts so many seconds: what fades out does so for ten seconds or more. */
export const outroBars = ({ ending, form }: World, bar: number): number =>
  ending !== 'fade' ? form.at(-1)![1] : 8 * bar < 22 ? 8 : 4;

/** Seconds before the first beat and after the last one. */
export const surround = ({ ending }: World): number => 0.1 + tailOf(ending);

/** Length of a plan, with the slowing down at its end. */
export function secondsOf(plan: Plan, world: World, bpm: number): number {
  const beats = plan.reduce((sum, { bars }) => sum + bars * world.beatsPerBar, 0);
  const { beats: ritard = world.beatsPerBar, amount = 0.18 } = world.ritard ?? {};
  const slower = (world.ending ?? 'ritard') === 'ritard' ? amount * (ritard / 2 + world.beatsPerBar) : 0;
  return ((beats + slower) * 60) / bpm + surround(world);
}

/**
 * Chooses sections of 4, 8 or 16 bars (short ones of 2 where the tempo is slow) that come nearest to `seconds`; the
 * seed decides between forms that fit about equally well. The outro has the world's own length.
 */
export function solveForm(take: Take, world: World, bpm: number, seconds: number, random: Random): Plan {
  const bar = (world.beatsPerBar * 60) / bpm;
  const standard = world.standard && seconds >= SHORTEST_STANDARD;
  const allowed = (role: Role): readonly number[] => {
    if (role === 'outro') return [outroBars(world, bar)];
    const [low, high] = LONG.includes(role) ? [6.5, 31] : [3.5, 16];
    const bars = BARS.filter(
      (n) => n * bar >= low && n * bar <= high && (n > 2 || bar > 2 || !LONG.includes(role)),
    );
    return bars.length ? bars : [LONG.includes(role) ? 4 : 2];
  };
  const cost = (plan: Plan) => {
    const total = secondsOf(plan, world, bpm);
    const strangeness = plan.reduce((sum, { role, bars }) => {
      const ideal = LONG.includes(role) ? IDEAL.long : IDEAL.short;
      return sum + (role === 'outro' ? 0 : Math.abs(Math.log2((bars * bar) / ideal)));
    }, 0);
    return Math.abs(total - seconds) + 0.5 * strangeness;
  };
  let best: Plan = [];
  let lowest = Number.POSITIVE_INFINITY;
  for (const form of formsFor(take, standard === true, seconds, random.fork('forms'))) {
    const taste = random.between(0, 4);
    const plan = (form.split(' ') as Role[]).map((role) => ({ role, bars: middleOf(allowed(role)) }));
    // Lengthens or shortens one section at a time as long as that helps.
    for (let better = true; better; ) {
      better = false;
      for (const section of plan) {
        // The parts of a standard are equally long: a solo is played over the same bars as the tune.
        const group =
          standard && LONG.includes(section.role)
            ? plan.filter(({ role }) => LONG.includes(role))
            : [section];
        for (const bars of allowed(section.role)) {
          const before = { bars: section.bars, cost: cost(plan) };
          for (const one of group) one.bars = bars;
          if (cost(plan) < before.cost - 0.001) better = true;
          else for (const one of group) one.bars = before.bars;
        }
      }
    }
    if (cost(plan) + taste < lowest) {
      lowest = cost(plan) + taste;
      best = plan;
    }
  }
  return best;
}

function middleOf(bars: readonly number[]): number {
  return bars[Math.floor((bars.length - 1) / 2)]!;
}

/** The rows of a world's written form that serve each role of a plan, best first. */
export function scenesOf(world: World): Readonly<Record<Role, readonly FormSection[]>> {
  const { form } = world;
  const middle = form.slice(1, -1);
  const named = (pattern: RegExp) => middle.filter(([name]) => pattern.test(name));
  const loudest = [...middle].sort((a, b) => b[3] - a[3]);
  const solos = named(/^solo$/);
  const hook = named(/^hook$/)[0] ?? loudest[0]!;
  const breaks = named(/^break$/);
  const verses = named(/^verse$/);
  const bridges = named(/^bridge$/);
  const verse = verses.length ? verses : [middle[0]!];
  return {
    intro: [form[0]!],
    verse,
    pre: [verse.at(-1)!],
    hook: [hook],
    bridge: bridges.length ? bridges : [loudest[1] ?? hook],
    break: breaks.length ? breaks : [form[0]!],
    solo: solos.length ? solos : [hook],
    outro: [form.at(-1)!],
  };
}
