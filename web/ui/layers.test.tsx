// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installStandIns } from '../testing/stand-ins.ts';
import { Sheet } from './layers/Sheet.tsx';
import { ToastLayer } from './layers/ToastLayer.tsx';
import TooltipLayer from './layers/TooltipLayer.tsx';
import { toast, toastProblem } from './layers/toasts.ts';

installStandIns();
// Loaded ahead: what waits for a module cannot be hurried by a clock.
await Promise.all([import('./layers/ToastViewport.tsx'), import('./layers/TooltipBubble.tsx')]);
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

  it('a new toast replaces the old one', async () => {
    render(<ToastLayer />);
    act(() => toast('First', 'with a text'));
    await wait(100);
    expect(shown()).toEqual(['First']);
    expect(screen.getByText('with a text')).toBeTruthy();
    act(() => toastProblem('Second'));
    await wait(100);
    expect(shown()).toEqual(['Second']);
  });

  it('close after 5 seconds each', async () => {
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

  it('can be closed, and the same text can be shown again', async () => {
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

  it('close after 5 seconds also after one was closed by hand', async () => {
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

  it.each([
    ['at the top when they would cover what was pressed', 700, true],
    ['above the player otherwise', 300, false],
  ])('appear %s', async (_where, top, isAbove) => {
    const { unmount } = render(
      <>
        <article>
          <button type="button">Vote</button>
        </article>
        <ToastLayer />
      </>,
    );
    const vote = screen.getByRole('button', { name: 'Vote' });
    vote.getBoundingClientRect = () => new DOMRect(16, top, 300, 60);
    vote.focus();
    act(() => toast('Vote added!'));
    await wait(100);
    expect(screen.getByRole('list').hasAttribute('data-top')).toBe(isAbove);
    unmount();
  });

  it('let Escape close an open dialog too', async () => {
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

  it('F8 focuses them', async () => {
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

  it('let Escape close the dialog below them too', async () => {
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

  it('do not open for a passing pointer or a touch', async () => {
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

  it('open at once within 300 ms of another, and with the delay later', async () => {
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

  it('close on Escape and on a press', async () => {
    const over = page();
    over('one');
    await wait(710);
    fireEvent.keyDown(document, { key: 'Escape' });
    await wait(1);
    expect(tip()).toBeUndefined();
  });
});
