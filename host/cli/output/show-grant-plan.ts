import type { GrantPlan, MappingPlan, PluginGrantPlan } from '@atrium/sdk/documents'
import { showDiagnostics } from './show-plugins.ts'
import { paint } from './text.ts'

/** A plan for the mapping of an identity provider. */
export function showMappingPlan(plan: MappingPlan): string {
  const { provider, unknown, roles_missing } = plan
  return [
    `${paint('bold', provider)}: at the next sign-in of each person. Plan only; nothing was changed.`,
    showGrantChanges(plan),
    ...(unknown.length === 0
      ? []
      : [
          `Unknown, because they have not signed in there since this claim was configured: ${unknown.map(({ name }) => name).join(', ')}.`,
        ]),
    ...(roles_missing.length === 0 ? [] : [`${paint('red', 'No such role')}: ${roles_missing.join(', ')}.`]),
  ].join('\n')
}

/** Who gains and loses which grants, by person; then the number of people without changes. */
function showGrantChanges({ people, unchanged }: GrantPlan): string {
  const lines = people.flatMap(({ name, gains, loses, limits }) => [
    paint('bold', name),
    ...gains.map((permission) => `  ${paint('green', '+')} ${permission}`),
    ...loses.map((permission) => `  ${paint('red', '-')} ${permission}`),
    ...limits.map(
      ({ resource, permissions, before, after }) =>
        `  ${paint('yellow', '~')} ${resource}: ${reachText(before)} → ${reachText(after)} (${permissions.join(', ')})`,
    ),
  ])
  const others = people.length === 0 ? 'Nothing changes for anybody' : `Nothing changes for ${unchanged} others`
  return [...lines, unchanged === 0 && people.length > 0 ? 'Everybody is affected.' : `${others}.`].join('\n')
}

type Reach = GrantPlan['people'][number]['limits'][number]['before']

function reachText(reach: Reach): string {
  if (reach === null) return 'everything'
  if (reach.length === 0) return 'nothing'
  const ways = reach.map(({ where, hidden, read_only }) =>
    [
      where === '' ? 'all records' : where,
      ...(hidden.length > 0 ? [`without ${hidden.join(', ')}`] : []),
      ...(read_only.length > 0 ? [`${read_only.join(', ')} read-only`] : []),
    ].join(' '),
  )
  return ways.join(' or ')
}

/** A plan for a new version of a plugin: its changed declarations, the grants that name removed ones, and who gains and loses what. */
export function showPluginPlan(plan: PluginGrantPlan): string {
  const { plugin, from, to, diagnostics } = plan
  if (diagnostics.length > 0) {
    const refused = `The new version of ${paint('bold', plugin)} would be refused, so nothing changes.`
    return `${showDiagnostics(diagnostics)}\n\n${refused}`
  }
  const head = `${paint('bold', plugin)} ${from ?? '(not active)'} → ${to ?? ''}. Plan only; nothing was changed.`
  const parts = [head, changesText(plan), affectedText(plan), suggestionsText(plan), showGrantChanges(plan)]
  return parts.filter((part) => part !== '').join('\n\n')
}

function changesText({ permissions: { added, removed, renamed }, operations, fields_added }: PluginGrantPlan): string {
  return [
    ...added.map((name) => `${paint('green', 'new permission')}  ${name}`),
    ...removed.map((name) => `${paint('red', 'permission removed')}  ${name}`),
    ...renamed.map(({ from, to }) => `${paint('yellow', 'permission renamed')}  ${from} → ${to}`),
    ...operations.map(({ name, from, to }) => `${paint('yellow', 'permission changed')}  ${name}: ${from} → ${to}`),
    ...fields_added.map(
      ({ resource, fields }) => `${paint('yellow', 'new fields')}  ${resource}: ${fields.join(', ')}`,
    ),
  ].join('\n')
}

function affectedText({ affected }: PluginGrantPlan): string {
  return affected
    .flatMap(({ kind, name, permissions, limits }) => [
      `The ${kind} ${paint('bold', name)} refers to removed names:`,
      ...permissions.map(({ name: permission, renamed_to }) =>
        renamed_to === undefined ? `  ${permission}` : `  ${permission}, now ${renamed_to}`,
      ),
      ...limits.map(({ resource, value, message, fix = '' }) =>
        `  ${resource} [${value}]: ${message} ${fix}`.trimEnd(),
      ),
    ])
    .join('\n')
}

function suggestionsText({ suggested_roles }: PluginGrantPlan): string {
  return suggested_roles
    .map(({ title, change, gains, loses, limits_changed, role }) => {
      const names = [...gains.map((name) => `+${name}`), ...loses.map((name) => `-${name}`)]
      const detail = [...(change === 'changed' ? names : []), ...(limits_changed ? ['other limits'] : [])]
      const taken = role === undefined ? '' : ` Your role [${role.label}] does not change.`
      return `The suggested role [${title}] is ${change}${detail.length > 0 ? `: ${detail.join(', ')}` : ''}.${taken}`
    })
    .join('\n')
}
