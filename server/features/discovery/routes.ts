import * as contract from 'contract/discovery.ts';
import * as places from 'contract/places.ts';
import * as radio from 'contract/radio.ts';
import type { Context } from '../../context.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { sendPage } from '../../platform/http/paging.ts';
import { withAbsoluteUrls } from '../../platform/media/addresses.ts';
import { getArtistPage, listArtistTracks } from './artist-page.ts';
import { getGenrePage, listGenres } from './genre-page.ts';
import { getRadio } from './radio.ts';
import { listSimilar } from './similar.ts';
import { getTrackPage } from './track-page.ts';

export function discoveryRoutes(bind: Bind, c: Context): void {
  bind(contract.listSimilar, ({ params, query }, { origin }) =>
    listSimilar(c, params.id, query.limit, origin),
  );
  bind(contract.getTrackPage, ({ params }, { origin }) => getTrackPage(c, params.id, origin));
  bind(radio.getRadio, ({ query }, { origin }) => getRadio(c, query, origin));
  bind(places.listGenres, () => listGenres(c));
  bind(places.getGenrePage, ({ params }, { origin }) => getGenrePage(c, params.slug, origin));
  bind(places.getArtistPage, ({ params }, { origin }) => getArtistPage(c, params.slug, origin));
  bind(places.listArtistTracks, async ({ params, query }, { reply, origin }) =>
    withAbsoluteUrls(sendPage(reply, await listArtistTracks(c, params.slug, query)), origin),
  );
}
