import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { correctionOf } from 'contract/text/mistakes.ts';
import { environment, readConfig } from 'server/config.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { parseCommand } from '../server/cli/parse-command.ts';
import { envExample } from '../server/env-example.ts';

const root = path.join(import.meta.dirname, '..');
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
const files = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...['docs', 'docs/decisions'].flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
];
const code = files.flatMap((file) => {
  const text = read(file);
  const blocks = [...text.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].flatMap(([, lines]) => lines!.split('\n'));
  const words = [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, one]) => one!);
  return [...blocks, ...words].map((line) => ({ file, line: line.replace(/\s+#.*$/, '') }));
});

it('the documentation names only scripts that exist', () => {
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts);
  const named = code.flatMap(({ file, line }) =>
    [...line.matchAll(/npm (?:run )?([\w:]+)/g)].map(([words, name]) => ({ file, words, name: name! })),
  );
  expect(named.length).toBeGreaterThan(30);
  const npmsOwn = ['ci', 'sbom', 'install', 'run'];
  expect(named.filter(({ name }) => !npmsOwn.includes(name) && !scripts.includes(name))).toEqual([]);
});

it('the links of the documentation lead to files', () => {
  const links = files.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, link]) => ({
      file,
      link: link!,
    })),
  );
  expect(links.length).toBeGreaterThan(50);
  const isFile = (file: string, link: string) => existsSync(path.join(root, path.dirname(file), link));
  expect(links.filter(({ file, link }) => !isFile(file, link))).toEqual([]);
});

it('a link to a decision names its number', () => {
  const links = files.flatMap((file) => [
    ...read(file).matchAll(/\[([^\]]*)\]\((?:[^)\s]*\/)?(\d{4})-[\w-]+\.md/g),
  ]);
  expect(links.length).toBeGreaterThan(20);
  const wrong = links.filter(([, words, number]) => /\d{4}/.test(words!) && !words!.includes(number!));
  expect(wrong.map(([link]) => link)).toEqual([]);
});

it('the documentation names only settings that exist, and .env.example names them all', () => {
  const known = Object.keys(environment.shape);
  const names = code.flatMap(({ file, line }) =>
    [...line.matchAll(/\b[A-Z][A-Z\d]+(?:_[A-Z\d]+)*(?==)|^[A-Z][A-Z\d]+(?:_[A-Z\d]+)+$/g)].map(([name]) => ({
      file,
      name,
    })),
  );
  expect(names.length).toBeGreaterThan(40);
  // Those of other programs and of other files.
  const others =
    /^(CHROMIUM_PATH|MALLOC_ARENA_MAX|FIREFOX_PATH|OTEL_.*|NODE_OPTIONS|BAND_VERSION|ERR_.*|POSTGRES_PASSWORD|DOMAIN|OVATION_\w+|SERVERS|ACESTEP_API_KEY|AI_.*|PROVENANCE_URL|NAME|CI|VITE_.*)$/;
  expect(names.filter(({ name }) => !known.includes(name) && !others.test(name))).toEqual([]);
  expect(
    names.map(({ name }) => correctionOf(name, known)).filter((one) => one && !known.includes(one)),
  ).toEqual([]);
  const example = [...envExample().matchAll(/^([A-Z\d_]+)=/gm)].map(([, name]) => name!);
  expect(known.filter((name) => !example.includes(name) && name !== 'NODE_ENV')).toEqual([]);
  expect(example.filter((name) => !known.includes(name))).toEqual([]);
});

it('.env.example is what the features declare (vitest -u writes it)', async () => {
  await expect(envExample()).toMatchFileSnapshot(path.join(root, '.env.example'));
});

describe('the commands of the documentation', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ovation-docs-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const config = readConfig({ DATA_DIR: path.join(folder, 'data') });
  const commands = code
    .flatMap(
      ({ line }) =>
        /^(?:npm run cli --|.*node tools\/run\.cjs server\/dist\/cli\.js) (.+)$/.exec(line)?.[1] ?? [],
    )
    .map((line) => line.replaceAll('/backups/', `${folder}/`).replace('EMAIL', 'you@example.com'));
  const argsOf = (line: string) =>
    [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);
  // They ask for a password, or need a song of the house band.
  const needMore = /^(user create|user password|studio make)/;

  it('can all be parsed', () => {
    expect(commands.length).toBeGreaterThan(14);
    for (const line of commands) expect(() => parseCommand(argsOf(line)), line).not.toThrow();
  });

  it('run as they are written', async () => {
    const answers: string[] = [];
    const shown = (answer: string) =>
      answer
        .replaceAll(folder, '')
        .split('\n')[0]!
        .replace(/(?<=invitation=).*/, '…')
        .replace(/\b\d+ rows/, 'N rows');
    const run = async (line: string) => {
      const answer = await parseCommand(argsOf(line))(config).catch((error: Error) => error.message);
      const text = typeof answer === 'string' ? answer : `${answer.text} ${answer.warning}`;
      answers.push(`${line.replaceAll(folder, '')}: ${shown(text)}`);
    };
    for (const line of [...new Set(commands)]) if (!needMore.test(line)) await run(line);
    expect(answers).toMatchInlineSnapshot(`
      [
        "ledger check: ok  every balance is the sum of its entries",
        "backup /ovation.tar: Wrote /ovation.tar: N rows and 0 files. It contains password hashes: keep it safe. The ledger is clean.",
        "restore /ovation.tar: Restored N rows and 0 files. The ledger is clean.",
        "verify: Checked 0 files. All that is needed is there and intact.",
        "verify --repair --from /ovation.tar: Checked 0 files. All that is needed is there and intact.",
        "doctor: ok      settings       can be read",
        "invite create --uses 5 --days 30 --note "The choir": http://localhost:3000/signup#invitation=…",
        "plan set you@example.com admin: There is no account with the email you@example.com.",
        "import FOLDER: FOLDER cannot be read (ENOENT).",
        "token create you@example.com --name NAME --scopes catalogue:write: There is no admin with the email you@example.com.",
        "payments review: No payment needs a review.",
        "mode read-only: Ovation is read-only: music plays, and nothing is changed until: npm run cli -- mode normal",
        "mode normal: Ovation works as usual.",
        "user remove-2fa you@example.com: There is no account with the email you@example.com.",
        "mode: Ovation works as usual.",
        "backup /before-upgrade.tar: Wrote /before-upgrade.tar: N rows and 0 files. It contains password hashes: keep it safe. The ledger is clean.",
        "restore /before-upgrade.tar --overwrite: Restored N rows and 0 files. The ledger is clean.",
        "version: 1.0.0",
      ]
    `);
  });
});
