import { connect } from 'node:net'
import type { Socket } from 'node:net'

/** What a load sends, again and again, on each of its connections: the next request once the answer to the last is whole. */
export interface LoadOptions {
  /** `http://127.0.0.1:3000` */
  readonly url: string
  /** The bytes of a request; asked for each time. */
  readonly request: () => Buffer
  /** What every answer has to be: any other ends the run, because errors are quick. */
  readonly status: number
  readonly connections: number
  readonly milliseconds: number
}

/** Loads a server and returns how many requests a second it answered. Keep-alive, no pipelining, as little work as can be. */
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

/** The length of a whole answer, by its first chunk: both Node and Koa send a small head in one piece. */
function lengthOf(chunk: Buffer, status: number): number {
  const head = chunk.toString('latin1', 0, chunk.indexOf(HEAD_END) + HEAD_END.length)
  if (!head.startsWith(`HTTP/1.1 ${status} `)) throw new Error(`Expected ${status}: ${chunk.toString().slice(0, 2000)}`)
  return head.length + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
}
