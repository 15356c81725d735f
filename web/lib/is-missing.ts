import { AnswerProblem } from 'contract/answers.ts';

/** Whether a call failed because what its address names does not exist; 400 is the answer to an invalid id. */
export const isMissing = (error: Error) =>
  error instanceof AnswerProblem && (error.status === 404 || error.status === 400);
