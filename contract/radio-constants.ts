/** How many of the last played tracks a radio remembers. */
export const RADIO_MEMORY = 60;
