import { Command } from 'commander'
import { findUser, pathOf, SESSIONS, USERS } from '../connection/accounts.ts'
import { showRows } from '../output/records.ts'
import type { CommandLine } from './command-line.ts'

interface Session {
  readonly id: string
  readonly person: string
  readonly device: string
  readonly address: string
  readonly created_at: string
  readonly last_seen_at: string
}

/** `atrium sessions …` */
export function sessionsCommand(cli: CommandLine): Command {
  const sessions = new Command('sessions').description('list who is signed in, and sign people out')
  for (const make of [listCommand, endCommand, signOutCommand]) sessions.addCommand(make(cli))
  return sessions
}

function listCommand(cli: CommandLine): Command {
  return new Command('list')
    .description('list who is signed in, on which device')
    .option('--user <person>', 'only those of one person')
    .action(({ user }: { user?: string }) =>
      cli.withHost(async (host) => {
        const filter = user === undefined ? '' : `?user_id=${encodeURIComponent((await findUser(host, user)).id)}`
        const sessions = await host.all<Session>(SESSIONS + filter)
        const rows = sessions.map(({ id, person, device, address, last_seen_at }) => [
          ...[id, person, device, address],
          last_seen_at.slice(0, 16).replace('T', ' '),
        ])
        cli.print(sessions, () => showRows(['ID', 'PERSON', 'DEVICE', 'ADDRESS', 'LAST USE (UTC)'], rows))
      }),
    )
}

function endCommand(cli: CommandLine): Command {
  return new Command('end')
    .description('end one session')
    .argument('<id>')
    .action((id: string) =>
      cli.withHost(async (host) => {
        await host.delete(pathOf(SESSIONS, id))
        cli.print({ ended: id }, () => `Ended the session [${id}].`)
      }),
    )
}

function signOutCommand(cli: CommandLine): Command {
  return new Command('sign-out')
    .description('sign a person out everywhere')
    .argument('<person>', 'e-mail, name or id')
    .action((named: string) =>
      cli.withHost(async (host) => {
        const { id, name } = await findUser(host, named)
        await host.post(`${pathOf(USERS, id)}/sign-out`)
        cli.print({ signed_out: id }, () => `[${name}] is signed out everywhere.`)
      }),
    )
}
