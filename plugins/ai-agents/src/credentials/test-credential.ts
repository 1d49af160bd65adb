import { ApiError, type PluginContext, type Static, Type } from '@atrium/sdk'
import { providerError } from '../model/provider-errors.ts'
import { addressOf } from './credential.ts'
import type { OpenedCredential } from './credential-store.ts'

/** The result of a test: the provider answered and accepted the key. */
export const CredentialTest = Type.Object(
  {
    ok: Type.Boolean(),
    detail: Type.String(),
    models: Type.Array(Type.String(), { description: 'At most 200 models that the provider offers' }),
  },
  { title: 'CredentialTest' },
)
export type CredentialTest = Static<typeof CredentialTest>

/** Asks the provider for its models, which requires the key and costs nothing. @throws ApiError 502 that describes the problem */
export async function testCredential(
  credential: OpenedCredential,
  { fetch, signal }: Pick<PluginContext, 'fetch' | 'signal'>,
): Promise<CredentialTest> {
  const { kind, name, key } = credential
  if (kind === 'offline') return { ok: true, detail: 'The offline provider needs no network.', models: [] }
  const answer = await ask(`${addressOf(credential)}/models`, headersOf(kind, key)).catch((error: unknown) => {
    throw error instanceof ApiError ? error : providerError({ message: reasonOf(error) }, credential)
  })
  const text = (await answer.text().catch(() => '')).slice(0, 200_000)
  if (!answer.ok) {
    const retry_after = answer.headers.get('retry-after') ?? undefined
    throw providerError({ status: answer.status, message: messageIn(text), retry_after }, credential)
  }
  const models = modelsIn(text)
  const detail = `[${name}] works. The provider offers ${models.length === 1 ? '1 model' : `${models.length} models`}.`
  return { ok: true, detail, models }

  function ask(address: string, headers: Record<string, string>) {
    return fetch(address, { headers, redirect: 'error', signal: AbortSignal.any([signal, AbortSignal.timeout(8_000)]) })
  }
}

function headersOf(kind: string, key: string | undefined): Record<string, string> {
  if (kind === 'anthropic') return { 'x-api-key': key ?? '', 'anthropic-version': '2023-06-01' }
  return key === undefined ? {} : { authorization: `Bearer ${key}` }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason'
  return error.cause instanceof Error ? error.cause.message : error.message
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function messageIn(text: string): string {
  const { error } = (parsed(text) ?? {}) as { error?: { message?: unknown } | string }
  const message = typeof error === 'object' ? error?.message : error
  return typeof message === 'string' ? message : ''
}

function modelsIn(text: string): string[] {
  const { data } = (parsed(text) ?? {}) as { data?: unknown }
  if (!Array.isArray(data)) return []
  return (data as { id?: unknown }[]).flatMap(({ id }) => (typeof id === 'string' ? [id] : [])).slice(0, 200)
}
