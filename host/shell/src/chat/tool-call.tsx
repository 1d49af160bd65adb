import { Loader } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconChevronRight, IconHandStop } from '@tabler/icons-react'
import { useState } from 'react'
import { rich } from '../language/rich.tsx'
import { t } from '../language/t.ts'
import { translated } from '../language/translated.ts'
import type { Values } from './chat-frames.ts'
import type { Call } from './conversation.ts'
import { DescribedValues, NamedValues } from '../record/described-values.tsx'
import { EntryValue } from '../record/entry-nodes.tsx'
import { fieldWords } from '../values/as-text.ts'
import styles from './tool-call.module.css'

/** The name of a tool for people, in their language if the host has it. */
export const toolTitle = ({ title, tool }: Pick<Call, 'title' | 'tool'>): string =>
  title === undefined ? fieldWords(tool) : translated(title)

/** A tool call in one line that opens to its input and result. */
export function ToolCall({ call, isOver }: { call: Call; isOver: boolean }) {
  const { text, icon } = standing(call, isOver)
  const input = asValues(call.input)
  const problem = problemOf(call)
  // Their titles and labels are read from the host, and a long conversation has many calls that nobody opens.
  const [isOpened, setOpened] = useState(false)
  return (
    <details className={styles.call} onToggle={() => setOpened(true)}>
      <summary className={styles.summary}>
        <IconChevronRight size={14} className={styles.chevron} aria-hidden />
        <span className={styles.icon}>{icon}</span>
        <span className={styles.title}>{toolTitle(call)}</span>
        <span className={styles.standing}>{text}</span>
        {problem !== undefined && <span className={styles.problem}>{problem}</span>}
      </summary>
      <div className={styles.body}>
        <p className={styles.label}>{rich('Asked {tool}', { tool: <code>{call.tool}</code> })}</p>
        {isOpened && <Arguments values={input} operation={call.operation} />}
        {call.result && <Result result={call.result} />}
      </div>
    </details>
  )
}

/** The arguments, as on the screens of the operation if there is one. */
function Arguments({ values = {}, operation }: { values: Values | undefined; operation: string | undefined }) {
  if (Object.keys(values).length === 0) return <p className={styles.none}>{t('Without arguments.')}</p>
  if (operation === undefined) return <NamedValues values={values} />
  return <DescribedValues Value={EntryValue} about={operation} values={values} />
}

function Result({ result: { ok, summary, value } }: { result: NonNullable<Call['result']> }) {
  const text = value === undefined ? indented(summary) : JSON.stringify(value, null, 2)
  return (
    <>
      <p className={styles.label}>{ok ? t('Answered') : t('Failed')}</p>
      <pre className={styles.result} tabIndex={0} aria-label={ok ? t('Answer') : t('Failure')}>
        {text}
      </pre>
    </>
  )
}

/** People's own decisions, which the card of the approval shows. */
const DECIDED = /^(rejected|expired|cancelled|approval_stale): /

/** The most characters of a failure that are shown while the call is closed. */
const LONGEST = 240

/** Why a call failed, without its code. The model gets more details. */
function problemOf({ result }: Call): string | undefined {
  if (result === undefined || result.ok || DECIDED.test(result.summary)) return undefined
  const [line = ''] = result.summary.split('\n', 1)
  const text = line.replace(/^[a-z_]+: /, '')
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

function standing({ result, approval }: Call, isOver: boolean) {
  if (result?.ok === true) return { text: t('done'), icon: <IconCheck size={14} data-color="green" aria-hidden /> }
  if (result !== undefined && !DECIDED.test(result.summary))
    return { text: t('failed'), icon: <IconAlertTriangle size={14} data-color="red" aria-hidden /> }
  if (isOver || result !== undefined)
    return { text: t('not done'), icon: <IconAlertTriangle size={14} data-color="gray" aria-hidden /> }
  if (approval !== undefined)
    return { text: t('waits for approval'), icon: <IconHandStop size={14} data-color="orange" aria-hidden /> }
  return { text: t('running'), icon: <Loader size={12} color="gray" aria-hidden /> }
}

/** JSON with line breaks; any other text as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** The arguments by their names. Undefined if they are not an object. */
export function asValues(input: unknown): Values | undefined {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
  return isObject ? (input as Record<string, unknown>) : undefined
}
