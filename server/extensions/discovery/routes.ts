import * as contract from 'contract/extensions/discovery.ts';
import * as places from 'contract/extensions/places.ts';
import * as radio from 'contract/extensions/radio.ts';
import { search } from 'contract/extensions/search.ts';
import type { ReadQueue } from '../../platform/concurrency.ts';
import type { Context } from '../../platform/context.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { sendPage } from '../../platform/http/requests/paging.ts';
import { withAbsoluteUrls } from '../../platform/media/stored-urls.ts';
import { getArtistPage, listArtistTracks } from './artists.ts';
import { getGenrePage, listGenres } from './genres.ts';
import { getRadio } from './radio.ts';
import { searchEverything } from './search-results.ts';
import { listSimilar } from './similar.ts';

export function discoveryRoutes(bind: Bind, c: Context, searches: ReadQueue): void {
  bind(search, ({ query }, { request, origin }) =>
    searches(request, () => searchEverything(c, query.q, origin)),
  );
  bind(contract.listSimilar, ({ params, query }, { origin }) =>
    listSimilar(c, params.id, query.limit, origin),
  );
  bind(radio.getRadio, ({ query }, { origin }) => getRadio(c, query, origin));
  bind(places.listGenres, () => listGenres(c));
  bind(places.getGenrePage, ({ params }, { origin }) => getGenrePage(c, params.slug, origin));
  bind(places.getArtistPage, ({ params }, { origin }) => getArtistPage(c, params.slug, origin));
  bind(places.listArtistTracks, async ({ params, query }, { reply, origin }) => {
    const page = await listArtistTracks(c, params.slug, query);
    return withAbsoluteUrls(sendPage(reply, page), origin);
  });
}
