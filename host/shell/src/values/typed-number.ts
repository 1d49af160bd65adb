import { numberFormat } from './person-formats.ts'
import { currencySign } from './money.ts'
import { numbersWith, type Notation } from './notation.ts'

/**
 * Reads a number as the person's language writes it, with or without group separators, or as programs write it (`1234.5`). Returns it as
 * programs write it; undefined for anything else. In a language with a decimal comma, `1.234` is one thousand.
 */
export function readTypedNumber(typed: string, format: Intl.NumberFormat = numberFormat({})): string | undefined {
  const text = typed
    .replaceAll(/[\s\u00A0\u202F]/g, ' ')
    .trim()
    .replace(/^[\u2212\u2013]/, '-')
  const { group, decimal } = separatorsOf(format)
  const local = new RegExp(`^([+-]?)(\\d+|\\d{1,3}(?:${group}\\d{2,3})*${group}\\d{3})(?:${decimal}(\\d+))?$`).exec(
    text,
  )
  if (local) {
    const [, sign = '', whole = '', fraction] = local
    return `${sign === '-' ? '-' : ''}${whole.replaceAll(/\D/g, '')}${fraction === undefined ? '' : `.${fraction}`}`
  }
  return /^[+-]?\d+(\.\d+)?$/.test(text) ? text.replace('+', '') : undefined
}

/** As parts of a regular expression. People type a space or an apostrophe where a language has special ones. */
function separatorsOf(format: Intl.NumberFormat): { group: string; decimal: string } {
  const parts = format.formatToParts(1_234_567.5)
  const own = (type: 'group' | 'decimal') => parts.find((part) => part.type === type)?.value
  const group = own('group') ?? ','
  const decimal = numberFormat({ minimumFractionDigits: 1 })
    .formatToParts(0.5)
    .find(({ type }) => type === 'decimal')?.value
  const isSpace = /[\s\u00A0\u202F]/.test(group)
  const isApostrophe = group === '’' || group === "'"
  return {
    group: isSpace ? ' ' : isApostrophe ? "['’]" : literal(group),
    decimal: literal(own('decimal') ?? decimal ?? '.'),
  }
}

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Reads an amount with or without its currency: `€12.50`, `12,50 €`, `EUR 12.50`. Otherwise as `readTypedNumber`. */
export function readTypedAmount(typed: string, currency: string, { decimal }: Notation = {}): string | undefined {
  const signs = [currency, currencySign(currency), shownSign(currency)]
  const bare = signs.reduce((text, sign) => text.replace(sign, ''), typed)
  const text = bare.replace(/^\s*([-\u2212])\s+/, '$1')
  const given = numbersWith(decimal)
  if (given) return readTypedNumber(text, given)
  // Some languages group amounts in another way than numbers.
  return readTypedNumber(text, numberFormat({ style: 'currency', currency })) ?? readTypedNumber(text)
}

const shownSign = (currency: string): string =>
  numberFormat({ style: 'currency', currency })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency
