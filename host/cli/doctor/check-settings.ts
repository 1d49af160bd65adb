import type { HostOptions } from '../../base/config/index.ts'
import { error, type Finding, warning } from './finding.ts'

const LOCAL = new Set(['127.0.0.1', '::1', 'localhost'])

/** Finds settings that are valid but dangerous. */
export function checkSettings(options: HostOptions, { isProduction }: { isProduction: boolean }): Finding[] {
  const {
    publicUrl = '',
    host,
    adminToken,
    trustProxy = [],
    databaseUrl,
    s3,
    secretKeys,
    sqliteSync,
    safeMode,
  } = options
  const isPrivate = publicUrl.startsWith('https:') || (LOCAL.has(host) && publicUrl === '')
  const everybody = trustProxy.find((each) => each.endsWith('/0'))
  const findings: (Finding | false)[] = [
    !isPrivate &&
      adminToken !== undefined &&
      error('admin_token_without_tls', {
        message: `[ATRIUM_ADMIN_TOKEN] is in use, but people reach [${publicUrl || host}] without TLS: anyone who intercepts a request may do everything.`,
        fix: 'Put a proxy with TLS in front and set ATRIUM_PUBLIC_URL to its https address, or unset ATRIUM_ADMIN_TOKEN.',
      }),
    !isPrivate &&
      warning('no_tls', {
        message: `People reach the host at [${publicUrl || host}] without TLS: passwords and sessions can be intercepted.`,
        fix: 'Put a proxy with TLS in front, set ATRIUM_PUBLIC_URL to its https address, and HOST to 127.0.0.1.',
      }),
    everybody !== undefined &&
      error('proxy_trusts_everybody', {
        message: `[ATRIUM_TRUST_PROXY] contains [${everybody}], so any client can claim any address.`,
        fix: 'List only the addresses of your proxies.',
      }),
    publicUrl.startsWith('https:') &&
      !isProduction &&
      warning('not_production', {
        message:
          '[NODE_ENV] is not production, so plugins can be reset, which destroys their data, and responses are checked twice.',
        fix: 'Set NODE_ENV=production.',
      }),
    databaseUrl !== undefined &&
      secretKeys.length === 0 &&
      warning('key_of_one_host', {
        message: '[ATRIUM_SECRET_KEY] is not set: several hosts on this database could not open each other’s secrets.',
        fix: 'Set ATRIUM_SECRET_KEY to the content of secret.key on all hosts.',
      }),
    databaseUrl !== undefined &&
      s3 === undefined &&
      warning('files_of_one_host', {
        message:
          '[ATRIUM_FILES] is not set: files are stored in the data directory, where other hosts on this database cannot find them.',
        fix: 'Set ATRIUM_FILES to a bucket, share the folder `files`, or run only one host.',
      }),
    databaseUrl === undefined &&
      sqliteSync === 'normal' &&
      warning('sqlite_sync_normal', {
        message: '[ATRIUM_SQLITE_SYNC] is normal: a power failure may lose the last confirmed changes.',
        fix: 'Unset it, unless speed matters more.',
      }),
    safeMode &&
      warning('safe_mode', {
        message: '[ATRIUM_SAFE_MODE] is on: no plugin is served.',
        fix: 'Unset it after you have corrected the plugins.',
      }),
  ]
  return findings.filter((finding) => finding !== false)
}
