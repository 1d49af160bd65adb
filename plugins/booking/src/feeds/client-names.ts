import { LARGEST_PAGE, type PluginContext } from '@atrium/sdk'

interface Client {
  readonly id: number
  readonly display_name: string
}

/** What the clients of bookings are called, as far as they are there. Nobody is signed in here, so the plugin asks for itself. */
export async function clientNames(
  rows: readonly { readonly client_id: number }[],
  { call }: Pick<PluginContext, 'call'>,
): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(rows.map(({ client_id }) => client_id))]
  const names = new Map<number, string>()
  for (let at = 0; at < ids.length; at += LARGEST_PAGE) {
    const query = { id: ids.slice(at, at + LARGEST_PAGE).map(String), _end: String(LARGEST_PAGE) }
    const clients = (await call('GET', '/api/v1/clients/clients', { query, on_own_account: true })) as Client[]
    for (const { id, display_name } of clients) names.set(id, display_name)
  }
  return names
}
