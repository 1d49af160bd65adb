import { Select } from '@mantine/core'
import { t } from '../language/t.ts'
import { formatDay, readDate } from '../values/dates.ts'
import { type Notation, numbersWith } from '../values/notation.ts'
import { numberFormat } from '../values/person-formats.ts'
import { readShownDay } from '../values/typed-moment.ts'
import { readTypedNumber } from '../values/typed-number.ts'
import { selectProps } from '../theme/select-props.ts'
import type { Importing } from './use-importing.ts'

/** What days and numbers of the file mean, if that is not certain: each choice shows the meaning of one of them. */
export function NotationChoice({ importing }: { importing: Importing }) {
  const { day, number } = importing.sheetNotation
  const { notation } = importing.choices
  const choose = (changed: Notation) => importing.choose({ notation: { ...notation, ...changed } })
  return (
    <>
      {day !== undefined && (
        <Select
          {...selectProps}
          label={t('Days such as {day}', { day })}
          placeholder={t('Choose…')}
          data={(['day', 'month'] as const).map((first) => ({ value: first, label: dayLabel(day, first) }))}
          value={notation.first ?? null}
          onChange={(first) => choose({ first: first === 'day' ? 'day' : 'month' })}
          allowDeselect={false}
        />
      )}
      {number !== undefined && (
        <Select
          {...selectProps}
          label={t('Numbers such as {number}', { number })}
          data={([',', '.'] as const).map((decimal) => ({ value: decimal, label: numberLabel(number, decimal) }))}
          value={notation.decimal ?? null}
          onChange={(decimal) => choose({ decimal: decimal === ',' ? ',' : '.' })}
          allowDeselect={false}
        />
      )}
    </>
  )
}

function dayLabel(text: string, first: 'day' | 'month'): string {
  const [written = ''] = text.split(/[ T]/, 1)
  const date = readDate(readShownDay(written, { first }))
  return `${first === 'day' ? t('Day first') : t('Month first')}: ${date ? formatDay(date) : t('not a day')}`
}

function numberLabel(text: string, decimal: ',' | '.'): string {
  const bare = text.replaceAll(/[^\d.,+-]/g, '')
  const read = readTypedNumber(bare, numbersWith(decimal))
  const shown =
    read === undefined ? t('not a number') : numberFormat({ maximumFractionDigits: 20 }).format(Number(read))
  return decimal === ','
    ? t('The comma is decimal: {example}', { example: shown })
    : t('The point is decimal: {example}', { example: shown })
}
