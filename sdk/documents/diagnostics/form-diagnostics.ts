import { catalogue } from './catalogued-diagnostic.ts'

/** Problems in forms and actions. */
export const FORM_DIAGNOSTICS = catalogue({
  form_disagrees: {
    severity: 'error',
    title: 'Form does not match the record',
    cause:
      'The form contains a field that is read-only in the record, omits a field that the record requires, or is made of another schema than the body of its route.',
    fix: 'Make the form and the record schema match.',
  },
  visible_when_circular: {
    severity: 'warning',
    title: 'Field that needs itself to be visible',
    cause:
      'A field of a form is visible only while it has a certain value itself, or while another field has one that needs this field in turn. While it is hidden, nobody can enter a value.',
    fix: 'Name a field in `visible_when` that can be seen without this one, or remove the condition.',
  },
  action_unknown: {
    severity: 'error',
    title: 'Form runs an action that cannot follow it',
    cause:
      'A form creates a record and runs an action with `create_and(…)`, but the table has no row action with this id, or the action has a form or a question, or deletes the record.',
    fix: 'Name a row action of the table that has neither a form nor `confirm`, and deletes nothing.',
  },
  action_path_unfilled: {
    severity: 'error',
    title: 'Action path cannot be filled in',
    cause:
      'The path of a header or bulk action contains `{id}`, which only row actions have, or an action outside a relation block uses `{parent_id}`.',
    fix: 'Make it a row action, or use only parameters that are available to the action.',
  },
  action_form_without_body: {
    severity: 'error',
    title: 'Action form without a request body',
    cause: 'An action has a form, but it calls a DELETE route or a route whose body has no fields.',
    fix: 'Declare the `body` of the route; for uploads it is `multipart`. For another plugin’s route, pass the schema: `.form(Body, …)`.',
  },
})
