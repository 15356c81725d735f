/** The error catalogue (§8): code -> status -> sentence. Words live here and nowhere else. */
export const catalogue = {
  bad_input: [400, 'Invalid request. Please check your input and try again.'],
  bad_cursor: [400, 'This page of the list is no longer valid. Please start from the beginning.'],
  bad_json: [400, 'The body is not valid JSON.'],
  unauthorized: [401, 'Your session has expired. Please log in again.'],
  wrong_credentials: [403, 'Failed to log in. Please check your credentials.'],
  wrong_password: [403, 'This is not your current password.'],
  forbidden: [403, 'Access denied. Please check your credentials.'],
  bad_picture: [400, 'Please choose a picture: JPEG, PNG, WebP, GIF or AVIF, of at most 5 MB.'],
  bad_audio: [400, 'This file cannot be played. Please choose an MP3, WAV, FLAC, Ogg or M4A file.'],
  bad_cover: [400, 'Please choose a picture: JPEG, PNG, WebP, GIF or AVIF, of at most 10 MB.'],
  bad_upload: [400, 'Please send one file as a form.'],
  bad_reset: [400, 'This link is no longer valid. Please ask for a new one.'],
  no_reset: [404, 'A new password cannot be sent by email here. Please ask those who run this site.'],
  limit_reached: [403, 'You have reached the limit of your plan.'],
  plan_refuses: [403, 'Your plan does not include this. Upgrade for more features.'],
  not_enough_credits: [402, 'You do not have enough credits.'],
  bad_playlist_file: [400, 'Please choose a playlist in M3U8, or one that was exported here as JSON.'],
  not_found: [404, 'The requested resource was not found.'],
  email_taken: [409, 'There is already an account with this email. Please log in instead.'],
  username_taken: [409, 'This username is taken. Please choose another.'],
  already_saved: [409, 'This track is already in your library.'],
  already_in_playlist: [409, 'This track is already in the playlist.'],
  playlist_full: [409, 'A playlist holds at most 1,000 tracks.'],
  duplicate_request: [
    409,
    'This request has already been made, please up vote the existing request to get it to you sooner!',
  ],
  upload_processing: [409, 'This file is still being processed. Please wait a moment and publish again.'],
  upload_published: [409, 'A track plays this file. Please withdraw the track instead.'],
  request_closed: [409, 'This request no longer takes votes.'],
  conflict: [409, 'This action conflicts with existing data.'],
  subscriptions_off: [409, 'Subscription coming soon!'],
  already_subscribed: [409, 'You have this plan already.'],
  payment_declined: [402, 'The payment was declined. Please try another card.'],
  bad_signature: [400, 'This event is not signed by the payment provider.'],
  too_large: [413, 'This is larger than the server accepts.'],
  wrong_type: [415, 'Please send the body as JSON.'],
  bad_range: [416, 'The file does not reach that far.'],
  too_many_requests: [429, 'Too many requests. Please wait a moment and try again.'],
  too_many_attempts: [429, 'Too many failed attempts. Please wait a moment and try again.'],
  payment_failed: [
    502,
    'The payment provider could not do this. Nothing was charged. Please try again later.',
  ],
  payment_away: [503, 'The payment provider cannot be reached. Nothing was charged. Please try again later.'],
  payments_off: [503, 'Payment system not configured. Please contact support.'],
  internal: [500, 'Server error. Please try again later.'],
  unavailable: [503, 'Service temporarily unavailable. Please try again later.'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof catalogue;

/** The one error both sides throw: on the server it becomes the answer, in the browser it came from one. */
export class Problem extends Error {
  readonly code: string;
  readonly status: number;
  /** Fields beside `message` and `code` in the body, such as `field` or `needed`. */
  readonly details: Record<string, unknown>;

  constructor(code: ErrorCode, message?: string, details: Record<string, unknown> = {}) {
    super(message ?? catalogue[code][1]);
    this.name = 'Problem';
    this.code = code;
    this.status = catalogue[code][0];
    this.details = details;
  }
}

/** A failed answer as the browser met it; `code` and `status` are whatever the server said. */
export class AnswerProblem extends Problem {
  declare readonly status: number;

  constructor(status: number, message: string, code = 'unknown', details: Record<string, unknown> = {}) {
    super('internal', message, details);
    Object.assign(this, { status, code });
  }
}

/** No answer at all: the network is down or the server is away. */
export const NETWORK_FAILURE = 'You seem to be offline, or Ovation cannot be reached. Please try again.';

const byStatus: Record<number, string> = {
  400: catalogue.bad_input[1],
  401: catalogue.unauthorized[1],
  403: catalogue.forbidden[1],
  404: catalogue.not_found[1],
  409: catalogue.conflict[1],
  500: catalogue.internal[1],
  503: catalogue.unavailable[1],
};

/** §8's text for a failed status whose body has no message of its own. */
export function sentenceFor(status: number): string {
  return byStatus[status] ?? `An error occurred (${status}). Please try again.`;
}
