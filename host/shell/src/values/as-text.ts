import type { Option } from '@atrium/sdk/documents'

/** Any value as text: nothing for what is not there, JSON for what has parts. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  return JSON.stringify(value)
}

/** What an option is called; the bare value where the document names none. */
export function optionLabel(options: readonly Option[] | undefined, value: unknown): string {
  return options?.find((option) => option.value === value)?.label ?? asText(value)
}

const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const

/** How large a file is, as people say it: `1.5 MB`. */
export function formatBytes(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(bytes, 1)) / 10)))
  return `${Number((bytes / 1024 ** step).toFixed(1))} ${UNITS[step]}`
}
