import type { BulkRequest, FormDefinition } from '@atrium/sdk/documents'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiProblem } from '../api/api-problem.ts'
import { sessionOptions } from '../api/documents.ts'
import { drafts } from '../api/drafts.ts'
import { type DataRecord, isRecord, type RecordId } from '../api/paths.ts'
import { recordOptions, refreshRecords } from '../api/records.ts'
import type { Answer } from '../api/request.ts'
import { sendingChange } from '../feedback/undo.ts'
import { rethrowReadable } from './readable-problem.ts'
import { sendForm } from './send-form.ts'
import { changedFields, initialValues, startingRecord } from './form-values.ts'
import type { FormValues, LoadedRecord } from './form-values.ts'
import type { Attempt } from './send-form.ts'
import { afterOwnSave, type Draft, draftKey, type OwnSave, recordPlace } from './draft.ts'
import { showSaved } from './show-saved.ts'
import { IdempotencyKeys } from './submission.ts'
import { aboutChanges, serverErrors } from './field-errors.ts'
import type { RecordForm } from './use-record-form.ts'

interface SubmitOptions {
  /** The record in the path of the request. `parentId` is the id of the screen's record, if that is another one. */
  recordId: RecordId | undefined
  parentId?: RecordId | undefined
  /** The path from which the form's record is read, if it has one. */
  recordPath: string | undefined
  /** Values sent in addition to the fields of the form. */
  shown?: Readonly<Record<string, unknown>> | undefined
  /** Many records instead of one: the values of the form are the body for each. */
  many?: BulkRequest | undefined
  /** `later` is what was entered after the form was sent: it is not saved. */
  onSaved: (answer: Answer<unknown>, later: FormValues) => void
  /** Whether to send only the changed fields. Default: for the PATCH of a record. */
  changesOnly?: boolean
  /** Whether nothing can be entered while the form is being sent, because the form is gone once it is saved. */
  holds?: boolean
  /** The newest known version of the record. If it is newer than the form's, there is a conflict before anything is sent. */
  newest?: LoadedRecord | null
}

