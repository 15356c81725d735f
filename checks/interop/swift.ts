import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { freePort } from '../../server/testing/databases/postgres.ts';
import { Skipped } from '../faults/lib/scenario.ts';
import { type Daemon, startDaemon } from './part.ts';

/** OpenStack Swift, which speaks S3: one copy of everything, in a folder. */
export interface Swift {
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  stop: () => Promise<void>;
}

const KEYS = { region: 'eu-test-1', accessKeyId: 'ovation:server', secretAccessKey: 'of-the-tests' };
const PIPELINE =
  'catch_errors gatekeeper cache listing_formats bulk s3api tempauth copy slo dlo versioned_writes proxy-server';
const KINDS = ['account', 'container', 'object'] as const;

/** @throws Skipped where the file system cannot hold what Swift keeps beside files. */
export async function startSwift(folder: string): Promise<Swift> {
  const devices = path.join(folder, 'devices');
  mkdirSync(path.join(devices, 'disk'), { recursive: true });
  assertAttributes(devices);
  const write = (name: string, sections: Record<string, Record<string, string | number | boolean>>) => {
    const lines = Object.entries(sections).flatMap(([section, settings]) => [
      `[${section}]`,
      ...Object.entries(settings).map(([key, value]) => `${key} = ${value}`),
    ]);
    const file = path.join(folder, name);
    writeFileSync(file, `${lines.join('\n')}\n`);
    return file;
  };
  write('swift.conf', {
    'swift-hash': { swift_hash_path_prefix: 'tests', swift_hash_path_suffix: 'tests' },
    'storage-policy:0': { name: 'one', default: 'yes' },
  });
  const common = { swift_dir: folder, bind_ip: '127.0.0.1', workers: 0, user: userInfo().username };
  const daemons: Daemon[] = [];
  const start = async (kind: string, bind_port: number, sections: Record<string, object>) => {
    const file = write(`${kind}.conf`, { DEFAULT: { ...common, bind_port }, ...sections } as never);
    return startDaemon([`swift-${kind}-server`, file], bind_port, { cwd: folder });
  };
  try {
    const ports = await Promise.all([...KINDS, 'proxy'].map(freePort));
    for (const [i, kind] of KINDS.entries()) buildRing(folder, kind, ports[i]!);
    const storage = KINDS.map((kind, i) =>
      start(kind, ports[i]!, {
        DEFAULT: {
          ...{ ...common, bind_port: ports[i]!, devices },
          ...{ mount_check: false, disable_fallocate: true, recon_cache_path: folder },
        },
        'pipeline:main': { pipeline: `${kind}-server` },
        [`app:${kind}-server`]: { use: `egg:swift#${kind}` },
      }),
    );
    const proxy = start('proxy', ports[3]!, {
      'pipeline:main': { pipeline: PIPELINE },
      ...Object.fromEntries(
        PIPELINE.split(' ')
          .slice(0, -1)
          .map((name) => [`filter:${name}`, { use: `egg:swift#${name}` }]),
      ),
      // Swift insists on this filter, but works without a memcached behind it.
      'filter:cache': { use: 'egg:swift#memcache', memcache_servers: '127.0.0.1:1' },
      'filter:s3api': { use: 'egg:swift#s3api', location: KEYS.region, dns_compliant_bucket_names: true },
      'filter:tempauth': {
        use: 'egg:swift#tempauth',
        user_ovation_server: `${KEYS.secretAccessKey} .admin`,
      },
      'app:proxy-server': { use: 'egg:swift#proxy', account_autocreate: true },
    });
    const settled = await Promise.allSettled([...storage, proxy]);
    for (const one of settled) if (one.status === 'fulfilled') daemons.push(one.value);
    for (const one of settled) if (one.status === 'rejected') throw one.reason;
    const stop = async () => void (await Promise.all(daemons.map(({ end }) => end())));
    return { endpoint: `http://127.0.0.1:${ports[3]}`, ...KEYS, stop };
  } catch (error) {
    for (const { end } of daemons) await end('SIGKILL');
    throw error;
  }
}

/** Says where objects of one kind are: all on the only disk. */
function buildRing(folder: string, kind: string, port: number): void {
  const file = path.join(folder, `${kind}.builder`);
  for (const args of [['create', '4', '1', '0'], ['add', `r1z1-127.0.0.1:${port}/disk`, '1'], ['rebalance']])
    execFileSync('swift-ring-builder', [file, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
}

function assertAttributes(folder: string): void {
  try {
    const code = "import os, sys; os.setxattr(sys.argv[1], 'user.ovation', b'x')";
    execFileSync('python3', ['-c', code, folder], { stdio: 'ignore' });
  } catch {
    throw new Skipped('the folder for temporary files cannot hold extended attributes');
  }
}
