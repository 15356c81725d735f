import { restCalls } from '../../../server/extensions/opensubsonic/routes.ts';
import type { Operation, Schema } from './openapi.ts';

/** Calls of players, which are not in the OpenAPI document: `/rest`. */

const text: Schema = { type: 'string' };
const number: Schema = { type: 'integer' };
const uuid: Schema = { type: 'string', format: 'uuid' };

const FIELDS: Record<string, Schema> = {
  id: uuid,
  songId: uuid,
  songIdToAdd: uuid,
  playlistId: uuid,
  query: text,
  artist: text,
  genre: text,
  name: text,
  type: { enum: ['newest', 'random', 'alphabeticalByName', 'byYear', 'byGenre', 'starred'] },
  size: number,
  offset: number,
  songCount: number,
  time: number,
  submission: { type: 'boolean' },
  f: { enum: ['json', 'xml', 'jsonp'] },
};

const parameters: Operation['parameters'] = Object.entries(FIELDS).map(([name, schema]) => ({
  ...{ name, schema, in: 'query', required: false },
}));

export const playerCalls: Operation[] = restCalls.map((name) => ({
  ...{ method: 'GET', path: `/rest/${name}`, parameters, streams: false },
}));

/** The path and the headers with which a program makes such a call; undefined for other calls. */
export function withAppPassword(path: string, password: string | undefined) {
  if (!path.startsWith('/rest/')) return undefined;
  const key = password && `${path.includes('?') ? '&' : '?'}apiKey=${password}`;
  return { path: `${path}${key ?? ''}`, authorization: undefined };
}
