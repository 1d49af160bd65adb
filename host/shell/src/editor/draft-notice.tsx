import type { FormDefinition } from '@atrium/sdk/documents'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { relatedOptions } from '../api/records.ts'
import type { Draft } from '../form/draft.ts'
import { isEmpty } from '../form/form-values.ts'
import { t } from '../language/t.ts'
import { formatInstant } from '../values/dates.ts'
import { recordIds, recordTitle } from '../values/record-title.ts'
import styles from './form-body.module.css'
import { focusIfLost } from './form-focus.ts'

interface DraftNoticeProps {
  draft: Draft
  definition: FormDefinition
  onRestore: () => void
  onDiscard: () => void
}

/** Offers the input of an earlier visit, and says what was entered, because it may belong to something else than what one does now. */
export function DraftNotice({ draft, definition, onRestore, onDiscard }: DraftNoticeProps) {
  const entered = useEntered(draft, definition)
  /** The button goes with the notice, unless another draft follows. */
  const goOn = (run: () => void) => (event: MouseEvent<HTMLButtonElement>) => {
    const form = event.currentTarget.closest('section')?.querySelector('form')
    run()
    if (form) focusIfLost(form, definition.operation === 'create')
  }
  return (
    <div className={styles.notice} role="status">
      <div className={styles.text}>
        <p className={styles.title}>
          {t('You had unsaved changes from {saved_at}', { saved_at: formatInstant(new Date(draft.saved_at)) })}
        </p>
        {entered !== '' && (
          <p className={styles.detail}>
            <bdi>{entered}</bdi>
          </p>
        )}
      </div>
      <Button size="compact-sm" onClick={goOn(onRestore)}>
        {t('Restore')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={goOn(onDiscard)}>
        {t('Discard')}
      </Button>
    </div>
  )
}

/** More would be read by nobody. */
const MOST_NAMED = 3

/** `Client: Grace Hopper · Notes: calls again`: the first related record and the first texts of a draft. */
function useEntered({ values }: Draft, { fields }: FormDefinition): string {
  const filled = Object.entries(fields).filter(([name]) => !isEmpty(values[name]))
  const [chosen, field] = filled.find(([, { kind }]) => kind === 'relation') ?? []
  const target = field?.kind === 'relation' ? field.relation : { list_path: '', title_attribute: '' }
  const ids = chosen === undefined ? [] : recordIds([values[chosen]])
  const { data: [record] = [] } = useQuery(relatedOptions(target, ids))
  const texts = filled.flatMap(([name, { kind, label }]) => {
    const value = values[name]
    if (name === chosen && record) return `${label}: ${recordTitle(record, target.title_attribute)}`
    return kind === 'text' && typeof value === 'string' ? `${label}: ${value}` : []
  })
  return texts.slice(0, MOST_NAMED).join(' · ')
}
