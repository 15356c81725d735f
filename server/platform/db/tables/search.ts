export interface SearchTables {
  /** Words of the catalog, of song requests and of public playlists, by what misspellings of them have in common. */
  spelling: { key: string; word: string };
  /** Words of the wishes that songs were released for. */
  wish_word: { word: string; request_id: string };
}
