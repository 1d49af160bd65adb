import type { PluginGrantPlan } from '@atrium/sdk/documents'
import { useQuery } from '@tanstack/react-query'
import { versionPlanOptions } from '../api/plugins.ts'
import { GrantChanges } from '../values/grant-changes.tsx'
import { DiagnosticList } from './diagnostic-list.tsx'
import styles from './version-plan.module.css'

/** The effects of the version in a plugin's folder on people's grants, before it is loaded. */
export function VersionPlan({ id, title }: { id: string; title: string }) {
  const { data: plan, error } = useQuery(versionPlanOptions(id))
  return (
    <section className={styles.plan} aria-label={`What people may do with ${title}`}>
      <h3 className={styles.title}>{`What people may do with ${title}${versionsText(plan)}`}</h3>
      {!plan && !error && <p className={styles.line}>Working out who gains or loses what…</p>}
      {error && <p className={styles.line}>{`It is not known who would gain or lose what. ${error.message}`}</p>}
      {plan && (plan.diagnostics.length > 0 ? <Refused plan={plan} /> : <Changes plan={plan} />)}
    </section>
  )
}

function versionsText({ from, to }: Partial<PluginGrantPlan> = {}): string {
  return from === undefined || to === undefined || from === to ? '' : ` (${from} → ${to})`
}

function Refused({ plan: { diagnostics } }: { plan: PluginGrantPlan }) {
  return (
    <>
      <p className={styles.line}>The version in its folder would be refused, so nothing changes for anybody.</p>
      <DiagnosticList diagnostics={diagnostics} />
    </>
  )
}

function Changes({ plan }: { plan: PluginGrantPlan }) {
  const lines = changeTexts(plan)
  return (
    <>
      {lines.length > 0 && (
        <ul className={styles.lines}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <GrantChanges plan={plan} />
    </>
  )
}

/** Without new permissions, which are shown with the people who gain them. */
function changeTexts({ permissions, operations, fields_added, affected, suggested_roles }: PluginGrantPlan): string[] {
  return [
    ...permissions.renamed.map(({ from, to }) => `The permission ${from} is now called ${to}.`),
    ...permissions.removed.map((name) => `The permission ${name} is gone.`),
    ...operations.map(({ name, from, to }) => `${name} requires ${to} instead of ${from}.`),
    ...fields_added.map(
      ({ resource, fields }) => `New fields of ${resource}, which no role hides: ${fields.join(', ')}.`,
    ),
    ...affected.flatMap(({ kind, name, permissions: gone, limits }) => [
      ...gone.map((each) => `The ${kind} “${name}” names ${each.name}${now(each.renamed_to)}.`),
      ...limits.map(({ resource, value, message }) => `The ${kind} “${name}”, ${resource} [${value}]: ${message}`),
    ]),
    ...suggested_roles.map(
      ({ title, change, role }) =>
        `The suggested role “${title}” is ${change}.${role ? ` Your role “${role.label}” stays as it is.` : ''}`,
    ),
  ]
}

const now = (name: string | undefined) => (name === undefined ? ', which is gone' : `, which is now called ${name}`)
