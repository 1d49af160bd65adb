import { Blank } from './blank.tsx'
import { formatDay, readDate } from './format-date.ts'

/** A calendar day. */
export function DateValue({ value }: { value: unknown }) {
  const date = readDate(value)
  return date ? <time dateTime={String(value)}>{formatDay(date)}</time> : <Blank />
}
