/** The tracks of a list that are not among those already shown. */
export function without<Track extends { id: string }>(list: Track[], shown: { id: string }[]): Track[] {
  const ids = new Set(shown.map(({ id }) => id));
  return list.filter(({ id }) => !ids.has(id));
}
