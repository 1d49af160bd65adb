import { LARGEST_PAGE } from '@atrium/sdk'
import type { Problem } from '@atrium/sdk/documents'
import { CommandFailed } from '../output/command-failed.ts'
import type { HostAddress } from './find-host.ts'

/** Calls the REST interface of a running host. Failures are thrown as CommandFailed. */
export class HostClient {
  readonly url: string
  /** Whether the host ends with the command, so that a link works only once another one runs. */
  readonly isTemporary: boolean
  readonly #token: string

  constructor({ url, token }: HostAddress, { isTemporary = false }: { isTemporary?: boolean } = {}) {
    this.url = url
    this.isTemporary = isTemporary
    this.#token = token
  }

  get<Body>(path: string): Promise<Body> {
    return this.#ask<Body>('GET', path)
  }

  post<Body>(path: string, body?: object): Promise<Body> {
    return this.#ask<Body>('POST', path, body)
  }

  put<Body>(path: string, body: object): Promise<Body> {
    return this.#ask<Body>('PUT', path, body)
  }

  patch<Body>(path: string, body: object): Promise<Body> {
    return this.#ask<Body>('PATCH', path, body)
  }

  delete(path: string): Promise<void> {
    return this.#ask('DELETE', path)
  }

  /** All records of a list, page by page. */
  async all<Row>(path: string): Promise<Row[]> {
    const rows: Row[] = []
    for (let page = 1; ; page += 1) {
      const found = await this.get<Row[]>(
        `${path}${path.includes('?') ? '&' : '?'}_page=${page}&_limit=${LARGEST_PAGE}`,
      )
      rows.push(...found)
      if (found.length < LARGEST_PAGE) return rows
    }
  }

  /** The status of `/readyz`: `ready`, `starting`, `degraded` or `unavailable`. */
  async readiness(): Promise<string> {
    const { status } = (await (await this.#send('GET', '/readyz')).json()) as { status: string }
    return status
  }

  async #ask<Body>(method: string, path: string, sent?: object): Promise<Body> {
    const response = await this.#send(method, path, sent)
    const body: unknown = await response.json().catch(() => undefined)
    if (response.ok) return body as Body
    throw refused(response.status, body, `${method} ${this.url}${path}`)
  }

  async #send(method: string, path: string, sent?: object): Promise<Response> {
    const headers = { authorization: `Bearer ${this.#token}`, accept: 'application/json' }
    const json = { body: JSON.stringify(sent), headers: { ...headers, 'content-type': 'application/json' } }
    try {
      return await fetch(this.url + path, { method, headers, ...(sent && json) })
    } catch (error) {
      const { cause = error } = error as Error
      throw new CommandFailed('host_unreachable', {
        message: `The host at [${this.url}] does not answer: ${cause instanceof Error ? cause.message : String(cause)}`,
        fix: 'Start it with `atrium start`, or correct --url.',
        cause: error,
      })
    }
  }
}

/** Takes code and message from the host's answer. An answer without a code is not from a host. */
function refused(status: number, body: unknown, request: string): CommandFailed {
  const { code, message, detail } = (body ?? {}) as Partial<Problem>
  if (typeof code !== 'string') {
    return new CommandFailed('answer_not_understood', {
      message: `[${request}] was answered with status ${status}, but not by an Atrium host.`,
      fix: 'Check that --url is the URL of the host.',
    })
  }
  return new CommandFailed(code, { message: detail ?? message ?? code, ...(status === 401 && { fix: TOKEN_FIX }) })
}

const TOKEN_FIX = 'Set ATRIUM_ADMIN_TOKEN to the token the host was started with, or pass --token.'
