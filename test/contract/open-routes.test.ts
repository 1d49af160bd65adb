import { expect } from 'chai'
import path from 'node:path'
import { startTestHost } from '@atrium/host/testing'

interface Description {
  readonly paths: Record<string, Record<string, { readonly security?: readonly unknown[] }>>
}

const PLUGINS = path.resolve(import.meta.dirname, '../../plugins')

describe('Routes that need no identity', () => {
  it('are these, each for a reason', async () => {
    const plugins = ['clients', 'booking', 'template'].map((id) => path.join(PLUGINS, id))
    const host = await startTestHost({ plugins })
    const response = await host.request('/api/v1/openapi.json')
    const { paths } = (await response.json()) as Description
    await host.close()
    const open = Object.entries(paths).flatMap(([address, item]) =>
      Object.entries(item).flatMap(([method, { security }]) =>
        security?.length === 0 ? [`${method} ${address}`] : [],
      ),
    )
    expect(open).to.have.members([
      // Signing in comes before the session, and the session may be over before signing out.
      'post /api/v1/auth/sessions',
      'delete /api/v1/auth/sessions/current',
      // The steps of signing in, each bound to the cookie of a sign-in under way.
      'get /api/v1/auth/sign-in',
      'delete /api/v1/auth/sign-in',
      'post /api/v1/auth/sign-in/code',
      'post /api/v1/auth/sign-in/passkey',
      'post /api/v1/auth/sign-in/passkey/options',
      'post /api/v1/auth/sign-in/passkeys',
      'post /api/v1/auth/sign-in/passkeys/options',
      'post /api/v1/auth/sign-in/totp',
      'post /api/v1/auth/sign-in/totp/confirm',
      // Both ends of a visit to an identity provider.
      'get /api/v1/auth/oidc/{provider}',
      'get /api/v1/auth/oidc/{provider}/callback',
      // Whoever has an invitation or forgot their password is not signed in; the secret of the link is in the body.
      'post /api/v1/auth/password-resets',
      'post /api/v1/auth/links/open',
      'post /api/v1/auth/links/accept',
      // Calendar programs cannot sign in: the address holds a secret.
      'get /api/v1/booking/feeds/{file}',
    ])
  })
})
