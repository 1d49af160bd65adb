import type { SuggestedRole } from '@atrium/sdk/documents'
import { covers } from '../../core/auth/index.ts'
import {
  findLimitProblems,
  type Operation,
  permissionsOf,
  type Registries,
  tablesOf,
} from '../../core/registries/index.ts'
import { type Finding, knownNames } from '../compile/checks/finding.ts'
import { packagePlace } from '../manifest/package-place.ts'
import type { PluginManifest } from '../manifest/plugin-manifest.ts'

/**
 * Checks the roles that a plugin suggests: whether their permissions, tables and fields exist. Only active plugins can be checked. Findings
 * are warnings, because another plugin may change independently.
 * @param own the operations of the plugin's new generation
 */
export function checkSuggestedRoles(
  manifest: PluginManifest,
  { own, registries }: { own: readonly Operation[]; registries: Registries },
): Finding[] {
  const others = registries.operations.list().filter(({ owner }) => owner !== manifest.id)
  const known: Known = {
    operations: [...own, ...others],
    active: new Set([manifest.id, ...others.map(({ owner }) => owner)]),
    installed: registries.plugins.list().map(({ id }) => id),
  }
  return Object.entries(manifest.roles ?? {}).flatMap(([id, role]) => {
    const said = { who: `The suggested role [${id}]`, base: `/atrium/roles/${id}` }
    return [
      ...permissionFindings(role, said, known),
      ...tableFindings(role, said, known),
      ...limitFindings(role, said, known),
    ].map(({ pointer, ...finding }) => ({ ...finding, file: packagePlace(manifest, pointer) }))
  })
}

interface Known {
  readonly operations: readonly Operation[]
  readonly active: ReadonlySet<string>
  /** Every plugin that the host knows, active or not. */
  readonly installed: readonly string[]
}

interface Said {
  readonly who: string
  readonly base: string
}

type Placed = Omit<Finding, 'file'> & { readonly pointer: string }

function permissionFindings({ permissions }: SuggestedRole, { who, base }: Said, known: Known): Placed[] {
  const used = [...new Set(known.operations.flatMap(permissionsOf))]
  return permissions.flatMap((permission, at) => {
    const [owner = ''] = permission.split('.')
    if (owner === '*' || !isJudged(owner, known) || used.some((each) => covers(permission, each))) return []
    const names = known.active.has(owner) ? used.filter((each) => each.startsWith(`${owner}.`)) : known.installed
    return [
      {
        code: 'permission_unknown',
        message: `${who} grants the permission [${permission}], which no route requires.`,
        fix: knownNames(known.active.has(owner) ? permission : owner, names),
        pointer: `${base}/permissions/${at}`,
      },
    ]
  })
}

/** A plugin that is installed but not active may still have the name. Without any other plugin, as in `plugins check`, nothing is known. */
const isJudged = (owner: string, { active, installed }: Known) =>
  active.has(owner) || (installed.length > 1 && !installed.includes(owner))

function tableFindings(role: SuggestedRole, { who, base }: Said, known: Known): Placed[] {
  const tables = [...new Set(known.operations.flatMap(({ declaration: { store } }) => store?.table?.name ?? []))]
  return (['conditions', 'fields'] as const).flatMap((list) =>
    (role[list] ?? []).flatMap(({ resource }, at) => {
      if (tables.includes(resource) || !isJudged(ownerOf(resource, known), known)) return []
      return [
        {
          code: 'role_limit_unknown' as const,
          message: `${who} limits the records of [${resource}], which no active plugin serves.`,
          fix: knownNames(resource, tables),
          pointer: `${base}/${list}/${at}/resource`,
        },
      ]
    }),
  )
}

/** The tables of `ai-agents` begin with `ai_agents_`. */
const ownerOf = (table: string, { installed, active }: Known) =>
  [...active, ...installed].find((id) => table.startsWith(`${id.replaceAll('-', '_')}_`)) ?? table

const limitFindings = (role: SuggestedRole, { who, base }: Said, { operations }: Known): Placed[] =>
  findLimitProblems(role, tablesOf(operations)).map(({ pointer, value, message, fix = 'Correct the condition.' }) => ({
    code: 'role_limit_unknown',
    message: `${who} cannot be limited by [${value}]. ${message}`,
    fix: /[.?]$/.test(fix) ? fix : `${fix}.`,
    pointer: base + pointer,
  }))
