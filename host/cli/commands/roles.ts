import path from 'node:path'
import { Command } from 'commander'
import type { MappingPlan } from '@atrium/sdk/documents'
import { findRoles, pathOf, type Role, ROLES } from '../connection/accounts.ts'
import type { HostClient } from '../connection/host-client.ts'
import { CommandFailed } from '../output/command-failed.ts'
import { showRows, toLines } from '../output/records.ts'
import { ConfigError, readPanelsConfig } from '../../base/config/index.ts'
import { showMappingPlan } from '../output/show-grant-plan.ts'
import type { CommandLine } from './command-line.ts'

/** `atrium roles …` */
export function rolesCommand(cli: CommandLine): Command {
  const roles = new Command('roles').description('list, create, change, plan and delete roles')
  for (const make of [listCommand, showCommand, createCommand, updateCommand, deleteCommand, planMappingCommand])
    roles.addCommand(make(cli))
  return roles
}

function listCommand(cli: CommandLine): Command {
  return new Command('list').description('list all roles').action(() =>
    cli.withHost(async (host) => {
      const roles = await host.all<Role>(ROLES)
      const rows = roles.map((role) => [role.name, role.label, role.permissions.join(', ')])
      cli.print(roles, () => showRows(['NAME', 'LABEL', 'PERMISSIONS'], rows))
    }),
  )
}

function showCommand(cli: CommandLine): Command {
  return new Command('show')
    .description('show a role with its conditions and field rules')
    .argument('<role>')
    .action((named: string) => cli.withHost(async (host) => print(cli, await findRole(host, named))))
}

interface RoleOptions {
  readonly label?: string
  readonly description?: string
  readonly permission?: readonly string[]
  readonly condition?: readonly string[]
}

const LABEL = ['--label <text>', 'the displayed name'] as const
const DESCRIPTION = ['--description <text>'] as const
const PERMISSION = ['--permission <names...>', 'such as clients.*.view; replaces the current permissions'] as const
const CONDITION = [
  '--condition <rules...>',
  'limits the records of a table: table:filter, such as booking_bookings:location_id=mine; replaces the current conditions',
] as const

function createCommand(cli: CommandLine): Command {
  return new Command('create')
    .description('create a role')
    .argument('<name>', 'such as front-desk')
    .requiredOption(...PERMISSION)
    .option(...LABEL)
    .option(...DESCRIPTION)
    .option(...CONDITION)
    .action((name: string, options: RoleOptions) =>
      cli.withHost(async (host) => {
        const label = options.label ?? name
        print(cli, await host.post<Role>(ROLES, { name, ...valuesOf(options), label }))
      }),
    )
}

function updateCommand(cli: CommandLine): Command {
  return new Command('update')
    .description('change a role for everybody who holds it')
    .argument('<role>')
    .option(...PERMISSION)
    .option(...LABEL)
    .option(...DESCRIPTION)
    .option(...CONDITION)
    .action((named: string, options: RoleOptions) =>
      cli.withHost(async (host) => {
        const { id } = await findRole(host, named)
        print(cli, await host.patch<Role>(pathOf(ROLES, id), valuesOf(options)))
      }),
    )
}

function deleteCommand(cli: CommandLine): Command {
  return new Command('delete')
    .description('delete a role that nobody holds')
    .argument('<role>')
    .action((named: string) =>
      cli.withHost(async (host) => {
        const { id, name } = await findRole(host, named)
        await host.delete(pathOf(ROLES, id))
        cli.print({ deleted: id }, () => `Deleted the role [${name}].`)
      }),
    )
}

function valuesOf({ label, description, permission, condition }: RoleOptions) {
  return {
    ...(label !== undefined && { label }),
    ...(description !== undefined && { description }),
    ...(permission && { permissions: permission }),
    ...(condition && { conditions: condition.map(toCondition) }),
  }
}

function toCondition(text: string): Role['conditions'][number] {
  const [, resource, where] = /^([^:]+):(.+)$/.exec(text) ?? []
  if (resource !== undefined && where !== undefined) return { resource, where }
  throw new CommandFailed('condition_malformed', {
    message: `[${text}] is not a condition.`,
    fix: 'Write table:filter, for example booking_bookings:location_id=mine.',
    exitCode: 2,
  })
}

async function findRole(host: HostClient, named: string): Promise<Role> {
  const [role] = await findRoles(host, [named])
  return role as Role
}

const print = (cli: CommandLine, role: Role) => cli.print(role, () => toLines(role))

/** `atrium roles plan <file>` */
function planMappingCommand(cli: CommandLine): Command {
  return new Command('plan')
    .description('show who would gain or lose which permissions with a changed mapping of identity providers to roles')
    .argument('<file>', 'a changed copy of panels.config.json')
    .action((file: string) =>
      cli.withHost(async (host) => {
        const { config, findings } = await readPanelsConfig(path.resolve(file))
        if (config === undefined) throw new ConfigError(findings)
        const plans: MappingPlan[] = []
        for (const [id, { roles = null }] of Object.entries(config.sign_in.providers))
          plans.push(await host.post(`/api/v1/platform/sign-in/${encodeURIComponent(id)}/plan`, { roles }))
        cli.print(plans, () => plans.map(showMappingPlan).join('\n\n') || NO_PROVIDER)
        if (plans.some(({ roles_missing }) => roles_missing.length > 0)) cli.fail()
      }),
    )
}

const NO_PROVIDER = 'The configuration has no identity provider, so sign-ins grant no roles.'
