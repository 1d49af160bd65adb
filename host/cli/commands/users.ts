import { Command } from 'commander'
import { findRoles, findUser, pathOf, type Role, ROLES, type User, USERS } from '../connection/accounts.ts'
import type { HostClient } from '../connection/host-client.ts'
import { confirm } from '../output/interaction.ts'
import { showRows, toLines } from '../output/records.ts'
import type { CommandLine } from './command-line.ts'
import { type AccountLink, showLink } from './sign-in-link.ts'

/** `atrium users …` */
export function usersCommand(cli: CommandLine): Command {
  const users = new Command('users').description('list, create and change people and service accounts')
  const commands = [listCommand, showCommand, createCommand, updateCommand, disableCommand, enableCommand]
  for (const make of [...commands, deleteCommand, inviteCommand, resetCommand]) users.addCommand(make(cli))
  return users
}

const PERSON = ['<person>', 'e-mail, name or id'] as const

function listCommand(cli: CommandLine): Command {
  return new Command('list').description('list people and service accounts').action(() =>
    cli.withHost(async (host) => {
      const [users, roles] = await Promise.all([host.all<User>(USERS), host.all<Role>(ROLES)])
      const rows = users.map((user) => [
        user.name,
        user.email ?? (user.kind === 'service' ? '(service account)' : ''),
        user.state,
        namesOf(user, roles),
        user.last_sign_in_at?.slice(0, 16).replace('T', ' ') ?? '',
      ])
      cli.print(users, () => showRows(['NAME', 'E-MAIL', 'STATE', 'ROLES', 'LAST SIGN-IN (UTC)'], rows))
    }),
  )
}

const namesOf = ({ roles: held, permissions }: User, roles: readonly Role[]) =>
  [...held.map((id) => roles.find((role) => role.id === id)?.name ?? id), ...permissions].join(', ')

function showCommand(cli: CommandLine): Command {
  return new Command('show')
    .description('show everything known about a person or service account')
    .argument(...PERSON)
    .action((named: string) => cli.withHost(async (host) => print(cli, await findUser(host, named))))
}

interface UserOptions {
  readonly name?: string
  readonly email?: string
  readonly role?: readonly string[]
  readonly permission?: readonly string[]
}

const ROLE = ['--role <names...>', 'roles, by name'] as const
const PERMISSION = ['--permission <names...>', 'permissions besides roles, such as clients.*'] as const

function createCommand(cli: CommandLine): Command {
  return new Command('create')
    .description('create a person, or a service account for programs')
    .argument('<name>')
    .option('--email <address>', 'the address that they sign in with')
    .option(...ROLE)
    .option(...PERMISSION)
    .option('--service', 'a service account, which has tokens and cannot sign in')
    .option('--invite', 'also create an invitation, and send it if the host can send e-mail')
    .action((name: string, { service, invite, ...options }: UserOptions & { service?: boolean; invite?: boolean }) =>
      cli.withHost(async (host) => {
        const values = { ...(await valuesOf(host, options)), name, kind: service ? 'service' : 'person' }
        const user = await host.post<User>(USERS, values)
        const link = invite ? await host.post<AccountLink>(`${pathOf(USERS, user.id)}/invitation`) : undefined
        cli.print(link ? { ...user, invitation: link } : user, () =>
          [toLines(user), ...(link ? [showLink(link, host)] : [])].join('\n\n'),
        )
      }),
    )
}

function updateCommand(cli: CommandLine): Command {
  return new Command('update')
    .description('change a name, e-mail, roles or permissions; lists replace the current ones')
    .argument(...PERSON)
    .option('--name <name>')
    .option('--email <address>')
    .option(...ROLE)
    .option(...PERMISSION)
    .option('--no-roles', 'remove all roles')
    .option('--no-permissions', 'remove all permissions that do not come from roles')
    .action(
      (named: string, { roles, permissions, ...options }: UserOptions & { roles: boolean; permissions: boolean }) =>
        cli.withHost(async (host) => {
          const { id } = await findUser(host, named)
          const taken = { ...(!roles && { roles: [] }), ...(!permissions && { permissions: [] }) }
          print(cli, await host.patch<User>(pathOf(USERS, id), { ...(await valuesOf(host, options)), ...taken }))
        }),
    )
}

async function valuesOf(host: HostClient, { name, email, role, permission }: UserOptions) {
  return {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(role && { roles: (await findRoles(host, role)).map(({ id }) => id) }),
    ...(permission && { permissions: permission }),
  }
}

function disableCommand(cli: CommandLine): Command {
  return new Command('disable')
    .description('sign a person out everywhere and disable their tokens')
    .argument(...PERSON)
    .action((named: string) => act(cli, named, 'disable'))
}

function enableCommand(cli: CommandLine): Command {
  return new Command('enable')
    .description('let a disabled person sign in again')
    .argument(...PERSON)
    .action((named: string) => act(cli, named, 'enable'))
}

const act = (cli: CommandLine, named: string, verb: 'disable' | 'enable') =>
  cli.withHost(async (host) => {
    const { id } = await findUser(host, named)
    print(cli, await host.post<User>(`${pathOf(USERS, id)}/${verb}`))
  })

function deleteCommand(cli: CommandLine): Command {
  return new Command('delete')
    .description('delete a person with their sessions and tokens')
    .argument(...PERSON)
    .option('--yes', 'do not ask for confirmation')
    .action((named: string, { yes }: { yes?: boolean }) =>
      cli.withHost(async (host) => {
        const user = await findUser(host, named)
        if (!yes) await confirm(`[${user.name}] will be permanently deleted.`)
        await host.delete(pathOf(USERS, user.id))
        cli.print({ deleted: user.id }, () => `Deleted [${user.name}].`)
      }),
    )
}

function inviteCommand(cli: CommandLine): Command {
  return new Command('invite')
    .description('create a link to choose a password')
    .argument(...PERSON)
    .action((named: string) => makeLink(cli, named, 'invitation'))
}

function resetCommand(cli: CommandLine): Command {
  return new Command('reset-password')
    .description('create a link to choose a new password')
    .argument(...PERSON)
    .action((named: string) => makeLink(cli, named, 'password-reset'))
}

const makeLink = (cli: CommandLine, named: string, path: 'invitation' | 'password-reset') =>
  cli.withHost(async (host) => {
    const { id } = await findUser(host, named)
    const link = await host.post<AccountLink>(`${pathOf(USERS, id)}/${path}`)
    cli.print(link, () => showLink(link, host))
  })

const print = (cli: CommandLine, user: User) => cli.print(user, () => toLines(user))
