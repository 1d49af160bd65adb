import type { Atrium } from './start-atrium.ts'

/** The cookie of a session. */
export interface SessionCookie {
  readonly name: string
  readonly value: string
}

/** Signs in by the link that the host prints. Returns the session's cookie. */
export async function signIn(atrium: Atrium): Promise<SessionCookie> {
  const [, token] = /\/sign-in#token=(\S+)/.exec(await atrium.printed()) ?? []
  const response = await fetch(`${atrium.url}/api/v1/auth/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: atrium.url },
    body: JSON.stringify({ token }),
  })
  const [, name, value] = /^(\w+)=([^;]+)/.exec(response.headers.get('set-cookie') ?? '') ?? []
  if (!name || !value) throw new Error(`The sign-in link was not taken: ${response.status} ${await response.text()}`)
  return { name, value }
}
