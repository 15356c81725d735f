import * as contract from 'contract/extensions/people.ts';
import { personPath } from 'contract/text/slugs.ts';
import type { Context } from '../../platform/context.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { listHead, missing } from '../../platform/http/pages/page-head.ts';
import type { ServerPages } from '../../platform/http/pages/site.ts';
import { say } from '../../platform/text/say.ts';
import { getPersonPage, getVisibility, setVisibility } from './people.ts';

export function peopleRoutes(bind: Bind, c: Context): void {
  bind(contract.getPersonPage, ({ params }, { origin }) => getPersonPage(c, params.username, origin));
  bind(contract.getProfileVisibility, (_input, { user }) => getVisibility(c, user.id));
  bind(contract.setProfileVisibility, ({ body }, { user }) => setVisibility(c, user.id, body.is_public));
}

/** The pages of public profiles. */
export const peoplePages = (c: Context): Pick<ServerPages, 'person'> => ({
  person: {
    cost: 6,
    async load({ params, origin, language }) {
      const data = await getPersonPage(c, params.username!, origin);
      const username = data.person?.username;
      const url = personPath(username ?? params.username!);
      return {
        status: username ? 200 : 404,
        data,
        url,
        head: listHead(c.brand, language, {
          title: username ?? say(language, 'Profile not found'),
          description: username
            ? say(language, 'Songs that {username} asked for, and their playlists on {site}.', {
                username,
                site: c.brand.name,
              })
            : missing(language),
          path: username ? url : null,
          cover: data.released[0]?.cover_image_url,
        }),
        scriptless: true,
      };
    },
  },
});
