import { readRange } from 'contract/byte-range.ts';

/** The cache of the files that the device keeps, by their URLs; see `web/lib/storage/downloaded-files.ts`. */
export const DOWNLOADS_CACHE = 'ovation-kept';

/**
 * Answers for a kept file as the server does (`server/platform/media/routes.ts`): the whole file, or the range that a
 * player asks for; Safari plays nothing whose first two bytes it cannot have alone.
 * @param kept its response in the cache; without it, the player is sent to the server.
 */
export async function respondWithDownload(
  request: Pick<Request, 'headers'>,
  file: string,
  kept: Response | undefined,
): Promise<Response> {
  if (!kept) return Response.redirect(file, 302);
  const headers = new Headers(kept.headers);
  const body = await kept.blob();
  const { size } = body;
  const ifRange = request.headers.get('if-range');
  const isHonored = ifRange === null || ifRange === headers.get('etag');
  const range = isHonored ? readRange(request.headers.get('range') ?? undefined, size) : 'whole';
  if (range === 'unsatisfiable') {
    for (const name of ['content-type', 'content-length']) headers.delete(name);
    headers.set('content-range', `bytes */${size}`);
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range;
  headers.set('accept-ranges', 'bytes');
  headers.set('content-length', String(end - start + 1));
  if (range === 'whole') return new Response(body, { headers });
  headers.set('content-range', `bytes ${start}-${end}/${size}`);
  return new Response(body.slice(start, end + 1), { status: 206, headers });
}
