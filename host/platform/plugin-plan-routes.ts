import { ApiError, invalid_values, type Routes, Type } from '@atrium/sdk'
import { type Diagnostic, PluginDeclarations, PluginGrantPlan } from '@atrium/sdk/documents'
import { declarationsOf, permissionsOf } from '../core/registries/index.ts'
import { PluginRejected } from '../plugins/index.ts'
import type { PlatformParts } from './platform-parts.ts'
import { type Granted, planVersion } from './plugin-plan.ts'

const Version = Type.Object(
  {
    declares: Type.Optional(
      Type.Unsafe<PluginDeclarations>({
        ...PluginDeclarations,
        description: 'What the new version declares. Without it, the version in the folder of the plugin is staged',
      }),
    ),
  },
  { additionalProperties: false },
)

/** Plans the effects of a new version of a plugin on people's grants. Changes nothing, and runs no migration. */
export function pluginPlanRoutes(routes: Routes, parts: PlatformParts): void {
  routes.post(
    '/plugins/{id}/plan',
    {
      summary: 'Plan a new version of a plugin: who would gain and lose what',
      description:
        'The version in the folder of the plugin is loaded and asked what it declares, as at a reload, or what it declares is sent. No migration runs and nothing is served.',
      params: Type.Object({ id: Type.String() }),
      body: Version,
      response: PluginGrantPlan,
      permission: 'platform.plugins.manage',
      read_only: true,
    },
    async ({ params: { id }, body: { declares } }) => {
      if (declares && declares.plugin !== id) throw otherPlugin(id, declares.plugin)
      const before = presentDeclarations(id, parts)
      const after = declares ?? (await stagedDeclarations(id, parts))
      if ('diagnostics' in after) return refusedPlan(id, { from: before?.version, ...after })
      return { ...planVersion({ before, after }, await grantedOf(id, parts)), diagnostics: [] }
    },
  )
}

/** The declarations of the serving version. Undefined if none serves. */
function presentDeclarations(id: string, { registries }: PlatformParts): PluginDeclarations | undefined {
  const status = registries.plugins.get(id)
  if (status?.generation === undefined) return undefined
  const prefix = `${id}.`
  const roles = registries
    .suggestedRoles()
    .flatMap(({ id: name, plugin, ...role }) => (plugin === id ? [[name.slice(prefix.length), role] as const] : []))
  const publication = { operations: registries.operations.list(id), roles: Object.fromEntries(roles) }
  return declarationsOf({ plugin: id, version: status.version }, publication)
}

async function stagedDeclarations(
  id: string,
  { plugins }: PlatformParts,
): Promise<PluginDeclarations | { diagnostics: readonly Diagnostic[] }> {
  try {
    const staged = await plugins.stage(id)
    if (staged) return declarationsOf({ plugin: id, version: staged.manifest.version }, staged.publication)
  } catch (error) {
    if (error instanceof PluginRejected) return { diagnostics: error.diagnostics }
    throw error
  }
  throw new ApiError('plugin_not_found', {
    detail: `There is no plugin [${id}]. Look at the list of plugins, or send what the new version declares.`,
  })
}

async function grantedOf(id: string, { auth, registries }: PlatformParts): Promise<Granted> {
  const [people, roles, tokens] = [await auth.users.list(), await auth.roles.list(), await auth.tokens.list()]
  const others = registries.operations.list().filter(({ owner }) => owner !== id)
  return { people, roles, tokens, others: new Set(others.flatMap(permissionsOf)) }
}

/** The present version keeps serving, so nothing changes for anybody. */
function refusedPlan(
  plugin: string,
  { from, diagnostics }: { from: string | undefined; diagnostics: readonly Diagnostic[] },
): PluginGrantPlan {
  return {
    ...{ plugin, ...(from !== undefined && { from }), people: [], unchanged: 0 },
    ...{ permissions: { added: [], removed: [], renamed: [] }, operations: [], fields_added: [] },
    ...{ affected: [], suggested_roles: [], diagnostics: [...diagnostics] },
  }
}

const otherPlugin = (id: string, sent: string) =>
  invalid_values([
    {
      pointer: '/declares/plugin',
      message: `This is a version of [${sent}]. Send it to the plan of [${sent}], not of [${id}].`,
    },
  ])
