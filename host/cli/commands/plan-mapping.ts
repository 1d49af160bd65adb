import path from 'node:path'
import type { MappingPlan } from '@atrium/sdk/documents'
import { Command } from 'commander'
import { ConfigError, readPanelsConfig } from '../../base/config/index.ts'
import { showMappingPlan } from '../output/show-grant-plan.ts'
import type { CommandLine } from './command-line.ts'

/** `atrium roles plan <file>` */
export function planMappingCommand(cli: CommandLine): Command {
  return new Command('plan')
    .description(
      'show who would gain and lose what by the roles that identity providers give in a changed configuration',
    )
    .argument('<file>', 'a changed copy of panels.config.json, before it is saved as such')
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

const NO_PROVIDER = 'The configuration names no identity provider, so no roles are given at sign-in.'
