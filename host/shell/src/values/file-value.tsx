import { Blank } from './blank.tsx'
import { formatBytes } from './format-bytes.ts'

/** A file that has been chosen and not yet sent. */
export function FileValue({ value }: { value: unknown }) {
  return value instanceof File ? <>{`${value.name} (${formatBytes(value.size)})`}</> : <Blank />
}
