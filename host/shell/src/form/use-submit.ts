import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiProblem } from '../api/api-problem.ts'
import { recordOptions, refreshRecords } from '../api/records.ts'
import type { DataRecord } from '../api/records.ts'
import type { Answer } from '../api/request.ts'
import { IdempotencyKeys } from './idempotency-key.ts'
import { initialValues } from './form-values.ts'
import type { FormValues } from './form-values.ts'
import { sendForm } from './send-form.ts'
import type { Attempt } from './send-form.ts'
import { serverErrors } from './server-errors.ts'
import type { LoadedRecord, RecordForm } from './use-record-form.ts'

interface SubmitOptions {
  recordId: string | undefined
  /** Where the record is read from, if the form is about one. */
  recordPath: string | undefined
  onSaved: (answer: Answer<unknown>) => void
  /** Whether to send only what has changed, whatever the method; by default with PATCH. */
  changesOnly?: boolean
}

/** Sends a form. A refusal because the record has changed meanwhile becomes `conflict`: the record as it stands now. */
export function useSubmit(form: RecordForm, { recordId, recordPath, onSaved, ...how }: SubmitOptions) {
  const queryClient = useQueryClient()
  const [keys] = useState(() => new IdempotencyKeys())
  const isBusy = useRef(false)
  const [conflict, setConflict] = useState<LoadedRecord | null>(null)
  const [banner, setBanner] = useState<string[]>([])

  const send = useMutation({
    mutationFn: (attempt: Attempt) => sendForm(attempt),
    onSuccess: (answer) => {
      keys.forget()
      onSaved(answer)
      void refreshRecords(queryClient)
    },
    onError: async (error) => {
      if (error instanceof ApiProblem && error.status === 412) setConflict(await currentRecord(error))
      else refuse(error)
    },
    onSettled: () => {
      isBusy.current = false
    },
  })

  const currentRecord = ({ problem, etag }: ApiProblem): LoadedRecord | Promise<LoadedRecord> => {
    if (problem.current !== undefined && etag !== null) return { record: problem.current as DataRecord, etag }
    return queryClient.fetchQuery(recordOptions(recordPath ?? ''))
  }
  const refuse = (error: Error) => {
    const isAboutFields = error instanceof ApiProblem && error.status === 422
    const { fields, rest } = isAboutFields
      ? serverErrors(error.problem, form.states)
      : { fields: {}, rest: [error.message] }
    form.setErrors(fields)
    setBanner(rest)
  }
  const attempt = (values: FormValues, base: LoadedRecord | null) => {
    if (isBusy.current) return
    isBusy.current = true
    setBanner([])
    send.mutate({ definition: form.definition, recordId, values, base, keys, ...how })
  }

  return {
    banner,
    conflict,
    isSaving: send.isPending,
    submit: () => attempt(form.values, form.base),
    /** Goes on from the record as it stands now, with these values on top of it, and sends them. */
    overwrite: (values: FormValues) => {
      form.restart(conflict, values)
      setConflict(null)
      attempt({ ...initialValues(form.definition, conflict?.record ?? null), ...values }, conflict)
    },
    /** Goes on from the record as it stands now and lets go of what was typed. */
    takeTheirs: () => {
      form.restart(conflict)
      setConflict(null)
    },
    /** Goes back to the form as it is. */
    dismiss: () => setConflict(null),
  }
}

export type Submit = ReturnType<typeof useSubmit>
