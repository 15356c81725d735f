import type { Groove } from './drumming.ts';

/**
 * How a genre moves: three ways to play it, one per take. The first is the plain one, the second drives, the third is
 * sparse or in half time. Sixteen characters are sixteenths, eight are eighths (which may swing), twelve are triplets.
 */
export type FeelPlan = {
  grooves: readonly [Groove, Groove, Groove];
  /** Added where the band plays fullest, per take. */
  more?: readonly [Groove, Groove, Groove];
  swing?: { share: number; unit: 0.5 | 0.25 };
  /** Beats of the bar, when the feel is written for three. */
  beats?: 3;
};

const FOUR = 'X...X...X...X...';
const BACK = '....X.......X...';
const HALF = '........X.......';

const FEELS = {
  house: {
    grooves: [
      { kick: FOUR, clap: BACK, open: '..x...x...x...x.', hat: 'x..ox..ox..ox..o' },
      {
        kick: FOUR,
        snare: '...x..x....x..xo',
        shaker: 'xoXoxoXoxoXoxoXo',
        rim: '...x..x....x....',
        conga: '..x..x....x..x.x',
      },
      {
        kick: 'X.........x.....',
        rim: '....X.......X..x',
        hat: '..x...x...x...x.',
        cabasa: 'x.x.x.x.x.x.x.x.',
      },
    ],
    more: [{ ride: 'x.x.x.x.x.x.x.x.' }, { clap: BACK }, { tambourine: HALF }],
  },
  techno: {
    grooves: [
      { kick: FOUR, hat: '..X...X...X...Xo', open: '..x...x...x...x.', clap: '....X.......X..o' },
      { kick: FOUR, tomLow: '..x..x....x..x..', ride: 'x.x.x.x.x.x.x.x.', rim: '...x..x..x..x..x' },
      {
        kick: 'X.....X.........',
        shaker: 'x.xxx.xxx.xxx.xx',
        clap: '............X...',
        tom: '.......x......x.',
      },
    ],
    more: [{ ride: 'x...x...x...x...' }, { clap: BACK }, { rim: '..x..x..x..x..x.' }],
  },
  trance: {
    grooves: [
      { kick: FOUR, clap: BACK, open: '..X...X...X...X.', hat: 'xoxoxoxoxoxoxoxo' },
      { kick: FOUR, snare: '....X..o....X.oo', ride: '..X...X...X...X.', shaker: 'x.xxx.xxx.xxx.xx' },
      { kick: 'X.........X.....', clap: HALF, hat: 'x...x...x...x...', tambourine: '..x...x...x...x.' },
    ],
    more: [{ ride: 'x.x.x.x.x.x.x.x.' }, { open: '..x...x...x...x.' }, { open: '......x.......x.' }],
  },
  disco: {
    grooves: [
      { kick: FOUR, snare: BACK, open: '..X...X...X...X.', hat: 'x.ox..oxx.ox..ox' },
      {
        kick: FOUR,
        clap: BACK,
        hat: 'XxxxXxxxXxxxXxxx',
        cowbell: 'x...x.x...x.x...',
        conga: '..xx..x...xx..x.',
      },
      { kick: 'X.......x.x.....', snare: HALF, shaker: 'xoxoxoxoxoxoxoxo', tambourine: '....x.......x...' },
    ],
    more: [{ tambourine: 'x.x.x.x.x.x.x.x.' }, { open: '..x...x...x...x.' }, { open: '......x.......x.' }],
  },
  pop: {
    grooves: [
      { kick: ['X.....x.X.......', 'X.....x.X..x....'], snare: BACK, hat: 'x.x.x.x.x.x.x.xo' },
      {
        kick: ['X..x..X...x.....', 'X..x..X...x...x.'],
        clap: BACK,
        shaker: 'XoxoXoxoXoxoXoxx',
        tambourine: '..x...x...x...x.',
      },
      {
        kick: ['X.........x.....', 'X..........x..x.'],
        snare: HALF,
        ride: 'x...x...x...x...',
        rim: '......x........x',
      },
    ],
    more: [{ tambourine: 'x.x.x.x.x.x.x.x.' }, { open: '..x...x...x...x.' }, { shaker: 'x.x.x.x.x.x.x.x.' }],
  },
  rock: {
    grooves: [
      { kick: ['X.....x.X.x.....', 'X..x..x.X.x.....'], snare: BACK, hat: 'X.x.X.x.X.x.X.x.' },
      { kick: ['X.x...X.x.X...x.', 'X.x...X.x.X.x...'], snare: '....X..o.o..X..o', ride: 'X.x.X.x.X.x.X.x.' },
      { kick: ['X......x..x.....', 'X.........x...x.'], snare: HALF, open: 'X...x...X...x...' },
    ],
    more: [
      { open: 'x...x...x...x...' },
      { crash: ['X...............|................', 'X.......X.......|................'] },
      { tambourine: '....x.......x...' },
    ],
  },
  punk: {
    grooves: [
      { kick: 'X.x.X.x.X.x.X.x.', snare: '..X...X...X...X.', hat: 'X.x.X.x.X.x.X.x.' },
      { kick: 'X..x..X.X..x..X.', snare: '....X..X....X...', open: 'X...X...X...X...' },
      { kick: 'X.....x...X.....', snare: HALF, tomLow: 'x.x.x.x...x.x.x.', ride: '....x.......x...' },
    ],
    more: [{ crash: 'X.......X.......' }, { tambourine: 'x.x.x.x.x.x.x.x.' }, { open: 'X.......X.......' }],
  },
  metal: {
    grooves: [
      { kick: ['XxXxXxXxXxXxXxXx', 'X.XxX.XxX.XxX.Xx'], snare: BACK, ride: 'X...X...X...X...' },
      {
        kick: 'X.xX..xXX.xX..xX',
        snare: '..X...X...X...X.',
        open: 'X...X...X...X...',
        tom: '.............x..',
      },
      {
        kick: ['X..X..X.........', 'X..X..X....X..X.'],
        snare: HALF,
        crash: 'X...............',
        hat: '....x...x...x...',
      },
    ],
    more: [{ crash: 'X.......X.......' }, { ride: 'x.x.x.x.x.x.x.x.' }, { open: 'x...x...x...x...' }],
  },
  trap: {
    grooves: [
      {
        kick: ['X......x..x.....', 'X.....x...x..x..'],
        clap: HALF,
        hat: ['x.x.x.x.x.x.xxxx', 'x.xxx.x.x.x.x.xx', 'x.x.xxx.x.x.x.x.'],
      },
      {
        kick: ['X..x......X..x..', 'X.....X..x......'],
        snare: '........X......o',
        hat: ['xxxxxxxxxxxxxxxx', 'xx.xxx.xxx.xxxxx'],
        rim: '...x..x.....x...',
        open: '......x.......x.',
      },
      {
        kick: ['X...............', 'X.............x.'],
        rim: HALF,
        shaker: '..x...x...x...x.',
        clap: '................',
      },
    ],
    more: [{ open: '..x.........x...' }, { clap: '........X.......' }, { hat: 'x...x...x...x...' }],
  },
  drill: {
    grooves: [
      {
        kick: ['X......x..X.....', 'X..x......X..x..'],
        snare: ['......X......X..', '......X....X....'],
        hat: 'x..x..x.x..x..x.',
      },
      {
        kick: ['X.....x....X....', 'X...X......x....'],
        clap: ['...X......X.....', '...X......X..X..'],
        hat: ['xxx.xxx.xxx.x.xx', 'x.xxx.xxx.xxx.xx'],
        rim: '.....x......x...',
      },
      {
        kick: ['X...............', 'X..........x....'],
        snare: '......x.........',
        shaker: 'x...x...x...x...',
        rim: '............X...',
      },
    ],
    more: [{ open: '....x.......x...' }, { open: '..x.......x.....' }, { hat: '..x...x...x...x.' }],
  },
  boombap: {
    grooves: [
      { kick: ['X......x..X.....', 'X..x...x..X.....'], snare: '....X.......X..o', hat: 'x.x.x.x.x.x.x.x.' },
      {
        kick: ['X.X.......xX....', 'X.....X..xX.....'],
        snare: '....X..o.o..X...',
        open: '......x.......x.',
        cabasa: 'x...x...x...x...',
      },
      {
        kick: ['X.........x.....', 'X.....x.........'],
        rim: HALF,
        shaker: 'x.o.x.o.x.o.x.o.',
        snare: '..............o.',
      },
    ],
    more: [{ tambourine: '....x.......x...' }, { hat: 'x.x.x.x.x.x.x.x.' }, { snare: HALF }],
    swing: { share: 0.58, unit: 0.25 },
  },
  breaks: {
    grooves: [
      {
        kick: ['X.X.......XX....', 'X.X.......X..X..'],
        snare: ['....X..o.o..X..o', '....X..o....X.o.'],
        hat: 'x.x.x.x.x.x.x.x.',
      },
      {
        kick: ['X.....X...X.....', 'X..X......X.....'],
        snare: ['..X.....X....X..', '....X....X....X.'],
        ride: 'X...X...X...X...',
        open: '......x.........',
      },
      {
        kick: ['X.........X.....', 'X...............'],
        snare: HALF,
        shaker: 'xoxxxoxxxoxxxoxx',
        rim: '......x....x....',
      },
    ],
    more: [{ open: '......x.......x.' }, { tambourine: 'x.x.x.x.x.x.x.x.' }, { hat: 'x...x...x...x...' }],
  },
  dnb: {
    grooves: [
      {
        kick: ['X.........X.....', 'X.........X..x..'],
        snare: ['....X..o.o..X..o', '....X..o.o..X...'],
        hat: 'x.x.x.x.x.x.x.x.',
      },
      {
        kick: ['X.X...X....X....', 'X.....X...X.....'],
        snare: ['....X.....o.X.o.', '.o..X..o....X..X'],
        ride: 'X.x.X.x.X.x.X.x.',
        shaker: '.x.x.x.x.x.x.x.x',
      },
      {
        kick: ['X...............', 'X.............x.'],
        snare: HALF,
        hat: '..x...x...x...xo',
        rim: '....x.....x.....',
      },
    ],
    more: [{ ride: 'x...x...x...x...' }, { open: '..x.......x.....' }, { shaker: 'xoxoxoxoxoxoxoxo' }],
  },
  twostep: {
    grooves: [
      {
        kick: ['X.........x.....', 'X.........X..x..'],
        snare: '....X.......X...',
        hat: ['..x..xx...x..x.x', '..xx..x...xx..x.'],
        rim: '.......x..o.....',
      },
      {
        kick: ['X..x......X.....', 'X.....x..X......'],
        clap: BACK,
        shaker: 'x.Xxx.Xxx.Xxx.Xx',
        open: '..x.......x.....',
        block: '...x....x..x...x',
      },
      {
        kick: ['X...............', 'X......x........'],
        rim: '........X..x....',
        hat: '..x...x...x...x.',
        conga: '.....x.......x..',
      },
    ],
    more: [{ shaker: 'x.x.x.x.x.x.x.x.' }, { hat: '..x...x...x...x.' }, { snare: HALF }],
    swing: { share: 0.57, unit: 0.25 },
  },
  halftime: {
    grooves: [
      { kick: ['X.....x.........', 'X.........x..x..'], snare: HALF, hat: 'x.x.x.x.x.x.xxx.' },
      {
        kick: ['X..X......X.....', 'X.....X..X....x.'],
        snare: '........X....o.o',
        ride: 'x..x..x.x..x..x.',
        tomLow: '...x......x..x..',
      },
      {
        kick: ['X...............', 'X..............x'],
        clap: '........X.......',
        shaker: '..x...x...x...x.',
        rim: '.....x....x.....',
      },
    ],
    more: [{ open: '....x.......x...' }, { crash: 'X...............' }, { hat: 'x...x...x...x...' }],
  },
  funk: {
    grooves: [
      { kick: ['X.X....X..X.....', 'X.X...xX..x..X..'], snare: '....X..o.o..X..o', hat: 'x.xxx.xxx.xxx.xx' },
      {
        kick: ['X..X..X....X..X.', 'X..X..X...X..X..'],
        snare: '....X....o.oX.o.',
        open: '..x...x...x...x.',
        cowbell: 'x...x...x...x...',
        conga: '..x..xx...x..x.x',
      },
      {
        kick: ['X.........x.....', 'X......x..x.....'],
        rim: '....X..x......x.',
        shaker: 'XoxoXoxoXoxoXoxo',
        snare: '............X...',
      },
    ],
    more: [{ tambourine: BACK }, { hat: 'xxxxxxxxxxxxxxxx' }, { conga: '..x..x....x..x..' }],
    swing: { share: 0.54, unit: 0.25 },
  },
  swing: {
    grooves: [
      {
        ride: ['X.xxX.xx', 'X.xxX.x.'],
        pedal: '..x...x.',
        kick: 'o.o.o.o.',
        snare: ['...o....', '.....o..'],
      },
      {
        hat: ['X.x.X.xx', 'X.xxX.x.'],
        rim: '......x.',
        snare: ['..X...X.', '..X...Xo'],
        kick: 'x...x...',
        tom: '.......o',
      },
      {
        hat: ['x...x.x.', 'x.x.x...'],
        rim: ['..x.....', '..x....o'],
        shaker: '.x...x.x',
        kick: ['o.......', '....o...'],
      },
    ],
    more: [{ snare: ['...x..o.', '.o...x..'] }, { ride: 'X...X...' }, { snare: '..o...o.' }],
    swing: { share: 0.65, unit: 0.5 },
  },
  shuffle: {
    grooves: [
      { kick: ['X...X...', 'X...X..x'], snare: '..X...X.', hat: 'XxXxXxXx' },
      { kick: ['X..xX..x', 'X.x.X..x'], snare: '.oX..oXo', ride: 'X.xxX.xx', tambourine: '..x...x.' },
      { kick: ['X.....x.', 'X......x'], rim: '....X...', shaker: 'x.xxx.xx', pedal: '..x...x.' },
    ],
    more: [{ tambourine: '..X...X.' }, { hat: 'X.X.X.X.' }, { snare: '....X...' }],
    swing: { share: 0.66, unit: 0.5 },
  },
  twelve: {
    grooves: [
      { kick: ['X.....x.....', 'X....xx.....'], snare: '...X.....X..', hat: 'x.xx.xx.xx.x' },
      {
        kick: ['X..x..X..x..', 'X.....X.xx..'],
        snare: '...X.....X.o',
        shaker: 'x.xX.xX.xX.x',
        tambourine: '...x.....x..',
      },
      {
        kick: ['X...........', 'X.......x...'],
        rim: '......X.....',
        ride: 'x.....x.....',
        sweep: '..o..o..o..o',
      },
    ],
    more: [{ tambourine: 'x..x..x..x..' }, { hat: 'xxxxxxxxxxxx' }, { snare: '......x.....' }],
  },
  train: {
    grooves: [
      { snare: ['xoXoxoXoxoXoxoXo', 'xoXoxoXoxoXoxoXx'], kick: 'x...x...x...x...' },
      { kick: 'X...x...X...x...', snare: BACK, hat: 'x.x.x.x.x.x.x.x.', tambourine: '..x...x...x...x.' },
      {
        kick: 'X.......X.......',
        rim: '....X.......X...',
        sweep: 'x...x...x...x...',
        shaker: 'x.o.x.o.x.o.x.o.',
      },
    ],
    more: [{ tambourine: BACK }, { ride: 'x.x.x.x.x.x.x.x.' }, { snare: '....x.......x...' }],
  },
  onedrop: {
    grooves: [
      { kick: '........X.......', rim: '........X.......', hat: ['x.x.x.x.x.x.x.x.', 'x.xxx.x.x.xxx.x.'] },
      {
        kick: FOUR,
        snare: '........X..o..o.',
        open: '..x...x...x...x.',
        hat: 'x..xx..xx..xx..x',
        bongo: '...x..x....x....',
      },
      {
        kick: ['........X.......', '................'],
        shaker: 'x.oxx.oxx.oxx.ox',
        conga: '....x......x....',
        rim: '......x.......x.',
      },
    ],
    more: [{ tambourine: HALF }, { timbale: '..............xx' }, { hat: '..x...x...x...x.' }],
    swing: { share: 0.57, unit: 0.25 },
  },
  ska: {
    grooves: [
      { kick: 'X...x...X...x...', snare: BACK, hat: '..X...X...X...X.' },
      { kick: FOUR, rim: '....X.......X..x', ride: 'x.X.x.X.x.X.x.X.', tambourine: '..x...x...x...x.' },
      {
        kick: '........X.......',
        snare: '........X.......',
        hat: 'x.x.x.x.x.x.x.x.',
        rim: '..............x.',
      },
    ],
    more: [{ tambourine: '..x...x...x...x.' }, { snare: BACK }, { open: '......x.......x.' }],
  },
  dembow: {
    grooves: [
      { kick: FOUR, snare: '...X..X....X..X.', hat: 'x.x.x.x.x.x.x.x.' },
      {
        kick: 'X...x...X...x...',
        rim: '...x..x....x..x.',
        clap: '......X.......X.',
        shaker: 'xoXoxoXoxoXoxoXo',
        timbale: '.............x..',
      },
      {
        kick: 'X.......X.......',
        snare: '......x.......X.',
        conga: '..x.......x.....',
        cabasa: 'x...x...x...x...',
      },
    ],
    more: [{ open: '......x.......x.' }, { hat: '..x...x...x...x.' }, { snare: '...x.......x....' }],
  },
  clave: {
    grooves: [
      {
        clave: 'X..X..X...X.X...',
        conga: '..x...xx..x...xx',
        slap: '....x.......x...',
        cowbell: 'X.x.X.x.X.x.X.x.',
        kick: '......x.......x.',
      },
      {
        clave: '..X.X...X..X..X.',
        timbale: 'x.xx.xx.x.x.xx.x',
        conga: '......xx......xx',
        guiro: 'X...x.x.X...x.x.',
        kick: '...x..X....x..X.',
      },
      {
        clave: 'X.....X...X.....',
        bongo: 'x.o.x.o.x.o.x.oo',
        cabasa: 'x...x...x...x...',
        kick: '......x.........',
      },
    ],
    more: [{ guiro: 'X...x.x.X...x.x.' }, { agogo: 'x..x..x...x.x...' }, { tumba: '......x.......x.' }],
  },
  cumbia: {
    grooves: [
      { kick: FOUR, guiro: 'X...x.x.X...x.x.', conga: '......xx......xx', rim: '....x.......x...' },
      {
        kick: 'X.......X.......',
        cowbell: 'X...X...X...X...',
        shaker: 'X.xxX.xxX.xxX.xx',
        tumba: '....x.x.....x.x.',
        timbale: '..............xx',
      },
      {
        kick: 'X...............',
        guiro: 'X.....x.X.....x.',
        bongo: '....x.......x.x.',
        clave: '..x.......x.....',
      },
    ],
    more: [{ cowbell: 'x...x...x...x...' }, { guiro: 'X...x.x.X...x.x.' }, { shaker: 'x...x...x...x...' }],
  },
  bossa: {
    grooves: [
      { rim: 'X..X..X...X..X..', kick: 'X..xX..xX..xX..x', shaker: 'xoxoxoxoxoxoxoxo' },
      {
        ride: 'x.x.x.x.x.x.x.x.',
        clave: '..X..X..X..X....',
        kick: 'X...x..xX...x..x',
        conga: '......xx......x.',
      },
      {
        sweep: 'x...x...x...x...',
        rim: '......x...x.....',
        kick: 'x.......x.......',
        triangle: '..x...x...x...x.',
      },
    ],
    more: [{ triangle: 'x..xx..xx..xx..x' }, { shaker: 'xoxoxoxoxoxoxoxo' }, { shaker: 'x.x.x.x.x.x.x.x.' }],
  },
  samba: {
    grooves: [
      {
        kick: '..x.X...x...X...',
        shaker: 'Xo.xXo.xXo.xXo.x',
        tambourine: 'X.xxX.x.X.xxX.x.',
        agogo: 'x.x..x.x.x..x...',
      },
      {
        tomLow: '....X.......X..x',
        snare: 'xoxxoxoxxoxoxxox',
        conga: '..x...x...x..xx.',
        agogoHigh: 'x..x...x..x...x.',
        kick: 'x...x...x...x...',
      },
      {
        kick: '....x.......X...',
        cabasa: 'x.ox.ox.x.ox.ox.',
        block: '..x.x..x..x.x...',
        triangle: 'x...x...x...x...',
      },
    ],
    more: [
      { timbale: '...........x..xx' },
      { tambourine: 'x.x.x.x.x.x.x.x.' },
      { conga: '......xx......xx' },
    ],
  },
  soca: {
    grooves: [
      { kick: FOUR, snare: '...x..x....x..xx', cowbell: 'x.x.x.x.x.x.x.x.', hat: '..x...x...x...x.' },
      {
        kick: FOUR,
        clap: '......X.......X.',
        tambourine: 'xoxxxoxxxoxxxoxx',
        timbale: '...x..x.x..x..x.',
        agogo: 'X..X..X.X..X..X.',
      },
      {
        kick: 'X.....X.........',
        rim: '...x..x....x....',
        shaker: 'X.xxX.xxX.xxX.xx',
        conga: '..........xx..xx',
      },
    ],
    more: [{ open: '..x...x...x...x.' }, { snare: '...x..x....x..x.' }, { cowbell: 'x...x...x...x...' }],
  },
  afro: {
    grooves: [
      {
        kick: ['X..x..x...x..x..', 'X.....x..x....x.'],
        snare: ['....o..x..o.x...', '......o.x..o..x.'],
        hat: 'x.xxx.xxx.xxx.xx',
      },
      {
        kick: FOUR,
        agogo: 'X..X..X...X.X...',
        shaker: 'XoxoXoxoXoxoXoxo',
        conga: '..x..xx...x..xx.',
        tom: '...x.........x..',
      },
      {
        kick: 'X.........x.....',
        bongo: '...x..x..x...x..',
        cabasa: 'x.x.x.x.x.x.x.x.',
        rim: '......X.....X...',
      },
    ],
    more: [{ cowbell: 'x.x.x.x.x.x.x.x.' }, { open: '..x...x...x...x.' }, { agogo: 'x..x..x...x.....' }],
  },
  afrobeats: {
    grooves: [
      {
        kick: ['X..x...xX..x....', 'X..x..x.X..x....'],
        snare: '......X.....X...',
        shaker: 'xoXoxoXoxoXoxoXo',
        rim: '...x..x...x.....',
      },
      {
        kick: FOUR,
        clap: '...X..X....X..X.',
        hat: 'x.xxx.xxx.xxx.xx',
        conga: '..x..x....x..x.x',
        tomLow: '..........x..x..',
      },
      {
        kick: 'X......x........',
        rim: '...x..x.....x...',
        cabasa: 'x...x...x...x...',
        block: '..x.......x.....',
      },
    ],
    more: [{ hat: '..x...x...x...x.' }, { shaker: 'xoxoxoxoxoxoxoxo' }, { shaker: '..x...x...x...x.' }],
  },
  waltz: {
    grooves: [
      { kick: 'X.....', snare: '..o.o.', ride: 'x.x.x.' },
      { kick: 'X...x.', tambourine: '..x.xx', hat: 'xxxxxx' },
      { sweep: 'x.x.x.', rim: '....x.', triangle: 'x.....' },
    ],
    beats: 3,
  },
  march: {
    grooves: [
      {
        kick: 'X.......X.......',
        snare: ['x.xxx.x.x.xxx.xx', 'x.xxx.xxx.xxxxxx'],
        crash: '................',
      },
      { kick: FOUR, snare: '..X...X...X...Xx', tambourine: 'x...x...x...x...', tomLow: 'x.......x.......' },
      { tomLow: 'X.....x.X.......', triangle: '....x.......x...', snare: '............oooo' },
    ],
    more: [{ crash: 'X...............' }, { snare: 'x.x.x.x.x.x.x.x.' }, { kick: 'X.......X.......' }],
  },
  orchestra: {
    grooves: [
      { tomLow: ['X.....x.X.......', 'X.......X...x.xx'], triangle: '....x.......x...' },
      { kick: 'X.......X.......', tom: ['x..x..x.x..x..x.', 'x..x..x.x..xx.xx'], shaker: 'x.x.x.x.x.x.x.x.' },
      { kick: 'X...............', triangle: '........x.......' },
    ],
    more: [
      { crash: 'X...............|................' },
      { snare: 'x.xxx.xxx.xxx.xx' },
      { tomLow: 'X.......x.......' },
    ],
  },
  hand: {
    grooves: [
      {
        tumba: 'X.......X.......',
        slap: '..x...x.....x...',
        bongo: '.....o.o..o...oo',
        tambourine: 'x...x...x...x...',
      },
      {
        tumba: 'X..X....X.......',
        slap: '......x...x...x.',
        conga: '..o.o..o.o.oo..o',
        shaker: 'XxxxXxxxXxxxXxxx',
        clap: '....x.......x...',
      },
      {
        tumba: 'X...............',
        slap: '......x.....x...',
        triangle: '....x.......x...',
        cabasa: 'x.......x.......',
      },
    ],
    more: [{ shaker: 'xoxoxoxoxoxoxoxo' }, { tambourine: '..x...x...x...x.' }, { bongo: '..o...o...o...o.' }],
  },
  tabla: {
    grooves: [
      {
        tumba: 'X...x...X.......',
        bongo: '..x.x.xx..x.x.xx',
        slap: '......x.......x.',
        triangle: 'x.......x.......',
      },
      {
        tumba: 'X..x..X...x.X...',
        bongo: 'xxoxxoxxoxxoxxox',
        clap: 'x...............',
        tambourine: '....x.......x...',
      },
      { tumba: 'X.........x.....', bongo: '....x.....x...x.', triangle: '........x.......' },
    ],
    more: [{ tambourine: '..x...x...x...x.' }, { slap: '..x...x...x...x.' }, { shaker: 'x...x...x...x...' }],
  },
  bhangra: {
    grooves: [
      {
        kick: 'X...X...X...X...',
        tumba: 'x..x..x.x..x..x.',
        clap: '....X.......X...',
        slap: '..x..x....x..x.x',
      },
      {
        tumba: 'X.xX..x.X.xX..x.',
        bongo: '.x..xx.x.x..xx.x',
        kick: 'X.......X.......',
        tambourine: '..x...x...x...x.',
      },
      { tumba: 'X.......x.x.....', slap: '....x.......x...', shaker: 'x.x.x.x.x.x.x.x.' },
    ],
    more: [{ tambourine: 'x.x.x.x.x.x.x.x.' }, { clap: BACK }, { clap: HALF }],
    swing: { share: 0.62, unit: 0.25 },
  },
  polka: {
    grooves: [
      { kick: FOUR, snare: '..X...X...X...X.', tambourine: '..x...x...x...x.' },
      {
        kick: 'X.......X.......',
        rim: '..x.x.x...x.x.xx',
        hat: 'x.x.x.x.x.x.x.x.',
        cowbell: '....x.......x...',
      },
      { kick: 'X.......X.......', rim: '....x.......x...', sweep: 'x...x...x...x...' },
    ],
    more: [{ hat: '..x...x...x...x.' }, { open: 'x.......x.......' }, { tambourine: '....x.......x...' }],
  },
  glitch: {
    grooves: [
      {
        kick: ['X.....x....x....', 'X..x.......x..x.'],
        snare: ['....X..o...xX..o', '....X.....o.Xxxx'],
        hat: ['x.xxx..xxx.x.xxx', 'xxx.x.xx..xxx.x.'],
      },
      {
        kick: ['X....x..x.......', 'X.........x....x'],
        rim: ['..x...X..x..X..x', '...x.X....x.X.x.'],
        shaker: 'xx.xx.xxx.xx.xxx',
        block: ['.x....x..x...x..', '......xx......x.'],
        tom: '.........x......',
      },
      {
        kick: ['X...............', 'X.......x.......'],
        block: '.....x....x..x..',
        rim: ['........X.......', '........X.x.....'],
      },
    ],
    more: [{ open: '......x.........' }, { clap: '....x.......x...' }, { hat: 'x..x..x..x..x..x' }],
  },
} as const satisfies Record<string, FeelPlan>;

export type Feel = keyof typeof FEELS;

export function feelOf(feel: Feel): FeelPlan {
  return FEELS[feel];
}

/** Fills that suit any kit with a snare or toms. */
export const STRAIGHT_FILLS: readonly Groove[] = [
  { snare: '........x.x.X.X.' },
  { tomHigh: '........Xx......', tom: '..........xx....', tomLow: '............XxX.' },
  { snare: '............xxXX', kick: '........x..x....' },
  { tom: '..........x.....', tomLow: '............X.X.', snare: '........x.......' },
];

export const TRIPLET_FILLS: readonly Groove[] = [
  { snare: '......xxX.x.', tomLow: '.........x.x' },
  { snare: '......x.xx.X', kick: '..........x.' },
  { tomHigh: '......x.x...', tom: '.........xx.', kick: '...........x' },
];

/** For hands on skins. */
export const HAND_FILLS: readonly Groove[] = [
  { conga: '........x.xxx.xx', slap: '..........x.....' },
  { bongo: '........xx.xx.xx', tumba: '............X...' },
];
