import type { Option } from '@atrium/sdk/documents'
import { Blank, isBlank } from './blank.tsx'
import { optionLabel } from './option-label.ts'
import { recurrenceText } from './recurrence-text.ts'

/** A text, or the label of the option it stands for. A recurrence rule is said in words: nobody keeps one for its letters. */
export function TextValue({ value, options }: { value: unknown; options?: readonly Option[] | undefined }) {
  if (isBlank(value)) return <Blank />
  const text = optionLabel(options, value)
  return <>{recurrenceText(text) ?? text}</>
}
