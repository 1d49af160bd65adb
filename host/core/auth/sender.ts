import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { TLSSocket } from 'node:tls'
import parseForwarded from 'forwarded-parse'
import { withinAny } from '../../base/networks/index.ts'

/** The sender and the target address of a request: according to the connection or, if it comes from a trusted proxy, the proxy. */
export interface Sender {
  readonly address: string
  readonly isHttps: boolean
  /** The name and port that the client asked for; empty if it named none. */
  readonly host: string
}

export type ReadSender = (request: IncomingMessage) => Sender

export interface SenderOptions {
  /** Addresses and networks (`10.0.0.0/8`) of proxies. Default: none; headers are then ignored, because anybody can send them. */
  readonly trustProxy?: readonly string[] | undefined
  /**
   * `X-Forwarded-For`, `-Proto` and `-Host`, or `Forwarded` (RFC 7239). Only one kind is read, because a proxy passes the other one on as
   * the client sent it. Default `x-forwarded`.
   */
  readonly proxyHeader?: 'x-forwarded' | 'forwarded' | undefined
  /** Whether people reach the platform over https, whatever the connection and the headers say. Default false. */
  readonly isHttps?: boolean
}

/** Makes the function that determines the sender of a request. */
export function createReadSender({ trustProxy = [], proxyHeader, isHttps = false }: SenderOptions = {}): ReadSender {
  const direct: ReadSender = ({ socket, headers: { host = '' } }) => ({
    address: socket.remoteAddress ?? '',
    isHttps: isHttps || (socket as Partial<TLSSocket>).encrypted === true,
    host,
  })
  if (trustProxy.length === 0) return direct
  const isTrusted = withinAny(trustProxy)
  const readHops = proxyHeader === 'forwarded' ? forwarded : xForwarded
  return (request) => {
    const sender = direct(request)
    if (!isTrusted(sender.address)) return sender
    const { addresses, scheme, host } = readHops(request.headers)
    return {
      address: clientAmong([...addresses, sender.address], isTrusted),
      isHttps: scheme === undefined ? sender.isHttps : isHttps || scheme.toLowerCase() === 'https',
      host: host ?? sender.host,
    }
  }
}

/** The hops of a request according to its headers. The nearest proxy wrote the last address. */
interface Hops {
  readonly addresses: readonly string[]
  readonly scheme?: string | undefined
  readonly host?: string | undefined
}

type Headers = IncomingMessage['headers']

function xForwarded(headers: Headers): Hops {
  const listed = (name: string) =>
    [headers[name] ?? []].flat().flatMap((text) => text.split(',').map((each) => each.trim()))
  const [scheme] = listed('x-forwarded-proto')
  const [host] = listed('x-forwarded-host')
  return { addresses: listed('x-forwarded-for').map(withoutPort), scheme, host }
}

function forwarded(headers: Headers): Hops {
  const hops = parseOrNone(headers.forwarded)
  const [first] = hops
  return { addresses: hops.map((hop) => withoutPort(hop.for ?? '')), scheme: first?.proto, host: first?.host }
}

/** A malformed header is treated as absent. */
function parseOrNone(header: string | undefined): ReturnType<typeof parseForwarded> {
  if (header === undefined) return []
  try {
    return parseForwarded(header)
  } catch {
    return []
  }
}

/** `192.0.2.1:4711` and `[2001:db8::1]:4711` → the address. */
const withoutPort = (text: string) => text.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')

/** The last address that is not a trusted proxy. Earlier addresses could be forged. A proxy that names no address is the client itself. */
function clientAmong(addresses: readonly string[], isTrusted: (address: string) => boolean): string {
  let client = ''
  for (const address of addresses.toReversed()) {
    if (isIP(address) === 0) break
    client = address
    if (!isTrusted(address)) break
  }
  return client
}
