import { Button } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { ApiProblem } from '../api/api-problem.ts'
import { explainOptions, type Question } from '../api/explain.ts'
import { usePreview } from '../api/preview.ts'
import { t } from '../language/t.ts'
import { usePanel } from '../screen/panel-context.ts'
import { PERMISSIONS, useMay } from '../session/permissions.ts'
import styles from './why.module.css'

const WhyDialog = lazy(() => import('./why-dialog.tsx').then((module) => ({ default: module.WhyDialog })))
const AskDialog = lazy(() => import('./ask-dialog.tsx').then((module) => ({ default: module.AskDialog })))

/** The person or role that a screen is shown to, if the viewer may know the reasons; null if not. */
function useSubject(): Question | null {
  const { session } = usePanel()
  const mayKnow = useMay(PERMISSIONS.explain)
  const shown = usePreview()
  if (shown) return shown.explains ? { [shown.kind]: shown.id } : null
  return mayKnow && session.kind === 'person' ? { person: session.id } : null
}

interface WhyButtonProps {
  /** The path of a screen, a list or a record. */
  path: string
  /** A withheld field of the record. */
  field?: { name: string; label: string }
}

/** Asks why something is not shown. Renders nothing for people who may not know. */
export function WhyButton({ path, field }: WhyButtonProps) {
  const subject = useSubject()
  const [isOpen, open] = useState(false)
  if (subject === null) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconHelpCircle size={16} aria-hidden />}
        onClick={() => open(true)}
        className={styles.button}
      >
        {field ? t('{label}: why?', { label: field.label }) : t('Why?')}
      </Button>
      {isOpen && (
        <Suspense>
          <WhyDialog
            title={field ? t('Why is “{label}” not shown?', { label: field.label }) : t('Why?')}
            question={{ ...subject, path, ...(field && { field: field.name }) }}
            onClose={() => open(false)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Shown beside a request that was refused, or whose record does not exist for this person. */
export function WhyRefused({ error, path }: { error: Error; path: string }) {
  const isRefused = error instanceof ApiProblem && (error.status === 403 || error.status === 404)
  return isRefused ? <WhyButton path={path} /> : null
}

/** The limits at the path of a list or a record; undefined: none, not loaded yet, or the viewer may not know. */
function useLimits(path: string, isAsked = true) {
  const subject = useSubject()
  const { session } = usePanel()
  const isPreview = usePreview() !== null
  // Nothing is withheld from an operator.
  const isLimited = isPreview || !session.permissions.includes('*')
  const enabled = isAsked && isLimited && subject !== null
  return useQuery({ ...explainOptions({ ...subject, path }), enabled }).data
}

/** Shown above an empty list, or during a preview above any list, if roles show only some of its records. */
export function WhyNarrowed({ path, isEmpty }: { path: string; isEmpty: boolean }) {
  const isPreview = usePreview() !== null
  const list = path.replace(/\?.*$/, '')
  const limits = useLimits(list, isPreview || isEmpty)
  if (limits?.reason !== 'records_limited') return null
  return (
    <p className={styles.note}>
      {t('This list shows only some of the records.')} <WhyButton path={list} />
    </p>
  )
}

/** Shown below a record: the fields that are withheld. */
export function WithheldFields({ path }: { path: string }) {
  const { withheld = [] } = useLimits(path) ?? {}
  if (withheld.length === 0) return null
  return (
    <p className={styles.note}>
      {t('Not shown here:')}
      {withheld.map((field) => (
        <WhyButton key={field.name} path={path} field={field} />
      ))}
    </p>
  )
}

const PEOPLE = '/api/v1/platform/users/'

/** On the screen of a person: asks about any permission, screen or record. */
export function WhatMayTheyDo({ recordPath, id, title }: { recordPath: string; id: string; title: string }) {
  const isOffered = useMay(PERMISSIONS.explain) && usePreview() === null
  const [isOpen, open] = useState(false)
  if (!recordPath.startsWith(PEOPLE) || !isOffered) return null
  return (
    <>
      <Button variant="default" leftSection={<IconHelpCircle size={16} aria-hidden />} onClick={() => open(true)}>
        {t('What may they do?')}
      </Button>
      {isOpen && (
        <Suspense>
          <AskDialog person={id} name={title} onClose={() => open(false)} />
        </Suspense>
      )}
    </>
  )
}
