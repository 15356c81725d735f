import { t } from '@lingui/core/macro';
import { pages } from 'contract/pages.ts';
import { say } from '../../lib/i18n.ts';
import '../discovery/places.css';
import { useQuery } from '@tanstack/react-query';
import type { PersonPage } from 'contract/extensions/people.ts';
import { useParams } from 'wouter';
import { PlaylistCard } from '../../features/playlists/PlaylistCard.tsx';
import { MissingPlace } from '../../features/tracks/page/Missing.tsx';
import { GRID, TrackGrid } from '../../features/tracks/TrackGrid.tsx';
import { useSession } from '../../lib/session.tsx';
import { AppLink } from '../../ui/AppLink.tsx';
import { buttonLook } from '../../ui/Button.tsx';
import { Avatar } from '../../ui/pictures/Avatar.tsx';
import { VipBadge } from '../../ui/pictures/VipBadge.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Slot } from '../../ui/Slot.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { PlaceSkeleton } from '../discovery/Place.tsx';
import { personQuery } from './queries.ts';

export { personQuery as query };

/** `/people/{username}`: what a person called for that became songs, and their public playlists. */
export default function Person() {
  const { username: slug = '' } = useParams();
  const query = useQuery(personQuery(slug));
  useTitle(query.data?.person?.username ?? say(pages.person.title));
  return (
    <div className="stage-width pt-6 pb-16 md:pt-10">
      <QueryView
        page
        query={query}
        loading={t`Loading the profile...`}
        skeleton={<PlaceSkeleton kind="artist" />}
        failed={t`Failed to load the profile`}
      >
        {(page) =>
          page.person ? (
            <View page={page} person={page.person} />
          ) : (
            <MissingPlace title={t`Profile not found`} text={t`There is no public profile at this address.`}>
              <AppLink href="/" className={buttonLook('ember')}>
                {t`Back to Explore`}
              </AppLink>
            </MissingPlace>
          )
        }
      </QueryView>
    </div>
  );
}

function View({ page, person }: { page: PersonPage; person: NonNullable<PersonPage['person']> }) {
  const { released, playlists } = page;
  const { viewer } = useSession();
  return (
    <article>
      <header className="place-hero" data-kind="artist">
        <Avatar user={{ ...person, email: '' }} className="place-picture" />
        <div className="min-w-0">
          <p className="text-soft">{t`Listener`}</p>
          <h1 data-long={person.username.length > 16 || undefined} className="place-name wrap-anywhere">
            {person.username}
            {person.vip && <VipBadge />}
          </h1>
          {viewer?.username !== person.username && (
            <div className="place-actions">
              <Slot at="person/actions" kind="person" target={person.username} name={person.username} />
            </div>
          )}
        </div>
      </header>
      {released.length === 0 && playlists.length === 0 && (
        <p className="place-section text-soft">
          {t`Nothing to see yet: no released request and no public playlist.`}
        </p>
      )}
      {released.length > 0 && (
        <section aria-labelledby="released" className="place-section">
          <h2 id="released" className="mb-4 text-title">
            {t`Called for, and released`}
          </h2>
          <TrackGrid tracks={released} />
        </section>
      )}
      {playlists.length > 0 && (
        <section aria-labelledby="playlists" className="place-section">
          <h2 id="playlists" className="mb-4 text-title">
            {t`Public playlists`}
          </h2>
          <div className={GRID}>
            {playlists.map((playlist) => (
              <PlaylistCard key={playlist.id} playlist={playlist} />
            ))}
          </div>
        </section>
      )}
    </article>
  );
}
