/** The channels on which servers that share a database notify each other. */
export type Channel = 'applause' | 'board' | 'jobs' | 'notes' | 'playlists' | 'premiere';

export interface Listener {
  onMessage: (text: string) => void;
  /** Called when messages may have been lost, for example after a lost connection is back. */
  onReconnect: () => void;
}
