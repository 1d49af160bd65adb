import { load } from './load.ts'
import { processorTime } from './processor-time.ts'
import { requestBytes } from './request-bytes.ts'
import type { Atrium } from './start-atrium.ts'

/** Returns how many lists the host answers in a second of processor time. */
export async function listsByProcessorTime(
  { url, pid }: Atrium,
  { path, token }: { path: string; token: string },
): Promise<number> {
  const bytes = requestBytes('GET', path, { headers: { Authorization: `Bearer ${token}` } })
  let count = 0
  const request = () => {
    count += 1
    return bytes
  }
  const before = processorTime(pid)
  await load({ url, request, status: 200, connections: 16, milliseconds: 500 })
  return count / (processorTime(pid) - before)
}
