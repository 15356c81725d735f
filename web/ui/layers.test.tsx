// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installStandIns } from '../testing/stand-ins.ts';
import { Sheet } from './Sheet.tsx';
import { ToastLayer } from './ToastLayer.tsx';
import TooltipLayer from './TooltipLayer.tsx';
import { toast, toastProblem } from './toasts.ts';

installStandIns();
// Loaded ahead: what waits for a module cannot be hurried by a clock.
await Promise.all([import('./ToastViewport.tsx'), import('./TooltipBubble.tsx')]);
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('toasts', () => {
  const shown = () =>
    screen.queryAllByRole('listitem').map((item) => item.querySelector('.font-semibold')!.textContent);

  it('one at a time: a new one takes the place of the old', async () => {
    render(<ToastLayer />);
    act(() => toast('First', 'with a text'));
    await wait(100);
    expect(shown()).toEqual(['First']);
    expect(screen.getByText('with a text')).toBeTruthy();
    act(() => toastProblem('Second'));
    await wait(100);
    expect(shown()).toEqual(['Second']);
  });

  it('go after 5 seconds, and the next has its own 5', async () => {
    render(<ToastLayer />);
    act(() => toast('First'));
    await wait(4900);
    expect(shown()).toEqual(['First']);
    act(() => toast('Second'));
    await wait(4900);
    expect(shown()).toEqual(['Second']);
    await wait(300);
    expect(shown()).toEqual([]);
  });

  it('can be closed, and the same words come again', async () => {
    render(<ToastLayer />);
    act(() => toast('Again'));
    await wait(100);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await wait(100);
    expect(shown()).toEqual([]);
    act(() => toast('Again'));
    await wait(100);
    expect(shown()).toEqual(['Again']);
  });

  it('go after 5 seconds also after one was closed by its cross', async () => {
    render(<ToastLayer />);
    act(() => toast('First'));
    await wait(100);
    const close = screen.getByRole('button', { name: 'Close' });
    fireEvent.pointerMove(close);
    close.focus();
    fireEvent.click(close);
    await wait(100);
    act(() => toast('Second'));
    await wait(4900);
    expect(shown()).toEqual(['Second']);
    await wait(300);
    expect(shown()).toEqual([]);
  });

  it('keep Escape from no open dialog', async () => {
    const onClose = vi.fn();
    render(
      <>
        <Sheet title="Below" onClose={onClose}>
          <input aria-label="Name" />
        </Sheet>
        <ToastLayer />
      </>,
    );
    act(() => toastProblem('Failed'));
    await wait(100);
    fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Escape' });
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('F8 leads to them', async () => {
    render(<ToastLayer />);
    act(() => toast('Here'));
    await wait(100);
    fireEvent.keyDown(document, { code: 'F8', key: 'F8' });
    expect(screen.getByRole('region', { name: /F8/ }).contains(document.activeElement)).toBe(true);
  });
});

describe('tooltips', () => {
  const tip = () => screen.queryByRole('tooltip')?.textContent;
  const page = () => {
    render(
      <>
        <button type="button" data-tooltip="Mute">
          one
        </button>
        <button type="button" data-tooltip="Next">
          two
        </button>
        <p>three</p>
        <TooltipLayer />
      </>,
    );
    const over = (text: string, pointerType = 'mouse') =>
      act(
        () =>
          void screen
            .getByText(text)
            .dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType })),
      );
    return over;
  };

  it('keep Escape from no dialog below them', async () => {
    const onClose = vi.fn();
    render(
      <>
        <Sheet title="Below" onClose={onClose}>
          <button type="button" data-tooltip="Mute">
            one
          </button>
        </Sheet>
        <TooltipLayer />
      </>,
    );
    act(
      () =>
        void screen
          .getByText('one')
          .dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' })),
    );
    await wait(710);
    expect(tip()).toBe('Mute');
    fireEvent.keyDown(screen.getByText('one'), { key: 'Escape' });
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(tip()).toBeUndefined();
  });

  it('open after 700 ms, not before', async () => {
    const over = page();
    over('one');
    await wait(690);
    expect(tip()).toBeUndefined();
    await wait(20);
    expect(tip()).toBe('Mute');
    over('three');
    await wait(1);
    expect(tip()).toBeUndefined();
  });

  it('a pointer that only passes opens none; nor does a finger', async () => {
    const over = page();
    over('one');
    await wait(400);
    over('three');
    await wait(1000);
    expect(tip()).toBeUndefined();
    over('one', 'touch');
    await wait(1000);
    expect(tip()).toBeUndefined();
  });

  it('within 300 ms of one, the next opens at once; later it waits again', async () => {
    const over = page();
    over('one');
    await wait(710);
    over('three');
    await wait(250);
    over('two');
    await wait(10);
    expect(tip()).toBe('Next');
    over('three');
    await wait(350);
    over('one');
    await wait(600);
    expect(tip()).toBeUndefined();
    await wait(150);
    expect(tip()).toBe('Mute');
  });

  it('Escape and a press close it', async () => {
    const over = page();
    over('one');
    await wait(710);
    fireEvent.keyDown(document, { key: 'Escape' });
    await wait(1);
    expect(tip()).toBeUndefined();
  });
});
