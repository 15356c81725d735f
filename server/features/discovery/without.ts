/** The tracks of a list that another list does not show. */
export function without<Track extends { id: string }>(shown: { id: string }[], list: Track[]): Track[] {
  const ids = new Set(shown.map(({ id }) => id));
  return list.filter(({ id }) => !ids.has(id));
}
