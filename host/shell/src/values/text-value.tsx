import type { Option } from '@atrium/sdk/documents'
import { Blank, isBlank } from './blank.tsx'
import { optionLabel } from './option-label.ts'

/** A text, or the label of the option it stands for. */
export function TextValue({ value, options }: { value: unknown; options?: readonly Option[] | undefined }) {
  if (isBlank(value)) return <Blank />
  return <>{optionLabel(options, value)}</>
}
