import type { GrantPlan } from '@atrium/sdk/documents'
import { useQuery } from '@tanstack/react-query'
import { choicesOptions } from '../api/records.ts'
import { arrow } from '../language/direction.ts'
import { t, tn } from '../language/t.ts'
import styles from './grant-changes.module.css'

/** Who gains and loses which grants, by person, and the number of others without changes. */
export function GrantChanges({ plan: { people, unchanged } }: { plan: GrantPlan }) {
  return (
    <>
      {people.length > 0 && (
        <ul className={styles.people}>
          {people.map((person) => (
            <li key={person.id} className={styles.person}>
              <p className={styles.name}>{person.name}</p>
              <Change label={t('Gains')} permissions={person.gains} />
              <Change label={t('Loses')} permissions={person.loses} />
              {person.limits.map((limit) => (
                <p key={limit.resource + limit.permissions.join()} className={styles.line}>
                  <strong>{limit.resource}:</strong> {reachText(limit.before)} {arrow()} {reachText(limit.after)} (
                  {limit.permissions.join(', ')})
                </p>
              ))}
            </li>
          ))}
        </ul>
      )}
      <p className={styles.line}>{unchangedText(people.length, unchanged)}</p>
    </>
  )
}

function unchangedText(changed: number, unchanged: number): string | null {
  if (changed === 0) return t('Nobody gains or loses anything.')
  if (unchanged === 0) return null
  return tn('For 1 other person nothing changes.', 'For {count} others nothing changes.', unchanged)
}

function Change({ label, permissions }: { label: string; permissions: readonly string[] }) {
  if (permissions.length === 0) return null
  return (
    <div className={styles.line} role="group" aria-label={label}>
      <strong>{label}:</strong>
      <PermissionList permissions={permissions} />
    </div>
  )
}

type Reach = GrantPlan['people'][number]['limits'][number]['before']

/** The reach of permissions, in words. */
function reachText(reach: Reach): string {
  if (reach === null) return t('everything')
  if (reach.length === 0) return t('nothing')
  return reach.map(wayText).join(t(', or '))
}

function wayText({ where, hidden, read_only }: NonNullable<Reach>[number]): string {
  return [
    where === '' ? t('all records') : t('records with {where}', { where }),
    ...(hidden.length > 0 ? [t('without {fields}', { fields: hidden.join(', ') })] : []),
    ...(read_only.length > 0 ? [t('{fields} not to be changed', { fields: read_only.join(', ') })] : []),
  ].join(' ')
}

/** Permissions in the words of the role form, each with its code beside it. */
function PermissionList({ permissions }: { permissions: readonly string[] }) {
  const wordsOf = usePermissionWords()
  return (
    <ul className={styles.permissions}>
      {permissions.map((permission) => {
        const words = wordsOf(permission)
        return (
          <li key={permission}>
            {words !== undefined && `${words} `}
            <code>{permission}</code>
          </li>
        )
      })}
    </ul>
  )
}

const CHOICES = '/api/v1/platform/choices/permissions'

/**
 * Finds the words of a permission: `Clients: Notes – See`. Undefined for permissions that no active plugin uses, and for people who may not
 * see the list.
 */
function usePermissionWords(): (permission: string) => string | undefined {
  const { data = [] } = useQuery({ ...choicesOptions(CHOICES), retry: false })
  return (permission) => {
    const choice = data.find(({ value }) => value === permission)
    if (choice === undefined) return undefined
    return choice.description === undefined || permission.includes('*')
      ? choice.label
      : `${choice.group} – ${choice.label}`
  }
}
