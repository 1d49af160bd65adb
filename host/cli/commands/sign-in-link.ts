import { Command } from 'commander'
import { findUser, pathOf, type User, USERS } from '../connection/accounts.ts'
import type { HostClient } from '../connection/host-client.ts'
import { CommandFailed } from '../output/command-failed.ts'
import type { CommandLine } from './command-line.ts'

/** A one-time link for a person. */
export interface AccountLink {
  readonly url: string
  readonly expires_at: string
  readonly sent_to: string | null
}

/** `atrium sign-in-link [person]` */
export function signInLinkCommand(cli: CommandLine): Command {
  return new Command('sign-in-link')
    .description('create a sign-in link that works once; without a name, for the operator')
    .argument('[person]', 'e-mail, name or id')
    .action((named: string | undefined) =>
      cli.withHost(async (host) => {
        const { id } = named === undefined ? await findOperator(host) : await findUser(host, named)
        const link = await host.post<AccountLink>(`${pathOf(USERS, id)}/sign-in-link`)
        cli.print(link, () => showLink(link, host))
      }),
    )
}

async function findOperator(host: HostClient): Promise<User> {
  const users = await host.all<User>(USERS)
  const isOperator = ({ roles, permissions }: User) => roles.includes('operator') || permissions.includes('*')
  const [first] = users
    .filter((user) => user.kind === 'person' && user.state !== 'disabled' && isOperator(user))
    .sort((one, other) => (one.id < other.id ? -1 : 1))
  if (first) return first
  throw new CommandFailed('user_unknown', {
    message: 'Nobody has the role [operator].',
    fix: 'Name the person: atrium sign-in-link ada@example.com',
  })
}

/** Shows a link once, with instructions. */
export function showLink({ url, expires_at, sent_to }: AccountLink, { isTemporary }: HostClient): string {
  const until = expires_at.slice(0, 16).replace('T', ' ')
  const sent =
    sent_to === null ? 'It was not sent by e-mail: give it to the person.' : `It was also sent to ${sent_to}.`
  const later = isTemporary ? `\nNo host is running: start it (npm start) before you open the link.` : ''
  return `${url}\n\nThe link works once, until ${until} UTC. ${sent} It is not shown again.${later}`
}
