import { constants } from 'node:fs'
import { access, readdir, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { isRestorePending } from '../../base/db/index.ts'
import { error, type Finding, warning } from './finding.ts'

const OWN_FILES = ['atrium.sqlite', 'atrium.sqlite-wal', 'atrium.sqlite-shm', 'host.json', 'host.lock', 'secret.key']

/** Bytes. With less space, writing soon fails. */
const LEAST_SPACE = 200e6

/** Checks modes, free space and leftovers of an existing data directory. */
export async function checkFolder(dataDir: string): Promise<Finding[]> {
  return [
    await checkWritable(dataDir),
    await checkModes(dataDir),
    await checkSpace(dataDir),
    await checkLeftovers(dataDir),
  ].flat()
}

async function checkWritable(dataDir: string): Promise<Finding[]> {
  const cause = await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => undefined,
    (refusal: Error) => refusal.message,
  )
  if (cause === undefined) return []
  const message = `The data directory [${dataDir}] cannot be read and written: ${cause}.`
  return [error('folder_not_writable', { message, fix: 'Make the host’s user its owner (chown, chmod 700).' })]
}

/** The files of plugins are in folders that only the owner may enter, so the folders are checked rather than each file. */
async function checkModes(dataDir: string): Promise<Finding[]> {
  if (process.platform === 'win32') return []
  const findings: Finding[] = []
  for (const name of ['.', 'files', ...OWN_FILES]) {
    const place = path.join(dataDir, name)
    const found = await stat(place).catch(() => undefined)
    if (found === undefined || (found.mode & 0o077) === 0) continue
    const mode = (found.mode & 0o777).toString(8)
    const wanted = found.isDirectory() ? '700' : '600'
    findings.push(
      warning('mode_too_open', {
        message: `[${place}] has the mode ${mode}: other users of the machine may read data or secrets.`,
        fix: `chmod ${wanted} ${place}`,
      }),
    )
  }
  return findings
}

async function checkSpace(dataDir: string): Promise<Finding[]> {
  const { bavail, bsize } = await statfs(dataDir)
  const database = await stat(path.join(dataDir, 'atrium.sqlite')).catch(() => undefined)
  const [free, size] = [bavail * bsize, database?.size ?? 0]
  const message = `The disk of [${dataDir}] has ${toMegabytes(free)} MB left`
  if (free < LEAST_SPACE)
    return [error('disk_full', { message: `${message}: changes will soon be refused.`, fix: 'Free or add space.' })]
  if (free < 2 * size)
    return [
      warning('disk_low', {
        message: `${message}, less than twice the database (${toMegabytes(size)} MB), which a migration or a backup needs.`,
        fix: 'Free or add space, and write backups to another disk.',
      }),
    ]
  return []
}

async function checkLeftovers(dataDir: string): Promise<Finding[]> {
  const kept = (await readdir(dataDir).catch(() => [])).filter((name) => name.startsWith('before-restore-'))
  const isPending = await isRestorePending(dataDir)
  return [
    ...kept.map((name) =>
      warning('restore_kept', {
        message: `[${path.join(dataDir, name)}] contains the data from before a restore, and takes up space.`,
        fix: 'Remove it when you no longer need it.',
      }),
    ),
    ...(isPending
      ? [
          warning('restore_pending', {
            message: `A restore in [${dataDir}] was interrupted before all its files were in place.`,
            fix: 'Start the host, or restore again. Either completes it.',
          }),
        ]
      : []),
  ]
}

const toMegabytes = (bytes: number) => Math.round(bytes / 1e6)
