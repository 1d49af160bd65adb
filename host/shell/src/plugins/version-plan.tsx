import type { PluginGrantPlan } from '@atrium/sdk/documents'
import { useQuery } from '@tanstack/react-query'
import { versionPlanOptions } from '../api/plugins.ts'
import { arrow } from '../language/direction.ts'
import { msg, quoted, t } from '../language/t.ts'
import { GrantChanges } from '../values/grant-changes.tsx'
import { DiagnosticList } from './diagnostic-list.tsx'
import styles from './version-plan.module.css'

/** The effects of the version in a plugin's folder on people's grants, before it is loaded. */
export function VersionPlan({ id, title }: { id: string; title: string }) {
  const { data: plan, error } = useQuery(versionPlanOptions(id))
  return (
    <section className={styles.plan} aria-label={t('What people may do with {title}', { title })}>
      <h3 className={styles.title}>
        {t('What people may do with {title}', { title: `${title}${versionsText(plan)}` })}
      </h3>
      {!plan && !error && <p className={styles.line}>{t('Working out who gains or loses what…')}</p>}
      {error && (
        <p className={styles.line}>
          {t('It is not known who would gain or lose what. {message}', { message: error.message })}
        </p>
      )}
      {plan && (plan.diagnostics.length > 0 ? <Refused plan={plan} /> : <Changes plan={plan} />)}
    </section>
  )
}

function versionsText({ from, to }: Partial<PluginGrantPlan> = {}): string {
  return from === undefined || to === undefined || from === to ? '' : ` (${from} ${arrow()} ${to})`
}

function Refused({ plan: { diagnostics } }: { plan: PluginGrantPlan }) {
  return (
    <>
      <p className={styles.line}>{t('The version in its folder would be refused, so nothing changes for anybody.')}</p>
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
    ...permissions.renamed.map(({ from, to }) => t('The permission {from} is now called {to}.', { from, to })),
    ...permissions.removed.map((name) => t('The permission {name} is gone.', { name })),
    ...operations.map(({ name, from, to }) => t('{name} requires {to} instead of {from}.', { name, to, from })),
    ...fields_added.map(({ resource, fields }) =>
      t('New fields of {resource}, which no role hides: {fields}.', { resource, fields: fields.join(', ') }),
    ),
    ...affected.flatMap(({ kind, name, permissions: gone, limits }) => [
      ...gone.map((each) =>
        t(each.renamed_to === undefined ? NAMES_GONE[kind] : NAMES_RENAMED[kind], {
          name,
          permission: each.name,
          renamed: each.renamed_to ?? '',
        }),
      ),
      ...limits.map(({ resource, value, message }) => `${quoted(name)}, ${resource} [${value}]: ${message}`),
    ]),
    ...suggested_roles.map(({ title, change, role }) =>
      [
        t(SUGGESTED[change], { title }),
        ...(role ? [t('Your role “{label}” stays as it is.', { label: role.label })] : []),
      ].join(' '),
    ),
  ]
}

const NAMES_GONE = {
  role: msg('The role “{name}” names {permission}, which is gone.'),
  person: msg('“{name}” has {permission}, which is gone.'),
  token: msg('The token “{name}” names {permission}, which is gone.'),
} as const
const NAMES_RENAMED = {
  role: msg('The role “{name}” names {permission}, which is now called {renamed}.'),
  person: msg('“{name}” has {permission}, which is now called {renamed}.'),
  token: msg('The token “{name}” names {permission}, which is now called {renamed}.'),
} as const
const SUGGESTED = {
  added: msg('The suggested role “{title}” is added.'),
  changed: msg('The suggested role “{title}” is changed.'),
  removed: msg('The suggested role “{title}” is removed.'),
} as const
