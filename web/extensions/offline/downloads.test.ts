import type { Track } from 'contract/features/tracks.ts';
import { expect, it, vi } from 'vitest';
import { fileFetcher } from './download-fetch.ts';
import type { DownloadList, ListContent, ListId } from './download-lists.ts';
import type { Device, DownloadedSong } from './download-storage.ts';
import { createDownloads } from './downloads.ts';

const SIZE = 1000;
const RESERVED = 20_000_000;
const AT = 'https://ovation.example/media';

const track = (id: string, cover: string | null = null) =>
  ({
    id,
    title: `Song ${id}`,
    audio_url: `${AT}/${id}.mp3`,
    cover_image_url: cover,
    waveform_json_url: null,
  }) as Track;
const listOf = (...ids: string[]): ListContent => ({
  name: ids.join(),
  tracks: ids.map((id) => track(id)),
  page: null,
});

/** A device with so much space, bytes; a network that answers when it is told to. */
function setUp({ quota = 1e9, refuseAt = Number.POSITIVE_INFINITY } = {}) {
  const lists = new Map<string, DownloadList>();
  const songs = new Map<string, DownloadedSong>();
  const files = new Map<string, number>();
  const used = () => [...files.values()].reduce((sum, size) => sum + size, 0);
  const device: Device = {
    read: async () => ({ lists: [...lists.values()], songs: [...songs.values()] }),
    putList: async (list) => void lists.set(list.id, list),
    removeList: async (id) => void lists.delete(id),
    putSong: async (song) => void songs.set(song.id, song),
    removeSong: async (id) => void songs.delete(id),
    putFile: async (url, file) => {
      const { size } = await file.blob();
      if (used() + size > refuseAt) throw new DOMException('full', 'QuotaExceededError');
      files.set(url, size);
    },
    removeFiles: async (urls) => {
      for (const url of urls) files.delete(url);
    },
    clear: async () => {
      for (const all of [lists, songs, files]) all.clear();
    },
    space: async () => ({ usage: used(), quota }),
  };
  const catalogue = new Map<ListId, ListContent | null>();
  const network = {
    calls: [] as string[],
    /** Statuses of the next calls; 0 is no answer. */
    statuses: [] as number[],
    isReached: true,
    isElsewhere: false,
    hold: undefined as Promise<void> | undefined,
  };
  let time = 0;
  const tell = vi.fn();
  const onFiles = vi.fn();
  const kept = createDownloads({
    device,
    load: async (id) => catalogue.get(id) ?? null,
    fetchFile: fileFetcher(async (url, init) => {
      network.calls.push(String(url));
      await network.hold;
      init?.signal?.throwIfAborted();
      const status = network.statuses.shift() ?? 200;
      if (status === 0) throw new TypeError('fetch failed');
      return new Response(new Uint8Array(SIZE), { status, headers: { 'content-length': String(SIZE) } });
    }),
    isReached: async () => network.isReached,
    isElsewhere: async () => network.isElsewhere,
    tell,
    onFiles,
    onChanged: () => {},
    inOneTab: (run) => run(),
    now: () => ++time,
    wait: async () => {},
  });
  const here = () => [...songs.values()].flatMap(({ id, urls }) => (urls.length > 0 ? [id] : []));
  return { kept, catalogue, network, device, files, here, tell, onFiles, lists };
}

it('keeps the songs of a list one after the other, with a cover that they share', async () => {
  const { kept, catalogue, network, files, here, onFiles } = setUp();
  const cover = `${AT}/cover-640.webp`;
  catalogue.set('playlist:p', { name: 'P', tracks: [track('a', cover), track('b', cover)], page: null });
  await kept.keep('playlist:p');
  expect(here()).toEqual(['a', 'b']);
  expect(network.calls).toEqual([`${AT}/a.mp3`, cover, `${AT}/b.mp3`, cover]);
  expect(new Set(onFiles.mock.lastCall![0])).toEqual(new Set(files.keys()));
  await kept.removeSong('a');
  expect([...files.keys()].sort()).toEqual([`${AT}/b.mp3`, cover].sort());
  await kept.run();
  expect(here()).toEqual(['b']);
  await kept.keep('playlist:p');
  expect(here().sort()).toEqual(['a', 'b']);
});

it('removes a song once no list wants it', async () => {
  const { kept, catalogue, here, files } = setUp();
  catalogue.set('playlist:p', listOf('a', 'b'));
  catalogue.set('track:b', listOf('b'));
  await kept.keep('playlist:p');
  await kept.keep('track:b');
  await kept.remove('playlist:p');
  expect(here()).toEqual(['b']);
  await kept.remove('track:b');
  expect(here()).toEqual([]);
  expect(files.size).toBe(0);
});

it('lets the songs go that were not played for longest when space ends, and says so', async () => {
  const { kept, catalogue, here, tell } = setUp({ quota: RESERVED + 3 * SIZE });
  for (const id of ['a', 'b', 'c']) {
    catalogue.set(`track:${id}`, listOf(id));
    await kept.keep(`track:${id}`);
  }
  await kept.markPlayed('a');
  catalogue.set('playlist:p', listOf('x', 'y'));
  await kept.keep('playlist:p');
  expect(here().sort()).toEqual(['a', 'x', 'y']);
  expect(tell.mock.calls.map(([, text]) => text.slice(0, 8))).toEqual(['“Song b”', '“Song c”']);
  // What left is not fetched again by itself.
  await kept.checkAll();
  expect(here().sort()).toEqual(['a', 'x', 'y']);
});

