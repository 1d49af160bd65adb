import { openSocket, type TestSocket } from './test-socket.ts'
import type { TestHost } from '../../host/testing/index.ts'

/** A person who has signed in. */
export interface SignedInPerson {
  readonly id: string
  readonly roleId: string
  readonly cookie: string
  /** Opens a WebSocket in the namespace of the shell, as their browser does. */
  open(url: string): Promise<TestSocket>
}

interface Made {
  readonly id: string
}

/** Makes a person with a role of their own, and signs them in with a link. */
export async function signInPerson(
  host: TestHost,
  { name, permissions, role = {} }: { name: string; permissions: readonly string[]; role?: object },
): Promise<SignedInPerson> {
  const send = async (path: string, json: object = {}, init: RequestInit = {}) => {
    const response = await host.request(path, { method: 'POST', json, ...init })
    if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`)
    return response
  }
  const make = async <Body = Made>(path: string, json?: object) => (await (await send(path, json)).json()) as Body

  const unique = `r${Math.random().toString(36).slice(2)}`
  const { id: roleId } = await make('/api/v1/platform/roles', { name: unique, label: unique, permissions, ...role })
  const { id } = await make('/api/v1/platform/users', { name, email: `${unique}@example.com`, roles: [roleId] })
  const { url } = await make<{ url: string }>(`/api/v1/platform/users/${id}/sign-in-link`)
  const signedIn = await send(
    '/api/v1/auth/sessions',
    { token: url.split('#token=')[1] },
    { headers: { authorization: '' } },
  )
  const [cookie = ''] = signedIn.headers.getSetCookie().map((each) => each.split(';')[0])
  return {
    ...{ id, roleId, cookie },
    open: (to) =>
      openSocket(`${to.replace('http', 'ws')}/api/v1/ws?namespace=shell`, {
        headers: { cookie, origin: new URL(to).origin },
      }),
  }
}
