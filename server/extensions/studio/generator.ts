import type { IncomingHttpHeaders } from 'node:http';
import type { FailureKind } from 'contract/extensions/studio-constants.ts';
import type { Wish } from 'contract/features/song-requests.ts';

/** The chip of lyrics that are to be sung. */
export const SING_LYRICS = 'Sing the lyrics';
/** The chip of lyrics of which only the beginning is sung. */
export const ALL_LYRICS = 'Sing all of the lyrics';

/** Generator's capabilities. */
export interface Capabilities {
  /** True if it sings the lyrics that it is given. */
  lyrics: boolean;
  /** `exact`: the same seed makes the same audio again. `hint`: similar audio. */
  seed: 'exact' | 'hint' | 'none';
  maxSeconds: number;
  /** Takes that the studio submits at once. */
  atOnce: number;
  cancel: boolean;
  /** True if its audio carries a watermark or a C2PA manifest that must be kept. */
  watermark: boolean;
  /** The rights to its audio, as a sentence. */
  rights: string;
  /** Submitting a take a second time costs nothing and makes the same audio, so a take is resumed after a crash. */
  repeatable: boolean;
}

/** Specification of a take. Never holds an artist's name, a username or an address; texts are plain. */
export interface TakeSpec {
  /** The requested title. */
  title: string;
  /** A slug of `contract/genres.ts`. */
  genre: string;
  /** The request's description, or the admin's own prompt; `withoutNames` was applied. */
  prompt: string;
  /** The words to sing, perhaps with LRC's times; none in takes made before requests had lyrics. */
  lyrics?: string | null;
  /** The wanted length. */
  seconds: number;
  /** Below 2^31. Differs between the takes of a request. */
  seed: number;
  /** 1 for the first take of the request: the house band plays the first three in three different ways. */
  number: number;
}

/** Facts of a made take, for its provenance. */
export interface TakeFacts {
  model: string;
  version: string | null;
  /** The seed that was used; null if the generator takes none. */
  seed: number | null;
  reproducible: boolean;
  /** As the generator used it. */
  prompt: string;
  rights: string;
  source_type: 'algorithmicMedia' | 'trainedAlgorithmicMedia';
  /** Closeness of the generator to the requested genre, from 0 to 1; null if it does not say. */
  closeness: number | null;
  /** Account of its making, in sentences; null if the generator does not say. */
  account: string | null;
  /** Beats per minute and key, such as `A minor`, if they are known rather than heard. */
  bpm: number | null;
  musical_key: string | null;
  /** The words it sings, if the generator says so. */
  lyrics?: string | undefined;
  /** Outcome of the wishes; if the generator does not say, the studio tells what was asked. */
  heard?: Wish[];
}

/** `rejected` is the studio's own verdict about the audio. */
export type GeneratorFailure = Exclude<FailureKind, 'rejected'>;

/**
 * A generator's refusal or failure. `busy` and `transient` say that nothing was accepted, so the studio submits
 * again; `lost` says that it is unknown. Any other error of `submit` counts as `lost`.
 */
export class GeneratorError extends Error {
  readonly kind: GeneratorFailure;
  /** A prompt that the generator would accept. */
  readonly suggestion: string | undefined;

  /**
   * @param message a sentence for the admin.
   * @param cause of a failure on this server, for its log.
   */
  constructor(kind: GeneratorFailure, message: string, suggestion?: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'GeneratorError';
    this.kind = kind;
    this.suggestion = suggestion;
  }
}

export interface Submission {
  /** Path to which a generator that answers with audio writes it; the studio removes the file if the take fails. */
  target: string;
  /** Aborts when the take is cancelled, its deadline passes or the server stops. */
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress: (progress: number) => void;
}

export type Poll =
  | { state: 'queued' | 'running' | 'unknown'; progress?: number }
  | { state: 'succeeded'; audioUrl: string; facts: TakeFacts }
  | { state: 'failed'; error: { kind: GeneratorFailure; message: string; suggestion?: string } };

/** A source of takes. Everything it throws besides `GeneratorError` is a temporary failure, except from `submit`. */
export interface MusicGenerator {
  /** Stored with each take: never changes. */
  id: string;
  name: string;
  capabilities: Capabilities;
  /** Reason for singing none or only a part of some lyrics; neither if it sings them all, and without it any lyrics. */
  limitsOfLyrics?: (lyrics: string) => { none?: string; part?: string };
  /** Its submissions end by limits of the work they do, which say more than a deadline on the clock. */
  endsByItself?: boolean;
  /** Cost and duration of making a take, both estimated from above. */
  quote: (spec: Pick<TakeSpec, 'seconds'>) => { cents: number; seconds: number };
  /**
   * Starts a take, or makes it.
   * @param takeKey unique for the take, for generators that accept an idempotency key.
   * @returns `facts` when the audio was written to `target`.
   * @throws GeneratorError
   */
  submit: (
    spec: TakeSpec,
    takeKey: string,
    submission: Submission,
  ) => Promise<{ providerId: string } | { facts: TakeFacts }>;
  /** The state of a started take. */
  poll: (providerId: string, signal: AbortSignal) => Promise<Poll>;
  /** Copies the audio of a finished take to `target`. @throws GeneratorError */
  fetch: (audioUrl: string, target: string, signal: AbortSignal) => Promise<void>;
  cancel?: (providerId: string, signal: AbortSignal) => Promise<void>;
  /** @returns the provider's id of a take if the webhook is genuine. */
  verifyWebhook?: (headers: IncomingHttpHeaders, rawBody: Buffer) => string | undefined;
  /** Tells whether it can be used now, with a sentence about it. */
  check: (signal: AbortSignal) => Promise<{ reachable: boolean; message: string }>;
}
