import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pinned from './node/package.json' with { type: 'json' };

/**
 * `npm run check:setup` installs and runs a copy of this project with each npm on each Node, as a newcomer would,
 * and prints a table in Markdown. Takes some three minutes for each pair; `npm run check:setup -- 20/12` runs one.
 */
const NODES = ['20', '22', '24', '26'];
const NPMS = ['10', '11', '12'];
/** The oldest Node that may run the scripts, with the npm that came with it. */
const OLDEST = { node: '22.18.0', npm: '10' };

const root = path.join(import.meta.dirname, '..');
const work = mkdtempSync(path.join(tmpdir(), 'ovation-setup-'));
process.once('exit', () => rmSync(work, { recursive: true, force: true }));
process.once('SIGINT', () => process.exit(130));

const chosen = process.argv.slice(2);
const pairs = [...NODES.flatMap((node) => NPMS.map((npm) => ({ node, npm }))), OLDEST].filter(
  ({ node, npm }) => chosen.length === 0 || chosen.includes(`${node}/${npm}`),
);
const rows: string[][] = [];
for (const { node, npm } of pairs) {
  const row = await checkPair(node, npm);
  console.log(row.join(' | '));
  rows.push(row);
}
const heads = [
  'Node',
  'npm',
  'warnings of npm ci',
  'scripts run on',
  'npm start',
  'test',
  'without the pinned Node',
];
console.log(
  `\n${[heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')}`,
);
process.exitCode = rows.flat().some((cell) => cell.startsWith('FAILED')) ? 1 : 0;

/** Installs and runs a fresh copy. @returns a row of the table. */
async function checkPair(nodeRange: string, npmRange: string): Promise<string[]> {
  const env = toolchain(nodeRange, npmRange);
  const project = path.join(work, `project-${nodeRange}-${npmRange}`);
  copyProject(project);
  const npm = (...args: string[]) =>
    spawnSync('npm', args, { cwd: project, env, encoding: 'utf8', maxBuffer: 1e8 });
  const version = (program: string) => spawnSync(program, ['-v'], { env, encoding: 'utf8' }).stdout.trim();

  const install = npm('ci', '--loglevel=warn');
  const nodeInScripts = () => npm('exec', '--', 'node', 'tools/run.cjs', 'print-version.cjs').stdout.trim();
  const started = await startsUp(project, env);
  const tests = npm('run', 'test:unit', '--', 'contract/plans.test.ts');
  const usedNode = nodeInScripts();
  removePinnedNode(project);
  const bare = npm('run', 'cli', '--', 'help');
  rmSync(project, { recursive: true, force: true });
  return [
    version('node'),
    version('npm'),
    install.status === 0 ? kindsOfWarnings(install.stderr) : `FAILED: ${install.stderr.slice(-300)}`,
    usedNode || 'FAILED',
    started,
    tests.status === 0 ? 'passes' : `FAILED: ${tests.stdout.slice(-300)}`,
    withoutPinned(bare),
  ];
}

/** An environment whose PATH begins with a Node and an npm from the registry. */
function toolchain(nodeRange: string, npmRange: string): NodeJS.ProcessEnv {
  const folder = path.join(work, `bin-${nodeRange}-${npmRange}`);
  mkdirSync(folder);
  const platform = Object.keys(pinned.optionalDependencies).find((name) =>
    name.endsWith(`${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`),
  );
  symlinkSync(path.join(unpacked(`${platform}@${nodeRange}`), 'bin/node'), path.join(folder, 'node'));
  const cli = path.join(unpacked(`npm@${npmRange}`), 'bin/npm-cli.js');
  writeFileSync(path.join(folder, 'npm'), `#!/bin/sh\nexec "${folder}/node" "${cli}" "$@"\n`, {
    mode: 0o755,
  });
  const outer = (process.env.PATH ?? '').split(path.delimiter).filter((one) => !one.includes('node_modules'));
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|NODE_ENV$|NODE_OPTIONS$|INIT_CWD$)/i.test(name),
  );
  return { ...Object.fromEntries(own), PATH: [folder, ...outer].join(path.delimiter) };
}

/** Downloads the newest version of a package in a range; @returns its folder. */
function unpacked(spec: string): string {
  const folder = path.join(work, spec.replace('@', '-'));
  if (readdirSync(work).includes(path.basename(folder))) return folder;
  mkdirSync(folder);
  const printed = execFileSync('npm', ['pack', spec, '--silent'], { cwd: folder, encoding: 'utf8' });
  execFileSync('tar', ['xzf', printed.trim().split('\n').at(-1)!, '--strip-components=1'], { cwd: folder });
  return folder;
}

/** Copies what git knows, as it is now. */
function copyProject(to: string): void {
  const files = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: root });
  for (const file of files.toString().split('\0').filter(Boolean))
    cpSync(path.join(root, file), path.join(to, file), { force: true });
  writeFileSync(path.join(to, 'print-version.cjs'), 'console.log(process.version);\n');
}

/** Runs `npm start` until the page answers. */
function startsUp(cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn('npm', ['start'], {
    cwd,
    env: { ...env, PORT: '0', DEMO: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const stop = () => process.kill(-child.pid!, 'SIGTERM');
  return new Promise((resolve) => {
    createInterface({ input: child.stdout }).on('line', async (line) => {
      const [url] = /http:\/\/\S+/.exec(line) ?? [];
      if (!url) return;
      const { status } = await fetch(url, { headers: { accept: 'text/html' } });
      stop();
      resolve(status === 200 ? 'answers' : `FAILED: ${status}`);
    });
    child.once('exit', (code) => resolve(`FAILED: npm start ended with ${code}`));
  });
}

function removePinnedNode(project: string): void {
  const modules = path.join(project, 'node_modules');
  for (const name of Object.keys(pinned.optionalDependencies))
    rmSync(path.join(modules, name), { recursive: true, force: true });
  rmSync(path.join(modules, '.bin/node'), { force: true });
}

/** Judges the output of an old Node without the pinned one: one sentence and no stack trace. */
function withoutPinned({
  status,
  stdout,
  stderr,
}: {
  status: number | null;
  stdout: string;
  stderr: string;
}) {
  if (status === 0) return stdout.includes('Usage: npm run cli') ? 'runs on this Node' : 'FAILED';
  const isClear = /^Ovation needs Node .*$/m.test(stderr) && !/^\s+at /m.test(stderr);
  return isClear ? 'one sentence' : `FAILED: ${stderr.slice(0, 300)}`;
}

/** The kinds of warnings in npm's output: its own, or of packages about the Node that npm runs on. */
function kindsOfWarnings(output: string): string {
  const kinds = new Map<string, number>();
  // "Unknown user config" is about the settings of this machine.
  for (const [, kind] of output.matchAll(/^npm warn (\S+)/gim))
    if (kind !== 'Unknown') kinds.set(kind!, (kinds.get(kind!) ?? 0) + 1);
  const engines = (output.match(/EBADENGINE\s+package:/g) ?? []).length;
  kinds.delete('EBADENGINE');
  const unexpected = [...kinds.keys()].filter((kind) => kind !== 'cli');
  if (unexpected.length > 0) return `FAILED: ${unexpected.join(', ')}`;
  const named = [
    ...(engines > 0 ? [`${engines} engines`] : []),
    ...(kinds.has('cli') ? ["npm's own, of this Node"] : []),
  ];
  return named.join(', ') || 'none';
}
