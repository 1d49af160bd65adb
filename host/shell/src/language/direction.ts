import { currentLanguage } from './spoken.ts'

const MIRRORED: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/** The key as it is meant along the text: in a language that is written from right to left, the left arrow leads forward. */
export const readingKey = (key: string): string =>
  currentLanguage().direction === 'rtl' ? (MIRRORED[key] ?? key) : key

/** An arrow that points along the text: from the value before to the one after. */
export const arrow = (): string => (currentLanguage().direction === 'rtl' ? '←' : '→')

/** The days, months and years of a date picker. */
const PICKED = /\bmantine-\S+-(?:month|monthsList|yearsList)\b/

/**
 * Swaps the horizontal arrow keys in date pickers while the language is written from right to left. Mantine mirrors their days, but not their
 * keys.
 */
export function mirrorPickerKeys(): void {
  const onKey = (event: KeyboardEvent) => {
    const { key, target, isTrusted } = event
    const meant = readingKey(key)
    if (!isTrusted || meant === key || !(target instanceof Element)) return
    if (!PICKED.test(target.closest('table')?.className ?? '')) return
    event.preventDefault()
    event.stopPropagation()
    target.dispatchEvent(new KeyboardEvent('keydown', { key: meant, bubbles: true, cancelable: true }))
  }
  document.addEventListener('keydown', onKey, { capture: true })
}
