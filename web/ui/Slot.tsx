import type { Playlist, PlaylistEntry } from 'contract/features/playlists.ts';
import type { RequestPage, SongRequest, SongStory } from 'contract/features/song-requests.ts';
import type { Track } from 'contract/features/tracks.ts';
import { type ComponentType, type ReactNode, useState } from 'react';
import { lazyLayer } from './layers/lazy-layer.tsx';

/** Subject that can be followed, with the name that people know it by. */
interface Subject {
  kind: 'artist' | 'genre' | 'playlist' | 'person';
  target: string;
  name: string;
}

type Email = { email: string };
/** @param seed as `GET /radio` takes it. @param played ids of songs that it does not begin with. */
type Radio = { seed: string; played?: string[] };
/** Subject of a sketch: a request, or what somebody writes. */
export type SketchOf = { id: string } | { genre: string; description: string; lyrics: string | null };
type Nothing = object;
/** A premiere, with how many votes of the member it took, and a request that they follow. */
export interface Waiting {
  premiere: { track: Track; votes: number } | null;
  followed: SongRequest | null;
}

/**
 * The places that core offers to extensions, with what each passes on. A place whose name begins with a page or a part
 * of the shell and a slash is loaded together with that; the others when they first show.
 */
export interface Slots {
  /** Beside the member's plan and credits. */
  'header/items': Nothing;
  /** Under the waveform. */
  'track/below': { track: Track; start: number; areExpected: boolean };
  /** Beside the time of the waveform. */
  'track/aside': { track: Track; onSeek: (second: number) => void; areExpected: boolean };
  /** Marks on the waveform, under it. */
  'track/marks': { track: Track };
  /** Conversations about a song and a request. */
  'track/talk': { track: Track; onSeek: (second: number) => void };
  'request/talk': { request: RequestPage };
  /** Plays what resembles the song: in its menu, beside such songs, and after it played alone. */
  'song-radio': Radio;
  'track/radio': Radio;
  'after-song': Radio;
  /** Opens the premiere of a song for those whom it waits for. */
  'track/premiere': { track: Track; story: SongStory; calledBy: string[] };
  /** Applauds a song that is heard together. @param onApplause is called whenever anybody applauds. */
  'premiere/applause': { track: Track; onApplause: () => void };
  /** Comments on a song at its seconds. */
  'premiere/words': { track: Track };
  'playlist/actions': Subject;
  'artist/actions': Subject;
  'genre/actions': Subject;
  'person/actions': Subject;
  /** Plays some seconds of what is written, before anything is paid. @param obstacle says why it cannot. */
  'request/sketch': { of: SketchOf; obstacle?: string | undefined };
  /** Tells people when a request is made. */
  'request/follow': { request: RequestPage; username: string | undefined };
  /** The pages of settings. */
  'settings/account': { username: string };
  'settings/help': Email;
  'settings/notifications': Nothing;
  'settings/data': Nothing;
  'settings/apps': Nothing;
  /** The takes of a request, for those who may listen to them. */
  takes: { request: RequestPage };
  /** Search results, in place of the sections of its songs. */
  hits: { q: string };
  /** Takes to compare on Explore. */
  'take-rows': { request: SongRequest };
  /** Adds to what waits for a member; undefined while that loads. */
  waiting: { children: (added: Waiting | null | undefined) => ReactNode };
  /** Under the sections of Explore. */
  'explore-end': Nothing;
  /** Stands in for a member's page when the server cannot be reached, and for a list that did not load. */
  'unreachable-page': Nothing;
  'unreachable-songs': Nothing;
  /** Under the actions of the library or of a playlist. */
  'list-line': {
    id: 'library' | `playlist:${string}`;
    page?: { playlist: Playlist; entries: PlaylistEntry[] };
  };
  /** Beside the link of a page that is shared. @param start the query of its address. */
  share: { kind: 'track' | 'playlist'; id: string; name: string; start: string };
  'list-menu': { id: `playlist:${string}` };
  /** Beside a song, and in its menu. */
  'song-mark': { id: string };
  'song-menu': { id: string };
}

type Name = keyof Slots;

/** Loaders of the parts that fill each place. */
export type Fillers = { [Place in Name]?: (() => Promise<{ default: ComponentType<Slots[Place]> }>)[] };

/** A component for every place alike. */
type Part = ComponentType<Record<string, unknown>>;

let load: () => Promise<Fillers> = async () => ({});
/** Parts that fill a place, for those whose code is here. */
const loaded = new Map<string, Part>();
const late = new Map<string, Part>();

/** Registers what fills the places of core. */
export function fillSlots(fillers: typeof load): void {
  load = fillers;
}

/** Loads what extensions put on a page or a part of the shell. What cannot be loaded now is tried again when it shows. */
export async function loadSlots(owner: string): Promise<void> {
  const names = Object.keys(await load().catch(() => ({})));
  const own = names.filter((name) => name.startsWith(`${owner}/`));
  await Promise.all(own.map((name) => loadSlot(name).catch(() => {})));
}

async function loadSlot(name: string): Promise<Part> {
  const fillers = (await load())[name as Name] ?? [];
  const parts = (await Promise.all(fillers.map((filler) => filler()))).map(
    (module) => module.default as Part,
  );
  const All: Part = ({ otherwise, ...props }) =>
    parts.length === 0 ? (otherwise as ReactNode) : parts.map((One, index) => <One key={index} {...props} />);
  loaded.set(name, All);
  return All;
}

function lateSlot(name: string): Part {
  const known = late.get(name);
  if (known) return known;
  const Late = lazyLayer(async () => ({ default: await loadSlot(name) }));
  late.set(name, Late);
  return Late;
}

/** A place for what extensions add. The fallback stands in while that loads, `otherwise` if there is nothing. */
export function Slot<Place extends Name>({
  at,
  ...props
}: { at: Place; fallback?: ReactNode; otherwise?: ReactNode } & Slots[Place]) {
  // Its kind stays while it is on screen: what is there would lose its state.
  const [Shown] = useState(() => loaded.get(at) ?? lateSlot(at));
  return <Shown {...props} />;
}
