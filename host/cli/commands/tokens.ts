import { Command, InvalidArgumentError } from 'commander'
import { findUser, pathOf, TOKENS, type User, USERS } from '../connection/accounts.ts'
import { showRows } from '../output/records.ts'
import type { CommandLine } from './command-line.ts'

interface Token {
  readonly id: string
  readonly name: string
  readonly user_id: string
  readonly permissions: readonly string[]
  readonly state: string
  readonly expires_at?: string
  readonly last_used_at?: string
}

/** `atrium tokens …` */
export function tokensCommand(cli: CommandLine): Command {
  const tokens = new Command('tokens').description('list, create and revoke API tokens')
  for (const make of [listCommand, createCommand, revokeCommand]) tokens.addCommand(make(cli))
  return tokens
}

function listCommand(cli: CommandLine): Command {
  return new Command('list')
    .description('list all tokens, without their secrets')
    .option('--user <person>', 'only those of one person or service account')
    .action(({ user }: { user?: string }) =>
      cli.withHost(async (host) => {
        const filter = user === undefined ? '' : `?user_id=${encodeURIComponent((await findUser(host, user)).id)}`
        const [tokens, users] = await Promise.all([host.all<Token>(TOKENS + filter), host.all<User>(USERS)])
        const nameOf = (id: string) => users.find((each) => each.id === id)?.name ?? id
        const rows = tokens.map((token) => [
          token.id,
          token.name,
          nameOf(token.user_id),
          token.state,
          token.expires_at?.slice(0, 10) ?? 'never',
          token.last_used_at?.slice(0, 16).replace('T', ' ') ?? 'never',
          token.permissions.join(', '),
        ])
        const head = ['ID', 'NAME', 'ACTS FOR', 'STATE', 'EXPIRES', 'LAST USE (UTC)', 'PERMISSIONS']
        cli.print(tokens, () => showRows(head, rows))
      }),
    )
}

interface CreateOptions {
  readonly user: string
  readonly permission: readonly string[]
  readonly days?: number
}

function createCommand(cli: CommandLine): Command {
  return new Command('create')
    .description('create a token and print its secret, which is not shown again')
    .argument('<name>', 'what it is for')
    .requiredOption('--user <person>', 'the person or service account that it acts for')
    .requiredOption('--permission <names...>', 'what it may do, as far as its owner may, such as clients.*.view')
    .option('--days <number>', 'days until it expires; default: never', toDays)
    .action((name: string, { user, permission, days }: CreateOptions) =>
      cli.withHost(async (host) => {
        const { id } = await findUser(host, user)
        const expires_at = days === undefined ? {} : { expires_at: new Date(Date.now() + days * DAY).toISOString() }
        const values = { name, user_id: id, permissions: permission, ...expires_at }
        const made = await host.post<Token & { secret: string }>(TOKENS, values)
        cli.print(made, () => `${made.secret}\n\nSend it as \`Authorization: Bearer …\`. It is not shown again.`)
      }),
    )
}

function revokeCommand(cli: CommandLine): Command {
  return new Command('revoke')
    .description('revoke a token immediately and permanently')
    .argument('<id>')
    .action((id: string) =>
      cli.withHost(async (host) => {
        const token = await host.post<Token>(`${pathOf(TOKENS, id)}/revoke`)
        cli.print(token, () => `Revoked the token [${token.name}].`)
      }),
    )
}

const DAY = 86_400_000

function toDays(text: string): number {
  const days = Number(text)
  if (days > 0 && days <= 3_650) return days
  throw new InvalidArgumentError('It must be a number of days, at most 3650.')
}
