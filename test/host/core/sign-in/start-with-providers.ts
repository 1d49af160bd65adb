import type { Principal } from '../../../../host/core/auth/index.ts'
import type { Provider } from '../../../../host/core/sign-in/oidc.ts'
import { startAuth } from '../auth/start-auth.ts'

const ADMIN = 't'.repeat(32)

/** Starts signing in with identity providers that the test adds to `providers`, and an operator by whom it makes people. */
export async function startWithProviders(target: Parameters<typeof startAuth>[0]) {
  const providers: Provider[] = []
  let origin = ''
  const started = await startAuth(target, {
    adminToken: ADMIN,
    publicUrl: () => origin,
    providers: () => providers,
    now: Date.now,
  })
  origin = started.url
  const by = (await started.auth.authenticate({ authorization: `Bearer ${ADMIN}` }))?.caller as Principal
  return { ...started, providers, by }
}
