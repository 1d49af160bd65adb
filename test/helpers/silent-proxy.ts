import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy that can stop forwarding without a word, as a firewall that has forgotten a connection does. */
export interface SilentProxy {
  /** The URL of a server, through the proxy. */
  urlOf(url: string): string
  /** Forwards nothing more on the connections over which this text was sent, and closes none. Returns their number. */
  silence(text: string): number
  /** Forwards nothing on the next connection from the start, as a server that is too busy to answer. */
  ignoreNext(): void
  close(): Promise<void>
}

interface Pair {
  readonly sockets: readonly [Socket, Socket]
  sent: string
  isSilent: boolean
}

/** Starts a proxy in front of a server. */
export async function startSilentProxy(target: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(target)
  const pairs = new Set<Pair>()
  let ignored = 0
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    const pair: Pair = { sockets: [client, upstream], sent: '', isSilent: ignored-- > 0 }
    pairs.add(pair)
    client.on('data', (data: Buffer) => {
      pair.sent += data.toString('latin1')
      if (!pair.isSilent) upstream.write(data)
    })
    upstream.on('data', (data: Buffer) => void (pair.isSilent || client.write(data)))
    for (const [one, other] of [pair.sockets, [upstream, client] as const]) {
      one.on('error', () => undefined)
      one.on('close', () => void (pair.isSilent || other.destroy()))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    urlOf: (url) => {
      const through = new URL(url)
      through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
      return through.href
    },
    silence: (text) => {
      const found = [...pairs].filter(({ sent, isSilent }) => !isSilent && sent.includes(text))
      for (const pair of found) pair.isSilent = true
      return found.length
    },
    ignoreNext: () => void (ignored = 1),
    close: async () => {
      for (const { sockets } of pairs) for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
