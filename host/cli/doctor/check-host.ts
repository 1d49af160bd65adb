import { findHost } from '../connection/find-host.ts'
import { error, type Finding } from './finding.ts'

/** Milliseconds. The host itself takes at most about four to find out. */
const PATIENCE = 10_000

interface Readiness {
  readonly status: string
  readonly reason?: string
  readonly detail?: string
}

/** Asks the host that runs on the data directory whether it is ready. It may meet what nobody else meets, such as a full disk of the server. */
export async function checkHost(dataDir: string): Promise<Finding[]> {
  const host = await findHost({ dataDir })
  if (host === undefined) return []
  const { status, reason = status, detail = 'The log of the host says more.' } = await askReadiness(host.url)
  if (status !== 'unavailable') return []
  return [error('host_unavailable', { message: `The host at [${host.url}] is not ready: [${reason}].`, fix: detail })]
}

async function askReadiness(url: string): Promise<Readiness> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PATIENCE) })
    return (await response.json()) as Readiness
  } catch (cause) {
    return { status: 'unavailable', reason: cause instanceof Error ? cause.message : String(cause) }
  }
}
