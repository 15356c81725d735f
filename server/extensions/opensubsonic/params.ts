import { parse } from 'node:querystring';
import { Refusal } from './answer.ts';

/** Most values of one parameter in a call, such as the songs of a playlist. */
export const MAX_REPEATED = 1000;

/** Characters of a value; more than any id, name or comment needs. */
const LONGEST = 2000;

/** The parameters of a call, from its URL and its form. */
export interface Params {
  /** The first value; undefined without one. */
  one: (name: string) => string | undefined;
  /** @throws Refusal `missing`. */
  needed: (name: string) => string;
  all: (name: string) => string[];
  /** A whole number from 0, `most` at most; `usual` if it is missing or no number. */
  whole: (name: string, usual: number, most: number) => number;
}

export const parseForm = (body: string) => parse(body, '&', '=', { maxKeys: 2 * MAX_REPEATED });

/** @param sources parsed query strings; the first that has a parameter counts. */
export function paramsOf(...sources: unknown[]): Params {
  const all = (name: string): string[] => {
    for (const source of sources) {
      const record = (source ?? {}) as Record<string, unknown>;
      if (!Object.hasOwn(record, name)) continue;
      // PostgreSQL refuses NUL and lone surrogates.
      return [record[name]]
        .flat()
        .slice(0, MAX_REPEATED)
        .map((value) => String(value).slice(0, LONGEST).replaceAll('\0', '').toWellFormed());
    }
    return [];
  };
  const one = (name: string) => all(name)[0];
  return {
    one,
    all,
    needed(name) {
      const value = one(name);
      if (value === undefined || value === '')
        throw new Refusal('missing', `The parameter “${name}” is missing.`);
      return value;
    },
    whole(name, usual, most) {
      const value = one(name);
      return value !== undefined && /^\d{1,15}$/.test(value) ? Math.min(Number(value), most) : usual;
    },
  };
}
