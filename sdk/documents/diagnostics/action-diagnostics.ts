import { catalogue } from './catalogued-diagnostic.ts'

/** Found in what can be done with records. */
export const ACTION_DIAGNOSTICS = catalogue({
  action_path_unfilled: {
    severity: 'error',
    title: 'Action on a record that there is none of',
    cause:
      'The path of a header or bulk action holds `{id}`, which is the record of a row; or `{parent_id}` stands outside of a relation block.',
    fix: 'Make it a row action, or name only records that the action knows.',
  },
  action_form_without_body: {
    severity: 'error',
    title: 'Form of an action that sends nothing',
    cause: 'An action has a form, but it calls a DELETE route, or one whose body has no fields.',
    fix: 'Declare the `body` of the route, for uploads `multipart`; of another plugin’s route give the schema: `.form(Body, …)`.',
  },
})
