// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setVisibility } from '../../testing/stand-ins.ts';
import { subscribe } from './event-stream.ts';

/** A stream that does what a test tells it to. */
class Stream extends EventTarget {
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  static all: Stream[] = [];
  readyState = 0;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    Stream.all.push(this);
  }
  begin() {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  say(name: string, data: string) {
    this.dispatchEvent(new MessageEvent(name, { data }));
  }
  /** The connection is lost; the browser comes back by itself. */
  lose() {
    this.readyState = 0;
    this.dispatchEvent(new Event('error'));
  }
  /** The server answers something else than a stream. */
  refuse() {
    this.readyState = Stream.CLOSED;
    this.dispatchEvent(new Event('error'));
  }
  close() {
    this.readyState = Stream.CLOSED;
  }
}

const listening = () => Stream.all.filter(({ readyState }) => readyState !== Stream.CLOSED);
const news = vi.fn();
const opened = vi.fn();
let stop = () => {};

beforeEach(() => {
  Stream.all = [];
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Stream);
  stop = subscribe('/things', { news }, opened);
});
afterEach(() => {
  stop();
  setVisibility('visible');
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

it('passes each event to the handler of its name', () => {
  const [stream] = Stream.all;
  expect(stream!.url).toBe('/things');
  stream!.begin();
  stream!.say('news', 'a');
  stream!.say('other', 'b');
  expect(opened).toHaveBeenCalledTimes(1);
  expect(news.mock.calls).toEqual([['a']]);
});

it('leaves reconnecting to the browser', () => {
  const [stream] = Stream.all;
  stream!.begin();
  stream!.lose();
  vi.advanceTimersByTime(600_000);
  stream!.begin();
  expect(Stream.all).toHaveLength(1);
  expect(opened).toHaveBeenCalledTimes(1);
});

it('disconnects while the page is hidden and reconnects when it is visible', () => {
  Stream.all[0]!.begin();
  setVisibility('hidden');
  expect(listening()).toHaveLength(0);
  setVisibility('visible');
  setVisibility('visible');
  expect(listening()).toHaveLength(1);
  listening()[0]!.begin();
  expect(opened).toHaveBeenCalledTimes(2);
});

it('retries a refused stream with growing delays', () => {
  const waits: number[] = [];
  for (let time = 0; time < 8; time++) {
    Stream.all.at(-1)!.refuse();
    const asked = Stream.all.length;
    const before = Date.now();
    while (Stream.all.length === asked) vi.advanceTimersByTime(500);
    waits.push(Date.now() - before);
  }
  expect(waits[0]).toBeLessThanOrEqual(6500);
  expect(waits[7]).toBeGreaterThanOrEqual(30_000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(90_500);
  expect(opened).not.toHaveBeenCalled();
});

it('says that a stream was refused, not that a connection broke', () => {
  const refused = vi.fn();
  const leave = subscribe('/keyed', { refused }, () => {});
  Stream.all[1]!.lose();
  expect(refused).not.toHaveBeenCalled();
  Stream.all[1]!.refuse();
  expect(refused).toHaveBeenCalledTimes(1);
  leave();
});

it('does not retry when hidden or unsubscribed meanwhile', () => {
  Stream.all[0]!.refuse();
  setVisibility('hidden');
  vi.advanceTimersByTime(600_000);
  expect(Stream.all).toHaveLength(1);
  setVisibility('visible');
  Stream.all[1]!.refuse();
  stop();
  setVisibility('visible');
  vi.advanceTimersByTime(600_000);
  expect(Stream.all).toHaveLength(2);
});

it('shares one connection between subscribers, each of which hears of one opening', () => {
  const late = { news: vi.fn(), opened: vi.fn() };
  Stream.all[0]!.begin();
  const leave = subscribe('/things', { news: late.news }, late.opened);
  expect(late.opened).toHaveBeenCalledTimes(1);
  Stream.all[0]!.lose();
  Stream.all[0]!.begin();
  Stream.all[0]!.say('news', 'a');
  expect([Stream.all.length, late.opened.mock.calls.length, opened.mock.calls.length]).toEqual([1, 1, 1]);
  leave();
  Stream.all[0]!.say('news', 'b');
  expect([late.news.mock.calls, news.mock.calls]).toEqual([[['a']], [['a'], ['b']]]);
  expect(listening()).toHaveLength(1);
});
