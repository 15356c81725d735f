/** Exports for other features. */
export {
  findUnchosen,
  getRequest,
  getRequestPage,
  getRequestWithLyrics,
  listNewest,
  listOfGenres,
  listOnBoard,
  listOwnLatest,
  listQueued,
  listSeats,
  type SongRequestsContext,
} from './board/board.ts';
export { isOpen } from './board/board-queries.ts';
export { forgetMoments, getAsked, wishKind } from './board/heard.ts';
export { boardKind } from './board/similar.ts';
export { songRequestChecks } from './checks.ts';
export { notifyBoard, type RequestStep, STEP } from './events.ts';
export { lockRequest, lockRequestOf, release } from './moderation/moderation.ts';
export { countPart, songRequestData } from './personal.ts';
export type { RequestRow } from './queries.ts';
export { assertVisible, isPublic, type Reader, statusColumn } from './queries.ts';
export {
  delay,
  endChoice,
  enterStudio,
  listStaged,
  listWaiting,
  openChoice,
  resumeStudio,
  returnOverdue,
  selectClosing,
  selectNextClosing,
  selectOverdue,
  showProgress,
} from './stages.ts';
export { needsReview, submit } from './submit.ts';
export { voting } from './voting/votes.ts';
