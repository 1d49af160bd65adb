import { delimiter, resolve } from 'node:path'
import { readEgressEntry } from '../egress/index.ts'
import { LOG_LEVELS } from '../log/index.ts'
import { readNetwork } from '../networks/index.ts'

/** A parser's result for a wrong value: describes the expected value. */
export class Expected {
  readonly what: string

  constructor(what: string) {
    this.what = what
  }
}

/** Parses the text of a variable, which is never empty. */
export type Parse<Value> = (text: string) => Value | Expected

export const port: Parse<number> = (text) => {
  const number = Number(text)
  if (/^\d+$/.test(text) && number <= 65_535) return number
  return new Expected('a whole number from 0 to 65535')
}

export const hostName: Parse<string> = (text) =>
  /^[\w.:%-]+$/.test(text)
    ? text
    : new Expected('an address or host name to listen on, such as 127.0.0.1 or ::, without a port')

/** Accepts only 1 and 0, so that `no` and `false` are errors rather than guesses. */
export const flag: Parse<boolean> = (text) => (text === '1' || text === '0' ? text === '1' : new Expected('1 or 0'))

export const seconds: Parse<number> = (text) =>
  /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : new Expected('a number of seconds, such as 5, or 0 for never')

/** `50`: percent of at least 20 requests in a minute; `50/100`: percent of at least 100. */
export const errorBudget: Parse<{ percent: number; requests: number }> = (text) => {
  const [, percent = '', requests = '20'] = /^(\d+)(?:\/(\d+))?$/.exec(text) ?? []
  const isValid = Number(percent) >= 1 && Number(percent) <= 100 && Number(requests) >= 1
  if (isValid) return { percent: Number(percent), requests: Number(requests) }
  return new Expected('a percentage such as 50, or with the least number of requests in a minute, such as 50/20')
}

export const databaseUrl: Parse<string> = (text) => {
  const scheme = URL.canParse(text) ? new URL(text).protocol : ''
  if (scheme === 'postgres:' || scheme === 'postgresql:') return text
  return new Expected('a URL such as postgres://user:password@host:5432/database, or empty for SQLite')
}

/** Scheme, name and port only: the platform is at the top of its address. */
export const publicUrl: Parse<string> = (text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isOrigin = url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  const path = url !== undefined && url.pathname !== '/' ? `, with the path in ATRIUM_BASE_PATH=${url.pathname}` : ''
  return isOrigin ? url.origin : new Expected(`a URL without a path, such as https://atrium.example.org${path}`)
}

/** Segments of unreserved characters, because cookies and links repeat the path verbatim. */
export const basePath: Parse<string> = (text) => {
  const isPath = /^(\/[\w.~-]+)+$/.test(text) && !/\/\.{1,2}(\/|$)/.test(text)
  return isPath ? text : new Expected('a path such as /atrium, with a slash at the beginning and none at the end')
}

/** Exact origins, separated by commas: `*` would let every page read whatever a token can read. */
export const origins: Parse<string[]> = (text) => {
  const found = text.split(',').map((each) => each.trim())
  const isOrigin = (each: string) =>
    !each.includes('*') && URL.canParse(each) && /^https?:/.test(each) && new URL(each).origin === each
  if (found.every(isOrigin)) return found
  return new Expected('origins separated by commas, such as https://app.example.org, without paths and without *')
}

/** Addresses and networks of proxies, separated by commas. */
export const proxies: Parse<string[]> = (text) => {
  const found = text.split(',').map((each) => each.trim())
  if (found.every((each) => readNetwork(each) !== undefined)) return found
  return new Expected('addresses or networks of proxies separated by commas, such as 127.0.0.1, 10.0.0.0/8')
}

/** A mail server, with user and password if it requires them. */
export const mailUrl: Parse<string> = (text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isServer = url !== undefined && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
  return isServer ? text : new Expected('a URL such as smtp://user:password@mail.example.org:587, or smtps://…')
}

export const mailAddress: Parse<string> = (text) =>
  /^[^\s<>@]+@[^\s<>@]+$/.test(text) || /^[^<>]+<[^\s<>@]+@[^\s<>@]+>$/.test(text)
    ? text
    : new Expected('an address such as atrium@example.org, or Atrium <atrium@example.org>')

/** Visible ASCII, because an Authorization header can carry nothing else. */
export const token: Parse<string> = (text) =>
  /^[\x21-\x7e]+$/.test(text) ? text : new Expected('visible ASCII characters without spaces')

