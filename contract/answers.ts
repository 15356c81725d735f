/** Failed responses in the browser (§8). Separate from the catalogue, which the browser does not need. */

/** Messages for failed responses without one of their own. */
export const sentences = {
  400: 'Invalid request. Please check your input and try again.',
  401: 'Your session has expired. Please log in again.',
  403: 'Access denied. Please check your credentials.',
  404: 'The requested resource was not found.',
  409: 'This action conflicts with existing data.',
  500: 'Server error. Please try again later.',
  503: 'Service temporarily unavailable. Please try again later.',
} as const;

/** §8's text for a failed response without a message of its own. */
export function sentenceFor(status: number): string {
  return (sentences as Record<number, string>)[status] ?? `An error occurred (${status}). Please try again.`;
}

/** No response at all: the network is down or the server cannot be reached. */
export const NETWORK_FAILURE = 'You seem to be offline, or the site cannot be reached. Please try again.';

/** An error whose message is written for people. */
export class ReadableError extends Error {}

/** Sentence for a person about an error: its message if that was written for people. */
export const sentenceOf = (
  error: unknown,
  otherwise = 'Something went wrong. Please reload the page and try again.',
): string => (error instanceof ReadableError && error.message) || otherwise;

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
