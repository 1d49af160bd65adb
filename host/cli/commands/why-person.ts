import type { GrantExplanation } from '@atrium/sdk/documents'
import { Command } from 'commander'
import { findUser, type User } from '../connection/accounts.ts'
import { showRows } from '../output/records.ts'
import { paint } from '../output/text.ts'
import type { CommandLine } from './command-line.ts'

interface WhyOptions {
  readonly field?: string
  readonly change?: boolean
}

/** `atrium why <person> <what>` */
export function whyPersonCommand(cli: CommandLine): Command {
  return new Command('why')
    .description('explain why a person may or may not do something, and what would change that')
    .argument('<person>', 'e-mail, name or id')
    .argument(
      '<what>',
      'a permission, the name of a screen, a path such as clients/clients/7, or an address from the browser',
    )
    .option('--field <name>', 'ask about one field of the record or list')
    .option('--change', 'with --field: ask about changing the field instead of seeing it')
    .addHelpText('after', EXAMPLES)
    .action((named: string, what: string, options: WhyOptions) =>
      cli.withHost(async (host) => {
        const person = await findUser(host, named)
        const query = new URLSearchParams({ person: person.id, ...questionOf(what, options) })
        const explained = await host.get<GrantExplanation>(`/api/v1/platform/explain?${query.toString()}`)
        cli.print(explained, () => showExplained(explained, person))
      }),
    )
}

const EXAMPLES = `
Examples:
  atrium why rosa@example.com clients.clients.delete
  atrium why rosa@example.com clients/clients/7 --field notes
  atrium why rosa@example.com Bookings
  atrium why rosa@example.com https://atrium.example.com/operations/clients/7

Why a plugin is not served: atrium plugins why <id>`

/** Words joined by dots are a permission. Anything else names a screen, a list or a record. */
function questionOf(what: string, { field, change }: WhyOptions): Record<string, string> {
  const isPermission = /^(\*|[\w*-]+(\.[\w*-]+)+)$/.test(what)
  const about: Record<string, string> = isPermission ? { permission: what } : { path: what }
  return { ...about, ...(field !== undefined && { field }), ...(change && { to: 'change' }) }
}

type NamedRole = Pick<GrantExplanation['roles'][number], 'name' | 'label'>
type Rule = GrantExplanation['rules'][number]

/** Formats an explanation: the answer in a word, the reason, the answer of each role, and the grant that would change it. */
export function showExplained(explained: GrantExplanation, person: Pick<User, 'id' | 'email' | 'roles'>): string {
  const {
    allowed,
    reason,
    about,
    detail,
    roles,
    rules,
    withheld = [],
    person: { name },
  } = explained
  const word = !allowed
    ? paint('red', 'No')
    : reason === 'records_limited'
      ? paint('yellow', 'In part')
      : paint('green', 'Yes')
  const held = roles.length === 0 ? `${name} has no roles.` : `Roles of ${name}: ${roles.map(labelOf).join(', ')}.`
  return [
    `${word}: ${name}, ${about}.`,
    detail,
    rules.length > 0 ? showRules(rules) : held,
    ...(withheld.length > 0
      ? [`Not shown: ${withheld.map(({ name: field }) => field).join(', ')}. To ask why: --field <name>`]
      : []),
    ...changeOf(explained, person),
  ].join('\n\n')
}

const labelOf = ({ label, name }: NamedRole) => (label === name ? label : `${label} (${name})`)

function showRules(rules: readonly Rule[]): string {
  const rows = rules.map((rule) => [labelOf(rule.role), rule.permission, recordsOf(rule), FIELDS[rule.field ?? 'free']])
  const columns = ['ROLE', 'GRANTS', 'ON RECORDS', 'FIELD'].filter((_, at) => rows.some((row) => row[at] !== ''))
  return showRows(
    columns,
    rows.map((row) => row.slice(0, columns.length)),
  )
}

const FIELDS = { hidden: 'hidden', read_only: 'not to be changed', free: '' } as const

function recordsOf({ condition, where, meets }: Rule): string {
  if (condition === undefined) return ''
  if (condition === '') return 'all'
  const text = where ?? `${condition} (nothing is theirs)`
  return meets === undefined ? text : `${text}: ${meets ? 'this one is' : 'this one is not'}`
}

function changeOf(
  { grant, roles, roles_that_allow }: GrantExplanation,
  { id, email, roles: ids }: Pick<User, 'id' | 'email' | 'roles'>,
): string[] {
  if (grant === undefined) return []
  const lines: string[] = []
  if (grant.role) {
    const records = grant.role.conditions.map(({ where }) => ` for records with [${where}]`).join('')
    lines.push(`a role with ${grant.role.permissions.map((each) => `[${each}]`).join(', ')}${records}`)
  }
  if (grant.token !== undefined) lines.push(`a token with [${grant.token}]`)
  const [first] = roles_that_allow
  const held = roles.flatMap((role) => (ids.includes(role.id) ? [role.name] : []))
  const given = first && `atrium users update ${email ?? id} --role ${[...held, first.name].join(' ')}`
  return [
    `The smallest grant that would change this: ${lines.join(', and ')}.`,
    ...(given
      ? [`Roles that allow it: ${roles_that_allow.map(labelOf).join(', ')}. To grant the first: ${given}`]
      : []),
  ]
}
