import type { SlotSource } from '@atrium/sdk/documents'
import { useQuery } from '@tanstack/react-query'
import { use, useEffect, useState } from 'react'
import { useKept } from '../api/query-client.ts'
import { answerOptions } from '../api/records.ts'
import { dependentPath, withoutParameter } from '../form/dependent-path.ts'
import { type FieldScope, useForm } from '../form/form-scope.ts'
import { type FormValues, isEmpty, isSame } from '../form/form-values.ts'
import { WantedDay } from '../form/wanted-day.ts'
import { personZone } from '../values/person-formats.ts'
import { dayIn, isSameInstant, monthOf, nextMonth, slotTimes, startsOf, zonesOf } from './slot-times.ts'

interface SlotsOptions {
  /** The value of the field. */
  value: string | undefined
  /** The initial value of the field. */
  initial: string | undefined
  /** Whether the value must be one of the slots. */
  isBound: boolean
  onChange: (value: unknown) => void
}

/** How many months without a slot are skipped automatically, while no day is wanted. */
const MOST_SKIPPED = 2

/**
 * Reads the times of one month. The initial value stays on offer until a field that the times depend on is changed. After that, a value
 * that is no longer on offer is cleared, and comes back if another change offers it again. A value that somebody else takes in the meantime
 * stays, and `isTaken` is true. A chosen slot fills the fields that the source names; the time that the edited record already has fills none.
 */
export function useSlots(source: SlotSource, { value, initial, isBound, onChange }: SlotsOptions) {
  const scope = useForm()
  const [zone, setZone] = useState(personZone)
  const today = dayIn(zone, new Date())
  const valueDay = value === undefined ? undefined : dayIn(zone, new Date(value))
  const openedFor = use(WantedDay) ?? ''
  // The day that was clicked in a calendar is still the wanted one if its time is not on offer.
  const wantedDay = useKept(valueDay) ?? (openedFor >= today ? openedFor : undefined)
  const [lost, setLost] = useState<string>()
  const [cameBack, setCameBack] = useState('')
  const [month, setMonth] = useState(() => monthOf(wantedDay ?? today).first)
  const [skipped, setSkipped] = useState(0)

  const [filled, setFilled] = useState<FormValues>({})
  const open = (source.fills ?? []).filter((name) => isOpen(name, scope, filled))
  const path = open.reduce((left, name) => withoutParameter(left, `{${name}}`), source.path)
  const ask = (from: string, to: string) => dependentPath(path, scope, { from, to, zone })
  const { first, last } = monthOf(month)
  const shown = ask(first < today ? today : first, last)
  const query = useQuery({ ...answerOptions(shown.path ?? ''), enabled: shown.path !== null && last >= today })
  const starts = startsOf(query.data, source)
  const kept = shown.hasChanged || initial === undefined || starts.some((each) => isSameInstant(each, initial))
  const times = slotTimes(kept ? starts : [...starts, initial].sort(byTime), zone)
  const inMonth = times.filter(({ day }) => day.slice(0, 7) === month.slice(0, 7))

  if (inMonth.length === 0) {
    // The month may have passed in the chosen time zone only.
    if (last < today) setMonth(monthOf(today).first)
    // The times of a wanted day may only be missing until another field is chosen.
    else if (query.isSuccess && wantedDay === undefined && skipped < MOST_SKIPPED) {
      setSkipped(skipped + 1)
      setMonth(nextMonth(month))
    }
  }
  useEffect(() => {
    const isFormer = scope.record !== null && isSameInstant(value, initial)
    // What was clicked together with the time is not replaced without the person.
    const given = isSameInstant(value, initial) ? open.filter((name) => !isEmpty(scope.initial[name])) : []
    const slot = isFormer ? undefined : slotAt(query.data, { source, value, scope, open, given })
    const changed = open.filter((name) => slot !== undefined && !isSame(slot[name], scope.values[name]))
    if (slot === undefined || changed.length === 0) return
    setFilled(Object.fromEntries(open.map((name) => [name, slot[name]])))
    for (const name of changed) scope.setValue(name, slot[name])
  })
  if (value !== undefined && lost !== undefined) setLost(undefined)
  const isOfferedAgain = isBound && value === undefined && times.some(({ starts }) => isSameInstant(starts, lost))
  // Once for each choice of the other fields: the day of the value is read by itself, and may say something else.
  const comesBack = isOfferedAgain && cameBack !== `${shown.path} ${lost}`
  useEffect(() => {
    if (!comesBack) return
    setCameBack(`${shown.path} ${lost}`)
    onChange(lost)
  })
  const isTaken = useClearing(valueDay === undefined ? undefined : ask(valueDay, valueDay), {
    source,
    value,
    isBound,
    onClear: () => {
      setLost(value)
      onChange(undefined)
    },
  })

  return {
    waitsFor: shown.waitsFor,
    times: inMonth,
    wantedDay,
    isTaken,
    /** The value that was cleared. It is chosen again as soon as it is on offer. */
    lost: comesBack ? undefined : lost,
    today,
    month,
    setMonth: (day: string) => {
      setMonth(monthOf(day).first)
      setSkipped(MOST_SKIPPED)
    },
    zone,
    setZone,
    /** The time zone of the person and those of the slots. */
    zones: [...new Set([personZone(), ...zonesOf(query.data, source), zone])],
    isLoading: query.isFetching && query.data === undefined,
    error: query.error,
  }
}

