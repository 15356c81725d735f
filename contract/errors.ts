import { sentences } from './answers.ts';
import { APP_PASSWORDS_MAX, AVATAR_MAX_BYTES, PASSKEYS_MAX } from './features/accounts/accounts-constants.ts';
import { EDITORS_MAX, PLAYLIST_TRACKS_MAX, SHARED_PLAYLISTS_MAX } from './features/library-constants.ts';
import { COVER_MAX_BYTES } from './features/publishing-constants.ts';
import { english, fillMessage, type Message, message } from './text/messages.ts';

const refusedPicture = (bytes: number) =>
  message('Please choose a picture: JPEG, PNG, WebP, GIF or AVIF, of at most {megabytes} MB.', {
    megabytes: bytes / 1024 ** 2,
  });

/** The error catalogue (§8): status and sentence by code. */
export const catalogue = english({
  bad_input: [400, sentences[400]],
  bad_cursor: [400, 'This page of the list is no longer valid. Please start from the beginning.'],
  bad_request: [400, 'This is not a valid HTTP request.'],
  bad_json: [400, 'The body is not valid JSON.'],
  unauthorized: [401, sentences[401]],
  wrong_credentials: [403, 'Failed to log in. Please check your credentials.'],
  wrong_password: [403, 'This is not your current password.'],
  second_factor_required: [403, 'Please enter the code from your authenticator app.'],
  wrong_code: [403, 'This code is wrong or has already been used. Please enter the next one from your app.'],
  second_factor_needed: [
    403,
    'Admins of this site log in with a second factor. Please set one up under Settings, Account.',
  ],
  suspended: [403, 'This account is suspended. Please contact the people who run this site.'],
  email_unconfirmed: [
    403,
    'Please confirm your email address first: open the link that we sent you, or ask for another in your settings.',
  ],
  email_confirmed: [409, 'Your email address is already confirmed.'],
  bad_confirmation: [400, 'This link is no longer valid. Please ask for a new one in your settings.'],
  no_support: [404, 'This site takes no messages here. Please contact the people who run it.'],
  no_mail: [404, 'This site does not send emails.'],
  signup_closed: [403, 'This site does not accept new accounts.'],
  invitation_needed: [403, 'You need an invitation to sign up. Please open the link that came with it.'],
  bad_invitation: [403, 'This invitation is not valid. Please ask for a new one.'],
  invitation_used: [403, 'This invitation has no uses left. Please ask for a new one.'],
  invitation_expired: [403, 'This invitation has expired. Please ask for a new one.'],
  last_admin: [409, 'This is the only admin. Please make someone else an admin first.'],
  confirmation_needed: [
    403,
    'First, please confirm that it’s you: with your password or a passkey, or by logging in again.',
  ],
  bad_passkey: [403, 'This passkey didn’t work. Please try again.'],
  unknown_passkey: [403, 'No account here has this passkey. It may have been removed.'],
  passkeys_off: [404, 'Passkeys are not available at this address. Please log in with your password.'],
  too_many_passkeys: [
    409,
    message('An account has at most {most, plural, other {# passkeys}}. Please remove one first.', {
      most: PASSKEYS_MAX,
    }),
  ],
  too_many_app_passwords: [
    409,
    message('An account has at most {most, plural, other {# app passwords}}. Please remove one first.', {
      most: APP_PASSWORDS_MAX,
    }),
  ],
  scope_missing: [403, 'This token may not do this: its scopes do not contain the call.'],
  app_password_refused: [403, 'An app password cannot do this. Please log in on the site instead.'],
  passkey_taken: [409, 'Your account already has this passkey.'],
  provider_off: [404, 'This site has no login provider. Please log in with your password.'],
  provider_unavailable: [
    503,
    'We can’t reach the login provider. Please try again later, or log in another way.',
  ],
  provider_refused: [403, 'We couldn’t verify the login. Please try again from the start.'],
  scrobbler_off: [404, 'This site does not send listens to Last.fm.'],
  scrobbler_refused: [
    403,
    'We couldn’t link your account. Please check the token, or try again from the start.',
  ],
  scrobbler_unavailable: [503, 'We can’t reach that service. Please try again later.'],
  unknown_identity: [
    403,
    'No account here is linked to this login. Log in as before, or sign up, and link it under Settings, Account.',
  ],
  identity_without_email: [
    403,
    'The login provider sent no email address that works here. Please add one there, and log in again.',
  ],
  identity_email_taken: [
    409,
    'An account here has this email address. Please log in to it, and link this login under Settings, Account.',
  ],
  passwords_off: [403, 'This site takes logins of its login provider only.'],
  identity_taken: [409, 'This login already belongs to an account.'],
  identity_linked: [
    409,
    'Your account is already linked to another login from this provider. Please unlink it first.',
  ],
  last_login_method: [409, 'This is the only way to log in to your account. Please set a password first.'],
  second_factor_on: [409, 'Two-factor authentication is already on.'],
  second_factor_off: [409, 'Two-factor authentication is off.'],
  forbidden: [403, sentences[403]],
  bad_picture: [400, refusedPicture(AVATAR_MAX_BYTES)],
  bad_audio: [400, 'We can’t play this file. Please choose an MP3, WAV, FLAC, Ogg or M4A file.'],
  bad_cover: [400, refusedPicture(COVER_MAX_BYTES)],
  too_many_pixels: [400, 'This picture has too many pixels. Please choose one of at most 50 megapixels.'],
  bad_upload: [400, 'Please send one file as a form.'],
  bad_reset: [400, 'This link is no longer valid. Please request a new one.'],
  bad_unsubscribe: [
    400,
    'This link is not complete. Please open it again from the email, or turn emails off in your settings.',
  ],
  push_refused: [400, 'The push service of this browser is unknown here.'],
  no_reset: [404, 'Password resets by email are not available. Please contact the people who run the site.'],
  limit_reached: [403, 'You have reached the limit of your plan.'],
  plan_refuses: [403, 'Your plan does not include this. Upgrade for more features.'],
  not_enough_credits: [402, 'You do not have enough credits.'],
  bad_playlist_file: [
    400,
    'Please choose a playlist in the format M3U, PLS, XSPF or JSPF, or one that iTunes exported.',
  ],
  not_found: [404, sentences[404]],
  email_taken: [409, 'An account with this email already exists. Please log in instead.'],
  username_taken: [409, 'This username is taken. Please choose another.'],
  already_saved: [409, 'This track is already in your library.'],
  already_in_playlist: [409, 'This track is already in the playlist.'],
  playlist_full: [
    409,
    message('A playlist holds at most {most, plural, other {# tracks}}.', { most: PLAYLIST_TRACKS_MAX }),
  ],
  too_many_editors: [
    409,
    message('A playlist has at most {most, plural, other {# editors}}.', { most: EDITORS_MAX }),
  ],
  too_many_shared: [
    409,
    message('You can edit at most {most, plural, other {# playlists}} of others. Please leave one first.', {
      most: SHARED_PLAYLISTS_MAX,
    }),
  ],
  already_editor: [409, 'This person edits the playlist already, or is invited.'],
  too_many_follows: [409, 'You can follow at most 1,000 things. Please unfollow one first.'],
  duplicate_request: [
    409,
    'This request has already been made, please up vote the existing request to get it to you sooner!',
  ],
  upload_processing: [409, 'We’re still processing this file. Please wait a moment and publish again.'],
  upload_published: [409, 'A track uses this file. Please delete the track instead.'],
  upload_not_failed: [409, 'You can only retry a file that the server couldn’t process.'],
  lyrics_closed: [409, 'You can change the lyrics until the request reaches its goal.'],
  request_closed: [409, 'This request no longer accepts votes.'],
  song_live: [409, 'The song of this request is live. Withdraw the track first, then put the request back.'],
  song_missing: [
    409,
    'Only a song releases a request. Publish a track with its request_id, or release one of its takes.',
  ],
  song_put_back: [
    409,
    'An admin put the request of this song back. Publish the song for it again, or release its take again.',
  ],
  not_a_backer: [403, 'Only the people who requested or voted for this song choose its take.'],
  choice_closed: [409, 'There is no take to choose for this request at the moment.'],
  too_many_takes: [409, 'This request already has too many takes.'],
  no_generator: [409, 'This generator is not set up.'],
  take_not_failed: [409, 'You can only make a take again that failed, was lost or was canceled.'],
  take_finished: [409, 'This take is already finished.'],
  take_not_ready: [409, 'This take is not ready.'],
  already_applauded: [409, 'You have applauded this listen. Applaud again the next time you play it.'],
  conversation_closed: [409, 'This conversation is closed.'],
  edit_over: [409, 'You can change a comment for ten minutes.'],
  comment_answer: [400, 'Please answer the comment itself, not an answer to it.'],
  muted: [403, 'You can’t write comments at the moment. Please contact the people who run this site.'],
  too_many_comments: [429, 'That was a lot of comments. Please wait a moment and try again.'],
  premiere_ahead: [409, 'This song already has a premiere ahead. Please call it off first.'],
  premiere_too_early: [409, 'You can name a time once the studio makes this song.'],
  not_listening: [403, 'Play the song first, then applaud it.'],
  conflict: [409, sentences[409]],
  subscriptions_off: [409, 'Subscription coming soon!'],
  already_subscribed: [409, 'You already have this plan.'],
  payment_declined: [402, 'Your bank declined the payment. Please try another card.'],
  bad_signature: [400, 'This event is not signed by the payment provider.'],
  request_timeout: [408, 'The request took too long to arrive. Please try again.'],
  too_large: [413, 'This is larger than the server accepts.'],
  wrong_type: [415, 'Please send the body as JSON.'],
  bad_expectation: [417, 'The server does not support this Expect header.'],
  bad_range: [416, 'The requested range is beyond the end of the file.'],
  headers_too_large: [431, 'The headers of this request are too large.'],
  too_many_requests: [429, 'Too many requests. Please wait a moment and try again.'],
  too_many_sketches: [429, 'You can hear six sketches a minute. Please wait a moment and try again.'],
  too_many_hearings: [429, 'You can call three hearings a day. Please try again tomorrow.'],
  too_many_streams: [429, 'Too many pages with live song requests are open. Please close some of them.'],
  premiere_full: [
    503,
    'So many people are at this premiere that we no longer count everyone. You still hear it.',
  ],
  streams_full: [
    503,
    'Too many people are watching the song requests right now. Please reload to see updates.',
  ],
  too_many_attempts: [429, 'Too many failed attempts. Please wait a moment and try again.'],
  payment_failed: [
    502,
    'The payment provider could not process this. You weren’t charged. Please try again later.',
  ],
  payment_away: [503, 'We can’t reach the payment provider. You weren’t charged. Please try again later.'],
  payments_off: [503, 'Payment system not configured. Please contact support.'],
  internal: [500, sentences[500]],
  unknown_format: [501, 'This format is not available. Please ask for json or xml.'],
  unavailable: [503, sentences[503]],
  read_only: [
    503,
    'The site is under maintenance, so you can’t change anything right now. Please try again in a few minutes.',
  ],
}) satisfies Record<string, readonly [number, string | Message]>;

export type ErrorCode = keyof typeof catalogue;

/** An error that the server sends as its response; the browser receives it as an `AnswerProblem`. */
export class Problem extends Error {
  readonly code: string;
  readonly status: number;
  /** Fields beside `message` and `code` in the body, such as `field` or `needed`. */
  readonly details: Record<string, unknown>;
  /** The message before it is translated. */
  readonly words: string | Message;

  constructor(code: ErrorCode, words?: string | Message, details: Record<string, unknown> = {}) {
    const said: string | Message = words ?? catalogue[code][1];
    super(typeof said === 'string' ? said : fillMessage('en', {}, said));
    this.words = said;
    this.name = 'Problem';
    this.code = code;
    this.status = catalogue[code][0];
    this.details = details;
  }
}
