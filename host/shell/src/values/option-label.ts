import type { Option } from '@atrium/sdk/documents'
import { asText } from './as-text.ts'

/** What an option is called; the bare value where the document names none. */
export function optionLabel(options: readonly Option[] | undefined, value: unknown): string {
  return options?.find((option) => option.value === value)?.label ?? asText(value)
}
