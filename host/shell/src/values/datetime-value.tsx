import { Blank } from './blank.tsx'
import { formatInstant, readDate } from './format-date.ts'

/** An instant, in the person's zone. */
export function DatetimeValue({ value }: { value: unknown }) {
  const date = readDate(value)
  return date ? <time dateTime={String(value)}>{formatInstant(date)}</time> : <Blank />
}
