/** Opens the search, whose field takes the focus. Leaving it leads back to where one was. */
export const openSearch = (navigate: (path: string, options: { state: unknown }) => void): void =>
  navigate('/?q=', { state: { opened: true } });
