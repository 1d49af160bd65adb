import type { Server } from 'node:http'

/** Connections fall idle one by one as their requests end. */
const SWEEP_MS = 50

/**
 * Stops accepting, closes connections as they fall idle, and cuts off those that are still busy after the deadline.
 * @param deadline in milliseconds
 */
export async function closeServer(server: Server, deadline = 10_000): Promise<void> {
  if (!server.listening) return
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
  const cut = setTimeout(() => server.closeAllConnections(), deadline)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}
