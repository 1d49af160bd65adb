import { createContext, use } from 'react'
import type { FieldScope } from './field-scope.ts'

/** The form, or the object of a list in it, that fields stand in. */
export const FormScope = createContext<FieldScope | null>(null)

/** What is around this component. @throws Error outside of a form */
export function useForm(): FieldScope {
  const form = use(FormScope)
  if (!form) throw new Error('useForm() stands outside of <FormScope>: move the component below it')
  return form
}
