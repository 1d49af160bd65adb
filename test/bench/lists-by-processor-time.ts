import { load } from './load.ts'
import { processorTime } from './processor-time.ts'
import { requestBytes } from './request-bytes.ts'
import type { Atrium } from './start-atrium.ts'

/** Returns how many lists the host answers in a second of processor time, to callers who take turns on the connections. */
export async function listsByProcessorTime(
  { url, pid }: Atrium,
  { path, tokens, milliseconds = 500 }: { path: string; tokens: readonly string[]; milliseconds?: number },
): Promise<number> {
  const bytes = tokens.map((token) => requestBytes('GET', path, { headers: { Authorization: `Bearer ${token}` } }))
  let count = 0
  const request = () => bytes[count++ % bytes.length]!
  const before = processorTime(pid)
  await load({ url, request, status: 200, connections: 16, milliseconds })
  return count / (processorTime(pid) - before)
}
