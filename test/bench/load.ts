import { connect } from 'node:net'
import type { Socket } from 'node:net'

/** What a load sends on each of its connections: the next request follows the complete answer to the last. */
export interface LoadOptions {
  /** `http://127.0.0.1:3000` */
  readonly url: string
  /** Returns the bytes of the next request. */
  readonly request: () => Buffer
  /** The status of every answer. Any other ends the run, because errors are fast. */
  readonly status: number
  readonly connections: number
  readonly milliseconds: number
}

/** Loads a server and returns its answers per second. Keep-alive, no pipelining, as little work as possible. */
export async function load(options: LoadOptions): Promise<number> {
  const { url, connections, milliseconds } = options
  const { hostname, port } = new URL(url)
  const end = performance.now() + milliseconds
  const sockets = Array.from({ length: connections }, () =>
    connect({ host: hostname, port: Number(port), noDelay: true }),
  )
  const begun = performance.now()
  const counts = await Promise.all(sockets.map((socket) => converse(socket, options, end)))
  return (counts.reduce((sum, count) => sum + count, 0) / (performance.now() - begun)) * 1000
}

function converse(socket: Socket, { request, status }: LoadOptions, end: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let count = 0
    let missing = 0
    socket.on('data', (chunk) => {
      try {
        missing = (missing > 0 ? missing : lengthOf(chunk, status)) - chunk.length
      } catch (error) {
        socket.destroy(error as Error)
      }
      if (missing > 0) return
      count += 1
      if (performance.now() < end) socket.write(request())
      else socket.end()
    })
    socket.on('error', reject).on('close', () => resolve(count))
    socket.write(request())
  })
}

const HEAD_END = Buffer.from('\r\n\r\n')

/** The length of a complete answer, read from its first chunk: Node and Koa send a small head in one piece. */
function lengthOf(chunk: Buffer, status: number): number {
  const head = chunk.toString('latin1', 0, chunk.indexOf(HEAD_END) + HEAD_END.length)
  if (!head.startsWith(`HTTP/1.1 ${status} `)) throw new Error(`Expected ${status}: ${chunk.toString().slice(0, 2000)}`)
  return head.length + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
}
