import { ApiError } from '@atrium/sdk'
import { familyOf, withinAny, readNetwork } from '../networks/index.ts'
import { specialKindOf } from './addresses.ts'

/** The environment variable with the addresses that an operator allows in addition. */
export const EGRESS_VARIABLE = 'ATRIUM_EGRESS_ALLOW'

/** The target of a connection: the requested name or address, and the port. */
export interface EgressTarget {
  /** Without brackets. */
  readonly host: string
  readonly port: number
}

/** An entry of the operator's list: a host name, `*.` with a domain, an address, or a network. */
interface EgressEntry {
  /** In lower case. */
  readonly name?: string
  /** The suffix of matching names, such as `.example.org`. */
  readonly suffix?: string
  /** Whether an address is in the network. */
  readonly covers?: (address: string) => boolean
  /** Default: every port. */
  readonly port?: number
}

/** Decides which addresses plugins may connect to: all public ones, and those that the operator allows. */
export class EgressRule {
  readonly #entries: readonly EgressEntry[]

  /** @param allowed entries that `readEgressEntry` accepts */
  constructor(allowed: readonly string[] = []) {
    this.#entries = allowed.flatMap((text) => readEgressEntry(text) ?? [])
  }

  /** Returns the kind of the address if the rule refuses it. */
  refusedKind(target: EgressTarget, address: string): string | undefined {
    const [plain = ''] = address.split('%')
    const kind = specialKindOf(plain)
    if (kind === undefined || this.#entries.some((entry) => allows(entry, target, plain))) return undefined
    return kind
  }
}

function allows({ name, suffix, covers, port }: EgressEntry, target: EgressTarget, address: string): boolean {
  if (port !== undefined && port !== target.port) return false
  if (covers) return covers(address)
  const host = target.host.toLowerCase().replace(/\.$/, '')
  return suffix === undefined ? host === name : host.endsWith(suffix)
}

/** Reads an entry such as `localhost:11434`, `*.corp.example`, `10.1.0.0/16` or `[fd00::1]:8080`. Undefined if it is not a valid entry. */
export function readEgressEntry(text: string): EgressEntry | undefined {
  if (text.includes('/'))
    return readNetwork(text) === undefined || text.includes('%') ? undefined : { covers: withinAny([text]) }
  const isBare = familyOf(text) === 'ipv6'
  const [, bracketed, plain, port] = /^(?:\[([\da-f:.]+)\]|([^:[\]/]+))(?::(\d{1,5}))?$/i.exec(text) ?? []
  const host = isBare ? text : (bracketed ?? plain ?? '').toLowerCase().replace(/\.$/, '')
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return undefined
  const at = port === undefined ? {} : { port: Number(port) }
  if (familyOf(host) !== undefined) return { covers: withinAny([host]), ...at }
  if (bracketed !== undefined || !/^(?:\*\.)?(?=.*[a-z])[a-z\d_-]+(?:\.[a-z\d_-]+)*$/.test(host)) return undefined
  return host.startsWith('*.') ? { suffix: host.slice(1), ...at } : { name: host, ...at }
}

/** The error of a refused connection. It contains no resolved address, because it may reach people who must not know it. */
export function egressRefused(
  { host, port }: EgressTarget,
  kind: string,
  { who = 'A plugin' }: { who?: string | undefined } = {},
): ApiError {
  const place = familyOf(host) === 'ipv6' ? `[${host}]:${port}` : `${host}:${port}`
  const is = familyOf(host) === undefined ? 'is at' : 'is'
  return new ApiError('egress_refused', {
    detail: `${who} may not connect to [${place}]: it ${is} ${kind}. If that is wanted, an operator adds [${place}] to the environment variable [${EGRESS_VARIABLE}] and starts the host again.`,
  })
}

/** Finds the refusal behind an error, such as that of `fetch`. */
export function egressRefusalIn(error: unknown): ApiError | undefined {
  for (let each = error, depth = 0; each instanceof Error && depth < 8; each = each.cause, depth++)
    if (each instanceof ApiError && each.code === 'egress_refused') return each
  return undefined
}
