import type { Option } from '../documents/option.ts'
import type { PerValue } from './field-of.ts'

/** Choices in the order they were written, from value → label. */
export const options_of = <Value>(labels: PerValue<Value, string>): Option[] =>
  Object.entries(labels as Record<string, string>).map(([value, label]) => ({ value, label }))
