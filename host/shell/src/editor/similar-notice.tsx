import type { SimilarRecord } from '@atrium/sdk/documents'
import { Button, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { RecordId } from '../api/paths.ts'
import { fillPath } from '../api/paths.ts'
import { answerOptions } from '../api/records.ts'
import { similarQuery } from '../form/similar-query.ts'
import type { RecordForm } from '../form/use-record-form.ts'
import { t } from '../language/t.ts'
import { translated } from '../language/translated.ts'
import { PathLink } from '../screen/path-link.tsx'
import { usePanel } from '../screen/panel-context.ts'
import styles from './form-body.module.css'

/** Uses a similar record instead of the one being entered; null where only a link to it makes sense. */
export const ChooseSimilar = createContext<((id: RecordId) => void) | null>(null)

/** The most records that are named. */
const SHOWN = 3

/** Names the records similar to the one being entered. It stays while the next answer is loading. */
export function SimilarNotice({ form: { definition, values, states } }: { form: RecordForm }) {
  const choose = use(ChooseSimilar)
  const { panel } = usePanel()
  const [path] = useDebouncedValue(similarQuery(definition, values, states), 300)
  const { data = [] } = useQuery({
    ...answerOptions<SimilarRecord[]>(path ?? ''),
    enabled: path !== null,
    placeholderData: keepPreviousData,
  })
  if (path === null || data.length === 0) return null
  const view = panel.screens.find(({ kind, resource_id }) => kind === 'view' && resource_id === definition.resource_id)
  return (
    <div className={`${styles.notice} ${styles.beside}`} role="status">
      <div className={styles.text}>
        <p className={styles.title}>{t('Is it one of these?')}</p>
        <ul className={styles.similar}>
          {data.slice(0, SHOWN).map(({ id, title, reasons }) => (
            <li key={id}>
              {view ? (
                <PathLink href={fillPath(view.path, id)} target="_blank" className={styles.link}>
                  {title}
                  <VisuallyHidden>{t('(in a new window)')}</VisuallyHidden>
                </PathLink>
              ) : (
                title
              )}
              <span className={styles.label}>{reasons.map(translated).join(', ')}</span>
              {choose && (
                <Button
                  size="compact-xs"
                  variant="default"
                  onClick={() => choose(id)}
                  aria-label={t('Choose {title}', { title })}
                >
                  {t('Choose')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
