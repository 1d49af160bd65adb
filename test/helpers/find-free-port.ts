import { createServer } from 'node:net'

/**
 * Below the ports that systems choose by themselves: each connection and each server without a port of its own takes one of those, and would
 * now and then take one that this function has just found.
 */
const FIRST = 20_000
const COUNT = 12_000

/** Test processes look for ports at the same time, so each of them begins elsewhere. */
const EACH = 64

let next = (process.pid * EACH) % COUNT

/** A free port, for a server whose address must be known before it starts, or that has to come back at the same one. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = FIRST + next
    next = (next + 1) % COUNT
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
