import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

/** A free port, for a server whose address must be known before it starts, or that has to come back at the same one. */
export async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
