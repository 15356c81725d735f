import { describe, expect, it } from 'vitest';
import { AnswerProblem, sentenceFor } from './answers.ts';
import { catalogue, type ErrorCode, Problem } from './errors.ts';
import { fillMessage } from './text/messages.ts';

const codes = Object.keys(catalogue) as ErrorCode[];

describe('the catalogue', () => {
  it.each(codes)('%s has an error status and a complete sentence', (code) => {
    const { status, message: sentence } = new Problem(code);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    expect(sentence).toMatch(/^[A-Z].*[.!]$/);
  });

  // Verbatim from §8.
  it.each([
    [400, 'Invalid request. Please check your input and try again.'],
    [401, 'Your session has expired. Please log in again.'],
    [403, 'Access denied. Please check your credentials.'],
    [404, 'The requested resource was not found.'],
    [409, 'This action conflicts with existing data.'],
    [500, 'Server error. Please try again later.'],
    [503, 'Service temporarily unavailable. Please try again later.'],
    [418, 'An error occurred (418). Please try again.'],
  ])('%i without a message gives %j', (status, sentence) => {
    const said = sentenceFor(status);
    expect(typeof said === 'string' ? said : fillMessage('en', {}, said)).toBe(sentence);
  });
});

describe('a problem', () => {
  it('has the status and sentence of the catalogue, and its details', () => {
    const problem = new Problem('conflict', undefined, { field: 'title' });
    expect(problem).toBeInstanceOf(Error);
    expect(problem).toMatchObject({
      code: 'conflict',
      status: 409,
      message: catalogue.conflict[1],
      details: { field: 'title' },
    });
    expect(new Problem('conflict', 'Taken.').message).toBe('Taken.');
  });

  it('in the browser has the status and code of the response, even unknown ones', () => {
    const met = new AnswerProblem(418, 'I am a teapot.', 'teapot', { short: true });
    expect(met).toBeInstanceOf(Error);
    expect(met).toMatchObject({
      status: 418,
      code: 'teapot',
      message: 'I am a teapot.',
      details: { short: true },
    });
    expect(new AnswerProblem(502, 'x').code).toBe('unknown');
  });
});
