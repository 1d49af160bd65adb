import { Blank } from './blank.tsx'
import { formatInstant, formatSince, readDate } from './format-date.ts'

/** How long ago something was; the exact instant when pointed at. */
export function SinceValue({ value }: { value: unknown }) {
  const date = readDate(value)
  if (!date) return <Blank />
  return (
    <time dateTime={String(value)} title={formatInstant(date)}>
      {formatSince(date)}
    </time>
  )
}
