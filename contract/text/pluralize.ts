/**
 * A number with its noun: "1 vote", "1,234 votes".
 * @param plural where it takes more than an s.
 */
export const pluralize = (value: number, singular: string, plural = `${singular}s`): string =>
  `${value.toLocaleString('en')} ${value === 1 ? singular : plural}`;
