import path from 'node:path'
import type { MappingPlan } from '@atrium/sdk/documents'
import { Command } from 'commander'
import { ConfigError, readPanelsConfig } from '../../base/config/index.ts'
import { showMappingPlan } from '../output/show-grant-plan.ts'
import type { CommandLine } from './command-line.ts'

/** `atrium roles plan <file>` */
export function planMappingCommand(cli: CommandLine): Command {
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
