// @vitest-environment jsdom

import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { currentToast } from '../../ui/layers/toasts.ts';
import { deferredPlayer } from '../engine/deferred-player.ts';
import { PlayerContext } from '../PlayerContext.tsx';
import { CastButton } from './CastButton.tsx';

/** Stands in for the browser's list of devices. */
class Devices extends EventTarget {
  state = 'disconnected';
  found: (isAvailable: boolean) => void = () => {};
  watchAvailability = vi.fn(async (found: Devices['found']) => {
    this.found = found;
  });
  cancelWatchAvailability = vi.fn(async () => {});
  prompt = vi.fn(async () => {});
}

afterEach(cleanup);

const named = (name: string) => new DOMException('', name);
const button = () => screen.queryByRole('button', { name: 'Play on another device' });

async function show(devices: Devices | undefined) {
  const player = Object.assign(
    deferredPlayer(() => new Promise(() => {})),
    { remote: () => devices },
  );
  const { unmount } = render(
    <PlayerContext value={player}>
      <CastButton />
    </PlayerContext>,
  );
  await act(async () => {});
  return { user: userEvent.setup(), unmount };
}

it('is there only while a device is', async () => {
  await show(undefined);
  const devices = new Devices();
  const { unmount } = await show(devices);
  expect(button()).toBeNull();
  act(() => devices.found(true));
  expect(button()).toBeTruthy();
  act(() => devices.found(false));
  expect(button()).toBeNull();
  unmount();
  expect(devices.cancelWatchAvailability).toHaveBeenCalledOnce();
});

it('asks the browser for a device, and tells whether one plays', async () => {
  const devices = new Devices();
  devices.watchAvailability.mockRejectedValue(named('NotSupportedError'));
  const { user } = await show(devices);
  await user.click(button()!);
  expect(devices.prompt).toHaveBeenCalledOnce();
  expect(button()!.getAttribute('aria-pressed')).toBe('false');
  devices.state = 'connected';
  act(() => void devices.dispatchEvent(new Event('connect')));
  expect(button()!.getAttribute('aria-pressed')).toBe('true');
});

it.each([
  ['NotAllowedError', undefined],
  ['NotFoundError', 'No device found'],
  ['InvalidStateError', 'This track can’t play on another device'],
])('after %s it says %s', async (name, title) => {
  currentToast.set(null);
  const devices = new Devices();
  devices.watchAvailability.mockRejectedValue(named('NotSupportedError'));
  devices.prompt.mockRejectedValue(named(name));
  const { user } = await show(devices);
  await user.click(button()!);
  expect(currentToast.get()?.title).toBe(title);
});
