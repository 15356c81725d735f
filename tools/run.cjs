// Runs a script of this project, or a tool from node_modules/.bin, on the Node that the project pins:
//
//   node tools/run.cjs server/dist/cli.js [argument …]
//   node tools/run.cjs vitest run [argument …]
//
// Plain JavaScript, because the Node that starts it may be too old to run TypeScript.

const { spawn } = require('node:child_process');
const fs = require('node:fs');
const nodeModule = require('node:module');
const path = require('node:path');

const root = path.join(__dirname, '..');
const binFolder = path.join(root, 'node_modules', '.bin');

/** The first versions that run TypeScript without a flag and have `import.meta.main`. */
function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > 24 || (major === 24 && minor >= 2) || (major === 22 && minor >= 18);
}

/** The executable of the platform package that npm installed, see node/package.json. */
function findPinnedNode() {
  for (const name of Object.keys(require('./node/package.json').optionalDependencies)) {
    const folder = path.join(root, 'node_modules', name);
    if (!fs.existsSync(path.join(folder, 'package.json'))) continue;
    return path.join(folder, require(path.join(folder, 'package.json')).bin.node);
  }
}

/** The Node to run on; undefined if there is none that would do. */
function chooseNode() {
  const pinned = findPinnedNode();
  if (pinned) return fs.realpathSync(pinned);
  return isNewEnough(process.versions.node) ? fs.realpathSync(process.execPath) : undefined;
}

/** Runs a program in a process of its own, passes signals on, and ends the way it ended. */
function runProgram(program, args, options) {
  const child = spawn(program, args, Object.assign({ stdio: 'inherit' }, options));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGHUP', () => child.kill('SIGHUP'));
  // A terminal sends Ctrl+C to both processes by itself.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  child.on('error', (error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

const [target, ...args] = process.argv.slice(2);
const node = chooseNode();
if (!node) {
  console.error(
    `Ovation needs Node 22.18, 24.2 or newer, but this is ${process.versions.node}: ` +
      'run "npm ci" to install the Node that it pins, or install a newer one.',
  );
  process.exitCode = 1;
} else {
  // Programs that this one starts find the same Node.
  process.env.PATH = [path.dirname(node), process.env.PATH].join(path.delimiter);
  // By default glibc gives each thread a heap of its own, which keeps what it once used.
  if (!process.env.MALLOC_ARENA_MAX) process.env.MALLOC_ARENA_MAX = '2';
  const isScript = /\.[cm]?[jt]s$/.test(target);
  if (!isScript) {
    runProgram(path.join(binFolder, target), args, { shell: process.platform === 'win32' });
  } else if (node !== fs.realpathSync(process.execPath)) {
    // The channel closes when this process dies, however it does.
    const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
    runProgram(node, process.execArgv.concat(__filename, target, args), { stdio });
  } else {
    // Later starts reuse the compiled code: half the time and less memory. Without write access Node runs without.
    nodeModule.enableCompileCache(path.join(root, 'node_modules', '.cache', 'ovation'));
    if (process.channel) {
      process.channel.unref();
      process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
    }
    process.argv.splice(1, 2, path.resolve(target));
    nodeModule.runMain();
  }
}