it('stops a list that has no space, also where the browser finds out only by writing', async () => {
  for (const space of [{ quota: RESERVED + 2 * SIZE }, { refuseAt: 2 * SIZE }]) {
    const { kept, catalogue, here, lists } = setUp(space);
    catalogue.set('playlist:p', listOf('a', 'b', 'c', 'd'));
    await kept.keep('playlist:p');
    expect(here()).toEqual(['a', 'b']);
    expect(lists.get('playlist:p')!.stopped).toBe('full');
  }
});

it('pauses in the middle of a song, and goes on', async () => {
  const { kept, catalogue, network, here } = setUp();
  catalogue.set('playlist:p', listOf('a', 'b'));
  let release = () => {};
  network.hold = new Promise((resolve) => {
    release = resolve;
  });
  const keeping = kept.keep('playlist:p');
  await vi.waitFor(() => expect(network.calls).toHaveLength(1));
  await kept.pause('playlist:p');
  release();
  await keeping;
  expect(here()).toEqual([]);
  await kept.run();
  expect(here()).toEqual([]);
  await kept.keep('playlist:p');
  expect(here()).toEqual(['a', 'b']);
});

it('removes everything with the session, also what is just being fetched', async () => {
  const { kept, catalogue, network, files, lists, onFiles } = setUp();
  catalogue.set('playlist:p', listOf('a', 'b'));
  catalogue.set('track:c', listOf('c'));
  await kept.keep('track:c');
  let release = () => {};
  network.hold = new Promise((resolve) => {
    release = resolve;
  });
  const keeping = kept.keep('playlist:p');
  await vi.waitFor(() => expect(network.calls).toHaveLength(2));
  const clearing = kept.clear();
  release();
  await Promise.all([clearing, keeping]);
  expect([files.size, lists.size, kept.get().songs.size]).toEqual([0, 0, 0]);
  expect(onFiles).toHaveBeenLastCalledWith([]);
});

it('fetches nothing that was read just before everything was removed', async () => {
  const { kept, catalogue, device, network, files, lists } = setUp();
  catalogue.set('playlist:p', listOf('a'));
  Object.assign(network, { isReached: false, statuses: [0] });
  await kept.keep('playlist:p');
  const { read } = device;
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  device.read = async () => {
    device.read = read;
    const old = await read();
    await held;
    return old;
  };
  network.isReached = true;
  const running = kept.run();
  await kept.clear();
  answer();
  await running;
  expect([files.size, lists.size, kept.get().lists]).toEqual([0, 0, []]);
});

it('waits for a connection, tries again what the server had no time for, and does without what is gone', async () => {
  const { kept, catalogue, network, here, lists } = setUp();
  catalogue.set('playlist:p', listOf('a', 'b', 'c'));
  Object.assign(network, { isReached: false, statuses: [0] });
  await kept.keep('playlist:p');
  expect([here(), lists.get('playlist:p')!.stopped]).toEqual([[], null]);
  Object.assign(network, { isReached: true, statuses: [429, 503, 0, 200, 404] });
  await kept.run();
  expect([here(), lists.get('playlist:p')!.stopped]).toEqual([['a', 'c'], null]);
});

it.each([
  [{ statuses: [403] }, 'failed'],
  [{ statuses: [503, 503, 503, 503, 503] }, 'failed'],
  [{ statuses: [0], isElsewhere: true }, 'elsewhere'],
])('stops a list when the server answers %j: %s', async (answers, stopped) => {
  const { kept, catalogue, network, lists } = setUp();
  catalogue.set('playlist:p', listOf('a', 'b'));
  Object.assign(network, answers);
  await kept.keep('playlist:p');
  expect(lists.get('playlist:p')!.stopped).toBe(stopped);
});

it('follows a list: new songs come, those that left it or the catalogue go', async () => {
  const { kept, catalogue, here, lists } = setUp();
  catalogue.set('playlist:p', listOf('a', 'b'));
  catalogue.set('track:c', listOf('c'));
  await kept.keep('playlist:p');
  await kept.keep('track:c');
  await kept.update('playlist:p', listOf('b', 'd'));
  expect(here().sort()).toEqual(['b', 'c', 'd']);
  catalogue.set('track:c', null);
  await kept.update('track:c');
  expect(here().sort()).toEqual(['b', 'd']);
  expect([...lists.keys()]).toEqual(['playlist:p']);
});

it('fetches the rest of a file that was interrupted', async () => {
  const whole = new Uint8Array(10).map((_, index) => index);
  const headers = { etag: '"a"', 'content-type': 'audio/mpeg', 'content-length': '10' };
  const asked: (string | null)[] = [];
  const fetchFile = fileFetcher(async (_, init) => {
    const range = new Headers(init?.headers).get('range');
    asked.push(range);
    if (!range) return new Response(whole.slice(0, 4), { headers });
    return new Response(whole.slice(4), { status: 206, headers: { ...headers, 'content-length': '6' } });
  });
  const signal = new AbortController().signal;
  await expect(fetchFile(`${AT}/a.mp3`, signal)).rejects.toThrow(TypeError);
  const file = await fetchFile(`${AT}/a.mp3`, signal);
  expect(asked).toEqual([null, 'bytes=4-']);
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(whole);
  expect(file.headers.get('content-type')).toBe('audio/mpeg');
});
