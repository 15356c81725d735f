export interface PeopleTables {
  /** The people who turned on their public profile. */
  public_profile: { user_id: string; created_at: number };
}
