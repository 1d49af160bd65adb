import { ApiError, invalid_values, type PluginContext } from '@atrium/sdk'

/** @throws ApiError 422 for a client that is not there, or that is archived; 403 where the caller may not see clients */
export async function checkClient(id: number, { call }: Pick<PluginContext, 'call'>): Promise<void> {
  const client = await call('GET', `/api/v1/clients/clients/${id}`).catch(unknown)
  if ((client as { archived?: boolean }).archived === true) throw wrong('This client is archived', 'archived')
}

function unknown(error: unknown): never {
  if (error instanceof ApiError && error.code === 'record_not_found') throw wrong('There is no such client', 'exists')
  throw error
}

const wrong = (message: string, keyword: string) => invalid_values([{ pointer: '/client_id', message, keyword }])
