import { Problem } from 'contract/errors.ts';
import { isGenre } from 'contract/genres.ts';
import { pageNames, pages } from 'contract/pages.ts';
import { escapeHtml } from 'contract/text/html.ts';
import { artistPath, genrePath, trackPath } from 'contract/text/slugs.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isPublic } from '../../features/song-requests/song-requests.ts';
import { liveTracksAmong, momentOf } from '../../features/tracks/tracks.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';
import { originOf } from '../../platform/http/bind.ts';
import { countByGenre } from './genres.ts';

/** Rows of a part, so that a part takes few milliseconds. An index may list 50,000 parts. */
const PART = 1000;

const pathsWith = (flag: 'listed' | 'personal') =>
  pageNames.filter((name) => flag in pages[name]).map((name) => pages[name].path.replace(/\/:.*/, ''));

interface Entry {
  path: string;
  /** Epoch milliseconds. */
  changed?: number;
}

/**
 * `robots.txt`, and the sitemap with the pages of all tracks, their artists, and song requests, in parts by row number.
 * An artist is listed in each part that has one of their tracks: listing them once would take a scan.
 */
export function sitemapRoutes(server: FastifyInstance, c: Context, publicUrl: string | undefined): void {
  const origin = (request: FastifyRequest) => publicUrl ?? originOf(request);

  server.get('/robots.txt', (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', CACHED)
      .send(
        [
          'User-agent: *',
          ...pathsWith('personal').map((path) => `Disallow: ${path}`),
          '',
          `Sitemap: ${origin(request)}/sitemap.xml`,
          '',
        ].join('\n'),
      ),
  );

  server.get('/sitemap.xml', async (request, reply) => {
    const last = await selectLastRows(c.db);
    const parts = [
      '/sitemap-pages.xml',
      ...partsOf(last.tracks, 'tracks'),
      ...partsOf(last.requests, 'requests'),
    ];
    const locations = parts.map(
      (path) => `<sitemap><loc>${locationOf(origin(request), path)}</loc></sitemap>`,
    );
    return sendXml(reply, 'sitemapindex', locations);
  });

  const part = (path: string, cost: number, load: (c: Context, from: number) => Promise<Entry[]>) =>
    server.get<{ Params: { part?: string } }>(path, { config: { cost } }, async (request, reply) => {
      const { part = '1' } = request.params;
      if (!/^[1-9]\d{0,5}$/.test(part)) throw new Problem('not_found');
      const from = (Number(part) - 1) * PART + 1;
      const entries = await load(c, from);
      if (entries.length === 0 && part !== '1') throw new Problem('not_found');
      const urls = entries.map(({ path, changed }) => {
        const modified = changed ? `<lastmod>${new Date(changed).toISOString()}</lastmod>` : '';
        return `<url><loc>${locationOf(origin(request), path)}</loc>${modified}</url>`;
      });
      return sendXml(reply, 'urlset', urls);
    });

  part('/sitemap-pages.xml', 1, async (c) => {
    const counts = await countByGenre(c);
    const filled = [...counts].filter(([genre, tracks]) => isGenre(genre) && tracks > 0);
    return [
      ...pathsWith('listed').map((path) => ({ path })),
      ...filled.map(([genre]) => ({ path: genrePath(genre) })),
    ];
  });
  part('/sitemap-tracks-:part.xml', PART / 50, async (c, from) => {
    const tracks = await selectTrackRange(c.db, c.clock(), from, from + PART);
    const artists = new Set(tracks.map(({ artist_slug }) => artistPath(artist_slug)));
    return [
      ...tracks.map((track) => ({ path: trackPath(track), changed: track.updated_at })),
      ...[...artists].map((path) => ({ path })),
    ];
  });
  part('/sitemap-requests-:part.xml', PART / 50, async (c, from) => {
    const requests = await selectRequestRange(c.db, from, from + PART);
    return requests.map(({ id }) => ({ path: `/leaderboard/${id}` }));
  });
}

const CACHED = 'public, max-age=3600';

const partsOf = (last: number, kind: 'tracks' | 'requests') =>
  Array.from({ length: Math.ceil(last / PART) }, (_, i) => `/sitemap-${kind}-${i + 1}.xml`);

const locationOf = (origin: string, path: string) => escapeHtml(origin + path);

function sendXml(reply: FastifyReply, root: 'sitemapindex' | 'urlset', children: string[]) {
  return reply
    .type('application/xml; charset=utf-8')
    .header('cache-control', CACHED)
    .send(
      `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${children.join('\n')}\n</${root}>\n`,
    );
}

/** The last row number of tracks and of song requests; 0 without any. */
async function selectLastRows(db: Db): Promise<{ tracks: number; requests: number }> {
  const last = (table: 'track' | 'song_request') =>
    db.selectFrom(table).select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  const [track, request] = await Promise.all([last('track'), last('song_request')]);
  return { tracks: Number(track?.seq ?? 0), requests: Number(request?.seq ?? 0) };
}

/** Live tracks of a range of row numbers, by primary key. */
function selectTrackRange(db: Db, now: number, from: number, to: number) {
  return liveTracksAmong(db, momentOf(now))
    .where('track.seq', '>=', from)
    .where('track.seq', '<', to)
    .select(['track.id', 'track.title', 'track.artist_slug', 'track.updated_at'])
    .orderBy('track.seq')
    .execute();
}

/** Song requests of a range of row numbers that everyone may see and that may still become a song, or did. */
function selectRequestRange(db: Db, from: number, to: number) {
  return db
    .selectFrom('song_request')
    .where('seq', '>=', from)
    .where('seq', '<', to)
    .where('refunded_at', 'is', null)
    .where(isPublic)
    .select('id')
    .orderBy('seq')
    .execute();
}
