import type { GrantExplanation } from '@atrium/sdk/documents'
import { useQuery } from '@tanstack/react-query'
import { explainOptions, type Question } from '../api/explain.ts'
import { usePreview } from '../api/preview.ts'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { rich } from '../language/rich.tsx'
import { t } from '../language/t.ts'
import { translated } from '../language/translated.ts'
import { PathLink } from '../screen/path-link.tsx'
import { usePreviewChanges } from '../session/use-preview-changes.ts'
import styles from './explanation.module.css'

interface ExplanationProps {
  question: Question
  /** Called when a link is followed. */
  onLeave: () => void
}

/** The answer to a question: yes or no, the rule that decides, and the smallest grant that would change it. */
export function Explanation({ question, onLeave }: ExplanationProps) {
  const { data, error, refetch } = useQuery(explainOptions(question))
  if (!data) return error ? <ProblemNotice error={error} onRetry={refetch} /> : <ScreenSkeleton />
  const { about, detail, roles, grant, roles_that_allow, person } = data
  return (
    <div className={styles.explanation} role="status">
      <p className={styles.answer}>
        <strong>{wordOf(data)}</strong> {person.name}: {translated(about)}
      </p>
      <p className={styles.detail}>{translated(detail)}</p>
      <dl className={styles.facts}>
        <dt>{t('Roles')}</dt>
        <dd>
          <Roles roles={roles} onLeave={onLeave} />
        </dd>
        {grant?.role && (
          <>
            <dt>{t('Smallest grant that would change it')}</dt>
            <dd>
              {rich('A role with {permissions}', {
                permissions: grant.role.permissions.map((each) => <code key={each}>{each}</code>),
              })}
              {grant.role.conditions.map(({ where }) => ` ${t('for records with {where}', { where })}`)}
            </dd>
            {roles_that_allow.length > 0 && (
              <>
                <dt>{t('Roles that allow it')}</dt>
                <dd>
                  <Roles roles={roles_that_allow} onLeave={onLeave} />
                </dd>
              </>
            )}
          </>
        )}
        {grant?.token !== undefined && (
          <>
            <dt>{t('What the token lacks')}</dt>
            <dd>
              <code>{grant.token}</code>
            </dd>
          </>
        )}
      </dl>
    </div>
  )
}

function wordOf({ allowed, reason }: GrantExplanation): string {
  if (!allowed) return t('No.')
  return reason === 'records_limited' ? t('Only some records.') : t('Yes.')
}

/** Links to the screens of roles. They end a preview, because these screens could not be changed during one. */
function Roles({ roles, onLeave }: { roles: GrantExplanation['roles']; onLeave: () => void }) {
  const isPreview = usePreview() !== null
  const { endAt } = usePreviewChanges()
  if (roles.length === 0) return t('None')
  return (
    <ul className={styles.roles}>
      {roles.map(({ id, label, path }) => (
        <li key={id}>
          {path === undefined ? (
            label
          ) : (
            <PathLink
              href={path}
              onClick={(event) => {
                onLeave()
                if (!isPreview) return
                event.preventDefault()
                endAt(path)
              }}
            >
              {label}
            </PathLink>
          )}
        </li>
      ))}
    </ul>
  )
}
