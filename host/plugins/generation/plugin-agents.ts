import { randomUUID } from 'node:crypto'
import { ApiError, type PluginContext } from '@atrium/sdk'
import { type AgentNote, as_caller, DeclarationError, type OfferedTools } from '@atrium/sdk/host'
import { classifyDatabaseError } from '../../base/db/index.ts'
import { toApiError } from '../../base/errors/index.ts'
import { type Auth, toPrincipal } from '../../core/auth/index.ts'
import { held } from '../../core/operations/index.ts'
import type { PluginManifest } from '../manifest/plugin-manifest.ts'
import type { GenerationScope } from './generation-scope.ts'

/** The services for agents of plugins. */
export interface AgentServices {
  readonly tools: OfferedTools
  readonly accounts: Pick<Auth, 'accountOf' | 'actFor'>
}

/** `context.tools`, `account_of` and `act_for` of a plugin. */
export function pluginAgents(
  { tools, accounts }: AgentServices,
  scope: GenerationScope,
  manifest: PluginManifest,
): Pick<PluginContext, 'tools' | 'account_of' | 'act_for'> {
  const committed = (what: string) => scope.requireCommitted(what)
  return {
    tools: {
      list: () => {
        committed('context.tools')
        return tools.list()
      },
      check: (...call) => {
        committed('context.tools')
        tools.check(...call)
      },
      call: async (...call) => {
        committed('context.tools')
        return tools.call(...call)
      },
    },
    account_of: (caller) => accounts.accountOf(toPrincipal(caller)),
    act_for: async (account, note, work) => {
      committed('context.act_for')
      requireDeclared(manifest)
      const caller = await accounts.actFor(account, { ...note, plugin: manifest.id }).catch(explain)
      if (caller === undefined) throw gone(account, note)
      const { lease } = scope
      const { signal } = lease
      const request = { caller, origin: 'agent', requestId: randomUUID(), signal, lease } as const
      return held(lease, () => as_caller(caller, async () => work(), request)).catch(explain)
    },
  }
}

/** Reports a busy or unavailable database as operations do, so that the work can be retried. Other errors are the plugin's. */
function explain(error: unknown): never {
  const { kind } = classifyDatabaseError(error) ?? {}
  throw kind === 'busy' || kind === 'unavailable' ? toApiError(error) : error
}

/** Operators see in package.json which plugins act on behalf of people. */
function requireDeclared({ id, acts_for_people }: PluginManifest): void {
  if (acts_for_people === true) return
  const fix = 'Add "acts_for_people": true to the member "atrium" of its package.json.'
  const message = `[${id}] used [context.act_for], but does not say that it acts for people. ${fix}`
  throw new DeclarationError('manifest_member_invalid', message, { fix })
}

const gone = (account: string, { agent }: AgentNote) =>
  new ApiError('permission_denied', {
    detail: `[${agent}] cannot act for [${account}] any more: the account does not exist, was disabled, or its token has ended. Ask an operator.`,
  })
