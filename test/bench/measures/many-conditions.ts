import { compare } from '../compare.ts'
import { fillItems } from '../fill-items.ts'
import { atLeast, type Finding } from '../finding.ts'
import { listsByProcessorTime } from '../lists-by-processor-time.ts'
import { type Atrium, startAtrium, TEMPLATE_ALONE } from '../start-atrium.ts'

const LIST = '/api/v1/template/items?_start=0&_end=25&_sort=name'
const ROWS = 300
const PEOPLE = Number(process.env['ATRIUM_CONDITION_PEOPLE'] ?? 1_000)
const PERMISSIONS = ['template.items.view']

/** Comparisons that every item meets, so that everybody sees the same items, whatever their conditions are. */
const MET = [
  ...['id_gte=0', 'id_ne=0', 'id_lte=900000000', 'price_gte=0', 'price_ne=900000000', 'price_lte=900000000'],
  ...['name_ne=nobody', 'name_gte=0', 'name_lte=zzzz', 'created_at_gte=2000-01-01T00:00:00Z'],
  ...['created_at_lte=2100-01-01T00:00:00Z', 'created_at_ne=2000-01-01T00:00:00Z'],
  ...['name_null=false', 'price_null=false'],
]

/** How many of these each condition has. */
const COMPARISONS = 4

/** Roles of those who have none of their own. */
const SHARED = 20

/**
 * Lists of many people whose roles have conditions of their own: of a few forms with other values, and of as many forms as there are people. Both
 * against as many people who share a few roles with such conditions, so that all else is the same, in lists for each second of the host's
 * processor time.
 */
export async function manyConditions(): Promise<Finding[]> {
  await using atrium = await startAtrium({ unlimited: true, env: TEMPLATE_ALONE })
  await fillItems(atrium.dataDir, ROWS)
  const forms = choices(MET, COMPARISONS)
  const fewForms = (at: number) => forms[(at % SHARED) * Math.floor(forms.length / SHARED)]!
  const shared = await people(atrium, 'shared', fewForms)
  const groups = {
    'values of their own': await people(atrium, 'values', (at) => [
      ...withoutPrice(fewForms(at)),
      `price_lte=${900_000 + at}`,
    ]),
    'forms of their own': await people(atrium, 'forms', (at) => forms[at % forms.length]!),
  }
  const findings: Finding[] = []
  for (const [what, own] of Object.entries(groups)) {
    const { ratio, ...rates } = await compare(
      () => listsByProcessorTime(atrium, { path: LIST, tokens: own }),
      () => listsByProcessorTime(atrium, { path: LIST, tokens: shared }),
    )
    const note = `${rates.measured.toFixed()} / ${rates.reference.toFixed()} for each second of processor time`
    findings.push(atLeast(`lists of ${PEOPLE} people with conditions with ${what}`, ratio, { wanted: 0.9, note }))
  }
  return findings
}

/** People with such conditions; those with the same one share a role. Returns their tokens. */
async function people(atrium: Atrium, name: string, conditionOf: (at: number) => readonly string[]): Promise<string[]> {
  const create = async (what: string, values: object) => {
    const response = await atrium.request(`/api/v1/platform/${what}`, values)
    if (!response.ok) throw new Error(`[${what}] answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as { id: string; secret: string }
  }
  const roles = new Map<string, string>()
  const roleFor = async (where: string) => {
    const conditions = [{ resource: 'template_items', where }]
    const label = `${name}-${roles.size}`
    const known = roles.get(where)
    const id = known ?? (await create('roles', { name: label, label, permissions: PERMISSIONS, conditions })).id
    roles.set(where, id)
    return id
  }
  const tokens: string[] = []
  for (let at = 0; at < PEOPLE; at += 1) {
    const role = await roleFor(conditionOf(at).join('&'))
    const user = await create('users', { name: `${name} ${at}`, kind: 'service', roles: [role] })
    tokens.push((await create('tokens', { name: 'For lists', user_id: user.id, permissions: PERMISSIONS })).secret)
  }
  return tokens
}

/** Leaves room for a comparison with a value of one's own. */
const withoutPrice = (form: readonly string[]) =>
  form.filter((each) => !each.startsWith('price_lte')).slice(0, COMPARISONS - 1)

/** All ways to choose some of these. */
function choices(of: readonly string[], count: number): string[][] {
  if (count === 0) return [[]]
  return of.flatMap((each, at) => choices(of.slice(at + 1), count - 1).map((rest) => [each, ...rest]))
}
