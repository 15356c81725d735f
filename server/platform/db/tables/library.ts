export interface LibraryTables {
  saved_track: SavedTrackTable;
}

export interface SavedTrackTable {
  id: string;
  user_id: string;
  track_id: string;
  created_at: number;
}
