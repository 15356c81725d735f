import { features } from './features.ts';

const CORE = `# Copy to .env; npm start reads it. Everything is optional: by default, Ovation runs on http://localhost:3000 with
# its embedded database and a demo catalogue.

# Where the server listens.
PORT=3000
# 127.0.0.1 accepts connections from this machine only, 0.0.0.0 from anywhere.
HOST=127.0.0.1
# The public address, if the server runs behind a proxy. Links in mails need it.
PUBLIC_URL=
# Other origins whose pages may use the API, separated by commas: https://app.example. docs/configure.md has the rest.
CORS_ORIGINS=
# The number of proxies in front that set X-Forwarded-*. 0 ignores these headers.
TRUST_PROXY=0

# The embedded database and, without MEDIA_DIR, the media files.
DATA_DIR=./data
# A folder for the media files that several servers share.
MEDIA_DIR=
# A bucket for the media files instead: all five or none. docs/configure.md lists the permissions the key needs.
S3_ENDPOINT=
S3_BUCKET=
S3_REGION=
S3_ACCESS_KEY_ID=
S3_SECRET_ACCESS_KEY=
# The public address of that bucket. Without it, players get signed URLs.
S3_PUBLIC_URL=
# PostgreSQL 15 or newer instead of the embedded database: postgres://user:password@host/database
DATABASE_URL=
# web: this server answers people. worker: it makes songs, reads uploads, sends mails, and answers health checks alone.
# Both need DATABASE_URL and shared media, and at least one server of the other kind. Default: both.
ROLE=

# 1: a demo catalogue and demo accounts on an empty database. Refused in production, where it is 0.
# If others can reach the server, demo accounts are created only if this is 1.
DEMO=
# off disables the rate limits. Refused in production.
RATE_LIMIT=
# fatal, error, warn, info, debug or silent. Default: info in production, warn elsewhere.
LOG_LEVEL=

# json: everything on standard output is JSON, one object a line. Default: text.
LOG_FORMAT=
# on: a line of the log for each call. Default: off.
ACCESS_LOG=
# Metrics for Prometheus: at /metrics on a port of their own, or to those who send this token (16 characters or more),
# or both. Off without either.
METRICS_PORT=
METRICS_TOKEN=
# A folder for a backup each day, best on another disk, and how many of them are kept (7). Without it, none is written.
BACKUP_DIR=
BACKUP_KEEP=
# Seconds between SIGTERM and the moment in which the server stops accepting calls: longer than a load balancer needs
# to see that /readyz answers 503. Default: 0.
STOP_DELAY=
# off: takes back the worker that opens pages without a network, should a release of it be broken. Default: on.
OFFLINE=

# Mail for forgotten passwords, to confirm addresses, about changes of accounts and, with a PUBLIC_URL, about songs:
# smtp://user:password@host:587. Without it, no reset is offered, no address is confirmed and no mail is sent.
SMTP_URL=
# The sender of these mails.
SMTP_FROM=

# Languages that are offered, such as: en,de. The first is for people whose own is not among them, and English stands in
# for what is not translated. Default: en,de,fr,es,pt-BR,it,pl,tr,ja,zh-Hans,ko,ar.
SITE_LANGUAGES=

# Where members' messages go, with SMTP_URL. Platinum's premium support marks them: sell that plan only with this set.
SUPPORT_EMAIL=

# At least 32 random characters that encrypt the secrets of authenticator apps. Without it, the key is in the database,
# and so in its backups. After a change, members need their recovery codes.
SECRET_KEY=
`;

/** The text of `.env.example`: what the operator can set, of the core and of each feature. */
export const envExample = (): string =>
  [CORE, ...features.flatMap(({ settings }) => settings?.example ?? [])].join('\n');
