import { compare } from '../compare.ts'
import { fillItems } from '../fill-items.ts'
import { atLeast } from '../finding.ts'
import type { Finding } from '../finding.ts'
import { listsByProcessorTime } from '../lists-by-processor-time.ts'
import { requireSame } from '../require-same.ts'
import { type Atrium, startAtrium, TEMPLATE_ALONE, TOKEN } from '../start-atrium.ts'

const LIST = '/api/v1/template/items?_start=0&_end=25&_sort=name'
/** Few, so that the database's part does not hide the rest. A third of them is active. */
const ROWS = 300
const CONDITION = { resource: 'template_items', where: 'status=active' }
const FILTERED = `${LIST}&status=active`

/**
 * A list of somebody whose role has a record condition, who sends an API token, against the same records for the token of the
 * configuration, which asks for them with a filter: the database does the same for both. In one process, and counted in requests for
 * each second of its processor time, which others on the machine change least.
 */
export async function recordCondition(): Promise<Finding[]> {
  return [await on('sqlite3'), await on('prebuilt')]
}

async function on(driver: 'sqlite3' | 'prebuilt'): Promise<Finding> {
  await using atrium = await startAtrium({ unlimited: true, env: { ...TEMPLATE_ALONE, ATRIUM_SQLITE: driver } })
  await fillItems(atrium.dataDir, ROWS)
  const token = await tokenWithCondition(atrium)
  await requireSame(fetch(atrium.url + LIST, { headers: bearer(token) }), atrium.request(FILTERED))
  const { ratio, ...rates } = await compare(
    () => listsByProcessorTime(atrium, { path: LIST, tokens: [token] }),
    () => listsByProcessorTime(atrium, { path: FILTERED, tokens: [TOKEN] }),
  )
  const note = `${rates.measured.toFixed()} / ${rates.reference.toFixed()} for each second of processor time`
  return atLeast(`list with a record condition, ${driver}, against without`, ratio, { wanted: 0.9, note })
}

/** The token of somebody with a role that reaches some items only. */
async function tokenWithCondition(atrium: Atrium): Promise<string> {
  const create = async (what: string, values: object) =>
    (await (await atrium.request(`/api/v1/platform/${what}`, values)).json()) as { id: string; secret: string }
  const permissions = ['template.items.view']
  const role = await create('roles', { name: 'seller', label: 'Seller', permissions, conditions: [CONDITION] })
  const user = await create('users', { name: 'A seller', kind: 'service', roles: [role.id] })
  return (await create('tokens', { name: 'For lists', user_id: user.id, permissions })).secret
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