/** Sends a form. If the record has changed in the meantime (412), `conflict` is the current record. */
export function useSubmit(
  form: RecordForm,
  { recordPath, onSaved, holds = false, newest = null, ...how }: SubmitOptions,
) {
  const queryClient = useQueryClient()
  const [keys] = useState(() => new IdempotencyKeys())
  const sending = useRef<AbortController | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [conflict, setConflict] = useState<LoadedRecord | null>(null)
  const [dismissed, setDismissed] = useState<string | null>(null)
  const [banner, setBanner] = useState<string[]>([])
  // The state of the mutation is told after the present event, when another key may have been pressed.
  const [isHeld, hold] = useState(false)

  const send = useMutation({
    mutationFn: (attempt: Attempt) => sendingChange(sendForm(attempt).catch(rethrowReadable)),
    // The answer may contain a secret, which must not be cached.
    gcTime: 0,
    onSuccess: (answer, sent) => {
      keys.forget()
      const { operation, secrets } = form.definition
      const { data, etag } = answer
      if (operation === 'edit' && secrets === undefined && isRecord(data) && recordPath !== undefined) {
        const saved = { record: data, etag }
        showSaved(queryClient, recordPath, saved)
        rebaseDrafts(queryClient, form.definition, { from: sent.base?.etag, to: saved })
      }
      // Until the record is read again, the newest known version is the one that has just been replaced.
      setDismissed(sent.base?.etag ?? null)
      onSaved(answer, enteredSince(form, sent))
      void refreshRecords(queryClient)
    },
    onError: async (error, { signal }) => {
      if (signal.aborted) return
      if (!(error instanceof ApiProblem) || error.status !== 412) return refuse(error)
      const current = await currentRecord(error)
      if (isAsEntered(form, current)) onSaved({ data: current.record, etag: current.etag, total: null }, {})
      else setConflict(current)
    },
    onSettled: () => {
      sending.current = null
      hold(false)
      setProgress(null)
    },
  })

  const currentRecord = ({ problem, etag }: ApiProblem): LoadedRecord | Promise<LoadedRecord> => {
    if (problem.current !== undefined && etag !== null) return { record: problem.current as DataRecord, etag }
    return queryClient.fetchQuery(recordOptions(recordPath ?? ''))
  }
  const refuse = (error: Error) => {
    const { fields, rest } = refusal(how.many ? aboutMany(error) : error, form)
    form.setErrors(fields)
    setBanner(rest)
  }
  const attempt = (values: FormValues, base: LoadedRecord | null) => {
    if (sending.current !== null) return
    const { signal } = (sending.current = new AbortController())
    setBanner([])
    hold(holds)
    send.mutate({ definition: form.definition, values, base, keys, signal, onProgress: setProgress, ...how })
  }

  const isForeseen = conflict === null && !send.isPending && isOutdated(form, newest) && newest?.etag !== dismissed
  const theirs = conflict ?? (isForeseen ? newest : null)

  return {
    banner,
    /** The error of the last attempt; null while another one is running. */
    error: send.error,
    conflict: theirs,
    recordPath,
    /** Whether the conflict was noticed before anything was sent. */
    isForeseen,
    isSaving: send.isPending,
    /** Whether nothing can be entered now. */
    isHeld,
    /** Progress of an upload, from 0 to 1; null if none is running. */
    progress,
    /** Aborts the request. The entered values stay. */
    stop: () => sending.current?.abort(),
    submit: () => attempt(form.values, form.base),
    /** Takes over the current record, applies these values to it and sends them. */
    overwrite: (values: FormValues) => {
      form.restart(theirs, values)
      setConflict(null)
      attempt({ ...initialValues(form.definition, startingRecord(form.definition, theirs)), ...values }, theirs)
    },
    /** Takes over the current record and discards the entered values. */
    takeTheirs: () => {
      form.restart(theirs)
      setConflict(null)
    },
    /** Returns to the unchanged form. */
    dismiss: () => {
      setConflict(null)
      setDismissed(newest?.etag ?? null)
    },
  }
}

/** What the form has beyond what was sent. */
const enteredSince = ({ values }: RecordForm, sent: Attempt): FormValues =>
  Object.fromEntries(changedFields(values, sent.values).map((name) => [name, values[name]]))

/** The refusal of a request about many records, as one about the body that each of them gets. */
const aboutMany = (error: Error) =>
  error instanceof ApiProblem ? new ApiProblem(aboutChanges(error.problem), error.etag) : error

/** What a 422 says stands at the fields alone. Another refusal has a sentence for the whole form, and may name fields, too. */
function refusal(error: Error, form: RecordForm): ReturnType<typeof serverErrors> {
  if (!(error instanceof ApiProblem)) return { fields: {}, rest: [error.message] }
  const found = serverErrors(error.problem, form)
  return error.status === 422 ? found : { fields: found.fields, rest: [error.message] }
}

/** Whether somebody else has saved the record while this person has entered something else. */
const isOutdated = (form: RecordForm, newest: LoadedRecord | null) =>
  newest !== null && form.isDirty && form.base !== null && newest.etag !== form.base.etag && !isAsEntered(form, newest)

/** Whether a record already has the values of the form: the answer to the same change was lost, or somebody else made it. */
function isAsEntered({ definition, values }: RecordForm, { record }: LoadedRecord): boolean {
  return changedFields(initialValues(definition, record), values).length === 0
}

/** Bases the drafts of a record on what this person has just saved, if they were based on the version that it replaced. */
function rebaseDrafts(queryClient: QueryClient, definition: FormDefinition, save: OwnSave): void {
  const person = queryClient.getQueryData(sessionOptions().queryKey)?.id ?? ''
  const kept = drafts.readAll<Draft>(draftKey(person, definition, recordPlace(save.to.record.id)))
  for (const { key, draft } of kept) {
    const rebased = afterOwnSave(draft, save)
    if (rebased !== draft) drafts.write(key, rebased)
  }
}

export type Submit = ReturnType<typeof useSubmit>
