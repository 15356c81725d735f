import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createEncoder } from 'wasm-media-encoders';

/**
 * How long LAME searches for the best use of its bits. `thorough` is what it does by itself (quality 3). `quick` shapes
 * no noise (quality 7): it takes half the time, and a sixth more bits make up for it (docs/decisions/0057).
 */
export type Effort = 'thorough' | 'quick';

/**
 * `if (quality < 0) quality = 3` in `lame_init_params`, as compiled. The package sets no quality and offers no way to,
 * so this is the number to change.
 */
const DEFAULT_QUALITY = Buffer.from('2000 28022c 417f 4c 0440 2000 4103 36022c'.replaceAll(' ', ''), 'hex');
const NUMBER_AT = DEFAULT_QUALITY.length - 4;
const QUICK = 7;

const builds = new Map<Effort, Promise<WebAssembly.Module>>();

/** A LAME encoder of that effort. Each build is compiled once. */
export async function createLame(effort: Effort) {
  let build = builds.get(effort);
  if (!build) {
    build = compile(effort);
    builds.set(effort, build);
  }
  return createEncoder('audio/mpeg', await build);
}

async function compile(effort: Effort): Promise<WebAssembly.Module> {
  const code = await readFile(createRequire(import.meta.url).resolve('wasm-media-encoders/wasm/mp3'));
  return WebAssembly.compile(effort === 'quick' ? quicken(code) : code);
}

/** The build with another default quality; as it is where it has been replaced by one that was compiled differently. */
function quicken(code: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const at = code.indexOf(DEFAULT_QUALITY);
  if (at >= 0) code[at + NUMBER_AT] = QUICK;
  return code;
}
