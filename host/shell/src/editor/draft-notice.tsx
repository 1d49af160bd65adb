import type { Field, FormDefinition } from '@atrium/sdk/documents'
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

/** `Client: Grace Hopper · Notes: calls again · Price`: the first related record and the texts of a draft, and the names of its other fields. */
function useEntered({ values }: Draft, { fields }: FormDefinition): string {
  const filled = Object.entries(fields).filter(([name]) => !isEmpty(values[name]))
  const [chosen, field] = filled.find(([, { kind }]) => kind === 'relation') ?? []
  const target = field?.kind === 'relation' ? field.relation : { list_path: '', title_attribute: '' }
  const ids = chosen === undefined ? [] : recordIds([values[chosen]])
  const { data: [record] = [] } = useQuery(relatedOptions(target, ids))
  const readable = ([name, field]: (typeof filled)[number]) =>
    name === chosen && record ? recordTitle(record, target.title_attribute) : textOf(field, values[name])
  const [told, named] = [filled.filter(readable), filled.filter((each) => !readable(each))]
  const texts = [...told.map((each) => `${each[1].label}: ${readable(each)}`), ...named.map(([, { label }]) => label)]
  const more = texts.length - MOST_NAMED
  return [...texts.slice(0, MOST_NAMED), ...(more > 0 ? [t('and {count} more', { count: more })] : [])].join(' · ')
}

/** What was typed into a field that everybody may see; undefined for other fields. */
function textOf(field: Field, value: unknown): string | undefined {
  const isMasked = field.kind === 'text' && (field.input === 'password' || field.input === 'secret')
  const isTyped = field.kind === 'text' || field.kind === 'textarea'
  return isTyped && !isMasked && typeof value === 'string' ? value : undefined
}
