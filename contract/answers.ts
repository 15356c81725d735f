import { english, type Message, message } from './text/messages.ts';

/** Failed responses in the browser (§8). Separate from the catalogue, which the browser does not need. */

/** Messages for failed responses without one of their own. */
export const sentences = english({
  400: 'Invalid request. Please check your input and try again.',
  401: 'Your session has expired. Please log in again.',
  403: 'Access denied. Please check your credentials.',
  404: 'The requested resource was not found.',
  409: 'This action conflicts with existing data.',
  500: 'Server error. Please try again later.',
  503: 'Service temporarily unavailable. Please try again later.',
});

/** §8's text for a failed response without a message of its own. */
export const sentenceFor = (status: number): string | Message =>
  (sentences as Record<number, string>)[status] ??
  message('An error occurred ({status}). Please try again.', { status });

/** No response at all: the network is down or the server cannot be reached. */
export const NETWORK_FAILURE = english(
  'You seem to be offline, or the site cannot be reached. Please try again.',
);

/** An error whose message is written for people, in the language of the page. */
export class ReadableError extends Error {}

/** A failed response, with `code`, `status` and `details` as the server sent them. */
export class AnswerProblem extends ReadableError {
  readonly status: number;
  readonly code: string;
  /** Fields beside `message` and `code` in the body, such as `field` or `needed`. */
  readonly details: Record<string, unknown>;

  constructor(status: number, message: string, code = 'unknown', details: Record<string, unknown> = {}) {
    super(message);
    this.name = 'AnswerProblem';
    this.status = status;
    this.code = code;
    this.details = details;
  }
}
