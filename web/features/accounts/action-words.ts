const words: Record<string, string> = {
  'POST /members/:id/suspend': 'suspended',
  'POST /members/:id/restore': 'restored',
  'POST /members/:id/end-sessions': 'logged out everywhere',
  'POST /invitations': 'created an invitation',
  'DELETE /invitations/:id': 'revoked the invitation',
  'PATCH /account_status/:id': 'changed the plan of',
  'PATCH /credits/:id': 'changed the credits',
  'PATCH /requests/:id': 'edited the request',
  'DELETE /requests/:id': 'declined the request',
  'POST /requests/:id/merge': 'merged the request',
  'POST /requests/:id/approve': 'approved the request',
  'POST /requests/reports/:id/resolve': 'resolved a report of a request',
  'POST /requests/:id/takes': 'ordered takes of',
  'POST /requests/:id/release': 'released a take of',
  'POST /requests/:id/choice/close': 'closed the choice for',
  'POST /takes/:id/cancel': 'canceled a take',
  'POST /takes/:id/retry': 'retried a take',
  'POST /publishing/uploads/:id/retry': 'had an upload processed again',
  'DELETE /publishing/uploads/:id': 'discarded an upload',
  'POST /track': 'published a track',
  'PATCH /track/:id': 'edited the track',
  'DELETE /track/:id': 'withdrew the track',
};

/** What a call does, as the words between who did it and to what. Calls that are not listed keep their address. */
export const actionWords = (action: string): string => words[action] ?? `called ${action}`;
