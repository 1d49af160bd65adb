import type { Option } from '@atrium/sdk/documents'
import { numberFormat } from './person-formats.ts'

/** Any value as text: empty for null and undefined, JSON for everything except strings. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  return JSON.stringify(value)
}

/** The name of a field for people: `starts_at` → `Starts at`. */
export function fieldWords(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The label of an option; the value itself if it has none. */
export function optionLabel(options: readonly Option[] | undefined, value: unknown): string {
  return options?.find((option) => option.value === value)?.label ?? asText(value)
}

/** What an icon stands for. The labels of yes and no are declared by text. */
export const iconName = (options: readonly Option[] | undefined, value: unknown): string =>
  options?.find((option) => String(option.value) === asText(value))?.label ?? asText(value)

const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const

/** The size of a file for people: `1.5 MB`. */
export function formatBytes(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(bytes, 1)) / 10)))
  return `${numberFormat({ maximumFractionDigits: 1, useGrouping: false }).format(bytes / 1024 ** step)} ${UNITS[step]}`
}

/** Joins texts on one line: `Dec 10, 1985 · ada@example.com`. */
export const joinTexts = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join(' · ')

/** A name without accents, case, spaces and punctuation: `E-mail` → `email`. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
