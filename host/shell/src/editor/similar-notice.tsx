import type { SimilarRecord } from '@atrium/sdk/documents'
import { Button, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { RecordId } from '../api/paths.ts'
import { resourcesOptions } from '../api/documents.ts'
import { fillPath } from '../api/paths.ts'
import { answerOptions, relatedOptions } from '../api/records.ts'
import { similarQuery } from '../form/similar-query.ts'
import type { RecordForm } from '../form/use-record-form.ts'
import { t } from '../language/t.ts'
import { translated } from '../language/translated.ts'
import { PathLink } from '../screen/path-link.tsx'
import { usePanel } from '../screen/panel-context.ts'
import { joinTexts } from '../values/as-text.ts'
import { useSubtitles } from '../values/record-subtitle.ts'
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
  const subtitleOf = useSimilarSubtitles(definition.resource_id, data.slice(0, SHOWN))
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
              <span className={styles.label}>{joinTexts(subtitleOf(id), reasons.map(translated).join(', '))}</span>
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

/** The subtitles of these records, as the resource declares them. A record that cannot be read has none. */
function useSimilarSubtitles(
  resourceId: string | undefined,
  similar: readonly SimilarRecord[],
): (id: RecordId) => string {
  const { panel, isSearchable } = usePanel()
  const { data: resources } = useQuery({ ...resourcesOptions(panel.id), enabled: isSearchable })
  const resource = resources?.find(({ id }) => id === resourceId)
  const { list_path = '', record_title_attribute: title_attribute = '', record_subtitle } = resource ?? {}
  const ids = similar.map(({ id }) => id)
  const { data: records = [] } = useQuery({
    ...relatedOptions({ list_path, title_attribute }, ids),
    enabled: record_subtitle !== undefined && list_path !== '' && ids.length > 0,
    placeholderData: keepPreviousData,
  })
  const subtitleOf = useSubtitles(record_subtitle, records)
  return (id) => {
    const record = records.find((each) => each.id === id)
    return record === undefined ? '' : subtitleOf(record).trim()
  }
}
