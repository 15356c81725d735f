/**
 * Replaces everything that looks like an email address, together with what it is written in one piece with. Reads each
 * character at most twice; a pattern would need a time that grows with the square of the text.
 * @param isBetween tells characters that stand between pieces of text, such as spaces.
 */
export function replaceEmails(
  text: string,
  replacement: string,
  isBetween: (character: string) => boolean,
): string {
  let result = '';
  let done = 0;
  // No address begins with the sign.
  for (let at = text.indexOf('@', 1); at !== -1; at = text.indexOf('@', Math.max(at + 1, done))) {
    let start = at;
    while (start > done && !isBetween(text[start - 1]!)) start--;
    if (start === at) continue;
    let end = at + 1;
    while (end < text.length && !isBetween(text[end]!)) end++;
    const isAddress = text.lastIndexOf('.', end - 2) >= at + 2;
    result += text.slice(done, isAddress ? start : end) + (isAddress ? replacement : '');
    done = end;
  }
  return result + text.slice(done);
}

/** A host name under a common top-level domain; what stands before the dot is looked at by hand. */
const TOP_LEVEL = /\.(?:com|org|net|io|co|me|app|dev|ai|xyz|info|tv|fm|ly)\b(?:\/\S*)?/giu;
const HOST_CHARACTER = /[\w.-]/;

/** Replaces host names under common top-level domains, with the paths after them. Takes time in proportion to the text. */
export function replaceHosts(text: string, replacement: string): string {
  let result = '';
  let done = 0;
  let wasHost = false;
  for (const { 0: ending, index: dot } of text.matchAll(TOP_LEVEL)) {
    let start = dot;
    while (start > done && HOST_CHARACTER.test(text[start - 1]!) && text.slice(start - 1, start + 1) !== '..')
      start--;
    // `example.com.example.net` is one name.
    const isContinued: boolean = wasHost && start === done;
    while (!isContinued && start < dot && !/\w/.test(text[start]!)) start++;
    const end = dot + ending.length;
    wasHost = isContinued || start < dot;
    result += text.slice(done, wasHost ? start : end) + (wasHost && !isContinued ? replacement : '');
    done = end;
  }
  return result + text.slice(done);
}
