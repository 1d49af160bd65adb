import { Button, Modal, Select, TextInput } from '@mantine/core'
import type { CalendarWidget, Option } from '@atrium/sdk/documents'
import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { HeldFields } from '../editor/held-fields.tsx'
import { t } from '../language/t.ts'
import { toLocalTime } from '../values/dates.ts'
import { useReturnedFocus } from '../screen/returned-focus.ts'
import '../theme/modal.css'
import { selectProps } from '../theme/select-props.ts'
import { asText } from '../values/as-text.ts'
import { placeAt } from './entry-place.ts'
import { placeTimes, zoneName } from './entry-words.ts'
import styles from './move-dialog.module.css'
import type { AskedMove, Moves } from './use-moves.ts'

interface MoveDialogProps {
  asked: AskedMove
  moves: Moves
  resource: CalendarWidget['resource']
  choices: readonly Option[] | undefined
}

/** Moves an entry by entering a day, a time and a resource. Shows the reason if the host refuses. */
export function MoveDialog({
  asked: { entry, place, refusal, isSending = false },
  moves,
  resource,
  choices,
}: MoveDialogProps) {
  const [day, setDay] = useState(() => localOf(place.start).slice(0, 10))
  const [time, setTime] = useState(() => localOf(place.start).slice(11, 16))
  const [taken, setTaken] = useState(() => (resource ? asText(place.resource ?? entry.record[resource.name]) : ''))
  const wanted = placeAt(entry, `${day} ${time}:00`)
  useReturnedFocus(true)

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (wanted === null) return
    const chosen = choices?.find(({ value }) => String(value) === taken)
    moves.answer(entry, { ...wanted, ...(chosen && { resource: chosen.value }) })
  }

  return (
    <Modal opened onClose={moves.dismiss} title={t('Move {title}', { title: entry.title })} size={420}>
      <form noValidate onSubmit={onSubmit}>
        {moves.confirm !== undefined && <p className={styles.question}>{moves.confirm}</p>}
        <HeldFields isHeld={isSending} className={styles.fields}>
          <TextInput
            type="date"
            label={t('Day')}
            required
            value={day}
            onChange={(event) => setDay(event.target.value)}
            data-autofocus
          />
          <TextInput
            type="time"
            label={t('Time')}
            required
            step={moves.step * 60}
            value={time}
            onChange={(event) => setTime(event.target.value)}
            error={wanted === null && day !== '' && time !== '' && t('Clocks skip this time on that day')}
          />
          {resource && choices && (
            <Select
              {...selectProps}
              className={styles.wide ?? ''}
              label={resource.label}
              data={choices.map(({ value, label }) => ({ value: String(value), label }))}
              value={taken}
              onChange={(value) => setTaken(value ?? '')}
              allowDeselect={false}
              searchable
            />
          )}
        </HeldFields>
        <p className={styles.when}>
          {wanted && placeTimes(wanted)} <span className={styles.zone}>{zoneName(place.start)}</span>
        </p>
        <p role="alert" className={styles.refusal}>
          {refusal}
        </p>
        <div className={styles.buttons}>
          <Button variant="default" onClick={moves.dismiss}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isSending} disabled={wanted === null}>
            {t('Move')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

const localOf = (moment: Date) => toLocalTime(moment.toISOString()) ?? ''
