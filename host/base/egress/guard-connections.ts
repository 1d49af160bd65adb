import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { lookup as lookUp } from 'node:dns'
import { type LookupFunction, Socket } from 'node:net'
import type { ApiError, Undo } from '@atrium/sdk'
import { familyOf } from '../networks/index.ts'
import { egressRefused, type EgressRule, type EgressTarget } from './egress-rule.ts'

/** The code that connects, and its rule. */
export interface EgressSubject {
  readonly rule: EgressRule
  /** Its name in the error of a refusal. Default: “A plugin”. */
  readonly who?: string
  /** Called for a refused connection, in the work that requested it. */
  refused(error: ApiError, address: string): void
}

/** Returns the subject of the running code. Undefined: the host, which may connect to everything. */
export type PresentSubject = () => EgressSubject | undefined

let guards = 0
let restore: Undo | undefined

/**
 * Refuses connections of plugins that their rule does not allow. Every TCP connection of the process begins in `Socket.prototype.connect`:
 * those of `fetch`, undici, `node:http`, `node:https`, `node:http2`, `node:net`, `node:tls` and all packages that use them. An address is
 * checked after its name was resolved, and exactly this address is used for the connection. So a second look-up cannot change it, and each
 * redirect is checked, because it is a separate connection.
 * @returns the function that ends the guard
 */
export function guardConnections(present: PresentSubject): Undo {
  guards += 1
  restore ??= guard(present)
  return () => {
    guards -= 1
    if (guards > 0) return
    restore?.()
    restore = undefined
  }
}

function guard(present: PresentSubject): Undo {
  const prototype = Socket.prototype as unknown as { connect: Connect }
  const original = prototype.connect
  prototype.connect = function guarded(...parameters) {
    const subject = present()
    return original.apply(this, subject === undefined ? parameters : checked(parameters, subject))
  }
  const stopWatching = guardKeptConnections(present)
  return () => {
    prototype.connect = original
    stopWatching()
  }
}

type Connect = (this: unknown, ...parameters: unknown[]) => unknown

interface ConnectOptions {
  readonly host?: string
  readonly port?: number | string
  /** A socket of the file system. */
  readonly path?: string | null
  readonly lookup?: LookupFunction
}

/** The same parameters, with a look-up that refuses. `net.connect` passes an array that it has marked as its own. */
function checked(parameters: unknown[], subject: EgressSubject): unknown[] {
  const [first] = parameters
  if (Array.isArray(first)) {
    first[0] = withCheck(first[0] as ConnectOptions, subject)
    return parameters
  }
  if (typeof first === 'object' && first !== null) return [withCheck(first, subject), ...parameters.slice(1)]
  if (!(Number(first) >= 0)) return parameters
  const hasHost = typeof parameters[1] === 'string'
  const options: ConnectOptions = { port: first as number, ...(hasHost && { host: parameters[1] as string }) }
  return [withCheck(options, subject), ...parameters.slice(hasHost ? 2 : 1)]
}

/** `URL` cannot make a host of this form. */
const REFUSED_NAME = 'refused by the egress rule'

function withCheck(options: ConnectOptions, subject: EgressSubject): ConnectOptions {
  const { host = 'localhost', port, path, lookup = lookUp } = options
  if (path) return options
  const target = { host, port: Number(port) }
  if (familyOf(host) === undefined) return { ...options, lookup: checkedLookup(lookup, { subject, target }) }
  const error = refusal(subject, { target, address: host })
  // An address is not looked up. It is replaced by a name whose look-up fails, so that the socket ends in the usual way.
  return error ? { ...options, host: REFUSED_NAME, lookup: (_name, _options, done) => done(error, '') } : options
}

interface Asked {
  readonly subject: EgressSubject
  readonly target: EgressTarget
}

/** Removes the refused addresses. Fails if none is left. */
const checkedLookup =
  (lookup: LookupFunction, { subject, target }: Asked): LookupFunction =>
  (name, options, done) =>
    lookup(name, options, (error, found, family) => {
      if (error) return done(error, found, family)
      const addresses = Array.isArray(found) ? found : [{ address: found, family: family ?? 0 }]
      const refusals = addresses.map(({ address }) => kindOf(subject, { target, address }))
      const allowed = addresses.filter((_, index) => refusals[index] === undefined)
      const [first] = addresses
      if (allowed.length === 0 && first) return done(refusal(subject, { target, ...first }) ?? null, '')
      return Array.isArray(found) ? done(null, allowed) : done(null, found, family)
    })

interface Address {
  readonly target: EgressTarget
  readonly address: string
}

const kindOf = ({ rule }: EgressSubject, { target, address }: Address) => rule.refusedKind(target, address)

/** Creates a new error for each socket, because libraries write their codes to the errors of sockets. */
function refusal(subject: EgressSubject, { target, address }: Address): Error | undefined {
  const kind = kindOf(subject, { target, address })
  if (kind === undefined) return undefined
  const error = egressRefused(target, kind, subject)
  subject.refused(error, address)
  return Object.assign(new Error(error.message, { cause: error }), { code: error.code })
}

interface UndiciRequest {
  readonly origin?: string | URL
}

/**
 * Refuses requests of plugins over a connection that is already open: `fetch` shares kept connections among all code of the process, and
 * the host may connect to addresses that plugins may not.
 */
function guardKeptConnections(present: PresentSubject): Undo {
  const subjects = new WeakMap<object, EgressSubject>()
  const note = (message: unknown) => {
    const subject = present()
    if (subject !== undefined) subjects.set((message as { request: object }).request, subject)
  }
  const check = (message: unknown) => {
    const { request, socket } = message as { request: UndiciRequest; socket: Socket }
    const subject = subjects.get(request)
    const { origin } = request
    if (subject === undefined || origin === undefined || socket.remoteAddress === undefined) return
    const error = refusal(subject, { target: targetOf(new URL(origin)), address: socket.remoteAddress })
    if (error) socket.destroy(error)
  }
  subscribe('undici:request:create', note)
  subscribe('undici:client:sendHeaders', check)
  return () => {
    unsubscribe('undici:request:create', note)
    unsubscribe('undici:client:sendHeaders', check)
  }
}

const targetOf = ({ protocol, hostname, port }: URL): EgressTarget => ({
  host: hostname.replace(/^\[(.*)\]$/, '$1'),
  port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
})
