// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { release } from '../../../../server/features/song-requests/song-requests.ts';
import { createOpenRequest, member } from '../../../../server/testing/requests.ts';
import { type Person, publishTrack } from '../../../../server/testing/server.ts';
import { openPage, pageServer, publish } from '../../../testing/page.tsx';
import { deck } from '../../../testing/sound.ts';

const s = pageServer();
let anna: Person;
beforeEach(async () => {
  anna = await member(s, 0);
});

async function asked(title: string, track_id: string | null): Promise<void> {
  const id = await createOpenRequest(s.c, anna.id, { title, votes: 30 });
  await s.c.db.transaction().execute((tx) => release(tx, s.c.engine, { id, track_id, now: 1 }));
}
const mine = () => screen.findByRole('region', { name: 'My requests' });

it('one click plays a released request, not another track of the same name', async () => {
  await publish(s, 'Rain on Tin');
  const track_id = await publishTrack(s.c, { title: 'Rain on Tin' });
  await publish(s, 'Rain on Tin');
  await asked('Rain on Tin', track_id);
  const { user, player } = openPage(s, '/profile?view=requests', anna);
  const listen = await within(await mine()).findByRole('button', { name: 'Listen to Rain on Tin' });
  await user.click(listen);
  await waitFor(() => expect(player.state().song?.id).toBe(track_id));
  await waitFor(() => expect(deck().paused).toBe(false));
  // A second click keeps it playing.
  player.pause();
  await user.click(listen);
  await waitFor(() => expect(deck().paused).toBe(false));
});

it('a released request without a track has no play button', async () => {
  await asked('Rain on Tin', null);
  openPage(s, '/profile?view=requests', anna);
  await within(await mine()).findByText('Released');
  expect(within(await mine()).queryByRole('button')).toBeNull();
});

it('a track withdrawn since is reported and nothing plays', async () => {
  const track_id = await publishTrack(s.c, { title: 'Rain on Tin' });
  await asked('Rain on Tin', track_id);
  await s.c.db.updateTable('track').set({ is_deleted: 1 }).where('id', '=', track_id).execute();
  const { user, player, toast } = openPage(s, '/profile?view=requests', anna);
  await user.click(await within(await mine()).findByRole('button', { name: 'Listen to Rain on Tin' }));
  await waitFor(() =>
    expect(toast()).toBe('“Rain on Tin” could not be played | The requested resource was not found.'),
  );
  expect(player.state().song).toBeNull();
});