/** Whether a field is to be filled: it is empty, or has what the last chosen slot has filled in, unless that is its initial value. */
const isOpen = (name: string, { values, initial }: FieldScope, filled: FormValues) =>
  isEmpty(values[name]) ||
  (name in filled && isSame(values[name], filled[name]) && !isSame(values[name], initial[name]))

interface SlotAt {
  source: SlotSource
  value: string | undefined
  scope: FieldScope
  /** The fields that a slot fills. */
  open: readonly string[]
  /** Those of them whose initial value the slot must have. */
  given: readonly string[]
}

/** The slot that starts at the chosen time: the one that the form shows already, or else the first. */
function slotAt(answer: unknown, { source, value, scope, open, given }: SlotAt): Record<string, unknown> | undefined {
  if (value === undefined || !Array.isArray(answer)) return undefined
  const slots = (answer as Record<string, unknown>[]).filter((slot) => isSameInstant(slot[source.starts], value))
  const fitting = slots.filter((slot) => given.every((name) => isSame(slot[name], scope.initial[name])))
  return fitting.find((slot) => open.every((name) => isSame(slot[name], scope.values[name]))) ?? fitting[0]
}

const byTime = (a: string, b: string) => Date.parse(a) - Date.parse(b)

type ClearingOptions = Pick<SlotsOptions, 'value' | 'isBound'> & { source: SlotSource; onClear: () => void }

/**
 * Clears a value that the present form never offered. Reads the day of the value, because another month may be shown.
 * @returns whether the value was on offer and has been taken since
 */
function useClearing(
  asked: ReturnType<typeof dependentPath> | undefined,
  { source, value, isBound, onClear }: ClearingOptions,
): boolean {
  const isInDoubt = isBound && asked?.hasChanged === true && !isEmpty(value)
  const path = asked?.path ?? null
  const { data } = useQuery({ ...answerOptions(path ?? ''), enabled: isInDoubt && path !== null })
  const isOffered = data === undefined || startsOf(data, source).some((each) => isSameInstant(each, value))
  const choice = `${path} ${value}`
  const [offered, setOffered] = useState('')
  if (data !== undefined && isOffered && offered !== choice) setOffered(choice)
  const isTaken = isInDoubt && path !== null && !isOffered && offered === choice
  const isGone = isInDoubt && !isTaken && (path === null || !isOffered)
  useEffect(() => {
    if (isGone) onClear()
  })
  return isTaken
}
