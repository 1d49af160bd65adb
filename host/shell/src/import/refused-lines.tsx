import { Button, TextInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { t, tn } from '../language/t.ts'
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
  const columns = choices.matching.flatMap((field, at) =>
    field === null ? [] : [{ field, at, label: labelOf(field) }],
  )
  const reasonOf = ({ problems, general }: Refusal) => {
    const ofCells = columns.flatMap(
      ({ field, label }) => problems[field]?.map((problem) => `${label}: ${problem}`) ?? [],
    )
    return [...ofCells, ...general].join('\n')
  }
  const download = () =>
    saveFile(
      `${name}-refused.csv`,
      csvOf([
        [...sheet.headings, t('Reason')],
        ...refused.map((each) => [...importing.lineNow(each.line).cells, reasonOf(each)]),
      ]),
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

/** The most mistakes of a line that are shown before one asks for the others, and the most of a single cell. */
const MOST_AT_FIRST = 6
const MOST_IN_CELL = 3
/** The most cells that tell whose line it is. The wrong ones are shown below. */
const MOST_TOLD = 2

/** The wrong cells of a line; all of its cells if the line is wrong as a whole. */
function RefusedLine({ importing, refusal: { line, problems, general }, columns }: RefusedLineProps) {
  const [isWhole, setWhole] = useState(false)
  const present = importing.lineNow(line)
  const wrong = columns.filter(({ field }) => field in problems)
  const most = isWhole ? Infinity : MOST_AT_FIRST
  const reasons = general.slice(0, most)
  const late = new Set(wrong.slice(Math.max(0, most - reasons.length)))
  const shown = columns.filter((each) => (wrong.includes(each) ? !late.has(each) : general.length > 0))
  const more = Math.max(0, general.length + wrong.length - MOST_AT_FIRST)
  const told = line.cells.filter((cell, at) => cell !== '' && !wrong.some((each) => each.at === at))
  return (
    <li className={styles.line}>
      <p className={styles.lineName}>
        <span className={styles.lineNumber}>{t('Line {line}', { line: formatCount(line.line) })}</span>
        <span className={styles.lineText}>{told.slice(0, MOST_TOLD).join(' · ')}</span>
      </p>
      {reasons.map((reason) => (
        <p key={reason} className={styles.reason}>
          {reason}
        </p>
      ))}
      <div className={styles.cells}>
        {shown.map(({ field, at, label }) => (
          <Cell
            key={at}
            label={label}
            line={line.line}
            text={present.cells[at] ?? ''}
            reasons={problems[field]}
            onEdit={(text) => importing.edit(line, at, text)}
          />
        ))}
      </div>
      {more > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={styles.more}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? t('Show fewer') : moreMistakes(more)}
        </Button>
      )}
    </li>
  )
}

interface CellProps {
  label: string
  line: number
  text: string
  /** What is wrong with it; undefined if only its line as a whole is refused. */
  reasons: readonly string[] | undefined
  onEdit: (text: string) => void
}

/** A cell that can be corrected. What was wrong with it is no longer said of another text. */
function Cell({ label, line, text, reasons, onEdit }: CellProps) {
  const [isEdited, setEdited] = useState(false)
  return (
    <TextInput
      label={label}
      aria-label={t('{label}, line {line}', { label, line })}
      defaultValue={text}
      description={isEdited && reasons && t('Not checked yet')}
      error={!isEdited && reasons && <CellReasons reasons={reasons} />}
      onChange={({ currentTarget }) => {
        setEdited(true)
        onEdit(currentTarget.value)
      }}
    />
  )
}

function CellReasons({ reasons }: { reasons: readonly string[] }) {
  const more = reasons.length - MOST_IN_CELL
  return [...reasons.slice(0, MOST_IN_CELL), ...(more > 0 ? [moreMistakes(more)] : [])].map((reason) => (
    <span key={reason} className={styles.cellReason}>
      {reason}
    </span>
  ))
}

const moreMistakes = (count: number) => tn('and {count} more mistake', 'and {count} more mistakes', count)
