/** A sheet to fill in for so many pairs, in Markdown: what to listen for, and a row for each pair. */
export function sheet(genres: readonly string[]): string {
  const rows = genres.map((genre, i) => `| ${i + 1} | ${genre.split(':').at(-1)} | | | | |`);
  return `# Which do you prefer?

Listener: ____________  Headphones or loudspeakers: ____________

Each pair is the same order played by two versions of the band. Listen to A and to B from the start, as often as you
like, at the same volume. Write A, B or = into each column. Do not open key.txt before you are done.

| pair | genre | sounds more real | writes better | I would leave on | what stood out |
|---|---|---|---|---|---|
${rows.join('\n')}
`;
}
