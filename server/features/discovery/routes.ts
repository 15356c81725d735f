import * as contract from 'contract/discovery.ts';
import * as places from 'contract/places.ts';
import * as radio from 'contract/radio.ts';
import { search } from 'contract/search.ts';
import type { ReadQueue } from '../../platform/concurrency.ts';
import type { Context } from '../../platform/context.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { sendPage } from '../../platform/http/paging.ts';
import { onReplica } from '../../platform/http/replica-reads.ts';
import { withAbsoluteUrls } from '../../platform/media/stored-urls.ts';
import { getArtistPage, isMissingArtist, listArtistTracks } from './artists.ts';
import { getGenrePage, listGenres } from './genres.ts';
import { getRadio } from './radio.ts';
import { searchEverything } from './search-results.ts';
import { listSimilar } from './similar.ts';
import { getTrackPage, isMissingTrack } from './track-page.ts';

export function discoveryRoutes(bind: Bind, c: Context, searches: ReadQueue): void {
  bind(search, async ({ query }, { request, origin }) => {
    const found = await searches(request, () => onReplica(c, request, (c) => searchEverything(c, query.q)));
    return { ...found, tracks: withAbsoluteUrls(found.tracks, origin) };
  });
  bind(contract.listSimilar, ({ params, query }, { request, origin }) =>
    onReplica(c, request, (c) => listSimilar(c, params.id, query.limit, origin)),
  );
  bind(contract.getTrackPage, ({ params }, { request, origin }) =>
    onReplica(c, request, (c) => getTrackPage(c, params.id, origin), isMissingTrack),
  );
  bind(radio.getRadio, ({ query }, { request, origin }) =>
    onReplica(c, request, (c) => getRadio(c, query, origin)),
  );
  bind(places.listGenres, (_input, { request }) => onReplica(c, request, listGenres));
  bind(places.getGenrePage, ({ params }, { request, origin }) =>
    onReplica(c, request, (c) => getGenrePage(c, params.slug, origin)),
  );
  bind(places.getArtistPage, ({ params }, { request, origin }) =>
    onReplica(c, request, (c) => getArtistPage(c, params.slug, origin), isMissingArtist),
  );
  bind(places.listArtistTracks, async ({ params, query }, { request, reply, origin }) => {
    const page = await onReplica(c, request, (c) => listArtistTracks(c, params.slug, query));
    return withAbsoluteUrls(sendPage(reply, page), origin);
  });
}
