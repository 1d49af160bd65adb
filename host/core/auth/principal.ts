import { ApiError } from '@atrium/sdk'
import type { Caller } from '@atrium/sdk'
import { createGrant } from './create-grant.ts'

/** Every person may ask who they are, sign out and change their password. */
const OWN = 'auth.*'

/** A caller that has shown who it is. */
export interface Principal extends Caller {
  /** All that it holds, as `GET /api/v1/auth/me` tells. */
  readonly permissions: readonly string[]
  /** Where it came by signing in. `expires_at` is the end that no activity puts off. */
  readonly session?: { readonly id: string; readonly expires_at: string }
}

/** Makes a caller of what is known of it. */
export function createPrincipal(known: Pick<Principal, 'id' | 'kind' | 'name' | 'permissions' | 'session'>): Principal {
  const permissions = known.permissions.includes('*') ? ['*'] : [...known.permissions, OWN]
  return { ...known, permissions, can: createGrant(permissions), scope: () => undefined }
}

/** The caller as this room made it. @throws ApiError `unauthenticated` for one that never signed in, such as the host itself */
export function toPrincipal(caller: Caller): Principal {
  if ('permissions' in caller) return caller as Principal
  throw new ApiError('unauthenticated', {
    detail: `The caller [${caller.id}] has not signed in. Sign in, or send an API token as \`Authorization: Bearer …\`.`,
  })
}
