import { createContext, use } from 'react'
import type { RecordForm } from './use-record-form.ts'

/** The form that fields stand in. */
export const FormScope = createContext<RecordForm | null>(null)

/** The form around this component. @throws Error outside of a form */
export function useForm(): RecordForm {
  const form = use(FormScope)
  if (!form) throw new Error('useForm() stands outside of <FormScope>: move the component below it')
  return form
}
