// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { newBrowser } from '../../../server/extensions/notifications/push/testing/browser.ts';
import { call } from '../../../server/testing/calls.ts';
import { type Person, signUp } from '../../../server/testing/server.ts';
import { openPage, pageServer } from '../../testing/page.tsx';

const s = pageServer();
let person: Person;
beforeEach(async () => {
  person = await signUp(s, { tier: 'premium' });
});

/** A browser that can push, until the test ends. @returns its question, which nobody has answered yet. */
async function stubPush() {
  const { subscription } = await newBrowser('https://fcm.googleapis.com/fcm/send/1');
  const requestPermission = vi.fn(async () => 'granted');
  const made = { toJSON: () => subscription, unsubscribe: async () => true };
  const pushManager = { getSubscription: async () => null, subscribe: async () => made };
  vi.stubGlobal('Notification', { permission: 'default', requestPermission });
  vi.stubGlobal('PushManager', class {});
  const ready = Promise.resolve({ pushManager });
  const serviceWorker = {
    register: () => ready,
    ready,
    getRegistration: () => ready,
    addEventListener() {},
    removeEventListener() {},
  };
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });
  return requestPermission;
}

it('tells this device after a press, never asks before, and saves what for and when', async () => {
  const requestPermission = await stubPush();
  const { user } = openPage(s, '/profile/settings/notifications', person);
  const press = await screen.findByRole('button', { name: 'Turn on push notifications' });
  expect(screen.queryByRole('switch', { name: 'Quiet hours' })).toBeNull();
  expect(requestPermission).not.toHaveBeenCalled();
  await user.click(press);
  await screen.findByRole('button', { name: 'Turn off push notifications' });
  await user.click(screen.getByRole('switch', { name: 'Last call' }));
  await user.click(screen.getByRole('switch', { name: 'Quiet hours' }));
  const from = await screen.findByLabelText('From');
  fireEvent.change(from, { target: { value: '23:30' } });
  fireEvent.blur(from);
  const saved = async () => (await call(s, 'GET /notifications/push', { token: person.token })).body;
  await vi.waitFor(async () =>
    expect(await saved()).toMatchObject({
      kinds: ['released', 'choosing', 'returned', 'followed', 'comments'],
      quiet: { from: 23 * 60 + 30, until: 8 * 60 },
      devices: 1,
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Turn off push notifications' }));
  await screen.findByRole('button', { name: 'Turn on push notifications' });
  expect(await saved()).toMatchObject({ devices: 0 });
});

it('explains that an iPhone tells nothing before the site is on its home screen', async () => {
  const userAgent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone OS 18');
  onTestFinished(() => userAgent.mockRestore());
  openPage(s, '/profile/settings/notifications', person);
  expect(await screen.findByText(/first add Ovation to the home screen/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Turn on push notifications' })).toBeNull();
});