/** Characters. 32 random ones cannot be guessed; a rate limit would not protect a common word from a patient attacker. */
const SHORTEST_ADMIN_TOKEN = 32

/** A token from the environment, which must not be guessable. */
export const longToken: Parse<string> = (text) => {
  if (!(token(text) instanceof Expected) && text.length >= SHORTEST_ADMIN_TOKEN) return text
  const example = 'such as `openssl rand -hex 32` prints'
  return new Expected(`at least ${SHORTEST_ADMIN_TOKEN} visible ASCII characters without spaces, ${example}`)
}

/** The first key seals and all of them open, so that a key can be replaced. */
export const secretKeys: Parse<Buffer[]> = (text) => {
  const keys = text.split(',').map((key) => Buffer.from(key.trim(), 'base64'))
  if (keys.every((key) => key.length === 32)) return keys
  return new Expected('32 random bytes in base64 (openssl rand -base64 32), or several such keys separated by commas')
}

/** A bucket, such as `s3://documents?region=eu-central-1`; `&endpoint=https://…` names a service other than Amazon's. */
export const bucket: Parse<{ url: string; region: string }> = (text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const region = url?.searchParams.get('region') ?? 'us-east-1'
  const endpoint = url?.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`
  if (url?.protocol === 's3:' && /^[a-z0-9.-]{3,63}$/.test(url.host) && /^https?:/.test(endpoint)) {
    return { url: `${endpoint.replace(/\/+$/, '')}/${url.host}`, region }
  }
  return new Expected('s3://bucket?region=eu-central-1, with &endpoint=https://… for a service other than Amazon’s')
}

/** A number of days; 0 is none. */
export const days: Parse<number> = (text) =>
  /^\d{1,5}$/.test(text) ? Number(text) : new Expected('a whole number of days, or 0 to keep everything')

/** The largest number allowed. */
export const limit: Parse<number> = (text) =>
  /^[1-9]\d{0,8}$/.test(text) ? Number(text) : new Expected('a whole number, at least 1')

/** Hosts and networks, separated by commas. */
export const egressAllow: Parse<string[]> = (text) => {
  const entries = text.split(',').map((each) => each.trim())
  if (entries.every((entry) => readEgressEntry(entry) !== undefined)) return entries
  return new Expected('hosts and networks separated by commas, such as localhost:11434, *.corp.example, 10.1.0.0/16')
}

/** A time limit in seconds. */
export const handlerSeconds: Parse<number> = (text) => {
  const seconds = Number(text)
  return seconds >= 1 && seconds <= 3600 ? seconds : new Expected('seconds from 1 to 3600')
}

/** The time limit for one try of a webhook, in seconds. */
export const webhookSeconds: Parse<number> = (text) => {
  const seconds = Number(text)
  return seconds >= 1 && seconds <= 60 ? seconds : new Expected('seconds from 1 to 60')
}

/** Seconds for which a transaction may block others; less than they wait. */
export const idleSeconds: Parse<number> = (text) => {
  const seconds = Number(text)
  return seconds >= 0.5 && seconds <= 4 ? seconds : new Expected('seconds from 0.5 to 4')
}

/** The time limit of a migration of a plugin, in seconds: at least one, at most a week. */
export const migrationSeconds: Parse<number> = (text) => {
  const seconds = Number(text)
  return seconds >= 1 && seconds <= 604_800 ? seconds : new Expected('seconds from 1 to 604800')
}

/** Makes a parser that accepts only these values. */
export function oneOf<const Value extends string>(values: readonly Value[]): Parse<Value> {
  return (text) => values.find((value) => value === text) ?? new Expected(`one of ${values.join(', ')}`)
}

export const logLevel = oneOf(LOG_LEVELS)
export const proxyHeader = oneOf(['x-forwarded', 'forwarded'])
export const sqliteDriver = oneOf(['sqlite3', 'prebuilt'])
export const sqliteSync = oneOf(['full', 'normal'])

export function path(cwd: string): Parse<string> {
  return (text) => resolve(cwd, text)
}

/** Paths separated as in PATH: by `:`, or by `;` on Windows. */
export function paths(cwd: string): Parse<string[]> {
  return (text) => {
    const found = text.split(delimiter).filter((part) => part !== '')
    if (found.length > 0) return found.map((part) => resolve(cwd, part))
    return new Expected(`directories separated by ${delimiter}`)
  }
}
