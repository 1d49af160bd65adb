import { Button, TextInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { t } from '../language/t.ts'
import { csvOf } from '../values/csv.ts'
import { formatCount } from '../values/person-formats.ts'
import { saveFile } from '../values/save-file.ts'
import styles from './import-dialog.module.css'
import type { Refusal } from './plan-import.ts'
import type { Importing } from './use-importing.ts'

interface RefusedLinesProps {
  importing: Importing
  refused: readonly Refusal[]
  /** The name of the file with these lines. */
  name: string
}

/** The most lines that are corrected here at once; more are corrected in the file. */
const MOST = 50

/** The refused lines with their reasons. The cells that are wrong can be corrected in place. */
export function RefusedLines({ importing, refused, name }: RefusedLinesProps) {
  const { sheet, targets, choices } = importing
  if (sheet === null) return null
  const labelOf = (field: string) => targets.find((each) => each.name === field)?.label ?? field
  const reasonOf = ({ problems, general }: Refusal) =>
    [...Object.entries(problems).map(([field, problem]) => `${labelOf(field)}: ${problem}`), ...general].join(' ')
  const download = () =>
    saveFile(
      `${name}-refused.csv`,
      csvOf([
        [...sheet.headings, t('Reason')],
        ...refused.map((each) => [...importing.lineNow(each.line).cells, reasonOf(each)]),
      ]),
    )
  const columns = choices.matching.flatMap((field, at) =>
    field === null ? [] : [{ field, at, label: labelOf(field) }],
  )

  return (
    <section className={styles.refused} aria-label={t('Refused lines')}>
      <div className={styles.refusedHead}>
        <h4 className={styles.title}>
          {refused.length > MOST
            ? t('The first {count} of {total} refused lines', { count: MOST, total: formatCount(refused.length) })
            : t('Refused lines')}
        </h4>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={download}
        >
          {t('Download as CSV')}
        </Button>
      </div>
      <ol className={styles.lines}>
        {refused.slice(0, MOST).map((refusal) => (
          <RefusedLine key={refusal.line.line} {...{ importing, refusal, columns }} />
        ))}
      </ol>
    </section>
  )
}

interface RefusedLineProps {
  importing: Importing
  refusal: Refusal
  columns: readonly { field: string; at: number; label: string }[]
}

/** The wrong cells of a line; all of its cells if the line is wrong as a whole. */
function RefusedLine({ importing, refusal: { line, problems, general }, columns }: RefusedLineProps) {
  const present = importing.lineNow(line)
  const shown = general.length > 0 ? columns : columns.filter(({ field }) => field in problems)
  const first = line.cells.find((cell) => cell !== '') ?? ''
  return (
    <li className={styles.line}>
      <p className={styles.lineName}>
        <span className={styles.lineNumber}>{t('Line {line}', { line: formatCount(line.line) })}</span>
        <span className={styles.lineText}>{first}</span>
      </p>
      {general.map((reason) => (
        <p key={reason} className={styles.reason}>
          {reason}
        </p>
      ))}
      <div className={styles.cells}>
        {shown.map(({ field, at, label }) => (
          <TextInput
            key={at}
            label={label}
            aria-label={t('{label}, line {line}', { label, line: line.line })}
            defaultValue={present.cells[at] ?? ''}
            error={problems[field]}
            onChange={(event) => importing.edit(line, at, event.currentTarget.value)}
          />
        ))}
      </div>
    </li>
  )
}
