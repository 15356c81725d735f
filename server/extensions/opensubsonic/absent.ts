import { Refusal } from './answer.ts';
import type { Calls } from './call.ts';

/** Calls for what the site does not have, by the reason that they get. Lists of it are empty. */
const REFUSED: Record<string, readonly string[]> = {
  'This server has no bookmarks; the play queue keeps the place.': ['createBookmark', 'deleteBookmark'],
  'This server has no internet radio.': [
    ...['createInternetRadioStation', 'updateInternetRadioStation', 'deleteInternetRadioStation'],
  ],
  'This server has no podcasts.': [
    ...['createPodcastChannel', 'deletePodcastChannel', 'deletePodcastEpisode'],
    ...['downloadPodcastEpisode', 'getPodcastEpisode'],
  ],
  'This server has no shares; every song has an address of its own.': [
    ...['createShare', 'updateShare', 'deleteShare'],
  ],
  'This server has no chat for players.': ['addChatMessage'],
  'This server has no ratings; save a song instead.': ['setRating'],
  'This server has no videos.': ['getVideoInfo', 'getCaptions', 'hls.m3u8'],
  'This server has no jukebox.': ['jukeboxControl'],
  'This server sends every song as it is.': ['getTranscodeDecision', 'getTranscodeStream'],
};

/** Accounts are changed where a password and a second factor are asked for. */
const ON_THE_SITE = ['createUser', 'updateUser', 'deleteUser', 'changePassword'];

const refuse = (names: readonly string[], reason: Refusal['reason'], message: string): Calls =>
  Object.fromEntries(
    names.map((name) => [
      name,
      async () => {
        throw new Refusal(reason, message);
      },
    ]),
  );

export const absent: Calls = {
  ...Object.assign({}, ...Object.entries(REFUSED).map(([why, names]) => refuse(names, 'generic', why))),
  ...refuse(ON_THE_SITE, 'notAllowed', 'Accounts are managed on the site.'),
  getBookmarks: async () => ({ bookmarks: { bookmark: [] } }),
  getInternetRadioStations: async () => ({ internetRadioStations: { internetRadioStation: [] } }),
  getPodcasts: async () => ({ podcasts: { channel: [] } }),
  getNewestPodcasts: async () => ({ newestPodcasts: { episode: [] } }),
  refreshPodcasts: async () => ({}),
  getShares: async () => ({ shares: { share: [] } }),
  getChatMessages: async () => ({ chatMessages: { chatMessage: [] } }),
  getVideos: async () => ({ videos: {} }),
};
